import { CronExpressionParser } from 'cron-parser'
import type {
  Dispatch,
  FetchedJob,
  FetchOptions,
  Job,
  Lane,
  Schedule,
  Transaction,
} from '../../src/domain/dispatch.ts'
import { LocalPerformer, longestTimerMs, type WaitingJob } from './local-performer.ts'

/** Jobs in the memory of one process, for tests: they die with it, and the sweep finds what was due. */
export function createLocalDispatch({ now = Date.now }: { readonly now?: () => number } = {}): Dispatch {
  return new LocalDispatch(now)
}

class LocalDispatch implements Dispatch {
  readonly #waiting = new Map<Lane, Map<string, WaitingJob>>()
  readonly #performers = new Map<Lane, Set<LocalPerformer>>()
  readonly #ticking = new Map<string, NodeJS.Timeout>()
  /** By which clock jobs are fetched. */
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  async enqueue(jobs: readonly Job[], within?: Transaction): Promise<number> {
    const added = jobs.filter(
      ({ lane, key }, index) =>
        !this.#jobsOf(lane).has(key) &&
        jobs.findIndex((job) => job.lane === lane && job.key === key) === index,
    )
    if (within) {
      void within.ended.then((how) => {
        if (how === 'committed') this.#add(added)
      })
    } else this.#add(added)
    return added.length
  }

  async fetch(
    lane: Lane,
    { limit, exceptGroups = [] }: FetchOptions,
    within: Transaction,
  ): Promise<readonly FetchedJob[]> {
    const jobs = this.#jobsOf(lane)
    const fetched = this.#due(lane)
      .filter(({ group }) => group === null || !exceptGroups.includes(group))
      .toSorted((a, b) => b.priority - a.priority)
      .slice(0, limit)
    for (const { key } of fetched) jobs.delete(key)
    void within.ended.then((how) => {
      if (how === 'rolledBack') for (const job of fetched) this.#put(lane, job)
    })
    return fetched.map(({ key, group }) => ({ id: key, key, group }))
  }

  async isEmpty(lane: Lane): Promise<boolean> {
    return this.#due(lane).length === 0
  }

  #due(lane: Lane): readonly WaitingJob[] {
    const now = this.#now()
    return [...this.#jobsOf(lane).values()].filter(({ dueAt }) => dueAt <= now)
  }

  /** A fetched job is gone already. */
  async delete(): Promise<void> {}

  async work(lane: Lane, perform: (key: string) => Promise<void>): Promise<() => Promise<void>> {
    const performer = new LocalPerformer(lane, this.#jobsOf(lane), perform)
    const performers = this.#performers.get(lane) ?? new Set()
    this.#performers.set(lane, performers.add(performer))
    performer.look()
    return () => {
      performers.delete(performer)
      return performer.close()
    }
  }

  async schedule({ lane, key, cron }: Schedule): Promise<void> {
    const name = `${lane} ${key}`
    clearTimeout(this.#ticking.get(name))
    const tick = CronExpressionParser.parse(cron, { tz: 'UTC' }).next().getTime()
    const look = () => {
      if (Date.now() >= tick) this.#add([{ lane, key }])
      void this.schedule({ lane, key, cron })
    }
    const timer = setTimeout(look, Math.min(tick - Date.now(), longestTimerMs))
    this.#ticking.set(name, timer.unref())
  }

  async close(): Promise<void> {
    for (const timer of this.#ticking.values()) clearTimeout(timer)
    const performers = [...this.#performers.values()].flatMap((some) => [...some])
    this.#performers.clear()
    await Promise.all(performers.map((performer) => performer.close()))
  }

  #jobsOf(lane: Lane): Map<string, WaitingJob> {
    const jobs = this.#waiting.get(lane) ?? new Map<string, WaitingJob>()
    this.#waiting.set(lane, jobs)
    return jobs
  }

  #add(jobs: readonly Job[]): void {
    for (const { lane, key, priority = 0, dueAt, group = null } of jobs)
      this.#put(lane, { key, priority, group, dueAt: dueAt?.getTime() ?? 0, failures: 0 })
  }

  #put(lane: Lane, job: WaitingJob): void {
    const jobs = this.#jobsOf(lane)
    if (!jobs.has(job.key)) jobs.set(job.key, job)
    for (const performer of this.#performers.get(lane) ?? []) performer.look()
  }
}
