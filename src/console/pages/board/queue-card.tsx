import type { BoardNowQuery } from '../../../generated/console/graphql.ts'
import { formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Card } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { Label } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './board.module.css'

interface Props {
  readonly now: BoardNowQuery | undefined
}

/** Whether the queue moves: what waits, the places of the project, and the processes that execute runs. */
export function QueueCard({ now }: Props) {
  if (!now)
    return (
      <Card title="Queue and workers">
        <Loading rows={4} />
      </Card>
    )
  const { due, blocked, scheduled, returned, running, maxConcurrentRuns, workers } = now.queue
  const alive = workers.filter(({ state }) => state !== 'LOST')
  const problem =
    workers.length === 0 ? 'No process executes runs.' : alive.length === 0 ? 'All workers are lost.' : null
  return (
    <Card title="Queue and workers" aside={`${alive.length} ${alive.length === 1 ? 'worker' : 'workers'}`}>
      <div className={look.list}>
        <dl className={styles.counts}>
          <Count name="Due" value={due} />
          <Count name="Blocked" value={blocked} />
          <Count name="Scheduled" value={scheduled} />
          <Count name="Returned" value={returned} />
        </dl>
        <Meter label="Places of the project" value={running} max={maxConcurrentRuns} />
        {problem && <p className={look.bad}>{problem}</p>}
        <ul className={look.list}>
          {workers.slice(0, maxWorkers).map(({ id, name, state, slots, active, version, lastSeenAt }) => (
            <li key={id}>
              <Meter
                label={`${name ?? `Worker ${id.slice(0, 8)}`} · ${version}`}
                value={active}
                max={slots}
                text={`${active} of ${slots} slots`}
              />
              {state !== 'ACTIVE' && (
                <span className={look.faint}>
                  <Label tone={state === 'LOST' ? 'bad' : 'waiting'}>{state}</Label> seen{' '}
                  <Ago at={lastSeenAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {workers.length > maxWorkers && (
          <p className={look.faint}>and {formatWhole(workers.length - maxWorkers)} more workers</p>
        )}
      </div>
    </Card>
  )
}

const maxWorkers = 6

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatWhole(value)}</dd>
    </div>
  )
}
