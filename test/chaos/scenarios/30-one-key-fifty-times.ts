import assert from 'node:assert/strict'
import { Refused } from '../clients/graphql-client.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { inTurns, says } from '../servers/replies.ts'

const requests = 50

/** The same request comes fifty times at once at two servers; then two different ones under one key do. */
export default {
  number: 30,
  title: 'one idempotency key comes fifty times at once',
  promises: ['RUN-8'],
  async run({ stage, provider, random }) {
    const agent = await stage.createAgent()

    const marker = stage.play(stage.oneCall('once', 'pay', 'It is paid.'))
    const alike = await Promise.all(
      Array.from({ length: requests }, (_, nth) => trigger('alike', `${markerText(marker)} Pay.`, nth)),
    )
    const ids = new Set(alike)
    assert.equal(ids.size, 1, `one key gave ${[...ids].join(', ')}`)
    const run = stage.adopt(String(alike[0]), marker)
    assert.equal((await run.untilStopped()).status, 'COMPLETED')
    assert.equal(
      await trigger('alike', `${markerText(marker)} Pay.`, 0),
      run.globalId,
      'it is known for good',
    )
    assert.equal(await trigger('alike', `${markerText(marker)} Pay again.`, 1), 'IDEMPOTENCY_CONFLICT')
    assert.equal(provider.of(marker).length, 2, 'the model was asked once for each turn')
    assert.equal(stage.callsOf('pay').length, 1)

    // Of each of two inputs half of the requests: whichever comes first has the key.
    const rivals = [says('This.'), says('That.')].map((reply) => stage.play(inTurns(reply)))
    const answers = await Promise.all(
      Array.from({ length: requests }, async (_, nth) => {
        const rival = rivals[random() < 0.5 ? 0 : 1] ?? ''
        return { rival, answer: await trigger('rivals', `${markerText(rival)} Pay.`, nth) }
      }),
    )
    const won = answers.filter(({ answer }) => answer !== 'IDEMPOTENCY_CONFLICT')
    assert.equal(new Set(won.map(({ answer }) => answer)).size, 1, 'one run has the key')
    assert.equal(new Set(won.map(({ rival }) => rival)).size, 1, 'one input has the key')
    const [winner] = won
    assert.ok(winner)
    assert.ok(
      answers.every(({ rival, answer }) => rival === winner.rival || answer === 'IDEMPOTENCY_CONFLICT'),
      'the other input is a conflict, each time',
    )
    assert.equal((await stage.adopt(winner.answer, winner.rival).untilStopped()).status, 'COMPLETED')
    const [rows] = await stage.database.rows<{ count: number }>(
      'select count(*)::int as count from "Run" where "idempotencyKey" = any($1)',
      [['alike', 'rivals'].map(keyOf)],
    )
    assert.equal(rows?.count, 2)

    /** Asks one server after the other; gives the id of the run, or the code of the refusal. */
    async function trigger(name: string, input: string, nth: number): Promise<string> {
      try {
        const asked = { agent, input, idempotencyKey: keyOf(name) }
        return await stage.mutate('triggerRun', 'Run', asked, nth % 2)
      } catch (error) {
        if (error instanceof Refused) return error.code
        throw error
      }
    }

    /** Of this play alone: the project is that of all scenarios. */
    function keyOf(name: string): string {
      return `${agent}/${name}`
    }
  },
} satisfies Scenario
