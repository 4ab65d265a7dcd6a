import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import { plainEvents } from '../../fixtures/streams/sse.ts'
import { failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { readAnswer } from '../../support/provider-rows.ts'

/** Reports about streams of Chat Completions that differ from the documented form, and the right reading. A new report is a row. */
interface Report {
  readonly report: string
  readonly answer: string
  readonly right: {
    readonly calls?: readonly (readonly [name: string, args: Json])[]
    readonly text?: string
    readonly reasoning?: string
    readonly finishReason?: string
    readonly repaired?: readonly string[]
  }
}

const offered = ['pay', 'look'].map((name) => ({
  name,
  description: `Tool ${name}.`,
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}))

const rome = { city: 'Rome' }
const romeText = JSON.stringify(rome)
const call = (name: string | undefined, args: string, id?: string) =>
  chat.callPiece({ index: 0, ...(name && { name }), ...(id && { id }), arguments: args })
const stream = (...choices: readonly JsonObject[]) =>
  plainEvents(...choices.map((choice) => ({ choices: [choice] })), chat.usageChunk())
const words = (index: number, content: string, finish_reason: string | null = null) => ({
  ...{ index, finish_reason },
  delta: { content },
})

const joined = ['pieces under several choice indexes were read as one answer']
const leftOut = ['a second answer, which was not asked for, was left out']
const look = { calls: [['look', rome]], finishReason: 'TOOL_CALLS', repaired: joined } as const

const indexes: readonly Report[] = [
  {
    report: 'the number of the chunk as index',
    answer: stream(words(0, 'Nine '), words(1, 'barges '), words(2, 'of coal.'), words(3, '', 'stop')),
    right: { text: 'Nine barges of coal.', finishReason: 'STOP', repaired: joined },
  },
  {
    report: 'the number of the chunk as index, and the finish reason under the first',
    answer: stream(words(0, 'Nine '), words(1, 'barges '), words(2, 'of coal.'), words(0, '', 'stop')),
    right: { text: 'Nine barges of coal.', finishReason: 'STOP', repaired: joined },
  },
  {
    report: 'the number of the chunk as index, and the last one is cut at the limit',
    answer: stream(words(0, 'Nine '), words(1, 'barges', 'length')),
    right: { text: 'Nine barges', finishReason: 'LENGTH', repaired: joined },
  },
  {
    report: 'words under 0, and a call under 1',
    answer: stream(
      words(0, 'I will '),
      { index: 1, delta: call('look', '{"city":', 'call_1') },
      words(0, 'look.'),
      { index: 1, delta: call(undefined, '"Rome"}') },
      { index: 0, delta: {}, finish_reason: 'tool_calls' },
    ),
    right: { ...look, text: 'I will look.' },
  },
  {
    report: 'words under 0 and a call under 1, with a finish reason each',
    answer: stream(
      words(0, 'I will look.', 'tool_calls'),
      { index: 1, delta: call('look', romeText, 'call_1') },
      { index: 1, delta: {}, finish_reason: 'tool_calls' },
    ),
    right: { ...look, text: 'I will look.' },
  },
  {
    report: 'thoughts under 0, words under 1, a call under 2',
    answer: stream(
      { index: 0, delta: { reasoning_content: 'Hm.' } },
      words(1, 'I will look.'),
      { index: 2, delta: call('look', romeText, 'call_1') },
      { index: 2, delta: {}, finish_reason: 'tool_calls' },
    ),
    right: { ...look, reasoning: 'Hm.', text: 'I will look.' },
  },
  {
    report: 'the pieces of a call under the number of the chunk',
    answer: stream(
      { index: 0, delta: call('look', '{"ci', 'call_1') },
      { index: 1, delta: call(undefined, 'ty":') },
      { index: 2, delta: call(undefined, '"Rome"}') },
      { index: 3, delta: {}, finish_reason: 'tool_calls' },
    ),
    right: look,
  },
  {
    report: 'each call under an index of its own',
    answer: stream(
      { index: 0, delta: call('look', romeText, 'call_1') },
      { index: 1, delta: call('pay', romeText, 'call_2') },
      { index: 0, delta: {}, finish_reason: 'tool_calls' },
    ),
    right: {
      calls: [
        ['look', rome],
        ['pay', rome],
      ],
      finishReason: 'TOOL_CALLS',
      repaired: joined,
    },
  },
  {
    report: 'words and a call in the choices of an answer in one piece',
    answer: JSON.stringify({
      choices: [
        { message: { content: 'I will look.' }, finish_reason: 'tool_calls' },
        {
          message: { tool_calls: [{ id: 'call_1', function: { name: 'look', arguments: romeText } }] },
          finish_reason: 'tool_calls',
        },
      ],
    }),
    right: { ...look, text: 'I will look.' },
  },
  {
    report: 'two answers, piece by piece',
    answer: stream(
      words(0, 'Good '),
      words(1, 'Hello'),
      words(0, 'day', 'stop'),
      words(1, ' there', 'length'),
    ),
    right: { text: 'Good day', finishReason: 'STOP', repaired: leftOut },
  },
  {
    report: 'two answers, one behind the other',
    answer: stream(words(0, 'Good day', 'stop'), words(1, 'Hello', 'stop')),
    right: { text: 'Good day', finishReason: 'STOP', repaired: leftOut },
  },
  {
    report: 'the same answer twice in one piece',
    answer: JSON.stringify({
      choices: [0, 1].map(() => ({ message: { content: 'Good day' }, finish_reason: 'stop' })),
    }),
    right: { text: 'Good day', finishReason: 'STOP', repaired: leftOut },
  },
]

const said = (...contents: readonly string[]) =>
  contents.map((content) => ({ index: 0, message: { role: 'assistant', content } }))
const end = { index: 0, delta: {}, finish_reason: 'stop' }

const messages: readonly Report[] = [
  {
    report: 'pieces that begin alike',
    answer: stream(...said('2', '2 barges', '.'), end),
    text: '22 barges.',
  },
  {
    report: 'two pieces that begin alike',
    answer: stream(...said('2', '2 barges.'), end),
    text: '22 barges.',
  },
  { report: 'pieces that are alike', answer: stream(...said('ha', 'ha', '!'), end), text: 'haha!' },
  {
    report: 'the whole so far, from one digit on',
    answer: stream(...said('2', '2 barges', '2 barges.'), end),
    text: '2 barges.',
  },
  {
    report: 'the whole so far, which may stay as it is',
    answer: stream(...said('Nine', 'Nine', 'Nine barges', 'Nine barges', 'Nine barges.'), end),
    text: 'Nine barges.',
  },
  {
    report: 'the whole so far, and a last piece without words',
    answer: stream(...said('Nine', 'Nine barges.', ''), { ...said('')[0], finish_reason: 'stop' }),
    text: 'Nine barges.',
  },
  {
    report: 'the whole so far, and the whole at the end',
    answer: stream(...said('2', '2 barges.'), { ...said('2 barges.')[0], finish_reason: 'stop' }),
    text: '2 barges.',
  },
  {
    report: 'pieces, and the whole at the end without its line breaks',
    answer: stream(...said('\n\nNine', ' barges.'), { ...said('Nine barges.')[0], finish_reason: 'stop' }),
    text: '\n\nNine barges.',
  },
  {
    report: 'thoughts so far, then words so far',
    answer: stream(
      ...[
        { reasoning_content: 'Hm', content: '' },
        { reasoning_content: 'Hm, so', content: '' },
        { reasoning_content: 'Hm, so', content: 'Nine' },
        { reasoning_content: 'Hm, so', content: 'Nine barges.' },
      ].map((message) => ({ index: 0, message })),
      end,
    ),
    text: 'Nine barges.',
    reasoning: 'Hm, so',
  },
].map(({ report, answer, ...right }) => ({ report: `messages in place of deltas: ${report}`, answer, right }))

const noReason = ['it ended without a finish reason, and was read as whole']

const ends: readonly Report[] = [
  {
    report: 'the end mark without a finish reason, behind words',
    answer: plainEvents(chat.chunk({ content: 'Good ' }), chat.chunk({ content: 'day' })),
    right: { text: 'Good day', finishReason: 'STOP', repaired: noReason },
  },
  {
    report: 'the end mark without a finish reason, behind a call',
    answer: plainEvents(chat.chunk(call('look', romeText, 'call_1'))),
    right: { calls: [['look', rome]], finishReason: 'TOOL_CALLS', repaired: noReason },
  },
  {
    report: 'the end mark without a line break behind it',
    answer: plainEvents(chat.chunk({ content: 'Good day' })).trimEnd(),
    right: { text: 'Good day', finishReason: 'STOP', repaired: noReason },
  },
]

const named: readonly Report[] = [
  ...[
    'functions.look',
    'default_api.look',
    'tools.look',
    'default_api:look',
    'functions.look:0',
    'look<|channel|>json',
  ],
].map((name) => ({
  report: `a call of ${name}`,
  answer: chat.completion([call(name, romeText, 'call_1')], 'tool_calls'),
  right: { calls: [['look', rome]], repaired: [`the call of \`${name}\` was read as one of \`look\``] },
}))

const unnamed: readonly Report[] = ['functions.fly', 'other.look'].map((name) => ({
  report: `a call of ${name}, which is no tool`,
  answer: chat.completion([call(name, romeText, 'call_1')], 'tool_calls'),
  right: { calls: [[name, rome]], repaired: [] },
}))

const piece = (call: JsonObject) => chat.chunk({ tool_calls: [call] })
const calledIn = (...pieces: readonly JsonObject[]) =>
  plainEvents(...pieces.map(piece), chat.chunk({}, 'tool_calls'), chat.usageChunk())
const looked = { calls: [['look', rome]], finishReason: 'TOOL_CALLS', repaired: [] } as const

const forms: readonly Report[] = [
  {
    report: 'the function in the call itself',
    answer: calledIn({ index: 0, id: 'c', name: 'look', arguments: romeText }),
  },
  {
    report: 'the function in the call itself, in pieces',
    answer: calledIn(
      { index: 0, id: 'c', name: 'look' },
      { index: 0, arguments: '{"city":' },
      { index: 0, arguments: '"Rome"}' },
    ),
  },
  {
    report: 'arguments beside the function',
    answer: calledIn({ index: 0, id: 'c', function: { name: 'look' }, arguments: rome }),
  },
  {
    report: 'the name in the place of the function',
    answer: calledIn({ index: 0, id: 'c', function: 'look', arguments: romeText }),
  },
  {
    report: 'a custom call',
    answer: calledIn({ index: 0, id: 'c', type: 'custom', custom: { name: 'look', input: romeText } }),
  },
  {
    report: 'a name in pieces, under one index',
    answer: calledIn(
      { index: 0, id: 'c', function: { name: 'lo', arguments: '' } },
      { index: 0, function: { name: 'ok' } },
      { index: 0, function: { arguments: romeText } },
    ),
  },
  {
    report: 'a name in pieces, with one id',
    answer: calledIn(
      { index: 0, id: 'c', function: { name: 'lo' } },
      { index: 0, id: 'c', function: { name: 'ok' } },
      { index: 0, id: 'c', function: { arguments: romeText } },
    ),
  },
  {
    report: 'a name in three pieces, without ids',
    answer: calledIn(
      { index: 0, function: { name: 'l' } },
      { index: 0, function: { name: 'oo' } },
      { index: 0, function: { name: 'k', arguments: romeText } },
    ),
  },
].map(({ report, answer }) => ({ report: `a call with ${report}`, answer, right: looked }))

const unjoined: readonly Report[] = [
  {
    report: 'two calls whose names are no tool together',
    answer: calledIn({ index: 0, function: { name: 'lo' } }, { index: 0, function: { name: 'pa' } }),
    right: {
      calls: [
        ['lo', {}],
        ['pa', {}],
      ],
    },
  },
  {
    report: 'two calls of tools',
    answer: calledIn({ index: 0, function: { name: 'look' } }, { index: 0, function: { name: 'pay' } }),
    right: {
      calls: [
        ['look', {}],
        ['pay', {}],
      ],
    },
  },
]

const thoughts: readonly Report[] = ['reasoning_text', 'thinking'].map((field) => ({
  report: `thoughts as ${field}`,
  answer: chat.completion([{ [field]: 'H' }, { [field]: 'm.' }, { content: 'Good day' }]),
  right: { text: 'Good day', reasoning: 'Hm.', finishReason: 'STOP', repaired: [] },
}))

const object = JSON.stringify({ name: 'look', arguments: rome })
const marked: readonly Report[] = [
  `<tools>${object}</tools>`,
  `<tools>\n${object}\n</tools>`,
  `<tools>[${object}]</tools>`,
  `<function_call>${object}</function_call>`,
  `<function_call>\n${object}\n</function_call>`,
].map((content) => ({
  report: `a call in text: ${content}`,
  answer: chat.completion([...content].map((letter) => ({ content: letter }))),
  right: { ...looked, text: '', repaired: ['calls in its text were read as calls'] },
}))

const unmarked: readonly Report[] = ['<tools>\n  <tool name="look"/>\n</tools>', 'Use <tools> for it.'].map(
  (content) => ({
    report: `no call in text: ${content}`,
    answer: chat.completion([{ content }]),
    right: { text: content, calls: [], repaired: [] },
  }),
)

const reports: readonly Report[] = [
  ...forms,
  ...unjoined,
  ...thoughts,
  ...marked,
  ...unmarked,
  ...indexes,
  ...messages,
  ...ends,
  ...named,
  ...unnamed,
]

const providerAt = (baseUrl: string) => createOpenAiChat({ apiKey: 'key', baseUrl: `${baseUrl}/v1` })

describe('MOD-2 public reports about streams of Chat Completions', () => {
  it.each(reports)('$report', async ({ answer, right }) => {
    const { baseUrl } = await serving([streamed(answer)])
    const stream = providerAt(baseUrl).stream(modelRequest({ tools: offered }))
    expect(await readAnswer(stream)).toMatchObject(right)
  })

  it.each([
    { index: 0, id: 'c', function: { name: '', arguments: romeText } },
    { index: 0, id: 'c', type: 'computer', action: { name: 'look' } },
    { index: 0, id: 'c', type: 'custom', custom: { input: 'Rome' } },
  ])('a call without a name is said to be one, and no lost connection: %j', async (call) => {
    const { baseUrl } = await serving([streamed(calledIn(call))])
    const failed = await failureOf(providerAt(baseUrl).stream(modelRequest({ tools: offered })))
    expect(failed.kind).toBe('UNKNOWN')
    expect(failed.message).toContain('a tool call without a name')
  })

  it.each([
    { report: 'nothing but the end mark', answer: 'data: [DONE]\n\n', kind: 'NETWORK' },
    {
      report: 'thoughts and the end mark',
      answer: plainEvents(chat.chunk({ reasoning_content: 'Hm.' })),
      kind: 'NETWORK',
    },
    {
      report: 'half a call and the end mark',
      answer: plainEvents(chat.chunk(call('look', '{"ci', 'call_1'))),
      kind: 'NETWORK',
    },
    {
      report: 'words and no end mark',
      answer: plainEvents(chat.chunk({ content: 'Good [DONE]' })).replace('data: [DONE]\n\n', ''),
      kind: 'NETWORK',
    },
    {
      report: 'events of no known API',
      answer: plainEvents({ event: 'message', answer: 'Good' }, { event: 'message', answer: ' day' }),
      kind: 'BAD_REQUEST',
    },
    { report: 'events of words', answer: 'data: Good day\n\ndata: [DONE]\n\n', kind: 'BAD_REQUEST' },
    {
      report: 'an error about the path under HTTP 200',
      answer: '{"error":"Unexpected endpoint or method. (POST /chat/completions)"}',
      kind: 'BAD_REQUEST',
    },
    { report: 'a page', answer: '<html></html>', kind: 'BAD_REQUEST' },
    { report: 'JSON of no known API', answer: '{"detail": "Good day"}', kind: 'BAD_REQUEST' },
  ])('$report: no answer', async ({ answer, kind }) => {
    const { baseUrl } = await serving([streamed(answer)])
    const failed = await failureOf(providerAt(baseUrl).stream(modelRequest({ tools: offered })))
    expect(failed).toMatchObject({ kind, retryable: kind === 'NETWORK' })
    if (kind === 'BAD_REQUEST') expect(failed.message).toContain('OPENAI_CHAT_BASE_URL')
  })
})
