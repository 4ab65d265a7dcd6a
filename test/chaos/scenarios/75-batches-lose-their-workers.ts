import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject } from '../../../src/domain/json.ts'
import { serveOpenAiBatches } from '../../support/openai-batch-server.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { says } from '../servers/replies.ts'
import type { Stage } from '../stage/stage.ts'

const runsAtOnce = 8
const kills = 4
/** Workers die so far apart: while requests are collected, sent, looked for, answered and read. */
const betweenMs = 2_500

/**
 * The turns of runs are parts of batches while workers die, and the provider answers at times only after it has done what it was asked. Each
 * run ends with its own answer, at half the price, and nothing is in two batches.
 */
export default {
  number: 75,
  title: 'workers die about batches, whose provider loses its answers',
  promises: ['BATCH-2', 'BATCH-3', 'DUR-1'],
  withinMs: 240_000,
  async run({ openStage, random, figure, note }) {
    const openai = await serveOpenAiBatches()
    try {
      openai.isFast = false
      const answered: string[] = []
      openai.answer = (body, id) => {
        answered.push(id)
        return answerOf(body)
      }
      // A tenth of what is asked is done, and its answer is lost.
      openai.onRequest = () => (random() < 0.1 ? 'drop' : undefined)
      const stage = await openStage({
        workers: 3,
        env: {
          ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl },
          RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
          RUNGRAPH_BATCH_EVERY_SECONDS: '1',
        },
      })
      const agent = await stage.createAgent({ model: 'openai/gpt-5.6-sol', tools: [] })
      const beganAt = performance.now()
      const runs = await Promise.all(
        Array.from({ length: runsAtOnce }, () =>
          stage.trigger({ agent, model: () => says('never asked'), more: { pricing: 'BATCH' } }),
        ),
      )
      for (let nth = 0; nth < kills; nth++) {
        await delay(random() * betweenMs)
        openai.isFast = nth >= kills / 2
        await stage.replaceWorkers(stage.someWorkers())
      }
      openai.isFast = true
      for (const run of runs) {
        const { status, summary } = await eventually(
          async () => {
            const freed = await freeHeld(stage)
            if (freed > 0) note(`${freed} batches were held by workers that died`)
            const state = await run.state()
            return state.status !== 'WAITING' && state.status !== 'RUNNING' && state
          },
          { what: `${run.marker} has its answer`, withinMs: 180_000, everyMs: 250 },
        )
        assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: `Of ${run.marker}.` })
        const calls = await stage.database.rows<{ pricing: string | null; sent: boolean }>(
          'select pricing, sent from "ModelCall" where "runId" = $1 and "errorCode" is null',
          [run.id],
        )
        assert.deepEqual(calls, [{ pricing: 'BATCH', sent: true }])
      }
      figure('all batches', performance.now() - beganAt)
      note(`${openai.batches.length} batches, ${openai.asked.length} requests`)
      assert.equal(openai.direct.length, 0, 'nothing was asked at the full price')
      assert.equal(new Set(answered).size, runsAtOnce, 'no request had two ids')
      assert.equal(answered.length, runsAtOnce, 'no request was in two batches')
    } finally {
      await openai.close()
    }
  },
} satisfies Scenario

/**
 * Ten minutes pass for batches that were in the hands of a worker when it died. A living one lets go of them within seconds, and sets the
 * next look no more than five minutes ahead. Gives how many there were.
 */
async function freeHeld({ database }: Stage): Promise<number> {
  const freed = await database.rows(
    `update "Batch" set "nextLookAt" = clock_timestamp()
     where state <> 'ENDED' and "nextLookAt" - clock_timestamp() between interval '6 minutes' and interval '9 minutes 40 seconds'
     returning id`,
  )
  return freed.length
}

/** Says whose it is, by the marker in what it was asked. */
function answerOf(body: JsonObject) {
  const [, marker = 'nobody'] = /#chaos:([\w./-]+)#/.exec(JSON.stringify(body.input)) ?? []
  const content = [{ type: 'output_text', text: `Of ${marker}.`, annotations: [] }]
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
  return {
    status: 200,
    body: {
      ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-5.6-sol', output: [message] },
      usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
    },
  }
}
