import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import * as anthropic from '../../fixtures/streams/anthropic.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import { failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { openProvider, readAnswer } from '../../support/provider-rows.ts'

/** Reports about fields of another type than documented: none costs the answer. A new report is a row. */
interface Report {
  readonly report: string
  readonly events: readonly Json[]
  readonly right?: JsonObject
}

const rome = '{"city":"Rome"}'
const day = chat.chunk({ content: 'Good day' })
const stop = chat.chunk({}, 'stop')
const called = (call: Json) => [chat.chunk({ tool_calls: call }), chat.chunk({}, 'tool_calls')]
const look = { index: 0, id: 'c', type: 'function', function: { name: 'look', arguments: rome } }
const choice = (changes: JsonObject) => ({
  choices: [{ index: 0, delta: {}, finish_reason: null, ...changes }],
})
const said = { text: 'Good day', reasoning: '', calls: [], finishReason: 'STOP' }
const looked = { ...said, text: '', calls: [['look', { city: 'Rome' }]], finishReason: 'TOOL_CALLS' }

const ofChat: readonly Report[] = [
  {
    report: 'counts as text',
    events: [day, { ...stop, usage: { prompt_tokens: '12', completion_tokens: '3', total_tokens: '15' } }],
    right: { ...said, inputTokens: 12, outputTokens: 3 },
  },
  { report: 'the usage as a list', events: [day, { ...stop, usage: [] }] },
  { report: 'the usage as words', events: [day, { ...stop, usage: 'none' }] },
  {
    report: 'details of the usage as a list',
    events: [
      day,
      stop,
      chat.usageChunk({ prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: [] }),
    ],
    right: { ...said, inputTokens: 12, outputTokens: 3 },
  },
  {
    report: 'a fingerprint as a number',
    events: [
      { ...day, system_fingerprint: 7 },
      { ...stop, timings: [] },
    ],
  },
  { report: 'an event that is null', events: [null, day, null, stop] },
  {
    report: 'the index of a choice as text',
    events: [choice({ index: '0', delta: { content: 'Good day' } }), stop],
  },
  {
    report: 'the index of a choice as an object',
    events: [choice({ index: {}, delta: { content: 'Good day' } }), stop],
  },
  { report: 'a delta that is an empty list', events: [choice({ delta: [] }), day, stop] },
  { report: 'a delta that is its words', events: [choice({ delta: 'Good day' }), stop] },
  {
    report: 'one choice in the place of a list',
    events: [{ choices: { index: 0, delta: { content: 'Good day' } } }, stop],
  },
  {
    report: 'a finish reason that is 0 in every piece',
    events: [choice({ delta: { content: 'Good day' }, finish_reason: 0 }), stop],
  },
  {
    report: 'a finish reason that is an object',
    events: [choice({ delta: { content: 'Good day' }, finish_reason: {} }), stop],
  },
  {
    report: 'a finish reason that is a number',
    events: [day, choice({ finish_reason: 2 })],
    right: { ...said, finishReason: 'OTHER' },
  },
  {
    report: 'content that is a number',
    events: [chat.chunk({ content: 42 }), stop],
    right: { ...said, text: '42' },
  },
  {
    report: 'content that is a list of texts',
    events: [chat.chunk({ content: ['Good ', { type: 'text', text: 'day' }, null] }), stop],
  },
  {
    report: 'content whose text is an object',
    events: [chat.chunk({ content: [{ text: { value: 'Good day' } }] }), stop],
  },
  ...[{ content: 'Hm.' }, ['Hm', '.'], [{ type: 'text', text: 'Hm.' }]].flatMap((thought) =>
    ['reasoning', 'reasoning_content'].map((field) => ({
      report: `${field} as ${JSON.stringify(thought)}`,
      events: [chat.chunk({ [field]: thought }), day, stop],
      right: { ...said, reasoning: 'Hm.' },
    })),
  ),
  { report: 'reasoning that is true', events: [chat.chunk({ reasoning: true }), day, stop] },
  { report: 'details of reasoning as an object', events: [chat.chunk({ reasoning_details: {} }), day, stop] },
  { report: 'a refusal that is false', events: [chat.chunk({ refusal: false, content: 'Good day' }), stop] },
  { report: 'calls that are false', events: [chat.chunk({ tool_calls: false, content: 'Good day' }), stop] },
  { report: 'the index of a call as text', events: called([{ ...look, index: '0' }]), right: looked },
  { report: 'the id of a call as a number', events: called([{ ...look, id: 12 }]), right: looked },
  { report: 'one call in the place of a list', events: called(look), right: looked },
  { report: 'a call and null', events: called([null, look, null]), right: looked },
  {
    report: 'no arguments as an empty list',
    events: called([{ ...look, function: { name: 'look', arguments: [] } }]),
    right: { ...looked, calls: [['look', {}]] },
  },
  {
    report: 'no arguments as an empty list in text',
    events: called([{ ...look, function: { name: 'look', arguments: '[]' } }]),
    right: { ...looked, calls: [['look', {}]] },
  },
]

