import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  RunWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { SelectField } from '../../ui/field.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { useAgentChoices } from '../sessions/use-agent-choices.ts'
import { readObject } from '../settings/json-text.ts'
import { exampleOf } from './plan-json.ts'

/** Starts a run of the newest version with parameters, and opens it. */
export function RunDialog({
  workflow,
  newest,
  onClose,
}: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const agents = useAgentChoices()
  const [agent, setAgent] = useState(newest.agent ?? '')
  const [text, setText] = useState(() => JSON.stringify(exampleOf(newest.parameters), null, 2))
  const { send, isSending, problem } = useAction(RunWorkflowDocument, 'Run')
  const parameters = readObject(text)
  return (
    <AskDialog
      title={`Run “${workflow.name}”`}
      verb="Run"
      isReady={parameters !== null}
      {...{ isSending, problem, onClose }}
      act={async () => {
        const input = { workflow: workflow.id, parameters, ...(agent && { agent }) }
        const run = await send({ input })
        if (run) void navigate({ to: '/runs/$runId', params: { runId: run.id } })
      }}
    >
      <SelectField
        label="Agent"
        value={agent}
        options={[{ value: '', label: 'That of the workflow' }, ...agents]}
        onChange={setAgent}
        hint="The plan uses its tools, relics, limits and permissions."
      />
      <JsonEditor label="Parameters" value={text} onChange={setText} schema={newest.parameters} />
    </AskDialog>
  )
}
