import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import * as anthropic from '../../fixtures/streams/anthropic.ts'
import * as google from '../../fixtures/streams/google.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import * as responses from '../../fixtures/streams/openai-responses.ts'
import { namedEvents } from '../../fixtures/streams/sse.ts'
import { failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { openProvider, readAnswer } from '../../support/provider-rows.ts'
import { collect } from '../../support/wire.ts'

/** Reports about servers that break the socket behind a whole answer, or leave it open. A new report is a row. */
interface Report {
  readonly report: string
  readonly provider: string
  /** All that the server sends. */
  readonly answer: string
  readonly right?: JsonObject
}

const events = (...list: readonly JsonObject[]) =>
  list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const day = chat.chunk({ content: 'Good day' })
const pay = chat.chunk(chat.callPiece({ index: 0, id: 'call_1', name: 'pay', arguments: '{"city":"Rome"}' }))
const block = anthropic.textBlock(0, 'Good day')
const payBlock = anthropic.toolBlock(0, 'call_1', 'pay', '{"city":"Rome"}')
const said = { text: 'Good day', calls: [], finishReason: 'STOP' }
const paid = { text: '', calls: [['pay', { city: 'Rome' }]], finishReason: 'TOOL_CALLS' }

const reports: readonly Report[] = [
  ...[
    { report: 'a finish reason', answer: events(day, chat.chunk({}, 'stop')) },
    {
      report: 'a finish reason with the last words',
      answer: events(chat.chunk({ content: 'Good day' }, 'stop')),
    },
    { report: 'the count', answer: events(day, chat.chunk({}, 'stop'), chat.usageChunk()) },
    { report: 'the end mark', answer: chat.completion([{ content: 'Good day' }]) },
    { report: 'whole calls', answer: events(pay, chat.chunk({}, 'tool_calls')), right: paid },
    {
      report: 'whole calls and the count',
      answer: events(pay, chat.chunk({}, 'tool_calls'), chat.usageChunk()),
      right: paid,
    },
  ].map((row) => ({ ...row, provider: 'openai-chat' })),
  ...[
    {
      report: 'the reason of the end',
      answer: namedEvents(anthropic.start, ...block, anthropic.messageDelta(anthropic.endTurn)),
    },
    { report: 'the last event', answer: anthropic.answer([block]) },
    {
      report: 'the reason of the end, behind a call',
      answer: namedEvents(anthropic.start, ...payBlock, anthropic.messageDelta(anthropic.toolUse)),
      right: paid,
    },
    {
      report: 'the last event, behind a call',
      answer: anthropic.answer([payBlock], anthropic.toolUse),
      right: paid,
    },
  ].map((row) => ({ ...row, provider: 'anthropic' })),
  ...[
    { report: 'the completed response', answer: responses.response([responses.message(['Good ', 'day'])]) },
    {
      report: 'the incomplete response',
      answer: responses.response([responses.message(['Good ', 'day'])], {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      }),
      right: { ...said, finishReason: 'LENGTH' },
    },
    {
      report: 'the completed response with a call',
      answer: responses.response([responses.functionCall('call_1', 'pay', ['{"city":"Rome"}'])]),
      right: paid,
    },
  ].map((row) => ({ ...row, provider: 'openai' })),
  ...['google', 'vertex'].flatMap((provider) => [
    { report: 'STOP', provider, answer: google.answer([[{ text: 'Good ' }], [{ text: 'day' }]]) },
    {
      report: 'STOP behind a call',
      provider,
      answer: google.answer([[{ functionCall: { name: 'pay', args: { city: 'Rome' } } }]]),
      right: paid,
    },
  ]),
]

const tools = [{ name: 'pay', description: 'Pays.', inputSchema: { type: 'object', properties: {} } }]

async function read({ provider, answer }: Report, after: 'reset' | 'silence') {
  const { baseUrl, requests } = await serving([streamed(answer, after)])
  const given = await readAnswer(openProvider(provider, baseUrl).stream(modelRequest({ tools })))
  // Nobody leaves a socket open behind an answer.
  await requests[0]?.closed
  return given
}

describe('MOD-2 public reports about sockets behind a whole answer', () => {
  it.each(reports)('$provider: reset behind $report', async (report) => {
    expect(await read(report, 'reset')).toMatchObject(report.right ?? said)
  })

  it.concurrent.each(reports)('$provider: left open behind $report', async (report) => {
    expect(await read(report, 'silence')).toMatchObject(report.right ?? said)
  })

  it('an answer whose last event was read is given at once', async () => {
    const answer = anthropic.answer([block])
    const { baseUrl } = await serving([streamed(answer, 'silence')])
    const began = performance.now()
    await collect(openProvider('anthropic', baseUrl).stream(modelRequest()))
    expect(performance.now() - began).toBeLessThan(1_500)
  })

  it.each([
    { provider: 'openai-chat', answer: events(day) },
    { provider: 'anthropic', answer: namedEvents(anthropic.start, ...block) },
    { provider: 'openai', answer: responses.unfinished([responses.message(['Good day'])]) },
    { provider: 'google', answer: google.chunks(google.candidate([{ text: 'Good day' }])) },
  ])('$provider: reset before the end is a lost connection', async ({ provider, answer }) => {
    const { baseUrl } = await serving([streamed(answer, 'reset')])
    const failed = await failureOf(openProvider(provider, baseUrl).stream(modelRequest()))
    expect(failed).toMatchObject({ kind: 'NETWORK', retryable: true })
  })
})
