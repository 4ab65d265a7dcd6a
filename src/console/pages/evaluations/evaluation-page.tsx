import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { useQuery, useSubscription } from 'urql'
import {
  CancelEvaluationDocument,
  EvaluationPageDocument,
  type EvaluationPageQuery,
  EvaluationUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCost, formatDuration, formatWhole } from '../../ui/format.ts'
import { Figure, Figures, Page, PageWithout } from '../../ui/page.tsx'
import { Problem } from '../../ui/states.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { ComparisonCard } from './comparison-card.tsx'
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
            kind="danger"
            isDisabled={cancel.isSending}
            onPress={() => void cancel.send({ input: { id } })}
          >
            <Ban /> Cancel
          </Button>
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
        onStatus={(next) => void navigate({ search: next ? { status: next } : {}, replace: true })}
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