const block = (index: Json, content_block: Json) => ({ type: 'content_block_start', index, content_block })
const piece = (index: Json, delta: Json) => ({ type: 'content_block_delta', index, delta })
const textPiece = { type: 'text_delta', text: 'Good day' }
const begun = { type: 'message_start', message: { id: 'm', content: null, usage: null } }
const ended = [anthropic.messageDelta(anthropic.endTurn), { type: 'message_stop' }]

const ofAnthropic: readonly Report[] = [
  {
    report: 'no usage',
    events: [begun, block(0, { type: 'text', text: null }), piece(0, textPiece), ...ended],
  },
  {
    report: 'a message that is null',
    events: [
      { type: 'message_start', message: null },
      block(0, { type: 'text' }),
      piece(0, textPiece),
      ...ended,
    ],
  },
  {
    report: 'indexes as text',
    events: [begun, block('0', { type: 'text', text: '' }), piece(0, textPiece), piece('0', null), ...ended],
  },
  {
    report: 'a block that is null',
    events: [begun, block(0, null), block(1, { type: 'text', text: '' }), piece(1, textPiece), ...ended],
  },
  {
    report: 'thoughts that are null',
    events: [begun, block(0, { type: 'thinking', thinking: null }), piece(1, textPiece), ...ended],
  },
  {
    report: 'counts as text',
    events: [
      begun,
      piece(0, textPiece),
      anthropic.messageDelta(anthropic.endTurn, { output_tokens: '5', input_tokens: '12' }),
      { type: 'message_stop' },
    ],
    right: { ...said, inputTokens: 12, outputTokens: 5 },
  },
  {
    report: 'the usage as a list',
    events: [
      begun,
      piece(0, textPiece),
      { ...anthropic.messageDelta(anthropic.endTurn), usage: [] },
      { type: 'message_stop' },
    ],
  },
  {
    report: 'the id of a call as a number',
    events: [
      begun,
      block(0, { type: 'tool_use', id: 12, name: 'look', input: {} }),
      piece(0, { type: 'input_json_delta', partial_json: rome }),
      anthropic.messageDelta(anthropic.toolUse),
      { type: 'message_stop' },
    ],
    right: looked,
  },
]

const candidate = (content: Json, finishReason?: string) => ({
  candidates: [{ content, ...(finishReason && { finishReason }) }],
})
const parts = (...list: readonly Json[]) => candidate({ parts: list }, 'STOP')

const ofGoogle: readonly Report[] = [
  { report: 'a part that is null', events: [parts({ text: 'Good day' }, null)] },
  { report: 'an event that is null', events: [null, parts({ text: 'Good day' })] },
  {
    report: 'parts and content that are null',
    events: [candidate({ parts: null }), candidate(null), { candidates: null }, parts({ text: 'Good day' })],
  },
  { report: 'one part in the place of a list', events: [candidate({ parts: { text: 'Good day' } }, 'STOP')] },
  {
    report: 'counts as text',
    events: [
      {
        ...parts({ text: 'Good day' }),
        usageMetadata: { promptTokenCount: '12', toolUsePromptTokenCount: 1, candidatesTokenCount: '3' },
      },
    ],
    right: { ...said, inputTokens: 13, outputTokens: 3 },
  },
  { report: 'the usage as a list', events: [{ ...parts({ text: 'Good day' }), usageMetadata: [] }] },
  {
    report: 'the id of a call as a number',
    events: [parts({ functionCall: { id: 12, name: 'look', args: { city: 'Rome' } } })],
    right: looked,
  },
  {
    report: 'the arguments of a call as text',
    events: [parts({ functionCall: { name: 'look', args: rome } })],
    right: looked,
  },
  {
    report: 'no arguments as an empty list',
    events: [parts({ functionCall: { name: 'look', args: [] } })],
    right: { ...looked, calls: [['look', {}]] },
  },
]

