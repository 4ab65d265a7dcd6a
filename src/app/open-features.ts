import type pg from 'pg'
import { dueBatches, runBatches } from '../batches/run-batches.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createDataSetOperations } from '../evaluations/data-set-operations.ts'
import { driveEvaluations } from '../evaluations/drive-evaluations.ts'
import { createEvaluationOperations } from '../evaluations/evaluation-operations.ts'
import { deliverEvents, dueEvents } from '../events/deliver-event.ts'
import { createEventOperations } from '../events/event-operations.ts'
import { toGlobalId } from '../graphql/global-id.ts'
import { createWebhookSender } from '../http/webhooks/webhook-sender.ts'
import { createAddressGuard } from '../net/address-guard.ts'
import type { OwnAddresses } from '../net/own-addresses.ts'
import { createScheduleOperations } from '../schedules/schedule-operations.ts'
import { dueSchedules, fireSchedules } from '../schedules/schedules.ts'
import type { Config } from '../settings/config.ts'
import { createBatchStore } from '../store/batch-store.ts'
import { createDataSetStore } from '../store/evaluations/data-set-store.ts'
import { createEvaluationStore } from '../store/evaluations/evaluation-store.ts'
import { createEventSourceStore } from '../store/event-source-store.ts'
import { createEventTriggerStore } from '../store/event-trigger-store.ts'
import { createOutbox } from '../store/outbox.ts'
import { createScheduleStore } from '../store/schedule-store.ts'
import { createWebhookStore } from '../store/webhook-store.ts'
import { measuredOutbox } from '../telemetry/measured-services.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createDeliveries } from '../webhooks/deliveries.ts'
import { createWebhookOperations } from '../webhooks/webhook-operations.ts'
import { executesRuns } from './open-services.ts'

/*
 * What works beside the execution of runs. Each has operations for callers, and a part that works by itself: `start` begins that in a
 * process that does more than serve, and `due`, where there is one, gives the sweep its jobs.
 */

/** Delivers events to webhooks. `readiness` has the checks of its periodic tasks. */
export function openWebhooks(
  { webhooks, ...config }: Config,
  pool: pg.Pool,
  services: EngineServices,
  { metrics, own }: { readonly metrics: Metrics; readonly own: OwnAddresses },
) {
  const { vault, clock } = services
  const outbox = measuredOutbox(createOutbox({ ...services, pool }), metrics)
  const guard = createAddressGuard({ allowPrivate: webhooks.private, own })
  const sender = createWebhookSender({ guard, now: clock.now })
  const signing = { vault, serverKey: webhooks.secret }
  const deliveries = executesRuns(config)
    ? createDeliveries({ ...services, ...signing, outbox, send: sender.send, toPublicId: toGlobalId })
    : null
  return {
    operations: createWebhookOperations({
      ...services,
      ...signing,
      outbox,
      sendTest: sender.sendTest,
      webhooks: createWebhookStore(pool),
      checkAddress: guard.check,
      now: clock.now,
    }),
    start: () => deliveries?.start(),
    readiness: deliveries ? { deliveries: deliveries.heartbeat.readiness } : {},
    close: async () => {
      await deliveries?.close()
      await sender.close()
    },
  }
}

/** Fires schedules. */
export function openSchedules(config: Config, pool: pg.Pool, engine: EngineServices) {
  const services = { ...engine, schedules: createScheduleStore({ ...engine, pool }) }
  let stop: () => Promise<void> = async () => undefined
  return {
    operations: createScheduleOperations(services),
    start: async () => {
      if (executesRuns(config)) stop = await fireSchedules(services)
    },
    close: () => stop(),
    due: dueSchedules(services),
  }
}

/** Takes received events, and delivers those whose receiver died. */
export function openEvents(config: Config, pool: pg.Pool, engine: EngineServices) {
  const services = {
    ...engine,
    triggers: createEventTriggerStore(pool),
    sources: createEventSourceStore(pool),
  }
  let stop: () => Promise<void> = async () => undefined
  return {
    operations: createEventOperations({ ...services, keepEventsMs: config.keep.eventsDays * dayMs }),
    start: async () => {
      if (executesRuns(config)) stop = await deliverEvents(services)
    },
    close: () => stop(),
    due: dueEvents(services),
  }
}

/** Sends and looks at batches. A process without a key to keep requests with has none. */
export function openBatches(config: Config, pool: pg.Pool, engine: EngineServices) {
  const { vault } = engine
  if (!vault || !executesRuns(config)) return { start: () => undefined, close: () => undefined, due: [] }
  const { batchEveryMs } = config
  const services = { ...engine, batchStore: createBatchStore({ pool, vault }), batchEveryMs }
  let stop: () => Promise<void> = async () => undefined
  return {
    start: async () => {
      stop = await runBatches(services)
    },
    close: () => stop(),
    due: [dueBatches(services)],
  }
}

const dayMs = 24 * 3_600_000

/** Drives evaluations over data sets. `close` releases those that it drives, for other processes to continue. */
export function openEvaluations(
  config: Config,
  pool: pg.Pool,
  engine: EngineServices & { readonly evaluators: Evaluators },
) {
  const dataSets = createDataSetStore({ ...engine, pool })
  const evaluations = createEvaluationStore({ ...engine, pool })
  const services = { ...engine, dataSets, evaluations }
  const driven = executesRuns(config) ? driveEvaluations(services) : null
  // A process that only serves may lack the module that the others have.
  const evaluators = executesRuns(config) ? engine.evaluators : null
  return {
    operations: {
      dataSets: createDataSetOperations(services),
      evaluations: createEvaluationOperations({ ...services, evaluators }),
    },
    start: () => driven?.start(),
    close: async () => driven?.close(),
  }
}
