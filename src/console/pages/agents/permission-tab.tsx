import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import {
  type AgentShownFragment,
  DeletePolicyDocument,
  type Permission,
  type PermittedType,
  PoliciesDocument,
  type PolicyScope,
  type PolicyShownFragment,
  RulingOfCallDocument,
  SavePolicyDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Empty, Problem } from '../../ui/page.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { type Column, column, ListCard } from '../../ui/table.tsx'
import { anyValue, changes, PartNote, PermissionLabel } from './agent-notes.tsx'
import styles from './agent-page.module.css'

/** The policies that apply to the calls of an agent, and their ruling on one call. */
export function PermissionTab({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const { data, error, refresh } = useList(PoliciesDocument, {})
  const [version, setVersion] = useState(0)
  const { ask, remove, dialog } = useDialog(() => {
    refresh()
    setVersion((now) => now + 1)
  })
  const policies = data?.policies.nodes.filter((policy) => !policy.agent || policy.agent.id === agent.id)
  const isWhole = data?.policies.totalCount === data?.policies.nodes.length
  const rest = data && formatEnum(data.project.defaultPermission).toLowerCase()
  const edit = (policy: PolicyShownFragment | null) =>
    ask((onClose) => <PolicyDialog {...{ agent, policy, onClose }} />)
  const actions = changes<PolicyShownFragment>('policy', {
    edit,
    remove: ({ id, agent }) =>
      remove('the policy', {
        mutation: DeletePolicyDocument,
        input: { id },
        children: `Calls that it decided are decided by the next policy that matches, or by the default of the project.${agent ? '' : ' It applies to every agent.'}`,
      }),
  })
  return (
    <div className={look.stack}>
      <WhatIf agent={agent} version={version} />
      <ListCard
        title="Policies"
        label="Policies that apply"
        aside={may('ADMIN') && <Button icon={Plus} label="Add" size="small" onPress={() => edit(null)} />}
        columns={may('ADMIN') ? [...columns, actions] : columns}
        rows={policies}
        error={error}
        empty={
          isWhole && (
            <Empty title="No policy applies to its calls.">The default of the project decides: {rest}.</Empty>
          )
        }
      >
        <p className={`${look.faint} ${styles.tableNote}`}>
          The most specific policy decides. Where none matches: {rest}.
        </p>
      </ListCard>
      {data && <PartNote of={data.policies} name="policies" />}
      {dialog}
    </div>
  )
}

const columns: readonly Column<PolicyShownFragment>[] = [
  column('Permission', ({ permission }) => <PermissionLabel of={permission} />),
  column('Agent', ({ agent, appliesTo }) =>
    agent ? `${agent.name}${appliesTo === 'DESCENDANTS' ? ' and below' : ''}` : anyValue,
  ),
  column('Type', ({ type }) => (type ? formatEnum(type) : anyValue)),
  column('Target', ({ target }) => (target ? <code>{target}</code> : anyValue)),
  column('Operation', ({ operation }) => (operation ? <code>{operation}</code> : anyValue)),
  column('Condition', ({ condition }) => (condition ? <code>{condition}</code> : anyValue)),
  column('Reason', ({ reason }) => reason),
]

const permissions: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allow' },
  { value: 'REQUIRE_APPROVAL', label: 'Ask a human first' },
  { value: 'DENY', label: 'Deny' },
]

interface Form {
  readonly of: PolicyScope | 'ANY'
  readonly type: PermittedType | 'ANY'
  readonly target: string
  readonly operation: string
  readonly condition: string
  readonly permission: Permission
  readonly reason: string
}

