import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { clusterLeaseMs } from '../servers/cluster.ts'
import { after, calls, inTurns, says } from '../servers/replies.ts'
import { openTurningStage } from '../stage/turning-stage.ts'

/** Time within which runs begin on a busy machine. */
const begunWithinMs = 30_000
/** Time within which a caller receives the error, on a busy machine. */
const refusedWithinMs = 15_000
/** Time within which processes say that they are not ready. */
const noticedWithinMs = 20_000
/** Time within which runs continue after the database takes writes again. */
const resumedWithinMs = 30_000

/** The server lives, and takes no writes for a while: it is a standby that is promoted later, or an administrator set it so. */
export default {
  number: 67,
  title: 'the database takes no writes for a while',
  promises: ['DUR-1', 'DUR-2', 'DUR-3', 'TAS-5', 'EVT-1'],
  withinMs: 180_000,
  async run(chaos) {
    const { random, figure, note } = chaos
    const { stage, name, turns, becomeReadOnly, becomeWritable } = await openTurningStage(chaos)
    await stage.ask('mutation { saveRelic(input: { kind: KEY_VALUE, name: "notes" }) { __typename } }')
    const slug = stage.newSlug()
    const agent = await stage.createAgent({ relics: ['notes'], subagents: [slug] }, slug)
    const back = Promise.withResolvers<void>()
    // One is in a call when it happens, one in a call that is answered meanwhile, one in an answer, one has not begun its first, one writes
    // down something by a relic, and one starts a child.
    stage.onCall('held', (_, nth) => (nth === 1 ? back.promise : { held: nth }))
    const readOnly = Promise.withResolvers<void>()
    stage.onCall('answered', () => readOnly.promise)
    const writing = { name: 'notes_set', arguments: { key: 'a', value: 'noted' } }
    const held = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'held', 'Held.') })
    const paid = await stage.trigger({ agent, model: stage.oneCall('once', 'answered', 'Paid, or not.') })
    const spoken = await stage.trigger({
      agent,
      model: inTurns([says('One word after another. '.repeat(12), { chunkDelayMs: 50 }), says('In one go.')]),
    })
    const asked = await stage.trigger({ agent, model: inTurns(after(back.promise, says('At last.'))) })
    const noted = await stage.trigger({
      agent,
      model: inTurns(after(readOnly.promise, calls(writing)), says('Noted.')),
    })
    const parent = await stage.trigger({
      agent,
      model: inTurns(
        after(readOnly.promise, calls(stage.spawn(agent, inTurns(says('A child.'))))),
        says('Both.'),
      ),
    })
    await Promise.all([
      stage.nthCall('held', 1, begunWithinMs),
      stage.nthCall('answered', 1, begunWithinMs),
      spoken.sees('TextDelta', {}, begunWithinMs),
    ])
    await delay(random() * 300)

    for (let turn = 1; turn <= turns; turn++) {
      // Now and then for longer than a lease lasts.
      const forMs = random() < 0.3 ? clusterLeaseMs + 1_000 + random() * 2_000 : 300 + random() * 1_700
      note(`No writes, by ${name}, for ${Math.round(forMs)} ms or until it is noticed.`)
      const readOnlyAt = performance.now()
      await becomeReadOnly()
      readOnly.resolve()
      try {
        await Promise.all(stage.cluster.processes.map(({ healthUrl }) => isNotReady(healthUrl)))
        await Promise.all(stage.cluster.urls().map(refuses))
        await delay(Math.max(0, forMs - (performance.now() - readOnlyAt)))
      } finally {
        await becomeWritable()
      }
      await Promise.all(stage.cluster.processes.map(({ healthUrl }) => isReady(healthUrl)))
    }
    const backAt = performance.now()
    back.resolve()

    const runs = [held, paid, spoken, asked, noted, parent]
    const ended = await Promise.all(runs.map((run) => run.untilStopped(resumedWithinMs)))
    figure('resumption', performance.now() - backAt)
    assert.deepEqual(
      ended.map(({ status }) => status),
      runs.map(() => 'COMPLETED'),
    )
    assert.equal(stage.callsOf('answered').length, 1, 'what must not happen twice was called once')
    const failed = await stage.database.rows(
      `select "errorCode" from "Action" where status = 'FAILED' and "runId" = any($1) and "errorCode" <> 'OUTCOME_UNKNOWN'`,
      [runs.map(({ id }) => id)],
    )
    assert.deepEqual(failed, [], 'no action failed by it')
    const children = await stage.database.rows(`select status from "Run" where "parentId" = $1`, [parent.id])
    assert.deepEqual(children, [{ status: 'COMPLETED' }])

    const later = await stage.trigger({ agent, model: inTurns(says('As before.')) })
    assert.equal((await later.untilStopped()).status, 'COMPLETED')

    /** The server lives, answers what only reads, and refuses writes with a code that tells what to do. */
    async function refuses(url: string): Promise<void> {
      assert.ok((await fetch(`${url}/health/live`)).ok)
      const askedAt = performance.now()
      const code = await ask(
        url,
        `mutation { triggerRun(input: { agent: "${agent}", input: "Nobody does it." }) { __typename } }`,
      ).then(
        () => 'nothing',
        (error: unknown) => (error instanceof Refused ? error.code : String(error)),
      )
      figure('refusal', performance.now() - askedAt)
      assert.equal(code, 'DATABASE_UNAVAILABLE')
      assert.ok(performance.now() - askedAt < refusedWithinMs)
      // A machine that is busy may need a second try, as its error says; a server that answers nothing has none.
      await eventually(() => ask(url, '{ project { maxConcurrentRuns } }'), {
        what: `${url} answers what only reads`,
        withinMs: refusedWithinMs,
      })
    }

    async function isReady(healthUrl: string): Promise<void> {
      await eventually(async () => (await fetch(`${healthUrl}/health/ready`)).ok, {
        ...{ what: `${healthUrl} says that it is ready`, withinMs: noticedWithinMs },
      })
    }

    async function isNotReady(healthUrl: string): Promise<void> {
      const response = await eventually(
        async () => {
          const found = await fetch(`${healthUrl}/health/ready`)
          return found.status === 503 && found
        },
        { what: `${healthUrl} says that it is not ready`, withinMs: noticedWithinMs },
      )
      assert.equal(response.headers.get('retry-after'), '2')
    }
  },
} satisfies Scenario
