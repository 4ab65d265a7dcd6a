import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { callPiece, chunk } from '../../fixtures/streams/openai-chat.ts'
import { shuffled } from '../../support/random.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { asEvent, calls, inTurns, neverEnds, says } from '../servers/replies.ts'
import type { Stage } from '../stage/stage.ts'

const mebibyte = 1024 * 1024
/** Memory that the process may need beyond what it has at rest. One that holds what it is sent needs more than a gigabyte. */
const room = 600 * mebibyte
const others = 8
/** Longer than the busiest machine has a process wait: no run is lost. */
const leaseMs = 60_000
/** The answers are 30 MB in all, which a busy machine takes a minute for. */
const withinMs = 180_000

/** One piece of an answer, from 0, of these words. */
type Way = (words: string, nth: number) => string

const ways: Readonly<Record<string, Way>> = {
  text: (content) => asEvent(chunk({ content })),
  reasoning: (reasoning_content) => asEvent(chunk({ reasoning_content })),
  arguments: (text, nth) =>
    asEvent(
      chunk(callPiece({ index: 0, arguments: text, ...(nth === 0 && { id: 'call_0', name: 'read' }) })),
    ),
  calls: (_, nth) =>
    asEvent(chunk(callPiece({ index: nth, id: `call_${nth}`, name: 'read', arguments: '{}' }))),
  refusal: (refusal) => asEvent(chunk({ refusal })),
  line: (words, nth) => (nth === 0 ? 'data: ' : words),
}

interface Options {
  /** Whether the agent has another model. */
  readonly hasOther: boolean
  /** Clients that are cut off every few events take minutes for all of them. */
  readonly isFollowed: boolean
}

/** They are left once they are too large: the process keeps its memory, and the other runs go on. */
export default {
  number: 69,
  title: 'answers without end, while other runs are under way',
  promises: ['MOD-10', 'MOD-5', 'MOD-6', 'MOD-8'],
  withinMs: withinMs + 30_000,
  async run({ openStage, provider, random, figure, note }) {
    const stage = await openStage({ workers: 1, env: { RUNGRAPH_LEASE_MS: String(leaseMs) } })
    const [worker] = stage.cluster.workers
    assert.ok(worker)
    const before = await worker.memory()
    stage.onCall('work', () => delay(random() * 400, { done: true }))
    const triggeredAt = performance.now()
    await Promise.all([
      ...Array.from({ length: others }, () => completes(stage, triggeredAt)),
      ...shuffled(Object.entries(ways), random).map(([name, way], nth) =>
        leaves(name, way, { hasOther: nth % 2 === 0, isFollowed: nth === 0 }),
      ),
    ])
    const { bytes, highestBytes } = await worker.memory()
    const inMebibytes = [before.bytes, highestBytes, bytes].map((each) => Math.round(each / mebibyte))
    note(`Its memory before, at most and after: ${inMebibytes.join(', ')} MiB.`)
    assert.ok(highestBytes - before.bytes < room, `it had up to ${inMebibytes[1]} MiB`)

    /** Another model answers, where there is one. */
    async function leaves(name: string, way: Way, { hasOther, isFollowed }: Options): Promise<void> {
      const agent = await stage.createAgent({
        model: `openai-chat/${name}`,
        ...(hasOther && { fallbackModels: ['openai-chat/other'] }),
      })
      const words = 'on and on '.repeat(10 + Math.floor(random() * 20))
      await delay(random() * 500)
      const run = await stage.trigger({
        agent,
        isFollowed,
        model: inTurns([neverEnds((nth) => way(words, nth)), says('From the other.')]),
      })
      const { status, summary, errorCode, recoveries } = await run.untilStopped(withinMs)
      figure(`${name} left`, ms(provider.of(run.marker)[0]))
      assert.deepEqual(
        { name, status, summary, errorCode, recoveries },
        {
          ...(hasOther
            ? { name, status: 'COMPLETED', summary: 'From the other.', errorCode: null }
            : { name, status: 'FAILED', summary: null, errorCode: 'ANSWER_TOO_LARGE' }),
          recoveries: 0,
        },
      )
      const [first, ...further] = provider.of(run.marker)
      assert.deepEqual(
        further.map(({ body }) => body.model),
        hasOther ? ['other'] : [],
      )
      // It hears of it over the network.
      await eventually(() => first?.wasLeft, { what: `the provider sees the client of ${name} go` })
      if (isFollowed) assert.equal((await run.sees('ModelSwitched')).reason, 'ANSWER_TOO_LARGE')
    }

    async function completes(on: Stage, since: number): Promise<void> {
      const turns = [1, 2, 3].map(() => calls(on.call('idempotent', 'work')))
      const run = await on.trigger({
        agent: await on.createAgent(),
        model: inTurns(...turns, says('All of it is done.', { chunkDelayMs: 5 })),
      })
      const { status, recoveries } = await run.untilStopped(withinMs)
      assert.deepEqual({ status, recoveries }, { status: 'COMPLETED', recoveries: 0 })
      figure('others completed', performance.now() - since)
    }
  },
} satisfies Scenario

function ms(request: { readonly at: number; readonly closedAt: number | null } | undefined): number {
  return (request?.closedAt ?? 0) - (request?.at ?? 0)
}
