import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { openReceiver, type Received, type Receiver } from '../../support/receiver.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { ClockFile } from '../servers/clock-file.ts'
import { inTurns, says } from '../servers/replies.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const plainRuns = 6
/** Of each time that the clocks of all are turned on. */
const stepS = 20 * 60
const steps = 3
/** More than anybody waits after so many attempts. */
const lastStepS = 60 * 60
/** Somebody dies so soon after the clocks were turned on: before, in or after an attempt. */
const killWithinMs = 4_000
/** Two processes look every 5 s, and hear what time it is within half a minute; the machine may be busy. */
const attemptWithinMs = 60_000

/** How a receiver is away. */
const ways = ['resets', 'answers 503', 'hangs'] as const

/** A receiver is away for an hour while runs come and go and a process dies; then it is back, and receives everything. */
export default {
  number: 47,
  title: 'the receiver of webhooks is away for an hour',
  promises: ['HOOK-1', 'HOOK-2', 'HOOK-3', 'HOOK-4'],
  withinMs: 240_000,
  async run({ openStage, openDataFolder, random, note }) {
    const clock = await ClockFile.open()
    const receiver = await openReceiver()
    try {
      const env = {
        ...clock.env,
        ...{ RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1' },
        ...{ RUNGRAPH_ENCRYPTION_KEY: randomBytes(32).toString('base64') },
      }
      const stage = await openStage({ apis: 1, workers: 2, dataFolder: await openDataFolder(), env })
      const received: Received[] = []
      const secret = await createWebhook(stage, receiver.url)

      comesBack()
      const before = await trigger(1)
      await eventually(() => received.length === 2, {
        what: 'the receiver is told of a run',
        withinMs: 20_000,
      })

      const way = ways[Math.floor(random() * ways.length)] ?? 'resets'
      note(`the receiver ${way}`)
      await goesAway(way)
      const meanwhile = await trigger(plainRuns)
      const gated = await passGate(stage)
      for (const run of [...meanwhile, gated]) {
        const { status, epoch } = await run.untilStopped()
        assert.deepEqual({ status, epoch }, { status: 'COMPLETED', epoch: run === gated ? epoch : 1 })
      }
      let passedS = 0
      for (let step = 1; step <= steps; step++) {
        const attempts = await attemptsOf(stage)
        passedS += stepS
        await clock.set(passedS)
        if (step === 2) {
          await delay(random() * killWithinMs)
          await stage.replaceWorkers(stage.cluster.workers.slice(0, 1))
        }
        const what = `they are tried again after ${passedS / 60} minutes`
        await eventually(async () => (await attemptsOf(stage)) > attempts, {
          what,
          withinMs: attemptWithinMs,
        })
      }
      assert.equal(received.length, 2)

      receiver.down()
      comesBack()
      receiver.up()
      await clock.set(passedS + lastStepS)
      const areAllTaken = async () => (await deliveries(stage)).every(({ isTaken }) => isTaken)
      await eventually(areAllTaken, { what: 'all is delivered', withinMs: 90_000 })

      const written = await deliveries(stage)
      assert.deepEqual(
        new Set(received.map(({ id }) => id)),
        new Set(written.map(({ id }) => toGlobalId('WebhookDelivery', id))),
      )
      for (const run of [...before, ...meanwhile])
        assert.deepEqual(toldOf(run), ['run.started', 'run.completed'])
      assert.deepEqual(toldOf(gated), gatedNotices)
      checkSameBodies(receiver.received)
      for (const one of receiver.received) checkSignature(one, secret)

      async function trigger(count: number): Promise<readonly Run[]> {
        const agent = await stage.createAgent()
        const one = () => stage.trigger({ agent, model: inTurns(says('It is over.')), followers: 1 })
        return Promise.all(Array.from({ length: count }, one))
      }

      function comesBack(): void {
        receiver.reply = (request) => {
          received.push(request)
          return 200
        }
      }

      async function goesAway(way: (typeof ways)[number]): Promise<void> {
        if (way === 'resets') receiver.down()
        else receiver.reply = () => (way === 'hangs' ? 'hang' : 503)
      }

      /** In the order in which they were first taken: what is taken twice is the same delivery. */
      function toldOf(run: Run): readonly string[] {
        const deliveries = new Map(
          received.filter(({ body }) => body.data.runId === run.globalId).map(({ id, body }) => [id, body]),
        )
        const numbers = [...deliveries.values()].map(({ data }) => data.lastSeq)
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => a - b),
        )
        return [...deliveries.values()].map(({ type }) => type)
      }
    } finally {
      await receiver.close()
      await clock.close()
    }
  },
} satisfies Scenario

const gatedNotices = [
  ...['run.started', 'gate.opened', 'run.waiting'],
  ...['gate.resolved', 'run.resumed', 'run.completed'],
]

/** A run that waits for a human, who approves. */
async function passGate(stage: Stage): Promise<Run> {
  const agent = await stage.createAgent()
  await requireApproval(stage, agent, 'once')
  const model = stage.oneCall('once', 'pay', 'It is paid.')
  const run = await stage.trigger({ agent, model, followers: 1 })
  const gate = await openGate(stage, run, 'ACTION_APPROVAL')
  assert.equal((await resolveGate(stage, gate, 'APPROVE')).kind, 'accepted')
  run.followOn()
  await eventually(async () => (await run.state()).status === 'COMPLETED', {
    what: 'the approved run is completed',
    withinMs: 20_000,
  })
  return run
}

/** Its secret. */
async function createWebhook(stage: Stage, url: Receiver['url']): Promise<string> {
  const { createWebhook } = await stage.ask<{ createWebhook: { secret?: string } }>(
    `mutation($url: String!) { createWebhook(input: { url: $url }) {
      ... on CreatedWebhook { secret webhook { id } } ... on Error { code message } } }`,
    { url },
  )
  assert.ok(createWebhook.secret, JSON.stringify(createWebhook))
  return createWebhook.secret
}

function deliveries(stage: Stage): Promise<readonly { readonly id: string; readonly isTaken: boolean }[]> {
  return stage.database.rows('select id, "deliveredAt" is not null as "isTaken" from "WebhookDelivery"')
}

async function attemptsOf(stage: Stage): Promise<number> {
  const [row] = await stage.database.rows<{ attempts: number }>(
    'select sum(attempt)::int as attempts from "WebhookDelivery"',
  )
  return row?.attempts ?? 0
}

/** Each attempt at a delivery says the same. */
function checkSameBodies(received: readonly Received[]): void {
  for (const [id, attempts] of Map.groupBy(received, (one) => one.id))
    assert.equal(new Set(attempts.map(({ raw }) => raw)).size, 1, `${id} came with several bodies`)
}

/** As Standard Webhooks has it; the key stands in base64 behind `whsec_`. */
function checkSignature({ id, headers, raw }: Received, secret: string): void {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${id}.${headers['webhook-timestamp']}.${raw}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${signature}`)
}
