import { openDatabase } from '../../database/connect.ts'
import {
  countWorkers,
  describeWaiting,
  isNobodyAlive,
  lostWorkers,
  nameWorkers,
  type WorkerSight,
} from '../../domain/worker-sight.ts'
import { lookAtWorkers } from '../../store/runs/queue-depth.ts'
import { broken, type Finding, type Findings, off, ok, warning } from './finding.ts'

/** The workers of a database whose schema is up to date: which are alive, which are lost, and whether runs wait for one. */
export async function checkWorkers(directUrl: string): Promise<Findings> {
  const database = await openDatabase(directUrl, directUrl, { max: 1 })
  try {
    return [workersFinding(await lookAtWorkers(database.pool))]
  } finally {
    await database.close()
  }
}

const start = 'Start a worker: `npx rungraph start`, or `npx rungraph worker`.'

/**
 * Broken where runs wait, and every worker was lost. Before a start nobody is alive, either. A worker that was lost while others live is a
 * warning for as long as its row is kept.
 */
export function workersFinding({ workers, queue }: WorkerSight): Finding {
  const { ACTIVE, DRAINING } = countWorkers(workers)
  const lost = lostWorkers(workers)
  const names = lost.length === 0 ? '' : ` Lost: ${nameWorkers(lost)}.`
  const waiting = describeWaiting(queue)
  const waits = waiting === null ? '' : ` ${waiting}.`
  if (isNobodyAlive(workers)) {
    const text = `No worker is alive.${waits}${names}`
    if (lost.length === 0)
      return waiting === null ? off('workers', text, start) : warning('workers', text, start)
    return (waiting === null ? warning : broken)('workers', text, `${start} See the logs of the lost ones.`)
  }
  const alive = DRAINING === 0 ? `${ACTIVE} alive.` : `${ACTIVE} alive, ${DRAINING} draining.`
  const text = `${alive}${waits}${names}`
  if (lost.length === 0) return ok('workers', text)
  return warning('workers', text, 'Others take over the runs. See the logs of the lost ones.')
}
