import type { Report } from '../domain/report.ts'
import type { RunStatus } from '../domain/run.ts'
import type { RunLog } from '../domain/run-log.ts'
import type { Held } from '../domain/run-store.ts'
import type { Entry, Journal } from './journal.ts'
import { redactEntry } from './redact-entry.ts'
import type { RunSecrets } from './run-secrets.ts'
import { Stop } from './stop.ts'

/** What a run fires and does not wait for (DAG-4). */
export interface Background {
  /** Aborted when the run is aborted or its process ends; not when the run comes to rest. */
  readonly signal: AbortSignal
  /** Writes what becomes of it: into the log while the run is under way, into the rows alone after, for a log ends with its resting event. */
  readonly journal: Journal
}

const underWay: readonly RunStatus[] = ['RUNNING', 'WAITING']
const atRest: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED']

export function createBackground(options: {
  readonly log: Pick<RunLog, 'commit'>
  readonly run: Held
  readonly secrets: RunSecrets
  readonly signal: AbortSignal
  readonly report: Report
}): Background {
  const { log, run, secrets, report } = options
  let last: Promise<void> = Promise.resolve()

  async function send(entry: Entry): Promise<void> {
    const commit = { ...redactEntry({ ...entry, events: entry.events ?? [] }, secrets), ...run }
    const written = await log.commit({ ...commit, from: underWay })
    // Another owner's epoch refuses both: then the run goes on elsewhere, and does there what must be done.
    if (written.kind === 'refused') await log.commit({ ...commit, events: [], from: atRest })
  }

  return {
    signal: options.signal,
    journal: {
      write(entry) {
        last = last
          .then(() => send(entry))
          .catch((error: unknown) => report(`Run ${run.runId}: what was fired could not be recorded.`, error))
      },
      durable: () => last,
      finish: async () => {
        throw new Stop('LOST', 'What is fired does not end its run.')
      },
    },
  }
}
