import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import {
  type SessionRowFragment,
  SessionsDocument,
  SessionsUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { costOf, formatCount, formatTotal, formatWhole } from '../../ui/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { NewSessionDialog } from './new-session-dialog.tsx'
import { SaidCard } from './said-card.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './sessions-page.module.css'
import type { SessionsSearch } from './sessions-search.ts'
import { useAgentChoices } from './use-agent-choices.ts'

export const route = createLazyRoute('/sessions')({ component: SessionsPage })

const pageSize = 50

/** The conversations of the project, the last active first. The filters are in the address. */
function SessionsPage() {
  const view = route.useSearch()
  const { may } = useSession()
  const [isOpening, setOpening] = useState(false)
  return (
    <Page
      title="Conversations"
      actions={
        may('OPERATOR') && (
          <Button kind="primary" onPress={() => setOpening(true)}>
            <MessageSquarePlus /> New conversation
          </Button>
        )
      }
    >
      <Tools view={view} />
      <SessionsCard view={view} />
      {view.search && <SaidCard text={view.search} />}
      {isOpening && <NewSessionDialog onClose={() => setOpening(false)} />}
    </Page>
  )
}

function Tools({ view }: { readonly view: SessionsSearch }) {
  const navigate = useNavigate({ from: '/sessions' })
  const agents = useAgentChoices()
  const show = (search: SessionsSearch) => void navigate({ search, replace: true })
  const { agent, activity, order, ...rest } = view
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <TextField
          label="Search"
          isBare
          type="search"
          placeholder="Search by key, channel, user, or what was said"
          value={view.search ?? ''}
          onChange={(search) => show({ ...view, search })}
        />
      </div>
      <div className={styles.small}>
        <SelectField
          label="Agent"
          isBare
          value={agent ?? ''}
          options={[{ value: '', label: 'Any agent' }, ...agents]}
          onChange={(value) =>
            show({
              ...rest,
              ...(activity && { activity }),
              ...(order && { order }),
              ...(value && { agent: value }),
            })
          }
        />
      </div>
      <div className={styles.small}>
        <SelectField
          label="Activity"
          isBare
          value={activity ?? 'any'}
          options={[
            { value: 'any', label: 'Active or idle' },
            { value: 'active', label: 'Active now' },
            { value: 'idle', label: 'Idle' },
          ]}
          onChange={(value) =>
            show({
              ...rest,
              ...(agent && { agent }),
              ...(order && { order }),
              ...(value !== 'any' && { activity: value }),
            })
          }
        />
      </div>
      <div className={styles.small}>
        <SelectField
          label="Order"
          isBare
          value={order ?? 'LAST_ACTIVE_AT'}
          options={[
            { value: 'LAST_ACTIVE_AT', label: 'Last active first' },
            { value: 'CREATED_AT', label: 'Newest first' },
          ]}
          onChange={(value) => show({ ...view, order: value })}
        />
      </div>
    </div>
  )
}

function SessionsCard({ view }: { readonly view: SessionsSearch }) {
  const key = JSON.stringify(view)
  const [page, setPage] = useState<{ readonly key: string; readonly after: string | null }>({
    key,
    after: null,
  })
  const after = page.key === key ? page.after : null // another view begins at its start
  const [{ data, fetching, error }, read] = useQuery({
    query: SessionsDocument,
    variables: { first: pageSize, after, ...toVariables(view) },
  })
  const rows = data?.sessions.edges.map(({ node }) => node) ?? []
  // The changes of a shown row come with the update. Its new place, and a new row, are on the first page. With further pages
  // behind it that page stays as it is: those begin after its last row.
  useSubscription({ query: SessionsUpdatesDocument })
  useRunChanges({}, () => {
    if (after === null) read({ requestPolicy: 'network-only' })
  })

  if (error && !data) return <Problem error={error} retry={() => read({ requestPolicy: 'network-only' })} />
  const { hasNextPage = false, endCursor = null } = data?.sessions.pageInfo ?? {}
  return (
    <Card isFlush>
      {!data ? (
        <Loading rows={10} height={24} />
      ) : rows.length === 0 ? (
        <Empty
          title={
            Object.keys(view).length > 0 ? 'No conversation matches.' : 'There are no conversations yet.'
          }
        >
          {view.search
            ? 'Keys were searched here; where the text was said stands below.'
            : 'Runs with the same session key share one history. Trigger a run with a session key, or begin a conversation here.'}
        </Empty>
      ) : (
        <>
          <Table label="Conversations" columns={columns} rows={rows} keyOf={({ id }) => id} />
          <footer className={styles.footer}>
            <span aria-live="polite">
              {formatWhole(rows.length)} of {formatTotal(data.sessions.totalCount)}
            </span>
            {hasNextPage && (
              <Button
                size="small"
                isPending={fetching}
                onPress={() => setPage({ key, after: endCursor ?? null })}
              >
                Load more
              </Button>
            )}
          </footer>
        </>
      )}
    </Card>
  )
}

const columns: readonly Column<SessionRowFragment>[] = [
  {
    name: 'Conversation',
    cell: ({ key }) => (
      <Link to="/sessions/$sessionKey" params={{ sessionKey: key }} className={styles.name}>
        {nameOfSession(key)}
      </Link>
    ),
  },
  {
    name: 'State',
    cell: ({ activeRuns: [run] }) =>
      run ? <Status of={run.status} /> : <span className={styles.faint}>Idle</span>,
  },
  {
    name: 'Agent',
    cell: ({ agent }) =>
      agent ? (
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={styles.link}>
          {agent.name}
        </Link>
      ) : (
        '–'
      ),
  },
  { name: 'Runs', isNumber: true, cell: ({ runCount }) => formatWhole(runCount) },
  { name: 'Tokens', isNumber: true, cell: ({ usage }) => formatCount(usage.totalTokens) },
  { name: 'Cost', isNumber: true, cell: ({ usage }) => costOf(usage) },
  { name: 'Last active', isNumber: true, cell: ({ lastActiveAt }) => <Ago at={lastActiveAt} /> },
]

function toVariables({ search, agent, activity, order }: SessionsSearch) {
  return {
    filter: {
      ...(search && { search }),
      ...(agent && { agent }),
      ...(activity && { hasActiveRun: activity === 'active' }),
    },
    orderBy: { field: order ?? ('LAST_ACTIVE_AT' as const), direction: 'DESC' as const },
  }
}
