import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  RunWorkflowDocument,
  UpdateWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Ask } from '../../forms/ask.tsx'
import { SelectField } from '../../ui/field.tsx'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { exampleOf } from './plan-json.ts'

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
