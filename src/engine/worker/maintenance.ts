import type { Dispatch } from '../../domain/dispatch.ts'

/** Periodic task that keeps the rows in order. It may run twice, or late. */
export interface Chore {
  readonly key: string
  /** Five fields, in UTC. */
  readonly cron: string
  readonly perform: () => Promise<void>
  /** Whether it is done as a process begins, too: it may have been due while none was there. */
  readonly isAtStart?: true
}

/** Does each chore at its ticks, some of them also at once, in one of the processes that have it. */
export function createMaintenance(
  {
    dispatch,
    report,
  }: { readonly dispatch: Dispatch; readonly report: (message: string, error?: unknown) => void },
  chores: readonly Chore[],
) {
  let stop: () => Promise<void> = async () => undefined

  async function perform(key: string): Promise<void> {
    try {
      await chores.find((chore) => chore.key === key)?.perform()
    } catch (error) {
      report(`The chore "${key}" failed; it is tried again.`, error)
      throw error
    }
  }

  return {
    start: async () => {
      for (const { key, cron } of chores) await dispatch.schedule({ lane: 'maintenance', key, cron })
      const first = chores.filter(({ isAtStart }) => isAtStart)
      await dispatch.enqueue(first.map(({ key }) => ({ lane: 'maintenance', key })))
      stop = await dispatch.work('maintenance', perform)
    },
    close: () => stop(),
  }
}
