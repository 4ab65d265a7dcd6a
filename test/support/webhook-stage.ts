import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../src/domain/clock.ts'
import type { NewEvent } from '../../src/domain/run-event.ts'
import type { RunCommit } from '../../src/domain/run-log.ts'
import type { Held } from '../../src/domain/run-store.ts'
import type { Outbox, WebhookTopic } from '../../src/domain/webhook.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createWebhookSender } from '../../src/http/webhooks/webhook-sender.ts'
import { createRunLog } from '../../src/log/run-log.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { createOutbox } from '../../src/store/outbox.ts'
import { createVault } from '../../src/store/vault.ts'
import { createWebhookStore } from '../../src/store/webhook-store.ts'
import { createFakeClock, type FakeClock } from '../../src/testing/fake-clock.ts'
import { createDeliveries, type Deliveries } from '../../src/webhooks/deliveries.ts'
import { createWebhookOperations } from '../../src/webhooks/webhook-operations.ts'
import type { TestDatabase } from './database.ts'
import { createLocalDispatch } from './local-dispatch.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { commitOf, openTestStores, rest, type TestStores } from './stores.ts'

/** A secret that the server knows. */
export const knownSecret = 'the-password-of-this-server'

/** A row of "WebhookDelivery". */
export interface DeliveryRow {
  readonly id: string
  readonly webhookId: string
  readonly runId: string
  readonly topic: WebhookTopic
  readonly attempt: number
  readonly nextAttemptAt: Date
  readonly deliveredAt: Date | null
  readonly abandonedAt: Date | null
  readonly lastError: string | null
  readonly lastStatusCode: number | null
  readonly facts: {
    readonly lastSeq: number
    readonly status: string
    readonly terminationReason: string | null
  }
}

/** Runs whose commits notify webhooks, and the parts that deliver the notices: rows, wake-ups, HTTP, all but an engine. */
export interface WebhookStage {
  readonly stores: TestStores
  readonly clock: FakeClock
  readonly operations: ReturnType<typeof createWebhookOperations>
  /** Messages to operators. */
  readonly reports: readonly string[]
  /** A receiver with a webhook for `topics`, all by default; closed with the stage. */
  receiver(
    topics?: readonly WebhookTopic[],
  ): Promise<{ readonly receiver: Receiver; readonly webhookId: string; readonly secret: string | null }>
  /** One more process that delivers, started; closed with the stage. */
  deliver(): Deliveries
  /** The same for one that claims a delivery and never tells what became of it: to others it is dead. */
  deliverAndDie(): Deliveries
  /** Runs that have begun and ended, each in a commit of its own: two notices. */
  runThrough(count: number): Promise<readonly Held[]>
  /** An active run, and a commit of its owner. */
  claim(): Promise<Held>
  commit(held: Held, events: readonly NewEvent[], more?: Partial<RunCommit>): Promise<void>
  deliveries(webhookId?: string): Promise<readonly DeliveryRow[]>
  /** Moves the clock on, a second or `stepMs` at a time, until it is so; it stands still while a request is active. */
  until(isSo: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>
  close(): Promise<void>
}

export interface StageOptions {
  /** Time limit of a request, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  readonly serverKey?: Buffer | null
  readonly vault?: ReturnType<typeof createVault> | null
}

export const started: NewEvent = {
  type: 'RunStarted',
  stepNumber: null,
  data: { agentName: 'Agent', maxSteps: null },
}

export async function openWebhookStage(
  database: TestDatabase,
  options: StageOptions = {},
): Promise<WebhookStage> {
  const { serverKey = null, vault = createVault(randomBytes(32)), timeoutMs = 10_000 } = options
  const { pool } = database
  const clock = createFakeClock()
  const stores = await openTestStores(database)
  const { projectId, wakeups } = stores
  const reports: string[] = []
  const report = (message: string) => void reports.push(message)
  const closing: (() => Promise<void>)[] = []
  const log = createRunLog({
    pool,
    wakeups,
    dispatch: createLocalDispatch({ now: clock.now }),
    leaseMs: 60_000,
    now: clock.now,
    report: () => undefined,
  })
  /** Number of delivery loops in progress. */
  let loops = 0
  let running = 0
  const guard = createAddressGuard({ allowPrivate: ['127.0.0.1'] })
  const sender = createWebhookSender({ guard, now: clock.now, timeoutMs })
  const outbox = createOutbox({ pool, wakeups })
  const operations = createWebhookOperations({
    webhooks: createWebhookStore(pool),
    ...{ sendTest: sender.sendTest, redactor: createRedactor({ values: [knownSecret] }) },
    ...{ outbox, vault, serverKey, newId: uuidv7, now: clock.now, checkAddress: guard.check },
  })

