import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type AgentShownFragment,
  DeletePolicyDocument,
  PoliciesDocument,
  type PolicyShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { Ask } from '../../forms/ask.tsx'
import { useDialog } from '../../forms/use-dialog.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty } from '../../ui/states.tsx'
import { type Column, ListCard } from '../../ui/table.tsx'
import styles from './agent-page.module.css'
import { PartNote } from './part-note.tsx'
import { PermissionLabel } from './permission-label.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { WhatIf } from './what-if.tsx'

/** The policies that apply to the calls of an agent, and their ruling on one call. */
export function PermissionTab({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const { data, error, refresh } = useList(PoliciesDocument, {})
  const [version, setVersion] = useState(0)
  const { ask, dialog } = useDialog(() => {
    refresh()
    setVersion((now) => now + 1)
  })
  const policies = data?.policies.nodes.filter((policy) => !policy.agent || policy.agent.id === agent.id)
  const isWhole = data?.policies.totalCount === data?.policies.nodes.length
  const rest = data && formatEnum(data.project.defaultPermission).toLowerCase()
  const edit = (policy: PolicyShownFragment | null) =>
    ask((onClose) => <PolicyDialog {...{ agent, policy, onClose }} />)
  const remove = ({ id, agent }: PolicyShownFragment) =>
    ask((onClose) => (
      <Ask
        title="Delete the policy"
        verb="Delete"
        isDanger
        mutation={DeletePolicyDocument}
        input={{ id }}
        onClose={onClose}
      >
        <p>
          Calls that it decided are decided by the next policy that matches, or by the default of the project.
          {!agent && ' It applies to every agent.'}
        </p>
      </Ask>
    ))
  const actions: Column<PolicyShownFragment> = {
    name: 'Actions',
    isNumber: true,
    cell: (policy) => (
      <>
        <IconButton label="Change the policy" onPress={() => edit(policy)}>
          <Pencil />
        </IconButton>
        <IconButton label="Delete the policy" onPress={() => remove(policy)}>
          <Trash2 />
        </IconButton>
      </>
    ),
  }
  return (
    <div className={look.stack}>
      <WhatIf agent={agent} version={version} />
      <ListCard
        title="Policies"
        label="Policies that apply"
        aside={
          may('ADMIN') && (
            <Button size="small" onPress={() => edit(null)}>
              <Plus /> Add
            </Button>
          )
        }
        columns={may('ADMIN') ? [...columns, actions] : columns}
        rows={policies}
        error={error}
        empty={
          isWhole && (
            <Empty title="No policy applies to its calls.">The default of the project decides: {rest}.</Empty>
          )
        }
      >
        <p className={styles.tableNote}>The most specific policy decides. Where none matches: {rest}.</p>
      </ListCard>
      {data && <PartNote of={data.policies} name="policies" />}
      {dialog}
    </div>
  )
}

const any = <span className={look.faint}>any</span>

const columns: readonly Column<PolicyShownFragment>[] = [
  { name: 'Permission', cell: ({ permission }) => <PermissionLabel of={permission} /> },
  { name: 'Agent', cell: ({ agent }) => agent?.name ?? any },
  { name: 'Type', cell: ({ type }) => (type ? formatEnum(type) : any) },
  { name: 'Target', cell: ({ target }) => (target ? <code>{target}</code> : any) },
  { name: 'Operation', cell: ({ operation }) => (operation ? <code>{operation}</code> : any) },
  { name: 'Reason', cell: ({ reason }) => reason },
]
