import type { RunLog } from '../domain/run-log.ts'
import type { RunStore } from '../domain/run-store.ts'
import type { Outbox } from '../domain/webhook.ts'
import type { Metrics } from './metrics.ts'

/** The same log, with written commits counted. */
export function measuredLog<Log extends Pick<RunLog, 'commit'>>(log: Log, metrics: Metrics): Log {
  return {
    ...log,
    commit: async (commit) => {
      const outcome = await log.commit(commit)
      if (outcome.kind === 'written') metrics.committed(commit)
      return outcome
    },
  }
}

/** The same store, with claimed runs counted. */
export function measuredRuns(runs: RunStore, metrics: Metrics): RunStore {
  return {
    ...runs,
    claim: async (options) => {
      const claimed = await runs.claim(options)
      metrics.claimed(claimed)
      return claimed
    },
  }
}

/** The same outbox, with the outcomes of attempts counted. */
export function measuredOutbox(outbox: Outbox, metrics: Metrics): Outbox {
  return {
    ...outbox,
    settle: async (delivery, settlement, now) => {
      const failingSince = await outbox.settle(delivery, settlement, now)
      metrics.settled(settlement)
      return failingSince
    },
  }
}
