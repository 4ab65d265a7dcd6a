import { setImmediate as nextRound } from 'node:timers/promises'
import { answerRequests } from './child.ts'

/** Requests to a server of the benchmark. */
export interface ServerRequests {
  /** Its port. */
  readonly listen: null
  /** How many subscriptions are open. */
  readonly subscriptions: null
  /** Publishes so many events, in ticks. */
  readonly publish: number
  /** The processor time since this was asked last, in µs. */
  readonly cpu: null
  /** Memory of the process after a garbage collection, in bytes. */
  readonly memory: null
}

/** So many events become known at once: those of one commit, or of one round of the event loop. */
export const tickSize = 10

/** The text of each event; with its other fields a message has about 200 bytes. */
export const text = 'a few words of text '.repeat(3)

/** Serves a contender: `publishTick` publishes so many events at once, and resolves when the next ones may come. */
export function serveContender(contender: {
  readonly listen: () => Promise<number>
  readonly subscriptions: () => number
  readonly publishTick: (count: number) => Promise<void>
}): void {
  let spent = process.cpuUsage()
  const sinceLast = () => {
    const { user, system } = process.cpuUsage(spent)
    spent = process.cpuUsage()
    return user + system
  }
  answerRequests<ServerRequests>({
    listen: () => contender.listen(),
    subscriptions: () => contender.subscriptions(),
    publish: async (count) => {
      for (let left = count; left > 0; left -= tickSize) await contender.publishTick(Math.min(left, tickSize))
      return count
    },
    cpu: () => sinceLast(),
    memory: async () => {
      await nextRound()
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
  })
}

/** Resolves when little waits for any client: nobody publishes into memory without end. */
export async function untilTaken(
  sockets: Iterable<{ readonly bufferedAmount: number }>,
  mostBytes = 64 * 1024,
): Promise<void> {
  for (const socket of sockets) while (socket.bufferedAmount > mostBytes) await nextRound()
  // So that closings and pings are seen to.
  await nextRound()
}