const message = { type: 'message', content: [{ type: 'output_text', text: 'Good day' }] }
const completed = (output: Json, usage: Json = null) => ({
  type: 'response.completed',
  response: { status: 'completed', output, usage },
})
const delta = (output_index: Json, words: Json) => ({
  type: 'response.output_text.delta',
  output_index,
  delta: words,
})

const ofResponses: readonly Report[] = [
  { report: 'an event that is null', events: [null, delta(0, 'Good day'), completed([message])] },
  { report: 'a delta that is null', events: [delta(0, null), delta(0, 'Good day'), completed([message])] },
  {
    report: 'items that are null',
    events: [{ type: 'response.output_item.added', output_index: 0, item: null }, completed([null, message])],
  },
  { report: 'no items', events: [delta(0, 'Good day'), completed(null)] },
  {
    report: 'content that is null',
    events: [delta(0, 'Good day'), completed([{ type: 'message', content: null }])],
  },
  { report: 'a summary that is null', events: [completed([{ type: 'reasoning', summary: null }, message])] },
  {
    report: 'counts as text',
    events: [completed([message], { input_tokens: '12', output_tokens: '3' })],
    right: { ...said, inputTokens: 12, outputTokens: 3 },
  },
  { report: 'the usage as a list', events: [completed([message], [])] },
  {
    report: 'indexes as text',
    events: [
      {
        type: 'response.output_item.added',
        output_index: '0',
        item: { type: 'function_call', call_id: 12, name: 'look', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: rome },
      completed([]),
    ],
    right: looked,
  },
]

const reports = [
  ...ofChat.map((row) => ({ provider: 'openai-chat', ...row })),
  ...ofAnthropic.map((row) => ({ provider: 'anthropic', ...row })),
  ...ofGoogle.map((row) => ({ provider: 'google', ...row })),
  ...ofResponses.map((row) => ({ provider: 'openai', ...row })),
]

const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }]

/** Anthropic's events have names. */
function nameOf(event: Json): string {
  const type = typeof event === 'object' && event !== null && 'type' in event ? event.type : undefined
  return typeof type === 'string' ? `event: ${type}\n` : ''
}

async function streamOf(provider: string, events: readonly Json[]) {
  const end = provider === 'openai-chat' ? 'data: [DONE]\n\n' : ''
  const body = events.map((event) => `${nameOf(event)}data: ${JSON.stringify(event)}\n\n`).join('') + end
  const { baseUrl } = await serving([streamed(body)])
  return openProvider(provider, baseUrl).stream(modelRequest({ tools }))
}

describe('MOD-2 public reports about fields of another type', () => {
  it.each(reports)('$provider: $report', async ({ provider, events, right = said }) => {
    const read = await readAnswer(await streamOf(provider, events))
    expect(read).toMatchObject(right)
    expect(read.calls.map(([, args]) => args)).not.toContainEqual([])
  })

  it.each([
    { provider: 'openai-chat', events: [{ choices: 'none' }] },
    { provider: 'openai-chat', events: called('look') },
    { provider: 'openai-chat', events: [choice({ delta: true }), stop] },
    { provider: 'openai-chat', events: [chat.chunk({ content: true }), stop] },
    { provider: 'openai-chat', events: [{ choices: [null] }, day, stop] },
    {
      provider: 'anthropic',
      events: [
        begun,
        { type: 'content_block_stop', index: 0 },
        { type: 'message_start' },
        block(0, { type: 'tool_use' }),
        ...ended,
      ],
    },
    { provider: 'google', events: [candidate({ parts: [{ functionCall: {} }] }, 'STOP')] },
    { provider: 'openai', events: [{ type: 'response.completed', response: null }] },
  ])('$provider: what cannot be read is a failed try, in words: $events', async ({ provider, events }) => {
    const failed = await failureOf(await streamOf(provider, events))
    expect(failed).toMatchObject({ kind: 'UNKNOWN', retryable: true })
    expect(failed.message).toMatch(
      /^The server sent a part of its answer in a form that is not known: .{5,80}\.$/,
    )
  })
})
