import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { type AgentRowFragment, AgentsDocument } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { costOf, formatCount, formatDuration, formatPercent, formatWhole } from '../../ui/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './agents-page.module.css'
import { type AgentsSearch, agentOrders, toAgentsVariables } from './agents-search.ts'
import { isOfCode } from './code-note.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { DayBars } from './day-bars.tsx'
import { type AgentStats, statsDays, useAgentsStats } from './use-agents-stats.ts'

export const route = createLazyRoute('/agents')({ component: AgentsPage })

/** The agents of the project, and how they did in the last days. */
function AgentsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/agents' })
  const { may } = useSession()
  const [isCreating, setCreating] = useState(false)
  const { agents, totalCount, isLoading, error, loadMore } = useAgents(view)
  const stats = useAgentsStats()
  const columns = useMemo(() => columnsOf(stats?.byAgent), [stats?.byAgent])
  const show = (next: AgentsSearch) => void navigate({ search: next, replace: true })

  return (
    <Page
      title="Agents"
      beside={<span aria-live="polite">{totalCount === undefined ? '' : formatWhole(totalCount)}</span>}
      actions={
        may('ADMIN') && (
          <Button kind="primary" onPress={() => setCreating(true)}>
            <Plus /> New agent
          </Button>
        )
      }
    >
      <Filters view={view} show={show} />
      <Problem error={error} />
      <Card isFlush>
        {agents.length > 0 ? (
          <Table label="Agents" columns={columns} rows={agents} keyOf={({ id }) => id} />
        ) : isLoading ? (
          <Loading rows={10} height={28} />
        ) : (
          !error && <NoAgents view={view} />
        )}
      </Card>
      {stats?.isTruncated && (
        <p className={styles.faint}>
          So many agents had runs that some figures are left out, those of the newest days first.
        </p>
      )}
      {loadMore && (
        <div className={styles.more}>
          <Button isDisabled={isLoading} onPress={loadMore}>
            Load more
          </Button>
        </div>
      )}
      {isCreating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onCreated={(agentId) =>
            void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'edit' } })
          }
        />
      )}
    </Page>
  )
}

/** Pages are kept by the cache, which joins them (relayPagination in data/client.ts). */
function useAgents(view: AgentsSearch) {
  const key = JSON.stringify(toAgentsVariables(view))
  const [page, setPage] = useState<{ readonly key: string; readonly after: string | null }>({
    key,
    after: null,
  })
  const after = page.key === key ? page.after : null
  const [{ data, fetching, error }] = useQuery({
    query: AgentsDocument,
    variables: useMemo(
      () => ({ ...(JSON.parse(key) satisfies ReturnType<typeof toAgentsVariables>), first: 50, after }),
      [key, after],
    ),
  })
  const next = data?.agents.pageInfo
  return {
    agents: data?.agents.nodes ?? [],
    totalCount: data?.agents.totalCount,
    isLoading: fetching,
    error,
    loadMore: next?.hasNextPage ? () => setPage({ key, after: next.endCursor ?? null }) : null,
  }
}

function Filters({
  view,
  show,
}: {
  readonly view: AgentsSearch
  readonly show: (next: AgentsSearch) => void
}) {
  const { search: _, ...withoutSearch } = view
  const { show: __, ...withoutShow } = view
  const { tool: ___, ...withoutTool } = view
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <TextField
          label="Search"
          isBare
          type="search"
          placeholder="Search in names, slugs and descriptions"
          value={view.search ?? ''}
          onChange={(search) => show(search === '' ? withoutSearch : { ...view, search })}
        />
      </div>
      <div className={styles.small}>
        <SelectField
          label="Archived"
          isBare
          value={view.show ?? 'active'}
          options={[
            { value: 'active', label: 'In use' },
            { value: 'archived', label: 'Archived' },
            { value: 'all', label: 'In use and archived' },
          ]}
          onChange={(value) => show(value === 'active' ? withoutShow : { ...view, show: value })}
        />
      </div>
      <div className={styles.small}>
        <SelectField
          label="Order"
          isBare
          value={view.order ?? 'NAME'}
          options={agentOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={(order) => show({ ...view, order })}
        />
      </div>
      {view.tool && (
        <Button size="small" onPress={() => show(withoutTool)}>
          May call {view.tool} <X />
        </Button>
      )}
    </div>
  )
}

const orderNames = { NAME: 'By name', UPDATED: 'Last changed', CREATED: 'Newest first' } as const

function NoAgents({ view }: { readonly view: AgentsSearch }) {
  const isNarrowed = view.search !== undefined || view.show !== undefined || view.tool !== undefined
  return (
    <Empty title={isNarrowed ? 'No agent matches.' : 'There are no agents yet.'}>
      {!isNarrowed && 'An agent is a model with instructions, tools and limits. Runs execute it.'}
    </Empty>
  )
}

function columnsOf(stats: ReadonlyMap<string, AgentStats> | undefined): readonly Column<AgentRowFragment>[] {
  const figure = (read: (stats: AgentStats) => React.ReactNode) => (agent: AgentRowFragment) => {
    const found = stats?.get(agent.id)
    return found ? read(found) : <span className={styles.faint}>{stats ? '–' : ''}</span>
  }
  return [
    {
      name: 'Agent',
      cell: ({ slug, name, source, archivedAt }) => (
        <span className={styles.agent}>
          <Link to="/agents/$agentId" params={{ agentId: slug }} className={styles.name}>
            {name}
          </Link>
          <span className={styles.faint}>
            {slug} {isOfCode({ source }) && <Label>Code</Label>} {archivedAt && <Label>Archived</Label>}
          </span>
        </span>
      ),
    },
    { name: 'Model', cell: ({ model }) => <code className={styles.model}>{model}</code> },
    { name: `Last ${statsDays} days`, cell: figure(({ days }) => <DayBars days={days} />) },
    { name: 'Runs', isNumber: true, cell: figure(({ figures }) => formatCount(figures.count)) },
    {
      name: 'Success',
      isNumber: true,
      cell: figure(({ figures: { failureRate } }) =>
        failureRate == null ? '–' : formatPercent(1 - failureRate),
      ),
    },
    {
      name: 'Median',
      isNumber: true,
      cell: figure(({ figures: { duration } }) =>
        duration.p50 == null ? '–' : formatDuration(duration.p50),
      ),
    },
    { name: 'Cost', isNumber: true, cell: figure(({ figures }) => costOf(figures.usage)) },
    { name: 'Version', isNumber: true, cell: ({ version }) => version },
    { name: 'Changed', isNumber: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
  ]
}
