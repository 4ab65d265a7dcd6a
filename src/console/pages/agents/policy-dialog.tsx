import {
  type AgentShownFragment,
  type Permission,
  type PermittedType,
  type PolicyShownFragment,
  SavePolicyDocument,
} from '../../../generated/console/graphql.ts'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { permittedTypes } from './what-if.tsx'

const permissions: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allow' },
  { value: 'REQUIRE_APPROVAL', label: 'Ask a human first' },
  { value: 'DENY', label: 'Deny' },
]

interface Form {
  readonly of: 'this' | 'any'
  readonly type: PermittedType | 'ANY'
  readonly target: string
  readonly operation: string
  readonly permission: Permission
  readonly reason: string
}

/** Adds a policy, or changes one. */
export function PolicyDialog({
  agent,
  policy,
  onClose,
}: {
  readonly agent: AgentShownFragment
  /** The policy that is changed; null for a new one. */
  readonly policy: PolicyShownFragment | null
  readonly onClose: () => void
}) {
  const { values, field } = useForm<Form>({
    of: policy === null || policy.agent != null ? 'this' : 'any',
    type: policy ? (policy.type ?? 'ANY') : 'TOOL',
    target: policy?.target ?? '',
    operation: policy?.operation ?? '',
    permission: policy?.permission ?? 'REQUIRE_APPROVAL',
    reason: policy?.reason ?? '',
  })
  const { of, type, target, operation, permission, reason } = values
  // A policy of any type can name an operation: it is then about relics.
  const hasOperation = type === 'RELIC' || type === 'ANY'
  return (
    <Ask
      title={policy ? 'Change the policy' : 'Add a policy'}
      verb="Save"
      mutation={SavePolicyDocument}
      input={{
        permission,
        ...(policy && { id: policy.id }),
        ...(of === 'this' && { agent: agent.id }),
        ...(type !== 'ANY' && { type }),
        ...(target !== '' && { target }),
        ...(hasOperation && operation !== '' && { operation }),
        ...(reason !== '' && { reason }),
      }}
      onClose={onClose}
    >
      <SelectField label="Permission" options={permissions} {...field('permission')} />
      <SelectField
        label="Calls of"
        options={[
          { value: 'this', label: agent.name },
          { value: 'any', label: 'Every agent' },
        ]}
        {...field('of')}
      />
      <SelectField
        label="Type"
        options={[{ value: 'ANY' as const, label: 'Any type' }, ...permittedTypes]}
        {...field('type')}
      />
      <SuggestField
        label="Target"
        {...field('target')}
        suggestions={type === 'TOOL' ? agent.definition.tools : []}
        placeholder="any"
        hint="With * at the end, all names that begin so."
      />
      {hasOperation && <TextField label="Operation" {...field('operation')} isCode placeholder="any" />}
      <TextField
        label="Reason"
        {...field('reason')}
        hint="The model reads it when a call is refused, a human at the gate."
      />
    </Ask>
  )
}
