import type { BoardNowQuery } from '../../../generated/console/graphql.ts'

type Queue = Pick<BoardNowQuery['queue'], 'free'> & {
  readonly workers: readonly Pick<BoardNowQuery['queue']['workers'][number], 'state' | 'slots' | 'active'>[]
}

/**
 * How many more runs of the project could begin at once: as many as its limit leaves, and as the workers that take runs have slots for. A
 * worker that is lost, or shuts down, takes none.
 */
export function freePlaces({ free, workers }: Queue): number {
  const slots = workers
    .filter(({ state }) => state === 'ACTIVE')
    .reduce((sum, worker) => sum + Math.max(0, worker.slots - worker.active), 0)
  return Math.min(free, slots)
}

/** A worker reports every five seconds. One that was silent for longer may be dead, and still count as alive until it is missed. */
const silentAfterMs = 12_000

export function isSilent({ lastSeenAt }: { readonly lastSeenAt: string }, now: number): boolean {
  return now - Date.parse(lastSeenAt) > silentAfterMs
}