/** Adds a policy, or changes one. */
function PolicyDialog(props: {
  readonly agent: AgentShownFragment
  /** The policy that is changed; null for a new one. */
  readonly policy: PolicyShownFragment | null
  readonly onClose: () => void
}) {
  const { agent, policy, onClose } = props
  const { values, field } = useForm<Form>({
    of: policy !== null && policy.agent == null ? 'ANY' : (policy?.appliesTo ?? 'AGENT'),
    type: policy ? (policy.type ?? 'ANY') : 'TOOL',
    target: policy?.target ?? '',
    operation: policy?.operation ?? '',
    condition: policy?.condition ?? '',
    permission: policy?.permission ?? 'REQUIRE_APPROVAL',
    reason: policy?.reason ?? '',
  })
  const { of, type, target, operation, condition, permission, reason } = values
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
        ...(of !== 'ANY' && { agent: agent.id, appliesTo: of }),
        ...(type !== 'ANY' && { type }),
        ...(target !== '' && { target }),
        ...(hasOperation && operation !== '' && { operation }),
        ...(condition !== '' && { condition }),
        ...(reason !== '' && { reason }),
      }}
      onClose={onClose}
    >
      <SelectField label="Permission" options={permissions} {...field('permission')} />
      <SelectField
        label="Calls of"
        options={[
          { value: 'AGENT', label: agent.name },
          { value: 'DESCENDANTS', label: `${agent.name} and all runs below` },
          { value: 'ANY', label: 'Every agent' },
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
        label="Condition"
        {...field('condition')}
        isCode
        placeholder="none"
        hint={
          'In CEL, over the run that calls: caller.kind == "TOKEN", ancestors.exists(a, a.agent == "support").'
        }
      />
      <TextField
        label="Reason"
        {...field('reason')}
        hint="The model reads it when a call is refused, a human at the gate."
      />
    </Ask>
  )
}

const permittedTypes: readonly { readonly value: PermittedType; readonly label: string }[] = [
  { value: 'TOOL', label: 'Tool' },
  { value: 'AGENT', label: 'Agent' },
  { value: 'RELIC', label: 'Data store (relic)' },
  { value: 'WORKFLOW', label: 'Workflow' },
]

/** Predicted ruling on a call of the agent, and the policy that decides. */
function WhatIf(props: {
  readonly agent: AgentShownFragment
  /** Changes when a policy was saved or deleted: the ruling is asked for again. */
  readonly version: number
}) {
  const { agent, version } = props
  const { tools, subagents, relics, workflows } = agent.definition
  const targets: Readonly<Record<PermittedType, readonly string[]>> = {
    TOOL: tools,
    AGENT: subagents,
    RELIC: relics,
    WORKFLOW: workflows,
  }
  const [type, setType] = useState<PermittedType>('TOOL')
  const [target, setTarget] = useState(tools[0] ?? '')
  const [operation, setOperation] = useState('')
  const [{ data, error, stale }, ask] = useQuery({
    query: RulingOfCallDocument,
    variables: {
      agent: agent.id,
      type,
      target,
      ...(type === 'RELIC' && operation !== '' && { operation }),
    },
    pause: target === '',
  })
  useEffect(() => {
    if (version > 0) ask({ requestPolicy: 'network-only' })
  }, [version, ask])
  const ruling = target === '' ? undefined : data?.permission
  return (
    <Card title="What would happen to this call">
      <div className={look.stack}>
        <div className={look.fields}>
          <SelectField
            label="Type"
            value={type}
            options={permittedTypes}
            onChange={(next) => {
              setType(next)
              setTarget(targets[next][0] ?? '')
            }}
          />
          <SuggestField label="Target" value={target} onChange={setTarget} suggestions={targets[type]} />
          {type === 'RELIC' && (
            <TextField label="Operation" value={operation} onChange={setOperation} isCode placeholder="get" />
          )}
        </div>
        <Problem error={error} />
        <div className={look.notice} aria-live="polite" aria-busy={stale}>
          {ruling ? (
            <div className={look.row}>
              <PermissionLabel of={ruling.permission} />
              <span>{ruling.reason ?? 'No reason is given.'}</span>
              <span className={look.soft}>{ruleText(ruling)}</span>
            </div>
          ) : (
            <span className={look.soft}>Name the target of the call.</span>
          )}
        </div>
        <p className={look.faint}>
          For a run without runs above. Policies with a condition are left out. A check in code, where the
          server has one, sees the arguments as well and may decide otherwise.
        </p>
      </div>
    </Card>
  )
}

function ruleText(props: {
  readonly policy?: { readonly agent?: object | null; readonly target?: string | null } | null
}): string {
  const { policy } = props
  if (!policy) return 'No policy of the project decides about this call.'
  const of = policy.agent ? 'of this agent' : 'of all agents'
  return `A policy ${of} for ${policy.target ?? 'any target'} decides.`
}
