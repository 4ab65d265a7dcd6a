import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useSubscription } from 'urql'
import {
  type SessionRowFragment,
  SessionsDocument,
  SessionsUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { given } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList, useStateOf } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Choice, Filters, SearchBox } from '../../forms/filter.tsx'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCount, formatTotal, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Page } from '../../ui/page.tsx'
import turner from '../../ui/page-turner.module.css'
import { MoreButton } from '../../ui/page-turner.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, ListCard } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { NewSessionDialog } from './new-session-dialog.tsx'
import { SaidCard } from './said-card.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './sessions-page.module.css'
import type { SessionsSearch } from './sessions-search.ts'

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
  const show = (search: SessionsSearch) => void navigate({ search, replace: true })
  return (
    <Filters>
      <SearchBox
        placeholder="Search by key, channel, user, or what was said"
        value={view.search}
        onChange={(search) => show(given({ ...view, search }))}
      />
      <AgentChoice any="Any agent" value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
      <Choice
        label="Activity"
        any="Active or idle"
        value={view.activity}
        options={activities}
        onChange={(activity) => show(given({ ...view, activity }))}
      />
      <Choice
        label="Order"
        any="Last active first"
        value={view.order}
        options={orders}
        onChange={(order) => show(given({ ...view, order }))}
      />
    </Filters>
  )
}

const activities = [
  { value: 'active', label: 'Active now' },
  { value: 'idle', label: 'Idle' },
] as const
const orders = [{ value: 'CREATED_AT', label: 'Newest first' }] as const

function SessionsCard({ view }: { readonly view: SessionsSearch }) {
  // Another view begins at its start.
  const [after, setAfter] = useStateOf<string | null>(JSON.stringify(view), null)
  const variables = { first: pageSize, after, ...toVariables(view) }
  const { data, error, isLoading, refresh } = useList(SessionsDocument, variables)
  const rows = data?.sessions.nodes
  // The changes of a shown row come with the update. Its new place, and a new row, are on the first page. With further pages
  // behind it that page stays as it is: those begin after its last row.
  useSubscription({ query: SessionsUpdatesDocument })
  useRunChanges({}, () => {
    if (after === null) refresh()
  })
  const isNarrowed = Object.keys(view).length > 0
  return (
    <ListCard
      label="Conversations"
      columns={columns}
      rows={rows}
      error={rows ? null : error}
      retry={refresh}
      empty={
        <Empty title={isNarrowed ? 'No conversation matches.' : 'There are no conversations yet.'}>
          {view.search
            ? 'Keys were searched here; where the text was said stands below.'
            : 'Runs with the same session key share one history. Trigger a run with a session key, or begin a conversation here.'}
        </Empty>
      }
    >
      <footer className={turner.footer}>
        <span aria-live="polite">
          {formatWhole(rows?.length ?? 0)} of {formatTotal(data?.sessions.totalCount ?? 0)}
        </span>
        <MoreButton of={data?.sessions.pageInfo} isDisabled={isLoading} onMore={setAfter} />
      </footer>
    </ListCard>
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
      run ? <Status of={run.status} /> : <span className={look.faint}>Idle</span>,
  },
  {
    name: 'Agent',
    cell: ({ agent }) =>
      agent ? (
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={look.link}>
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
