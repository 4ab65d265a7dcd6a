import type pg from 'pg'
import type { DueJobs } from '../domain/dispatch.ts'
import { deliveryJob, type WebhookOperations } from '../domain/webhook.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { toGlobalId } from '../graphql/global-id.ts'
import type { ReadinessCheck } from '../http/health/readiness.ts'
import { createWebhookSender } from '../http/webhooks/webhook-sender.ts'
import { createAddressGuard } from '../net/address-guard.ts'
import type { OwnAddresses } from '../net/own-addresses.ts'
import type { Config } from '../settings/config.ts'
import { createOutbox } from '../store/outbox.ts'
import { createWebhookStore } from '../store/webhook-store.ts'
import { measuredOutbox } from '../telemetry/measured-services.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createDeliveries } from '../webhooks/deliveries.ts'
import { createWebhookOperations } from '../webhooks/webhook-operations.ts'
import { executesRuns } from './open-services.ts'

/** The sweep gives jobs to so many deliveries of a webhook at once. */
const duePerWebhook = 20

/** Services for webhooks. */
export interface OpenWebhooks {
  readonly operations: WebhookOperations
  /** Begins to deliver, in a process that does more than serve. */
  start(): void
  close(): Promise<void>
  readonly due: DueJobs
  /** Checks of the periodic tasks, for the readiness of the process. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
}

/** Combines the operations of callers on webhooks and the part that delivers to them. */
export function openWebhooks(
  config: Config,
  pool: pg.Pool,
  services: EngineServices,
  { metrics, own }: { readonly metrics: Metrics; readonly own: OwnAddresses },
): OpenWebhooks {
  const { webhooks } = config
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
    due: async () => {
      const due = await outbox.due(duePerWebhook, new Date(clock.now()))
      return due.map((delivery) => deliveryJob(delivery))
    },
    readiness: deliveries ? { deliveries: deliveries.heartbeat.readiness } : {},
    close: async () => {
      await deliveries?.close()
      await sender.close()
    },
  }
}
