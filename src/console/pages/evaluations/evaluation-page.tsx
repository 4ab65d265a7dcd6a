import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { useQuery, useSubscription } from 'urql'
import {
  CancelEvaluationDocument,
  EvaluationComparisonDocument,
  type EvaluationComparisonQuery,
  EvaluationPageDocument,
  type EvaluationPageQuery,
  EvaluationUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCost, formatDuration, formatEnum, formatWhole } from '../../ui/format.ts'
import { Card, Figure, Figures, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, numeric, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './evaluations.module.css'
import { ResultsCard } from './results-card.tsx'
import { scoreText } from './score.tsx'

export const route = createLazyRoute('/evaluations/$evaluationId')({ component: EvaluationPage })

function EvaluationPage() {
  const { evaluationId } = route.useParams()
  return <ShownEvaluation key={evaluationId} id={evaluationId} />
}

/** One evaluation, live: its score, the outcome of each item, and the changes since its baseline. */
function ShownEvaluation({ id }: { readonly id: string }) {
  const { status } = route.useSearch()
  const navigate = useNavigate({ from: '/evaluations/$evaluationId' })
  const { may } = useSession()
  const cancel = useAction(CancelEvaluationDocument)
  const [{ data, error }] = useQuery({ query: EvaluationPageDocument, variables: { id } })
  const evaluation = data?.evaluation
  useSubscription({
    query: EvaluationUpdatesDocument,
    variables: { id },
    pause: !evaluation || isEnded(evaluation),
  })
  if (!evaluation)
    return (
      <PageWithout
        title="Evaluation"
        error={error}
        missing={evaluation === null && 'There is no evaluation with this id.'}
      >
        It may have been deleted.
      </PageWithout>
    )
  return (
    <Page
      title={`${evaluation.agent.name} on ${evaluation.dataSet.name}`}
      beside={<Status of={evaluation.status} />}
      below={<Line evaluation={evaluation} />}
      actions={
        !isEnded(evaluation) &&
        may('OPERATOR') && (
          <Button
            icon={Ban}
            label="Cancel"
            kind="danger"
            isPending={cancel.isSending}
            onPress={() => void cancel.send({ input: { id } })}
          />
        )
      }
    >
      <Problem error={cancel.problem} />
      <Problem error={evaluation.error} />
      <FiguresOf evaluation={evaluation} />
      {evaluation.baseline && isEnded(evaluation) && (
        <ComparisonCard key={evaluation.id} id={evaluation.id} baseline={evaluation.baseline} />
      )}
      <ResultsCard
        id={id}
        status={status}
        version={`${evaluation.status} ${doneOf(evaluation)}`}
        onStatus={(next) => void navigate({ search: next ? { status: next } : {}, ...inPlace })}
      />
    </Page>
  )
}

type EvaluationOfPage = NonNullable<EvaluationPageQuery['evaluation']>

function isEnded({ status }: EvaluationOfPage): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING'
}

function doneOf({ passedCount, failedCount, divergedCount, errorCount }: EvaluationOfPage): number {
  return passedCount + failedCount + divergedCount + errorCount
}

function Line({ evaluation }: { readonly evaluation: EvaluationOfPage }) {
  const { agent, agentVersion, dataSet, dataSetVersion, trials, mode, createdAt, createdBy } = evaluation
  return (
    <>
      <Link to="/evaluations" search={{ dataSet: dataSet.slug }}>
        Evaluations of {dataSet.name}
      </Link>
      <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
        {agent.slug} v{agentVersion}
      </Link>
      <span>data set version {dataSetVersion}</span>
      <span>
        <Ago at={createdAt} /> {createdBy && `by ${createdBy}`}
      </span>
      {trials > 1 && <Label>{`${trials} trials`}</Label>}
      {mode === 'RECORDED' && <Label>Replayed</Label>}
    </>
  )
}

function FiguresOf({ evaluation }: { readonly evaluation: EvaluationOfPage }) {
  const { score, resultCount, passedCount, failedCount, divergedCount, errorCount } = evaluation
  const notJudged = divergedCount + errorCount
  return (
    <Figures>
      <Figure name="Score" value={scoreText(score)} note="mean of the checks" />
      <Figure
        name="Passed"
        value={formatWhole(passedCount)}
        note={`of ${formatWhole(resultCount)} results`}
      />
      <Figure
        name="Failed"
        value={formatWhole(failedCount)}
        note={failedCount > 0 ? 'see below what was expected' : 'none'}
        tone={failedCount > 0 && 'bad'}
      />
      <Figure
        name="Not judged"
        value={formatWhole(notJudged)}
        note={notJudged > 0 ? `${divergedCount} diverged, ${errorCount} in error` : 'none'}
      />
      <Figure
        name="Cost"
        value={costOf(evaluation)}
        note={`${formatCost(evaluation.judgeCostUsd)} for the judge`}
      />
      <Figure name="Time" value={formatDuration(evaluation.durationMs || null)} note="of all runs" />
    </Figures>
  )
}

type Comparison = NonNullable<NonNullable<EvaluationComparisonQuery['evaluation']>['comparison']>
type Item = Comparison['items'][number]

/** Improvements and regressions of an evaluation that has ended against its baseline. */
function ComparisonCard(props: {
  readonly id: string
  readonly baseline: { readonly id: string; readonly agentVersion: number }
}) {
  const { id, baseline } = props
  const [{ data, error }] = useQuery({ query: EvaluationComparisonDocument, variables: { id } })
  if (error) return <Problem error={error} />
  const comparison = data?.evaluation?.comparison
  if (!comparison) return null
  const { improved, regressed, same, flaky, items } = comparison
  return (
    <Card
      title={
        regressed > 0
          ? 'Some items became worse'
          : improved > 0
            ? 'Better than the baseline'
            : 'As the baseline'
      }
      aside={
        <Link to="/evaluations/$evaluationId" params={{ evaluationId: baseline.id }}>
          baseline: version {baseline.agentVersion}
        </Link>
      }
      isFlush={items.length > 0}
    >
      {items.length > 0 ? (
        <Table label="What changed" columns={columns} rows={items} keyOf={({ key }) => key} />
      ) : (
        <p>
          {same} items have the same score. {flaky > 0 && `${flaky} differ by chance.`}
        </p>
      )}
    </Card>
  )
}

const columns: readonly Column<Item>[] = [
  column('Item', ({ key }) => key),
  column('Change', ({ change }) => (
    <span className={styles.change} data-change={change}>
      {formatEnum(change)}
    </span>
  )),
  numeric('Before', ({ before }) => trialsOf(before)),
  numeric('Now', ({ after }) => trialsOf(after)),
  numeric('Cost', ({ costDeltaUsd }) =>
    costDeltaUsd == null ? '–' : `${Number(costDeltaUsd) > 0 ? '+' : ''}${formatCost(costDeltaUsd)}`,
  ),
]

function trialsOf(outcome: Item['before']): string {
  if (!outcome) return '–'
  return `${scoreText(outcome.score)} (${outcome.passed} of ${outcome.total})`
}
