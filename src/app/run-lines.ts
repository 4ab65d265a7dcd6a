import type { Logger } from 'pino'
import type { Subject } from '../domain/report.ts'
import type { NewEvent } from '../domain/run-event.ts'
import { subjectOf } from '../engine/execute-run.ts'
import type { EngineServices } from '../engine/run-context.ts'

type Services = Pick<EngineServices, 'log' | 'runs'>

/** The same services, with a line in the log when a run that is executed here begins, is taken over, waits, or comes to rest. */
export function withRunLines({ log, runs }: Services, logger: Logger): Services {
  const subjects = new Map<string, Subject>()
  const forget = (held: readonly { readonly runId: string }[]) => {
    for (const { runId } of held) subjects.delete(runId)
  }
  return {
    runs: {
      ...runs,
      claim: async (options) => {
        const claimed = await runs.claim(options)
        for (const run of claimed) subjects.set(run.id, subjectOf(run))
        return claimed
      },
      release: (held) => {
        forget(held)
        return runs.release(held)
      },
      abandon: (held) => {
        forget(held)
        return runs.abandon(held)
      },
    },
    log: {
      ...log,
      commit: async (commit) => {
        const outcome = await log.commit(commit)
        if (outcome.kind !== 'written') return outcome
        const about = subjects.get(commit.runId) ?? { runId: commit.runId }
        for (const event of commit.events) write(event, about, logger)
        const { status } = commit.run ?? {}
        if (status !== undefined && status !== 'RUNNING') subjects.delete(commit.runId)
        return outcome
      },
    },
  }
}

function write(event: NewEvent, about: Subject, logger: Logger): void {
  switch (event.type) {
    case 'RunStarted':
      logger.debug(about, 'The run begins.')
      break
    case 'RunRecovered':
      logger.warn(about, 'The run is taken over: the process that had it died.')
      break
    case 'RunWaiting':
      logger.info(about, 'The run waits at a gate.')
      break
    case 'RunCompleted':
      logger.info(about, `The run is ${event.data.status}: ${event.data.reason}.`)
      break
    case 'RunFailed':
      logger.warn(about, `The run is FAILED: ${event.data.errorCode}. ${event.data.error}`)
      break
    default:
  }
}
