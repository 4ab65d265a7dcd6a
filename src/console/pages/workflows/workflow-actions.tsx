import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import {
  ArchiveWorkflowDocument,
  DeleteWorkflowDocument,
  RestoreWorkflowDocument,
  RunWorkflowDocument,
  UpdateWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { LifeMenu } from '../../forms/life-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { exampleOf } from './plan-json.ts'

/** Actions on a workflow, as far as the caller's role allows. */
export function WorkflowActions(props: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onChange: () => void
}) {
  const { workflow, newest, onChange } = props
  const { may } = useSession()
  const navigate = useNavigate()
  const { ask, dialog } = useDialog(onChange)
  const { id, name } = workflow
  const isArchived = workflow.archivedAt != null
  return (
    <>
      {may('ADMIN') && (
        <Button
          icon={Pencil}
          label="Edit"
          onPress={() => ask((onClose) => <EditDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('OPERATOR') && !isArchived && (
        <Button
          icon={Play}
          label="Run"
          kind="primary"
          onPress={() => ask((onClose) => <RunDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('ADMIN') && (
        <LifeMenu
          {...{ id, isArchived }}
          name={`“${name}”`}
          archive={{
            mutation: ArchiveWorkflowDocument,
            means: 'It can no longer be run. Its runs continue, and its slug stays reserved.',
          }}
          restore={{ mutation: RestoreWorkflowDocument, means: 'It can be run again.' }}
          remove={{
            mutation: DeleteWorkflowDocument,
            means:
              'The workflow is deleted with its versions. One that has runs cannot be deleted: archive it.',
          }}
          onRemoved={() => navigate({ to: '/settings', search: { tab: 'workflows' } })}
          onClosed={onChange}
        />
      )}
      {dialog}
    </>
  )
}

interface Props {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onClose: () => void
}

/** Starts a run of the newest version with parameters, and opens it. */
export function RunDialog({ workflow: { id, name }, newest, onClose }: Props) {
  const navigate = useNavigate()
  const agents = useAgentChoices()
  const [agent, setAgent] = useState(newest.agent ?? '')
  const [text, setText] = useState(() => JSON.stringify(exampleOf(newest.parameters), null, 2))
  const parameters = readObject(text)
  return (
    <Ask
      title={`Run “${name}”`}
      verb="Run"
      isReady={parameters !== null}
      mutation={RunWorkflowDocument}
      input={{ workflow: id, parameters, ...(agent && { agent }) }}
      onDone={(run) => navigate({ to: '/runs/$runId', params: { runId: run.id } })}
      onClose={onClose}
    >
      <SelectField
        label="Agent"
        value={agent}
        options={[{ value: '', label: 'That of the workflow' }, ...agents]}
        onChange={setAgent}
        hint="The plan uses its tools, relics, limits and permissions."
      />
      <JsonEditor label="Parameters" value={text} onChange={setText} schema={newest.parameters} />
    </Ask>
  )
}

/** Changes the definition as JSON: the server checks it, and makes a new version of it. */
export function EditDialog({ workflow: { id, name }, newest, onClose }: Props) {
  const [text, setText] = useState(() => JSON.stringify(definitionOf(newest), null, 2))
  const definition = readObject(text)
  return (
    <Ask
      title={`Edit “${name}”`}
      verb={`Save as version ${newest.number + 1}`}
      width={820}
      isReady={definition !== null}
      mutation={UpdateWorkflowDocument}
      input={{ id, expectedVersion: newest.number, definition: definition ?? {} }}
      onClose={onClose}
    >
      <JsonEditor label="Definition" value={text} onChange={setText} schema={anObject} autoFocus />
      <p>The server checks it and makes a new version of it. Runs that are at work keep theirs.</p>
    </Ask>
  )
}

/** The definition that `updateWorkflow` takes. */
export function definitionOf(version: WorkflowVersionShownFragment) {
  const { name, description, agent, parameters, output, plan } = version
  return { name, description, agent, parameters, plan: plan.json, output }
}
