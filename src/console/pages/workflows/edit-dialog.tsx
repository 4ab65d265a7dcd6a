import { useState } from 'react'
import {
  UpdateWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { Problem } from '../../ui/states.tsx'
import { anObject, readObject } from '../settings/json-text.ts'
import { definitionOf } from './definition-tab.tsx'

/** Changes the definition as JSON: the server checks it, and makes a new version of it. */
export function EditDialog({
  workflow,
  newest,
  onClose,
  onSaved,
}: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onClose: () => void
  readonly onSaved: () => void
}) {
  const [text, setText] = useState(() => JSON.stringify(definitionOf(newest), null, 2))
  const { send, isSending, problem } = useAction(UpdateWorkflowDocument, 'Workflow')
  const definition = readObject(text)

  async function save(): Promise<void> {
    if (!definition) return
    const input = { id: workflow.id, expectedVersion: newest.number, definition }
    if (await send({ input })) onSaved()
  }

  return (
    <Dialog
      title={`Edit “${workflow.name}”`}
      isOpen
      onClose={onClose}
      width={820}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!definition} isPending={isSending} onPress={() => void save()}>
            Save as version {newest.number + 1}
          </Button>
        </>
      }
    >
      <JsonEditor label="Definition" value={text} onChange={setText} schema={anObject} autoFocus />
      <p>The server checks it and makes a new version of it. Runs that are at work keep theirs.</p>
      <Problem error={problem} />
    </Dialog>
  )
}
