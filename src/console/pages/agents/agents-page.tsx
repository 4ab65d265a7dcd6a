import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type AgentRowFragment,
  AgentsDocument,
  CreateAgentDocument,
} from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList, useStateOf } from '../../data/use-list.ts'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { Choice, Filters, SearchBox } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { costOf, formatCount, formatDuration, formatPercent, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Page } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, column, ListCard, MoreButton, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { isOfCode } from './agent-notes.tsx'
import styles from './agent-page.module.css'
import { type AgentsSearch, agentOrders, toAgentsVariables } from './agents-search.ts'
import { ModelField } from './form-fields.tsx'
import { type AgentStats, type DayOfRuns, statsDays, useAgentsStats } from './use-agents-stats.ts'

export const route = createLazyRoute('/agents')({ component: AgentsPage })

/** The agents of the project, and how they did in the last days. */
function AgentsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/agents' })
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const variables = toAgentsVariables(view)
  // Pages are kept by the cache, which joins them (relayPagination in data/client.ts).
  const [after, setAfter] = useStateOf<string | null>(JSON.stringify(variables), null)
  const { data, error, isLoading } = useList(AgentsDocument, { ...variables, after })
  const stats = useAgentsStats()
  const show = (next: AgentsSearch) => void navigate({ search: next, ...inPlace })
  const isNarrowed = view.search !== undefined || view.show !== undefined || view.tool !== undefined
  const create = () =>
    ask((onClose) => (
      <CreateDialog
        onClose={onClose}
        onCreated={(agentId) =>
          void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'edit' } })
        }
      />
    ))
  return (
    <Page
      title="Agents"
      beside={<span aria-live="polite">{data ? formatWhole(data.agents.totalCount) : ''}</span>}
      actions={may('ADMIN') && <Button icon={Plus} label="New agent" kind="primary" onPress={create} />}
    >
      <Filters>
        <SearchBox
          placeholder="Search in names, slugs and descriptions"
          value={view.search}
          onChange={(search) => show(given({ ...view, search }))}
        />
        <Choice
          label="Archived"
          any="In use"
          value={view.show}
          options={shows}
          onChange={(which) => show(given({ ...view, show: which }))}
        />
        <SelectField
          label="Order"
          isBare
          value={view.order ?? 'NAME'}
          options={agentOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={(order) => show({ ...view, order })}
        />
        {view.tool && (
          <Button size="small" onPress={() => show(given({ ...view, tool: undefined }))}>
            May call {view.tool} <X />
          </Button>
        )}
      </Filters>
      <ListCard
        label="Agents"
        columns={columnsOf(stats?.byAgent)}
        rows={data?.agents.nodes}
        error={error}
        empty={
          <Empty title={isNarrowed ? 'No agent matches.' : 'There are no agents yet.'}>
            {!isNarrowed && 'An agent is a model with instructions, tools and limits. Runs execute it.'}
          </Empty>
        }
      />
      {stats?.isTruncated && (
        <p className={look.faint}>
          So many agents had runs that some figures are left out, those of the newest days first.
        </p>
      )}
      <MoreButton of={data?.agents.pageInfo} isDisabled={isLoading} onMore={setAfter} />
      {dialog}
    </Page>
  )
}

const shows = [
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'In use and archived' },
] as const

const orderNames = { NAME: 'By name', UPDATED: 'Last changed', CREATED: 'Newest first' } as const

function columnsOf(stats: ReadonlyMap<string, AgentStats> | undefined): readonly Column<AgentRowFragment>[] {
  const figure = (name: string, read: (stats: AgentStats) => ReactNode) =>
    numeric(name, (agent: AgentRowFragment) => {
      const found = stats?.get(agent.id)
      return found ? read(found) : <span className={look.faint}>{stats ? '–' : ''}</span>
    })
  return [
    column('Agent', ({ slug, name, source, archivedAt }) => (
      <span className={look.two}>
        <Link to="/agents/$agentId" params={{ agentId: slug }} className={look.name}>
          {name}
        </Link>
        <span className={look.faint}>
          {slug} {isOfCode({ source }) && <Label>Code</Label>} {archivedAt && <Label>Archived</Label>}
        </span>
      </span>
    )),
    column('Model', ({ model }) => <code className={look.nowrap}>{model}</code>),
    { ...figure(`Last ${statsDays} days`, ({ days }) => <DayBars days={days} />), isNumber: false },
    figure('Runs', ({ figures }) => formatCount(figures.count)),
    figure('Success', ({ figures: { failureRate: rate } }) => (rate == null ? '–' : formatPercent(1 - rate))),
    figure('Median', ({ figures: { duration } }) => formatDuration(duration.p50)),
    figure('Cost', ({ figures }) => costOf(figures.usage)),
    numeric('Version', ({ version }) => version),
    numeric('Changed', ({ updatedAt }) => <Ago at={updatedAt} />),
  ]
}

interface Form {
  readonly name: string
  /** Null while it follows the name. */
  readonly slug: string | null
  readonly model: string
  readonly systemPrompt: string
}

/** Asks for the least that an agent needs; the rest is edited on its page. */
function CreateDialog(props: {
  readonly onClose: () => void
  /** Called with the slug of the new agent. */
  readonly onCreated: (slug: string) => void
}) {
  const { onClose, onCreated } = props
  const action = useAction(CreateAgentDocument)
  const { values, field, problem } = useForm<Form>(
    { name: '', slug: null, model: '', systemPrompt: '' },
    action,
  )
  const { name, model, systemPrompt } = values
  const slug = values.slug ?? toSlug(name)

  async function create(): Promise<void> {
    const definition = { model, ...(name && { name }), ...(systemPrompt && { systemPrompt }) }
    const created = await action.send({ input: { slug, definition } })
    if (created) onCreated(created.slug)
  }

  return (
    <AskDialog
      title="New agent"
      verb="Create"
      isReady={slug !== '' && model !== ''}
      isSending={action.isSending}
      problem={problem}
      act={create}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} isRequired autoFocus />
      <TextField
        label="Slug"
        isCode
        isRequired
        {...field('slug')}
        value={slug}
        hint="How triggers and other agents name it: lower case letters, digits and hyphens. It stays."
      />
      <ModelField {...field('model')} />
      <TextField label="System prompt" rows={5} {...field('systemPrompt')} />
    </AskDialog>
  )
}

function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

const height = 22

/** Runs per day as small bars: completed, failed, and all others. */
function DayBars({ days }: { readonly days: readonly DayOfRuns[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const text = days.map(({ day, count, failed }) => `${day}: ${count} runs, ${failed} failed`).join('; ')
  return (
    <svg className={styles.bars} width={days.length * 8 - 2} height={height} role="img" aria-label={text}>
      <title>{text.replaceAll('; ', '\n')}</title>
      {days.map(({ day, count, failed }, at) => {
        const all = count === 0 ? 1 : Math.max(3, (count / most) * height)
        const bad = count === 0 ? 0 : (failed / count) * all
        return (
          <g key={day} transform={`translate(${at * 8} 0)`}>
            <rect y={height - all} width="6" height={all} rx="1" data-kind={count === 0 ? 'none' : 'runs'} />
            {bad > 0 && <rect y={height - bad} width="6" height={bad} rx="1" data-kind="failed" />}
          </g>
        )
      })}
    </svg>
  )
}
