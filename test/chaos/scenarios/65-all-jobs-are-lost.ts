import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { uuidOf } from '../../../src/graphql/global-id.ts'
import { openReceiver } from '../../support/receiver.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { inTurns, says } from '../servers/replies.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import { limitRuns } from '../stage/limit-runs.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const running = 4
const queued = 30
const ofSession = 4
const delayed = 4
const gated = 4
/** Runs that are to start later, and gates, come due about when the jobs are lost. */
const dueAfterMs = 4_000
/** The jobs are lost so often, at moments of chance within this. */
const losses = 3
const loseWithinMs = 5_000

/** Everything in the queue is lost again and again, and no wakeup travels: the rows alone say what is due. */
export default {
  number: 65,
  title: 'all jobs are lost while runs, gates and schedules wait for theirs, and deliveries wait',
  promises: ['DUR-1', 'DUR-2', 'JDG-4', 'SCHED-2', 'HOOK-2'],
  async run({ openStage, random, note, figure }) {
    const receiver = await openReceiver()
    const env = {
      ...{ RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1' },
      ...{ RUNGRAPH_ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    }
    const stage = await openStage({ apis: 1, workers: 2, env })
    try {
      // The receiver is away at first, so that deliveries wait for another attempt.
      receiver.reply = () => 503
      await createWebhook(stage, receiver.url)
      const agent = await stage.createAgent()
      const impatient = await stage.createAgent({ gates: { expiresAfterMs: dueAfterMs } })
      const asking = await stage.createAgent()
      for (const slug of [impatient, asking]) await requireApproval(stage, slug, 'once')
      await limitRuns(stage, running)
      const blocked = Promise.withResolvers<void>()
      const trigger = (name: string, more: Readonly<Record<string, unknown>> = {}) => {
        const model = stage.oneCall('once', name, 'Done.')
        return stage.trigger({ agent, model, isFollowed: false, more })
      }

      const speak = (sessionKey: string) =>
        stage.trigger({ agent, model: inTurns(says('Done.')), isFollowed: false, more: { sessionKey } })

      const waiting = await ask('expires', impatient)
      const undecided = await ask('approved', asking)
      const decisions = await Promise.all(undecided.map((run) => openGate(stage, run, 'ACTION_APPROVAL')))
      for (let n = 0; n < running; n++) stage.onCall(`running-${n}`, () => blocked.promise)
      const first = await times(running, (n) => trigger(`running-${n}`))
      await eventually(() => first.every((_, n) => stage.callsOf(`running-${n}`).length === 1), {
        what: 'every place of the project is taken',
      })
      const startAt = new Date(Date.now() + dueAfterMs).toISOString()
      const runs = [
        ...first,
        ...(await times(queued, (n) => trigger(`queued-${n}`))),
        ...(await times(ofSession, () => speak('talk'))),
        ...(await times(delayed, (n) => trigger(`delayed-${n}`, { startAt }))),
      ]
      const scheduled = await schedule(stage, agent)
      await comesDue(stage, scheduled)

      for (let loss = 1; loss <= losses; loss++) {
        await delay((random() * loseWithinMs) / losses)
        await loseJobs(stage)
        note(`the jobs are lost, ${loss} of ${losses}`)
        if (loss === 1) {
          blocked.resolve()
          receiver.reply = () => 200
          await Promise.all(decisions.map((gate) => resolveGate(stage, gate, 'APPROVE')))
          await loseJobs(stage)
        }
      }
      const lostAt = performance.now()

      for (const run of runs) {
        const { status, epoch } = await run.untilEnded(60_000)
        assert.deepEqual({ status, epoch }, { status: 'COMPLETED', epoch: 1 }, run.marker)
      }
      for (const run of [...waiting, ...undecided])
        assert.equal((await run.untilEnded(60_000)).status, 'COMPLETED', run.marker)
      figure('brought back', performance.now() - lostAt)
      for (const [kind, count] of Object.entries({ running, queued, delayed, approved: gated }))
        for (let n = 0; n < count; n++)
          assert.equal(stage.callsOf(`${kind}-${n}`).length, 1, `${kind}-${n} was called once`)
      for (let n = 0; n < gated; n++)
        assert.equal(stage.callsOf(`expires-${n}`).length, 0, 'what nobody approved in time is not called')
      await eventually(async () => (await runsFor(stage, scheduled)).length > 0, {
        what: 'the schedule brings a run',
        withinMs: 30_000,
      })
      assert.equal((await runsFor(stage, scheduled)).length, 1, 'a time of a schedule brings one run')
      const areDelivered = async () => {
        const [row] = await stage.database.rows<{ left: number }>(
          'select count(*)::int as left from "WebhookDelivery" where "deliveredAt" is null',
        )
        return row?.left === 0
      }
      await eventually(areDelivered, { what: 'all is delivered', withinMs: 60_000 })

      /** Runs that wait at a gate. */
      async function ask(kind: string, slug: string): Promise<readonly Run[]> {
        const asked = await times(gated, (n) =>
          stage.trigger({
            agent: slug,
            isFollowed: false,
            model: stage.oneCall('once', `${kind}-${n}`, 'Done.'),
          }),
        )
        for (const run of asked) await openGate(stage, run, 'ACTION_APPROVAL')
        return asked
      }
    } finally {
      await receiver.close()
    }
  },
} satisfies Scenario

function times<Value>(count: number, make: (n: number) => Promise<Value>): Promise<readonly Value[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)))
}

/** The sweep of each process brings what no transaction holds. */
async function loseJobs({ database }: Stage): Promise<void> {
  await database.rows('delete from pgboss.job')
}

async function createWebhook(stage: Stage, url: string): Promise<void> {
  await stage.ask(
    'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename ... on Error { code message } } }',
    { input: { url, topics: ['RUN_COMPLETED'] } },
  )
}

/** Once a year, so that the time that the scenario makes due is the only one. */
async function schedule(stage: Stage, agent: string): Promise<string> {
  const marker = stage.play(inTurns(says('It is done.')))
  const asked = { agent, input: `${markerText(marker)} Do it.`, cron: '0 0 1 1 *' }
  const id = await stage.mutate('createSchedule', 'Schedule', asked)
  return uuidOf('Schedule', id) ?? ''
}

/** Its time is at hand, and the job of that time was never there. */
async function comesDue({ database }: Stage, scheduleId: string): Promise<void> {
  await database.rows(`update "Schedule" set "nextAt" = date_trunc('minute', now()) where id = $1`, [
    scheduleId,
  ])
}

function runsFor({ database }: Stage, scheduleId: string): Promise<readonly object[]> {
  return database.rows('select id from "Run" where "scheduleId" = $1', [scheduleId])
}
