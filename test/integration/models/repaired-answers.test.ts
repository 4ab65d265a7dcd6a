import { expect, onTestFinished, test } from 'vitest'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { callPiece, completion } from '../../fixtures/streams/openai-chat.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answered, streamed } from '../../support/model-call.ts'
import { type ServedExchange, serveExchanges } from '../../support/wire.ts'

const database = forFile(await createTestDatabase())

/** A run of an agent with the tools `look` and `odd`, whose model answers so. */
async function runWith(...exchanges: readonly ServedExchange[]) {
  const server = await serveExchanges(exchanges)
  const seen: unknown[] = []
  const tools = ['look', 'odd'].map((name) =>
    testTool(name, async (args) => {
      seen.push([name, args])
      return 'A tree.'
    }),
  )
  const provider = createOpenAiChat({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
  const engine = await createTestEngine(database, { providers: [provider], tools })
  onTestFinished(async () => {
    await engine.close()
    await server.close()
  })
  const modelRetry = { maxAttempts: 3, baseMs: 1, capMs: 10 }
  const agent = { model: 'openai-chat/some-model', tools: ['look', 'odd'], modelRetry }
  const next = () => engine.run(() => ({}), { agent })
  const run = await next()
  return { run, next, seen, warnings: warningsOf(run), requests: server.requests }
}

function warningsOf(run: Awaited<ReturnType<Awaited<ReturnType<typeof createTestEngine>>['run']>>) {
  return run.of('Warning').map(({ code, message }) => `${code} ${message}`)
}

const done = streamed(completion([{ content: 'Done.' }]))

test('MOD-2 a call that a model writes into its text is made, with a warning', async () => {
  const text = '<think>Hm.</think>\n<tool_call>\n{"name": "look", "arguments": {"at": "trees"}}\n</tool_call>'
  const { run, seen, warnings } = await runWith(streamed(completion([{ content: text }])), done)
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  expect(seen).toEqual([['look', { at: 'trees' }]])
  expect(warnings).toEqual([
    'MODEL_ANSWER_REPAIRED openai-chat/some-model: thoughts in its text were read as reasoning.',
    'MODEL_ANSWER_REPAIRED openai-chat/some-model: calls in its text were read as calls.',
  ])
  expect(run.of('TextDelta').map(({ text: shown }) => shown)).toEqual(['Done.'])
})

test.each([
  ['half a call in the text', completion([{ content: '<tool_call>{"name": "look", "argu' }])],
  ['the end of a call and no call', completion([{ content: 'I will look.' }], 'tool_calls')],
])('MOD-2 MOD-4 %s is asked for again', async (_what, malformed) => {
  const call = completion(
    [callPiece({ index: 0, id: 'call_1', name: 'look', arguments: '{}' })],
    'tool_calls',
  )
  const { run, seen } = await runWith(streamed(malformed), streamed(call), done)
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  expect(seen).toEqual([['look', {}]])
})

test('MOD-2 MOD-4 words whose call never comes are asked for once more, and then are the answer', async () => {
  const lost = streamed(completion([{ content: 'Nine barges.' }], 'tool_calls'))
  const { run, warnings, requests } = await runWith(lost, lost)
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Nine barges.' })
  expect(requests).toHaveLength(2)
  expect(warnings).toEqual([
    expect.stringContaining(
      'UNKNOWN, The provider says that a tool call ends the answer, and sent none. Trying',
    ),
    'MODEL_ANSWER_REPAIRED openai-chat/some-model: its end announced a tool call, and only its words came.',
  ])
})

test('MOD-2 MOD-4 a call that never comes, without words, is asked for until the tries are over', async () => {
  const lost = streamed(completion([], 'tool_calls'))
  const { run, requests } = await runWith(lost, lost, lost)
  expect(run.row.status).toBe('FAILED')
  expect(requests).toHaveLength(3)
})

test('MOD-2 an answer whose thoughts have no beginning is no refusal, and its Warning says so', async () => {
  const answer = streamed(completion([{ content: 'Hm.\n</think>\nNine barges.' }]))
  const { run, warnings } = await runWith(answer, answer)
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Nine barges.' })
  expect(warnings).toEqual([
    'MODEL_REQUEST_ADAPTED openai-chat/some-model: The answer had the end of thoughts in its text, and no beginning. From now on text up to `</think>` is read as reasoning.',
    'MODEL_ANSWER_REPAIRED openai-chat/some-model: thoughts in its text were read as reasoning.',
  ])
})

test('MOD-7 the words of a provider stand in one line of a Warning, with one full stop', async () => {
  const refusal = answered(400, { error: { message: "Invalid schema for function 'odd':\n  too deep." } })
  const { warnings } = await runWith(refusal, refusal, done)
  expect(warnings).toEqual([
    'MODEL_REQUEST_ADAPTED openai-chat/some-model refused the request; from now on the schema of its tool `odd` is sent with types, properties and enums alone.',
    "MODEL_REQUEST_ADAPTED openai-chat/some-model refused the request; from now on its tool `odd` is left out, which it refused: Invalid schema for function 'odd': too deep.",
  ])
})

test('MOD-7 a tool that the provider refuses is reduced, then left out, and the run goes on', async () => {
  const refusal = answered(400, { error: { message: "Invalid schema for function 'odd': too deep." } })
  const { run, next, warnings, requests } = await runWith(refusal, refusal, done, done)
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  expect(warnings).toHaveLength(2)
  expect(warnings[1]).toMatch(/^MODEL_REQUEST_ADAPTED .*its tool `odd` is left out/)
  expect(JSON.stringify(requests[1]?.body)).toContain('"odd"')
  expect(JSON.stringify(requests[2]?.body)).not.toContain('"odd"')
  expect(JSON.stringify(requests[2]?.body)).toContain('"look"')
  // A later run is not offered the tool either, and says so.
  expect(warningsOf(await next())).toEqual([
    "MODEL_REQUEST_ADAPTED openai-chat/some-model refused an earlier request; since then its tool `odd` is left out, which it refused: Invalid schema for function 'odd': too deep.",
  ])
  expect(requests).toHaveLength(4)
})
