import { useState } from 'react'
import {
  type AgentShownFragment,
  type Permission,
  type PermittedType,
  type PolicyShownFragment,
  SavePolicyDocument,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { permittedTypes } from './what-if.tsx'

const permissions: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allow' },
  { value: 'REQUIRE_APPROVAL', label: 'Ask a human first' },
  { value: 'DENY', label: 'Deny' },
]

interface Props {
  readonly agent: AgentShownFragment
  /** The policy that is changed; null for a new one. */
  readonly policy: PolicyShownFragment | null
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Adds a policy, or changes one. */
export function PolicyDialog({ agent, policy, onClose, onSaved }: Props) {
  const [isOfAgent, setOfAgent] = useState(policy === null || policy.agent != null)
  const [type, setType] = useState<PermittedType | 'ANY'>(policy ? (policy.type ?? 'ANY') : 'TOOL')
  const [target, setTarget] = useState(policy?.target ?? '')
  const [operation, setOperation] = useState(policy?.operation ?? '')
  const [permission, setPermission] = useState<Permission>(policy?.permission ?? 'REQUIRE_APPROVAL')
  const [reason, setReason] = useState(policy?.reason ?? '')
  const { send, isSending, problem } = useAction(SavePolicyDocument, 'Policy')
  // A policy of any type can name an operation: it is then about relics.
  const hasOperation = type === 'RELIC' || type === 'ANY'

  async function save(): Promise<void> {
    const saved = await send({
      input: {
        permission,
        ...(policy && { id: policy.id }),
        ...(isOfAgent && { agent: agent.id }),
        ...(type !== 'ANY' && { type }),
        ...(target !== '' && { target }),
        ...(hasOperation && operation !== '' && { operation }),
        ...(reason !== '' && { reason }),
      },
    })
    if (saved) onSaved()
  }

  return (
    <AskDialog
      title={policy ? 'Change the policy' : 'Add a policy'}
      verb="Save"
      {...{ isSending, problem, onClose }}
      act={save}
    >
      <SelectField label="Permission" value={permission} options={permissions} onChange={setPermission} />
      <SelectField
        label="Calls of"
        value={isOfAgent ? 'this' : 'any'}
        options={[
          { value: 'this', label: agent.name },
          { value: 'any', label: 'Every agent' },
        ]}
        onChange={(value) => setOfAgent(value === 'this')}
      />
      <SelectField
        label="Type"
        value={type}
        options={[{ value: 'ANY' as const, label: 'Any type' }, ...permittedTypes]}
        onChange={setType}
      />
      <SuggestField
        label="Target"
        value={target}
        onChange={setTarget}
        suggestions={type === 'TOOL' ? agent.definition.tools : []}
        placeholder="any"
        hint="With * at the end, all names that begin so."
      />
      {hasOperation && (
        <TextField label="Operation" value={operation} onChange={setOperation} isCode placeholder="any" />
      )}
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        hint="The model reads it when a call is refused, a human at the gate."
      />
    </AskDialog>
  )
}
