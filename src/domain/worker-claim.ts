import { z } from 'zod'
import { about, choice, object } from './declared.ts'

/** A process as an owner of runs. */
export interface RunOwner {
  /** Host name and process id. */
  readonly name: string
  /** The advisory lock that shows that it lives. */
  readonly key: number
  /** Version of Rungraph. */
  readonly version: string
}

const workerLoss = choice('WorkerLoss', 'Reason why another worker took over a run.', {
  LEASE_EXPIRED: 'The worker did not renew its lease in time.',
  LOCK_LOST: 'Nobody held the lock of the worker any more, though its lease had not expired yet.',
})
export type WorkerLoss = z.infer<typeof workerLoss>

/** A row keeps so many claims of its run, the newest. */
export const mostClaims = 10

/** The same worker claims a run again after a wait without another claim being noted. */
export const workerClaim = object(
  'WorkerClaim',
  'Time in which a run belonged to one worker. A worker that claims the run again after a wait continues its claim.',
  {
    version: about('Version of Rungraph that the worker executed.', z.string()),
    since: about('Time when the worker claimed the run.', z.coerce.date()),
    recoveries: about(
      'Number of times that the run had been recovered when the worker claimed it, as in the event RunRecovered.',
      z.int(),
    ),
    lost: about(
      'Reason why another worker took over the run. Null if none did because the worker was lost.',
      workerLoss.optional(),
    ),
    /** Host name and process id. */
    name: z.string(),
  },
)
export type WorkerClaim = Readonly<z.infer<typeof workerClaim>>

/** The claims of a run as its row has them, the newest last. */
export function readWorkerClaims(stored: unknown): readonly WorkerClaim[] {
  return z.array(workerClaim).parse(stored)
}
