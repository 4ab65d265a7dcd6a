import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { textOf, toolCallsOf } from '../../src/domain/message.ts'
import * as anthropic from '../fixtures/streams/anthropic.ts'
import * as google from '../fixtures/streams/google.ts'
import * as chat from '../fixtures/streams/openai-chat.ts'
import * as responses from '../fixtures/streams/openai-responses.ts'
import { namedEvents } from '../fixtures/streams/sse.ts'
import { modelRequest, serving, streamed } from '../support/model-call.ts'
import { providerRows } from '../support/provider-rows.ts'
import { collect, parsedArguments, type ServedExchange } from '../support/wire.ts'

/** Reports about adapters of models: what a server answered, and the right reading of it. A new report is a row. */
interface Report {
  readonly report: string
  readonly provider: 'openai' | 'openai-chat' | 'anthropic' | 'google' | 'vertex'
  readonly answer: ServedExchange | string
  readonly right: {
    readonly calls?: readonly (readonly [name: string, args: Json])[]
    readonly text?: string
    readonly reasoning?: string
    readonly finishReason?: string
  }
}

const rome = { city: 'Rome' }
const romeText = JSON.stringify(rome)

/** A call of Anthropic's API whose input is announced as given, and streamed in these pieces. */
const announced = (input: Json, ...pieces: readonly string[]) =>
  anthropic.answer(
    [
      anthropic.block(
        0,
        { type: 'tool_use', id: 'toolu_1', name: 'pay', input },
        pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ],
    anthropic.toolUse,
  )

/** A call of the Responses API by the events named. */
const item = (args: Json): JsonObject => ({
  ...{ id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'pay' },
  arguments: args,
})
const responded = (events: readonly JsonObject[], output: readonly JsonObject[] | null) =>
  namedEvents(...events, {
    type: 'response.completed',
    response: { id: 'resp_1', status: 'completed', usage: responses.usage, ...(output && { output }) },
  })
const added = (args: Json, output_index = 0) => ({
  ...{ type: 'response.output_item.added', output_index },
  item: item(args),
})
const done = (args: Json, output_index = 0) => ({
  ...{ type: 'response.output_item.done', output_index },
  item: item(args),
})
const piece = (delta: string, output_index = 0) => ({
  ...{ type: 'response.function_call_arguments.delta', output_index },
  delta,
})
const paid = { calls: [['pay', rome]], finishReason: 'TOOL_CALLS' } as const

const argumentsElsewhere: readonly Report[] = [
  ...[
    { report: 'the whole input stands in the announcement of a call', answer: announced(rome) },
    { report: 'the input is announced as text', answer: announced(romeText) },
    {
      report: 'the input is announced, and streamed as well',
      answer: announced(rome, '{"city":', '"Rome"}'),
    },
    { report: 'the input is announced, and streamed empty', answer: announced(rome, '{}') },
    { report: 'the input is announced whole, and its stream is cut', answer: announced(rome, '{"ci') },
    { report: 'the input is announced empty, as documented', answer: announced({}, '{"city":', '"Rome"}') },
    { report: 'the input is announced as null', answer: announced(null, romeText) },
    {
      report: 'a call with its input in the announcement is never closed',
      answer: namedEvents(
        anthropic.start,
        {
          ...{ type: 'content_block_start', index: 0 },
          content_block: { type: 'tool_use', id: 'toolu_1', name: 'pay', input: rome },
        },
        anthropic.messageDelta(anthropic.toolUse),
        { type: 'message_stop' },
      ),
    },
  ].map((row) => ({ ...row, provider: 'anthropic', right: paid }) as const),
  {
    report: 'words and thoughts stand in the announcement of their blocks',
    provider: 'anthropic',
    answer: anthropic.answer([
      anthropic.block(0, { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, []),
      anthropic.block(1, { type: 'text', text: 'Good ' }, [{ type: 'text_delta', text: 'day' }]),
    ]),
    right: { text: 'Good day', reasoning: 'Hm.' },
  },
  ...[
    {
      report: 'arguments come whole at the end of an item',
      answer: responded([added(''), done(romeText)], [item(romeText)]),
    },
    {
      report: 'arguments come in pieces, and the item ends without',
      answer: responded([added(''), piece('{"city":'), piece('"Rome"}'), done('')], []),
    },
    {
      report: 'arguments come in pieces, and no item ends',
      answer: responded([added(''), piece('{"city":'), piece('"Rome"}')], null),
    },
    {
      report: 'arguments come whole in an event of their own, and no item ends',
      answer: responded(
        [added(''), { type: 'response.function_call_arguments.done', output_index: 0, arguments: romeText }],
        [],
      ),
    },
    {
      report: 'arguments stand in the announcement of an item alone',
      answer: responded([added(romeText), done('{}')], []),
    },
    { report: 'a call stands at the end of the response alone', answer: responded([], [item(romeText)]) },
    {
      report: 'arguments are an object instead of text',
      answer: responded([added(''), done(rome)], [item(rome)]),
    },
    {
      report: 'items are counted from 1 in the stream',
      answer: responded([added('', 1), piece(romeText, 1), done(romeText, 1)], [item(romeText)]),
    },
  ].map((row) => ({ ...row, provider: 'openai', right: paid }) as const),
  {
    report: 'words come in pieces, and no message ends',
    provider: 'openai',
    answer: responded(
      [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Good day' }],
      [],
    ),
    right: { text: 'Good day', finishReason: 'STOP' },
  },
  ...['google' as const, 'vertex' as const].map((provider) => ({
    report: 'arguments are text instead of an object',
    provider,
    answer: google.answer([[{ functionCall: { name: 'pay', args: romeText } }]]),
    right: paid,
  })),
  {
    report: 'a call comes whole in the first piece, and empty pieces follow',
    provider: 'openai-chat',
    answer: chat.completion(
      [
        chat.callPiece({ index: 0, id: 'call_1', name: 'pay', arguments: romeText }),
        chat.callPiece({ index: 0, arguments: '' }),
      ],
      'tool_calls',
    ),
    right: paid,
  },
]

const reports: readonly Report[] = [...argumentsElsewhere]

describe('MOD-2 public reports about models', () => {
  it.each(reports)('$provider: $report', async ({ provider, answer, right }) => {
    const row = providerRows.find(({ name }) => name === provider)
    const exchange = typeof answer === 'string' ? streamed(answer) : answer
    const { baseUrl } = await serving([exchange])
    if (!row) throw new Error(`No provider ${provider}.`)
    const read = await collect(row.open(baseUrl).stream(modelRequest()))
    const { message, finishReason } = read.answer
    expect({
      calls: toolCallsOf(message).map((call) => [call.name, parsedArguments(call.arguments)]),
      text: textOf(message),
      reasoning: read.reasoning,
      finishReason,
    }).toMatchObject(right)
    // What is shown while it comes is what is kept.
    for (const call of toolCallsOf(message))
      expect(shownArguments(read.chunks, call.callId)).toBe(call.arguments)
  })
})

function shownArguments(chunks: Awaited<ReturnType<typeof collect>>['chunks'], callId: string): string {
  return chunks
    .map((chunk) => (chunk.type === 'tool-arguments' && chunk.callId === callId ? chunk.text : ''))
    .join('')
}
