import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { useClient, useQuery } from 'urql'
import { EvaluationResultsDocument, type ResultRowFragment } from '../../../generated/console/graphql.ts'
import { useStateOf } from '../../data/use-list.ts'
import { Choice } from '../../forms/filter.tsx'
import { costOf, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Markdown } from '../../ui/markdown.tsx'
import { Card, Empty, Loading, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { MoreButton } from '../../ui/table.tsx'
import styles from './evaluations.module.css'
import { type EvaluationSearch, resultStatuses } from './evaluations-search.ts'
import { scoreText } from './score.tsx'

interface Props {
  readonly id: string
  readonly status: EvaluationSearch['status']
  /** Tells that results have changed: they are read again when it is another. */
  readonly version: string
  readonly onStatus: (status: EvaluationSearch['status']) => void
}

/** The results of an evaluation; each opens to the answer and the expectations. */
export function ResultsCard({ id, status, version, onStatus }: Props) {
  const client = useClient()
  const key = `${id} ${status}`
  // Other results begin at their start.
  const [cursors, setCursors] = useStateOf<readonly string[]>(key, [])
  const variablesAfter = (after: string | null) => ({ id, status: status ? [status] : null, after })
  const [{ data, error, fetching }, read] = useQuery({
    query: EvaluationResultsDocument,
    variables: variablesAfter(cursors.at(-1) ?? null),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the version that asks for it.
  useEffect(() => {
    const anew = { requestPolicy: 'network-only' as const }
    read(anew)
    // That was the last page. The cache joins the pages before it to that one.
    const pages = [null, ...cursors]
      .slice(0, -1)
      .map((after) =>
        client.query(EvaluationResultsDocument, variablesAfter(after), anew).subscribe(() => undefined),
      )
    return () => {
      for (const page of pages) page.unsubscribe()
    }
  }, [version])
  const results = data?.evaluation?.results
  return (
    <Card
      title="Results"
      isFlush
      aside={
        <Choice
          label="Status"
          any="All results"
          value={status}
          options={resultStatuses.map((value) => ({ value, label: formatEnum(value) }))}
          onChange={onStatus}
        />
      }
    >
      <Problem error={error} />
      <div className={look.ruled}>
        {results?.nodes.map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </div>
      {!results && fetching && <Loading rows={8} />}
      {results?.nodes.length === 0 && <Empty title="There is no such result." />}
      <MoreButton
        of={results?.pageInfo}
        isDisabled={fetching}
        onMore={(after) => setCursors([...cursors, after])}
      />
    </Card>
  )
}

function Result({ result }: { readonly result: ResultRowFragment }) {
  const { item, status, trial, itemTrials, checks, score, durationMs, error, output, run } = result
  const passed = checks.filter((check) => check.passed).length
  return (
    <details className={styles.result}>
      <summary>
        <Status of={status} />
        <span className={look.cut}>
          {item.key}{' '}
          <span className={look.faint}>
            {itemTrials.total > 1 && `trial ${trial}, ${itemTrials.passed} of ${itemTrials.total} passed `}
            {item.input}
          </span>
        </span>
        <span className={look.number}>{scoreText(score)}</span>
        <span className={look.number}>{checks.length > 0 && `${passed} of ${checks.length}`}</span>
        <span className={look.number}>{durationMs != null && formatDuration(durationMs)}</span>
        <span className={look.number}>{costOf(result)}</span>
        <ChevronRight aria-hidden="true" />
      </summary>
      <div className={`${look.headed} ${styles.body}`}>
        <section>
          <h3>Input</h3>
          <p className={look.well}>{item.input}</p>
        </section>
        <section>
          <h3>Answer</h3>
          <Problem error={error} />
          {typeof output === 'string' ? (
            <div className={look.well}>
              <Markdown text={output} />
            </div>
          ) : (
            output != null && <JsonView label="Answer" value={output} />
          )}
          {run && (
            <Link to="/runs/$runId" params={{ runId: run.id }} className={look.name}>
              Open the run
            </Link>
          )}
        </section>
        <section>
          <h3>Checks</h3>
          {checks.length === 0 ? (
            <p className={look.faint}>{whyUnchecked(status)}</p>
          ) : (
            <ul className={look.list}>
              {checks.map((check) => (
                <Check key={`${check.kind} ${check.expected}`} check={check} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </details>
  )
}

/** The reason why a result has no checks. */
function whyUnchecked(status: ResultRowFragment['status']): string {
  if (status === 'PENDING' || status === 'RUNNING') return 'The run has not ended.'
  if (status === 'PASSED') return 'Nothing is expected but that the run completes.'
  return 'There was no answer to check.'
}

function Check(props: { readonly check: ResultRowFragment['checks'][number] }) {
  const {
    check: { kind, expected, passed, reason },
  } = props
  const Icon = passed == null ? CircleHelp : passed ? CircleCheck : CircleX
  return (
    <li className={styles.check} data-passed={passed}>
      <Icon aria-label={passed == null ? 'Not judged' : passed ? 'Passed' : 'Failed'} />
      <div>
        <strong>{formatEnum(kind)}</strong> {expected}
        {!passed && reason && <p className={look.soft}>{reason}</p>}
      </div>
    </li>
  )
}
