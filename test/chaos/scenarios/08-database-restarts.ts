import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { clusterLeaseMs } from '../servers/cluster.ts'
import { after, inTurns, says } from '../servers/replies.ts'

/** Time within which a caller receives the error that the database is away. */
const refusedWithinMs = 5_000
/** Time within which runs continue after it is back. */
const resumedWithinMs = 15_000

export default {
  number: 8,
  title: 'the database crashes and is away for a while',
  promises: ['DUR-1', 'DUR-2', 'TAS-5', 'EVT-1'],
  async run({ stage, postgres, random, figure, note }) {
    const agent = await stage.createAgent()
    const back = Promise.withResolvers<void>()
    // One is in a call when it happens, one in a call that is answered meanwhile, one in an answer, and one has not begun its first.
    stage.onCall('held', (_, nth) => (nth === 1 ? back.promise : { held: nth }))
    const answered = Promise.withResolvers<void>()
    stage.onCall('answered', () => answered.promise)
    const held = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'held', 'Held.') })
    const paid = await stage.trigger({ agent, model: stage.oneCall('once', 'answered', 'Paid, or not.') })
    const spoken = await stage.trigger({
      agent,
      model: inTurns([says('One word after another. '.repeat(12), { chunkDelayMs: 50 }), says('In one go.')]),
    })
    const asked = await stage.trigger({ agent, model: inTurns(after(back.promise, says('At last.'))) })
    await Promise.all([stage.nthCall('held', 1), stage.nthCall('answered', 1), spoken.sees('TextDelta')])
    await delay(random() * 300)

    // Now and then for longer than a lease lasts.
    const downMs = random() < 0.2 ? clusterLeaseMs + 1_000 : 300 + random() * 1_700
    note(`The database goes, for ${Math.round(downMs)} ms.`)
    await postgres.restart(random() < 0.7 ? 'immediate' : 'fast', async () => {
      const goneAt = performance.now()
      answered.resolve()
      await Promise.all(stage.cluster.urls().map(refuses))
      await delay(Math.max(0, downMs - (performance.now() - goneAt)))
    })
    const backAt = performance.now()
    back.resolve()

    const runs = [held, paid, spoken, asked]
    const ended = await Promise.all(runs.map((run) => run.untilStopped(resumedWithinMs)))
    figure('resumption', performance.now() - backAt)
    assert.deepEqual(
      ended.map(({ status }) => status),
      runs.map(() => 'COMPLETED'),
    )
    assert.ok(['One word after another. '.repeat(12), 'In one go.'].includes(ended[2]?.summary ?? ''))
    assert.equal(stage.callsOf('answered').length, 1, 'what must not happen twice was called once')

    const later = await stage.trigger({ agent, model: inTurns(says('As before.')) })
    assert.equal((await later.untilStopped()).status, 'COMPLETED')

    /** The server lives, says that it is not ready, and refuses with a code that tells what to do. */
    async function refuses(url: string): Promise<void> {
      assert.ok((await fetch(`${url}/health/live`)).ok)
      await eventually(async () => (await fetch(`${url}/health/ready`)).status === 503, {
        what: 'the server says that it is not ready',
      })
      const askedAt = performance.now()
      const code = await ask(url, '{ project { maxConcurrentRuns } }').then(
        () => 'nothing',
        (error: unknown) => (error instanceof Refused ? error.code : String(error)),
      )
      figure('refusal', performance.now() - askedAt)
      assert.equal(code, 'DATABASE_UNAVAILABLE')
      assert.ok(performance.now() - askedAt < refusedWithinMs)
    }
  },
} satisfies Scenario
