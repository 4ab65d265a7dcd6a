import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, type MemberOptions, startMember } from './member.ts'

export interface PlaceOptions extends MemberOptions {
  /** `drain first`: the next process needs the port of the one before, and others serve meanwhile. */
  readonly change: 'start first' | 'drain first'
  readonly say: (line: string) => void
}

/** Where one process of the cluster works: one after the other, two at most, and for as long as nobody closes it. */
export interface Place {
  readonly name: string
  /** The number of the process that works here now. */
  readonly pid: number
  /** Resolves when the first process is ready; rejects where it ends before. */
  readonly ready: Promise<void>
  /** Puts a new process in the place of the one that works here. Rejects where the new one ends before it is ready. */
  restart(): Promise<void>
  /** Drains it, and starts no other; called again, it ends at once. Resolves with how each ended. */
  close(): Promise<readonly string[]>
}

/** The first wait before a process that ended by itself is followed by another, and the longest. */
const againAfterMs = { first: 1_000, most: 30_000 }

export function openPlace(options: PlaceOptions): Place {
  const { name, change, say } = options
  const alive = new Set<Member>()
  /** Those whose end another function awaits: `start` does not start another for them. */
  const awaited = new WeakSet<Member>()
  let isClosed = false
  let current = begin()

  function start(): Member {
    const member = startMember(options)
    alive.add(member)
    void member.gone.then((how) => {
      alive.delete(member)
      if (awaited.has(member) || isClosed) return
      say(`${name} ended by ${how}; another is started.`)
      void startAgain(againAfterMs.first)
    })
    // An error reaches those who wait for `ready`.
    member.ready.catch(() => undefined)
    return member
  }

  /** The first one, whose start is awaited by `ready`: with it the cluster is up or ends. */
  function begin(): Member {
    const first = start()
    awaited.add(first)
    first.ready.then(
      () => awaited.delete(first),
      () => undefined, // it has ended
    )
    return first
  }

  /** Starts one, and resolves when it is ready; it works here from then on. */
  async function startReady(): Promise<void> {
    const next = start()
    awaited.add(next)
    await next.ready
    awaited.delete(next)
    current = next
  }

  async function startAgain(afterMs: number): Promise<void> {
    await sleep(afterMs)
    if (!isClosed) await startReady().catch(() => startAgain(Math.min(afterMs * 2, againAfterMs.most)))
  }

  async function leave(member: Member): Promise<string> {
    awaited.add(member)
    return member.stop()
  }

  return {
    name,
    get pid() {
      return current.pid
    },
    ready: current.ready,
    restart: async () => {
      const before = current
      if (change === 'start first') await startReady()
      await leave(before)
      if (change === 'drain first' && !isClosed)
        await startReady().catch((error: unknown) => {
          void startAgain(againAfterMs.first)
          throw error
        })
      say(`${name} is ${current.pid} now, in place of ${before.pid}.`)
    },
    close: () => {
      isClosed = true
      return Promise.all([...alive].map(leave))
    },
  }
}
