import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  type AgentShownFragment,
  DeletePolicyDocument,
  PoliciesDocument,
  type PolicyShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { formatEnum } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import styles from './agent-page.module.css'
import { PartNote } from './part-note.tsx'
import { PermissionLabel } from './permission-label.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { WhatIf } from './what-if.tsx'

type Open =
  | { readonly kind: 'save'; readonly policy: PolicyShownFragment | null }
  | { readonly kind: 'delete'; readonly policy: PolicyShownFragment }

/** The policies that apply to the calls of an agent, and their ruling on one call. */
export function PermissionTab({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const [{ data, error }, read] = useQuery({
    query: PoliciesDocument,
    requestPolicy: 'cache-and-network',
  })
  const [open, setOpen] = useState<Open | null>(null)
  const [version, setVersion] = useState(0)
  const policies = (data?.policies.nodes ?? []).filter(
    (policy) => !policy.agent || policy.agent.id === agent.id,
  )
  const isWhole = data?.policies.totalCount === data?.policies.nodes.length
  const close = () => setOpen(null)
  const done = () => {
    close()
    read({ requestPolicy: 'network-only' })
    setVersion((now) => now + 1)
  }
  const columns = may('ADMIN') ? [...policyColumns, actionColumn(setOpen)] : policyColumns
  return (
    <div className={styles.stack}>
      <WhatIf agent={agent} version={version} />
      <Card
        isFlush
        title="Policies"
        aside={
          may('ADMIN') && (
            <Button size="small" onPress={() => setOpen({ kind: 'save', policy: null })}>
              <Plus /> Add
            </Button>
          )
        }
      >
        <Problem error={error} />
        {policies.length > 0 ? (
          <Table label="Policies that apply" columns={columns} rows={policies} keyOf={({ id }) => id} />
        ) : data ? (
          isWhole && (
            <Empty title="No policy applies to its calls.">
              The default of the project decides: {formatEnum(data.project.defaultPermission).toLowerCase()}.
            </Empty>
          )
        ) : (
          !error && <Loading rows={4} />
        )}
        {data && policies.length > 0 && (
          <p className={styles.tableNote}>
            The most specific policy decides. Where none matches:{' '}
            {formatEnum(data.project.defaultPermission).toLowerCase()}.
          </p>
        )}
        {data && <PartNote of={data.policies} name="policies" />}
      </Card>
      {open?.kind === 'save' && (
        <PolicyDialog agent={agent} policy={open.policy} onClose={close} onSaved={done} />
      )}
      {open?.kind === 'delete' && <DeleteDialog policy={open.policy} onClose={close} onDeleted={done} />}
    </div>
  )
}

const any = <span className={styles.faint}>any</span>

const policyColumns: readonly Column<PolicyShownFragment>[] = [
  { name: 'Permission', cell: ({ permission }) => <PermissionLabel of={permission} /> },
  { name: 'Agent', cell: ({ agent }) => agent?.name ?? any },
  { name: 'Type', cell: ({ type }) => (type ? formatEnum(type) : any) },
  { name: 'Target', cell: ({ target }) => (target ? <code>{target}</code> : any) },
  { name: 'Operation', cell: ({ operation }) => (operation ? <code>{operation}</code> : any) },
  { name: 'Reason', cell: ({ reason }) => reason },
]

function actionColumn(open: (open: Open) => void): Column<PolicyShownFragment> {
  return {
    name: 'Actions',
    isNumber: true,
    cell: (policy) => (
      <span className={styles.rowActions}>
        <Button
          size="small"
          kind="quiet"
          isIcon
          aria-label="Change the policy"
          onPress={() => open({ kind: 'save', policy })}
        >
          <Pencil />
        </Button>
        <Button
          size="small"
          kind="quiet"
          isIcon
          aria-label="Delete the policy"
          onPress={() => open({ kind: 'delete', policy })}
        >
          <Trash2 />
        </Button>
      </span>
    ),
  }
}

function DeleteDialog({
  policy: { id, agent },
  onClose,
  onDeleted,
}: {
  readonly policy: PolicyShownFragment
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  const { send, isSending, problem } = useAction(DeletePolicyDocument, 'DeletedPolicy')
  return (
    <AskDialog
      title="Delete the policy"
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onDeleted()
      }}
    >
      <p>
        Calls that it decided are decided by the next policy that matches, or by the default of the project.
        {!agent && ' It applies to every agent.'}
      </p>
    </AskDialog>
  )
}
