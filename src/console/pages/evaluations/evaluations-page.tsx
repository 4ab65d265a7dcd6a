import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  type DataSetRowFragment,
  DataSetsDocument,
  type EvaluationRowFragment,
  EvaluationsDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { AgentField } from '../../filters/agent-field.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { costOf, formatDuration, formatTotal, formatWhole } from '../../ui/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { DataSetDialog } from './data-set-dialog.tsx'
import styles from './evaluations.module.css'
import type { EvaluationsSearch } from './evaluations-search.ts'
import { OutcomeBar, scoreText } from './score.tsx'
import { StartDialog } from './start-dialog.tsx'

export const route = createLazyRoute('/evaluations')({ component: EvaluationsPage })

/** Quality of versions of agents: the evaluations of the project and the data sets that they run over. */
function EvaluationsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/evaluations' })
  const { may } = useSession()
  const [open, setOpen] = useState<'evaluation' | 'data set' | null>(null)
  const [{ data: sets, error: setsError }, readSets] = useQuery({ query: DataSetsDocument })
  const dataSets = sets?.dataSets.nodes
  const setCount = sets?.dataSets.totalCount ?? 0
  const { data, error, isLoading, loadMore } = useEvaluations(view)
  const rows = data?.evaluations.nodes ?? []
  const show = (next: EvaluationsSearch) => void navigate({ search: next, replace: true })
  const { agent: _, ...withoutAgent } = view
  const { dataSet: __, ...withoutSet } = view

  return (
    <Page
      title="Evaluations"
      beside={<span aria-live="polite">{data ? formatWhole(data.evaluations.totalCount) : ''}</span>}
      actions={
        may('OPERATOR') && (
          <>
            <Button onPress={() => setOpen('data set')}>
              <Plus /> Data set
            </Button>
            <Button kind="primary" isDisabled={!dataSets?.length} onPress={() => setOpen('evaluation')}>
              <FlaskConical /> Evaluate
            </Button>
          </>
        )
      }
    >
      <div className={styles.tools}>
        <AgentField
          agent={view.agent}
          onChange={(agent) => show(agent === undefined ? withoutAgent : { ...view, agent })}
        />
        <SelectField
          label="Data set"
          isBare
          value={view.dataSet ?? '*'}
          options={[
            { value: '*', label: 'All data sets' },
            ...(dataSets ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(dataSet) => show(dataSet === '*' ? withoutSet : { ...view, dataSet })}
        />
      </div>
      <Problem error={error ?? setsError} />
      <Card isFlush>
        {rows.length > 0 ? (
          <Table label="Evaluations" columns={columns} rows={rows} keyOf={({ id }) => id} />
        ) : isLoading ? (
          <Loading rows={6} height={28} />
        ) : (
          data && (
            <Empty title="There are no evaluations here yet.">
              An evaluation runs a version of an agent over the items of a data set, checks each answer, and
              says what became better or worse than before.
            </Empty>
          )
        )}
        {loadMore && (
          <div className={styles.more}>
            <Button onPress={loadMore}>Load more</Button>
          </div>
        )}
      </Card>
      <Card
        title="Data sets"
        isFlush
        aside={
          dataSets &&
          setCount > dataSets.length &&
          `${formatWhole(dataSets.length)} of ${formatTotal(setCount)}`
        }
      >
        {dataSets && dataSets.length > 0 ? (
          <Table label="Data sets" columns={setColumns} rows={dataSets} keyOf={({ id }) => id} />
        ) : dataSets ? (
          <Empty title="There are no data sets yet.">
            A data set holds inputs and what is expected of the answers. Make one of runs that went well.
          </Empty>
        ) : (
          !setsError && <Loading rows={3} />
        )}
      </Card>
      {open === 'evaluation' && dataSets && (
        <StartDialog
          dataSets={dataSets}
          view={view}
          onClose={() => setOpen(null)}
          onStarted={(evaluationId) =>
            void navigate({ to: '/evaluations/$evaluationId', params: { evaluationId } })
          }
        />
      )}
      {open === 'data set' && (
        <DataSetDialog
          onClose={() => setOpen(null)}
          onMade={() => {
            setOpen(null)
            readSets({ requestPolicy: 'network-only' })
          }}
        />
      )}
    </Page>
  )
}

/** Pages are kept by the cache, which joins them. */
function useEvaluations({ agent, dataSet }: EvaluationsSearch) {
  const key = `${agent} ${dataSet}`
  const [page, setPage] = useState<{ readonly key: string; readonly after: string | null }>({
    key,
    after: null,
  })
  const [{ data, error, fetching }] = useQuery({
    query: EvaluationsDocument,
    variables: {
      filter: { ...(agent !== undefined && { agent }), ...(dataSet !== undefined && { dataSet }) },
      after: page.key === key ? page.after : null,
    },
  })
  const next = data?.evaluations.pageInfo
  const loadMore = next?.hasNextPage ? () => setPage({ key, after: next.endCursor ?? null }) : null
  return { data, error, isLoading: fetching, loadMore }
}

const columns: readonly Column<EvaluationRowFragment>[] = [
  { name: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Agent',
    cell: ({ id, agent, agentVersion }) => (
      <span className={styles.two}>
        <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={styles.name}>
          {agent.name}
        </Link>
        <span className={styles.faint}>version {agentVersion}</span>
      </span>
    ),
  },
  {
    name: 'Data set',
    cell: ({ dataSet, dataSetVersion, trials, mode }) => (
      <span className={styles.two}>
        {dataSet.name}
        <span className={styles.faint}>
          version {dataSetVersion}
          {trials > 1 && `, ${trials} trials`}
          {mode === 'RECORDED' && ', replayed'}
        </span>
      </span>
    ),
  },
  { name: 'Passed', cell: (row) => <OutcomeBar of={row} /> },
  { name: 'Score', isNumber: true, cell: ({ score }) => <strong>{scoreText(score)}</strong> },
  { name: 'Cost', isNumber: true, cell: costOf },
  {
    name: 'Time',
    isNumber: true,
    cell: ({ durationMs }) => (durationMs > 0 ? formatDuration(durationMs) : '–'),
  },
  { name: 'Started', isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

const setColumns: readonly Column<DataSetRowFragment>[] = [
  {
    name: 'Data set',
    cell: ({ slug, name, description }) => (
      <span className={styles.two}>
        <Link to="/evaluations" search={{ dataSet: slug }} className={styles.name}>
          {name}
        </Link>
        <span className={styles.faint}>{description ?? slug}</span>
      </span>
    ),
  },
  { name: 'Items', isNumber: true, cell: ({ items }) => formatWhole(items.totalCount) },
  { name: 'Version', isNumber: true, cell: ({ version }) => version },
  { name: 'Changed', isNumber: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]
