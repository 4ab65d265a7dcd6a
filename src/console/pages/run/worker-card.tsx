import { useEffect } from 'react'
import { RunWorkerDocument } from '../../../generated/console/graphql.ts'
import { useList } from '../../data/use-list.ts'
import { useInAWhile, useRunChanges } from '../../data/use-run-changes.ts'
import look from '../../ui/look.module.css'
import { Card, Facts, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'

/** A worker reports itself as often, in milliseconds. */
const everyMs = 5_000

/** The process that has the run, since when, and when it last said that it lives. */
export function WorkerCard(props: {
  readonly runId: string
  /** The number of steps: with each of them another worker may have the run. */
  readonly stepCount: number
}) {
  const { runId, stepCount } = props
  const { data, error, refresh } = useList(RunWorkerDocument, { id: runId })
  useRunChanges({ ids: [runId] }, refresh)
  useInAWhile(stepCount, refresh)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [refresh])
  const worker = data?.run?.worker
  if (error) return <Problem error={error} />
  if (!data) return null
  if (!worker)
    return (
      <Card title="Worker">
        <p className={look.faint}>No worker has it at the moment.</p>
      </Card>
    )
  const { since, process } = worker
  return (
    <Card title="Worker" aside={process && <Status of={process.state} />}>
      <Facts
        of={{
          Name: process?.name ?? undefined,
          'Has it since': <Ago at={since} />,
          'Last sign of life': process ? <Ago at={process.lastSeenAt} /> : 'It has not reported yet.',
          Version: process?.version,
        }}
      />
    </Card>
  )
}
