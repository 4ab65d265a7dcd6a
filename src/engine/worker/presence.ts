import type { Clock } from '../../domain/clock.ts'
import { reportEveryMs, type WorkerReport, type WorkerStore } from '../../domain/queue.ts'
import { createPeriodicTask } from '../periodic-task.ts'

interface PresenceOptions {
  readonly store: WorkerStore
  readonly worker: Pick<WorkerReport, 'id' | 'name' | 'version' | 'role' | 'leaseKey'>
  /** The number of active runs and of slots. */
  readonly load: () => { readonly active: number; readonly slots: number }
}

/** Tells those who look after the workers that this one is there, and how busy it is. No run depends on it. */
export function createPresence(
  { store, worker, load }: PresenceOptions,
  services: { readonly clock: Clock; readonly report: (message: string, error?: unknown) => void },
) {
  let draining = false
  const report = () => store.report({ ...worker, ...load(), draining })
  const reports = createPeriodicTask(
    {
      perform: report,
      pauseMs: () => reportEveryMs,
      everyMs: reportEveryMs,
      failure: 'The worker could not report itself; trying again.',
    },
    services,
  )
  /** A row that could not be written or removed shows a worker that is lost, and goes in an hour. */
  const tell = (work: Promise<void>) =>
    work.catch((error: unknown) => services.report('The worker could not report its end.', error))
  return {
    start: () => reports.start(),
    /** From now on it is reported to take no more runs. */
    drain: async () => {
      draining = true
      await tell(report())
    },
    /** Ends the reports, and removes the last one. */
    close: async () => {
      await reports.close()
      await tell(store.remove(worker.id))
    },
  }
}
