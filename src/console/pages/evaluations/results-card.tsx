import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { EvaluationResultsDocument, type ResultRowFragment } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { costOf, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
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
  const [more, setMore] = useState<{ readonly key: string; readonly cursors: readonly string[] }>({
    key,
    cursors: [],
  })
  const cursors = more.key === key ? more.cursors : [] // other results begin at their start
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
  const next = results?.pageInfo
  return (
    <Card
      title="Results"
      isFlush
      aside={
        <SelectField
          label="Status"
          isBare
          value={status ?? '*'}
          options={[
            { value: '*', label: 'All results' },
            ...resultStatuses.map((value) => ({ value, label: formatEnum(value) })),
          ]}
          onChange={(value) => onStatus(value === '*' ? undefined : value)}
        />
      }
    >
      <Problem error={error} />
      {results?.nodes.map((result) => (
        <Result key={result.id} result={result} />
      ))}
      {!results && fetching && <Loading rows={8} />}
      {results?.nodes.length === 0 && <Empty title="There is no such result." />}
      {next?.hasNextPage && (
        <div className={styles.more}>
          <Button
            isDisabled={fetching}
            onPress={() => setMore({ key, cursors: [...cursors, next.endCursor ?? ''] })}
          >
            Load more
          </Button>
        </div>
      )}
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
        <span className={styles.key}>
          {item.key}
          <span className={styles.faint}>
            {itemTrials.total > 1 && `trial ${trial}, ${itemTrials.passed} of ${itemTrials.total} passed `}
            {item.input}
          </span>
        </span>
        <span className={styles.number}>{scoreText(score)}</span>
        <span className={styles.number}>{checks.length > 0 && `${passed} of ${checks.length}`}</span>
        <span className={styles.number}>{durationMs != null && formatDuration(durationMs)}</span>
        <span className={styles.number}>{costOf(result)}</span>
        <ChevronRight aria-hidden="true" />
      </summary>
      <div className={styles.body}>
        <section>
          <h3>Input</h3>
          <p className={styles.said}>{item.input}</p>
        </section>
        <section>
          <h3>Answer</h3>
          <Problem error={error} />
          {typeof output === 'string' ? (
            <div className={styles.said}>
              <Markdown text={output} />
            </div>
          ) : (
            output != null && <JsonView label="Answer" value={output} />
          )}
          {run && (
            <Link to="/runs/$runId" params={{ runId: run.id }} className={styles.name}>
              Open the run
            </Link>
          )}
        </section>
        <section>
          <h3>Checks</h3>
          {checks.length === 0 ? (
            <p className={styles.faint}>{whyUnchecked(status)}</p>
          ) : (
            <ul className={styles.checks}>
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

function Check({
  check: { kind, expected, passed, reason },
}: {
  readonly check: ResultRowFragment['checks'][number]
}) {
  const Icon = passed == null ? CircleHelp : passed ? CircleCheck : CircleX
  return (
    <li className={styles.check} data-passed={passed}>
      <Icon aria-label={passed == null ? 'Not judged' : passed ? 'Passed' : 'Failed'} />
      <div>
        <strong>{formatEnum(kind)}</strong> {expected}
        {!passed && reason && <p>{reason}</p>}
      </div>
    </li>
  )
}