  /** Tells which deliveries are in whose hands. */
  function counted(own: Outbox): Outbox {
    return {
      ...own,
      claim: async (claim) => {
        const claimed = await own.claim(claim)
        running += claimed.length
        return claimed
      },
      settle: async (...settlement) => {
        try {
          return await own.settle(...settlement)
        } finally {
          running -= 1
        }
      },
    }
  }

  function begin(own: Outbox, ownClock: Clock): Deliveries {
    const services = {
      vault,
      serverKey,
      wakeups,
      report,
      send: sender.send,
      random: () => 0,
      toPublicId: toGlobalId,
    }
    const deliveries = createDeliveries({ ...services, outbox: own, clock: ownClock })
    deliveries.start()
    closing.push(() => deliveries.close())
    return deliveries
  }

  /** No request is active, and every loop sleeps until its next poll. */
  const isIdle = () => running === 0 && clock.sleeping.filter((ms) => ms === 1_000).length >= loops

  const stage: WebhookStage = {
    stores,
    clock,
    operations,
    reports,
    receiver: async (topics) => {
      const receiver = await openReceiver()
      closing.push(() => receiver.close())
      const { webhookId, secret } = await operations.createWebhook({
        projectId,
        url: receiver.url,
        topics,
      })
      return { receiver, webhookId, secret }
    },
    deliver: () => {
      const deliveries = begin(counted(outbox), clock)
      loops += 1
      return {
        heartbeat: deliveries.heartbeat,
        start: () => undefined, // it has begun
        close: async () => {
          loops -= 1
          await deliveries.close()
        },
      }
    },
    deliverAndDie: () => {
      let isDead = false
      const claim: Outbox['claim'] = async (wanted) => {
        const claimed = isDead ? [] : await outbox.claim(wanted)
        isDead ||= claimed.length > 0
        return claimed
      }
      return begin({ ...outbox, claim, settle: die }, { ...clock, sleep: forEver })
    },
    runThrough: async (count) => {
      const runs = await stores.claimed(count)
      const status = { status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' } as const
      await Promise.all(runs.map((held) => stage.commit(held, [started])))
      await Promise.all(runs.map((held) => stage.commit(held, [rest()], { run: status })))
      return runs
    },
    claim: async () => {
      const [held] = await stores.claimed(1)
      if (!held) throw new Error('One was asked for.')
      return held
    },
    commit: async (held, events, more) => {
      const { kind } = await log.commit(commitOf(held, events, more))
      if (kind !== 'written') throw new Error(`The commit was ${kind}.`)
    },
    deliveries: async (webhookId) => {
      const { rows } = await pool.query<DeliveryRow>(
        `select * from "WebhookDelivery" where "projectId" = $1 and ($2::uuid is null or "webhookId" = $2) order by number`,
        [projectId, webhookId ?? null],
      )
      return rows
    },
    until: async (isSo, stepMs = 1_000) => {
      while (!(await isSo())) {
        if (!isIdle()) await nextTick()
        else await clock.leap(stepMs)
      }
    },
    close: async () => {
      for (const closeOne of closing.reverse()) await closeOne()
      await log.settled()
      await sender.close()
      await stores.close()
    },
  }
  return stage
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function die(): Promise<never> {
  throw new Error('It is dead.')
}

/** Until it is stopped; wakeups wake it. */
function forEver(_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
