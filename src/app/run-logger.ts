import type { Logger } from 'pino'
import type { LogContext } from '../domain/error-reporter.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { LostOwner } from '../domain/run-store.ts'
import { type RunTrace, untraced } from '../domain/tracer.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { logContextOf } from '../engine/worker/execute-run.ts'

type Services = Pick<EngineServices, 'log' | 'tracer'>

interface RunLoggerOptions {
  readonly logger: Logger
  /**
   * Reads the log context of a run that this process does not execute, such as one that is aborted before it began; `null`: there is no
   * such run.
   */
  readonly find: (runId: string) => Promise<LogContext | null>
}

/** Wraps the services so that they log a line when a run begins, is recovered, waits, or stops. */
export function withRunLogger(
  { log, tracer = untraced }: Services,
  { logger, find }: RunLoggerOptions,
): Required<Services> {
  const held = new Map<string, Execution>()
  const subject = async (runId: string) =>
    // The commit is valid even if the context of its log line cannot be read.
    held.get(runId)?.about ?? (await find(runId).catch(() => null)) ?? { runId }
  return {
    tracer: {
      begin: (run) => {
        const trace = tracer.begin(run)
        const execution = { about: { ...logContextOf(run), ...trace.ids }, lostOwner: run.lostOwner }
        held.set(run.id, execution)
        return endingWith(trace, () => {
          // This process may have claimed the run again in the meantime.
          if (held.get(run.id) === execution) held.delete(run.id)
        })
      },
    },
    log: {
      ...log,
      commit: async (commit) => {
        const outcome = await log.commit(commit)
        const lostOwner = held.get(commit.runId)?.lostOwner ?? null
        const lines =
          outcome.kind === 'written' ? commit.events.flatMap((event) => lineOf(event, lostOwner) ?? []) : []
        if (lines.length === 0) return outcome
        const about = await subject(commit.runId)
        for (const { level, text } of lines) logger[level](about, text)
        return outcome
      },
    },
  }
}

function endingWith(trace: RunTrace, onEnd: () => void): RunTrace {
  return {
    ...trace,
    end: (release) => {
      trace.end(release)
      onEnd()
    },
  }
}

/** An execution of a run by this process. */
interface Execution {
  readonly about: LogContext
  readonly lostOwner: LostOwner | null
}

interface Line {
  readonly level: 'debug' | 'info' | 'warn'
  readonly text: string
}

/** Log line of an event; `null`: none. */
function lineOf(event: NewEvent, lostOwner: LostOwner | null): Line | null {
  switch (event.type) {
    case 'RunStarted':
      return { level: 'debug', text: 'The run begins.' }
    case 'RunRecovered':
      return { level: 'warn', text: takeoverOf(lostOwner) }
    case 'RunWaiting':
      return { level: 'info', text: 'The run waits at a gate.' }
    case 'RunCompleted':
      return { level: 'info', text: `The run is ${event.data.status}: ${event.data.terminationReason}.` }
    case 'RunFailed':
      return { level: 'warn', text: `The run is FAILED: ${event.data.errorCode}. ${event.data.error}` }
    default:
      return null
  }
}

/** What the database showed of the owner. Whether its process ended is not known. */
function takeoverOf(lostOwner: LostOwner | null): string {
  if (lostOwner === null) return 'The run is taken over.'
  const { name, cause } = lostOwner
  const causes = { LEASE_EXPIRED: 'its lease expired', LOCK_LOST: 'the lock of its worker was lost' } as const
  return `The run is taken over from ${name}: ${causes[cause]}.`
}
