import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { FlaskConical, Plus } from 'lucide-react'
import {
  type DataSetRowFragment,
  DataSetsDocument,
  type EvaluationRowFragment,
  EvaluationsDocument,
} from '../../../generated/console/graphql.ts'
import { given } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList, useStateOf } from '../../data/use-list.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Choice, Filters } from '../../forms/filter.tsx'
import { useDialog } from '../../forms/use-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatDuration, formatTotal, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Page } from '../../ui/page.tsx'
import { MoreButton } from '../../ui/page-turner.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, ListCard } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { DataSetDialog } from './data-set-dialog.tsx'
import type { EvaluationsSearch } from './evaluations-search.ts'
import { OutcomeBar, scoreText } from './score.tsx'
import { StartDialog } from './start-dialog.tsx'

export const route = createLazyRoute('/evaluations')({ component: EvaluationsPage })

/** Quality of versions of agents: the evaluations of the project and the data sets that they run over. */
function EvaluationsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/evaluations' })
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const sets = useList(DataSetsDocument, {})
  const dataSets = sets.data?.dataSets.nodes
  const setCount = sets.data?.dataSets.totalCount ?? 0
  // Pages are kept by the cache, which joins them.
  const [after, setAfter] = useStateOf<string | null>(JSON.stringify(view), null)
  const { data, error } = useList(EvaluationsDocument, { filter: view, after })
  const show = (next: EvaluationsSearch) => void navigate({ search: next, replace: true })
  const addSet = () =>
    ask((close) => (
      <DataSetDialog
        onClose={() => {
          close()
          sets.refresh()
        }}
      />
    ))
  const evaluate = () =>
    dataSets &&
    ask((onClose) => (
      <StartDialog
        {...{ dataSets, view, onClose }}
        onStarted={({ id }) =>
          void navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } })
        }
      />
    ))

  return (
    <Page
      title="Evaluations"
      beside={<span aria-live="polite">{data ? formatWhole(data.evaluations.totalCount) : ''}</span>}
      actions={
        may('OPERATOR') && (
          <>
            <Button onPress={addSet}>
              <Plus /> Data set
            </Button>
            <Button kind="primary" isDisabled={!dataSets?.length} onPress={evaluate}>
              <FlaskConical /> Evaluate
            </Button>
          </>
        )
      }
    >
      <Filters>
        <AgentChoice value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
        <Choice
          label="Data set"
          any="All data sets"
          value={view.dataSet}
          options={(dataSets ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(dataSet) => show(given({ ...view, dataSet }))}
        />
      </Filters>
      <ListCard
        label="Evaluations"
        columns={columns}
        rows={data?.evaluations.nodes}
        error={error ?? sets.error}
        empty={
          <Empty title="There are no evaluations here yet.">
            An evaluation runs a version of an agent over the items of a data set, checks each answer, and
            says what became better or worse than before.
          </Empty>
        }
      >
        <MoreButton of={data?.evaluations.pageInfo} onMore={setAfter} />
      </ListCard>
      <ListCard
        title="Data sets"
        label="Data sets"
        aside={
          dataSets &&
          setCount > dataSets.length &&
          `${formatWhole(dataSets.length)} of ${formatTotal(setCount)}`
        }
        columns={setColumns}
        rows={dataSets}
        empty={
          <Empty title="There are no data sets yet.">
            A data set holds inputs and what is expected of the answers. Make one of runs that went well.
          </Empty>
        }
      />
      {dialog}
    </Page>
  )
}

const columns: readonly Column<EvaluationRowFragment>[] = [
  { name: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Agent',
    cell: ({ id, agent, agentVersion }) => (
      <span className={look.two}>
        <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={look.name}>
          {agent.name}
        </Link>
        <span className={look.faint}>version {agentVersion}</span>
      </span>
    ),
  },
  {
    name: 'Data set',
    cell: ({ dataSet, dataSetVersion, trials, mode }) => (
      <span className={look.two}>
        {dataSet.name}
        <span className={look.faint}>
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
      <span className={look.two}>
        <Link to="/evaluations" search={{ dataSet: slug }} className={look.name}>
          {name}
        </Link>
        <span className={look.faint}>{description ?? slug}</span>
      </span>
    ),
  },
  { name: 'Items', isNumber: true, cell: ({ items }) => formatWhole(items.totalCount) },
  { name: 'Version', isNumber: true, cell: ({ version }) => version },
  { name: 'Changed', isNumber: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]
