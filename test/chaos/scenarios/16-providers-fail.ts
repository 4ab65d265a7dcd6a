import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { fails, type Model, type Reply, resets, says } from '../servers/replies.ts'

/** Behaviour of each model of the fake provider at every request. */
const models: Readonly<Record<string, Reply>> = {
  errs: fails(500),
  breaks: resets('Half an answer'),
  refuses: fails(401),
  answers: says('At last.'),
}
const chain = [
  'openai/wants-tls',
  'anthropic/has-no-address',
  'google/is-not-there',
  'openai-chat/errs',
  'openai-chat/breaks',
]
/** Result of each, in order: the kind of error, and the number of requests. */
const expected = [
  ['openai/wants-tls', 'NETWORK', 2],
  ['anthropic/has-no-address', 'NETWORK', 2],
  ['google/is-not-there', 'NETWORK', 2],
  ['openai-chat/errs', 'OVERLOADED', 2],
  ['openai-chat/breaks', 'NETWORK', 2],
  ['openai-chat/refuses', 'AUTH', 1],
] as const

export default {
  number: 16,
  title: 'providers fail in every way, one after the other',
  promises: ['MOD-3', 'MOD-4', 'MOD-5', 'MOD-8'],
  async run({ openStage, provider }) {
    const { host, port } = new URL(provider.baseUrl)
    const env = {
      // TLS towards a server that speaks none.
      ...{ OPENAI_API_KEY: 'chaos', OPENAI_BASE_URL: `https://${host}/v1` },
      // Names under .invalid never exist (RFC 6761).
      ...{ ANTHROPIC_API_KEY: 'chaos', ANTHROPIC_BASE_URL: 'http://nowhere.invalid' },
      ...{ GOOGLE_API_KEY: 'chaos', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
    }
    assert.notEqual(port, '9')
    const model: Model = ({ body }) => models[body.model] ?? fails(404)
    const [first = '', ...others] = chain

    const stage = await openStage({ workers: 1, env })
    const answered = await play([...others, 'openai-chat/answers'])
    assert.deepEqual(answered.state.status, 'COMPLETED')
    assert.equal(answered.state.summary, 'At last.')
    assert.deepEqual(
      answered.run.eventsOf('ModelSwitched').map(({ toModel, reason }) => [toModel, reason]),
      [...others, 'openai-chat/answers'].map((name, index) => [name, expected[index]?.[1]]),
    )

    // Elsewhere, where no model rests from having failed before.
    const fresh = await openStage({ workers: 1, env })
    const exhausted = await play([...others, 'openai-chat/refuses'], fresh)
    const { status, reason, errorCode } = exhausted.state
    assert.deepEqual(
      { status, reason, errorCode },
      { status: 'FAILED', reason: 'MODELS_EXHAUSTED', errorCode: 'MODELS_EXHAUSTED' },
    )
    const error = String((await exhausted.run.sees('RunFailed')).error)
    const positions = expected.map(([name, kind, tries]) =>
      error.indexOf(`${name}: ${kind} after ${tries === 1 ? '1 try' : `${tries} tries`}`),
    )
    assert.ok(
      positions.every((position, index) => position > (positions[index - 1] ?? -1)),
      `each attempt is told, in order: ${error}`,
    )
    const recorded = await fresh.database.rows<{ name: string; kind: string; count: number }>(
      `select provider || '/' || model as name, "errorCode" as kind, count(*)::int as count
       from "ModelCall" where "runId" = $1 group by 1, 2 order by min(number)`,
      [exhausted.run.id],
    )
    assert.deepEqual(
      recorded.map(({ name, kind, count }) => [name, kind, count]),
      expected,
    )

    async function play(fallbackModels: readonly string[], where = stage) {
      const agent = await where.createAgent({
        model: first,
        fallbackModels,
        modelRetry: { maxAttempts: 2, baseMs: 20, capMs: 100 },
      })
      const run = await where.trigger({ agent, model })
      return { run, state: await run.untilStopped() }
    }
  },
} satisfies Scenario
