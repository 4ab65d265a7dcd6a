import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import * as anthropic from '../../fixtures/streams/anthropic.ts'
import * as google from '../../fixtures/streams/google.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import * as responses from '../../fixtures/streams/openai-responses.ts'
import { namedEvents } from '../../fixtures/streams/sse.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { openProvider } from '../../support/provider-rows.ts'
import { collect } from '../../support/wire.ts'

/** Reports about errors under HTTP 200 that have not the form of their API's own, and what they are. A new report is a row. */
const errors: readonly {
  readonly report: string
  readonly error: JsonObject
  readonly kind: string
  readonly retryable?: boolean
}[] = [
  {
    report: 'vLLM, of a server that failed',
    error: {
      object: 'error',
      message: 'Internal server error',
      type: 'InternalServerError',
      param: null,
      code: 500,
    },
    kind: 'OVERLOADED',
  },
  {
    report: 'vLLM, of a server that is busy',
    error: { object: 'error', message: 'Engine is busy', type: 'ServiceUnavailable', param: null, code: 503 },
    kind: 'OVERLOADED',
  },
  {
    report: 'vLLM, with its status as text',
    error: { object: 'error', message: 'Slow down', code: '429' },
    kind: 'RATE_LIMIT',
  },
  { report: 'FastAPI', error: { detail: 'Server is busy, try later' }, kind: 'OVERLOADED' },
  { report: 'a message alone', error: { message: 'Model is loading' }, kind: 'OVERLOADED' },
  { report: 'a status', error: { status_code: 503, message: 'service busy' }, kind: 'OVERLOADED' },
  { report: 'a code', error: { id: 'x', code: 429, message: 'rate limited' }, kind: 'RATE_LIMIT' },
  {
    report: 'a code in words',
    error: { code: 'Throttling.RateQuota', message: 'Please wait', request_id: 'x' },
    kind: 'RATE_LIMIT',
  },
  { report: 'a type', error: { type: 'error', message: 'upstream timed out' }, kind: 'TIMEOUT' },
  {
    report: 'an error without a type',
    error: { error: { message: 'Overloaded', code: '529' } },
    kind: 'OVERLOADED',
  },
  { report: 'the error as text', error: { error: 'model is overloaded' }, kind: 'OVERLOADED' },
  ...[
    { status_code: 1002, status_msg: 'rate limit exceeded(RPM)', kind: 'RATE_LIMIT' },
    { status_code: 1039, status_msg: 'token limit', kind: 'RATE_LIMIT' },
    { status_code: 1013, status_msg: 'unknown error', kind: 'OVERLOADED' },
    { status_code: 1008, status_msg: 'insufficient balance', kind: 'RATE_LIMIT', retryable: false },
    { status_code: 1004, status_msg: 'login fail', kind: 'AUTH', retryable: false },
    { status_code: 2013, status_msg: 'invalid params', kind: 'BAD_REQUEST', retryable: false },
  ].map(({ kind, retryable = true, ...base_resp }) => ({
    report: `MiniMax ${base_resp.status_code}`,
    error: { id: 'x', choices: null, content: null, base_resp },
    ...{ kind, retryable },
  })),
]

/** What comes before the end of an answer, and its end. */
const answers: Readonly<Record<string, { readonly begin: string; readonly end: string }>> = {
  'openai-chat': {
    begin: `data: ${JSON.stringify(chat.chunk({ content: 'Good' }))}\n\n`,
    end: 'data: [DONE]\n\n',
  },
  openai: { begin: responses.unfinished([responses.message(['Good'])]), end: '' },
  anthropic: {
    begin: namedEvents(anthropic.start, ...anthropic.textBlock(0, 'Good')),
    end: namedEvents({ type: 'message_stop' }),
  },
  google: { begin: google.chunks(google.candidate([{ text: 'Good' }])), end: '' },
}

const rows = Object.keys(answers).flatMap((provider) => errors.map((row) => ({ provider, ...row })))

/** Anthropic's events have names. */
const sent = (provider: string, error: JsonObject) =>
  `${provider === 'anthropic' ? 'event: message\n' : ''}data: ${JSON.stringify(error)}\n\n`

async function failed(provider: string, ...[exchange]: Parameters<typeof serving>) {
  const { baseUrl } = await serving(exchange)
  return failureOf(openProvider(provider, baseUrl).stream(modelRequest()))
}

describe('MOD-3 public reports about errors under HTTP 200', () => {
  it.each(rows)('$provider: $report, behind words', async ({ provider, error, kind, retryable = true }) => {
    const { begin = '', end = '' } = answers[provider] ?? {}
    const body = begin + sent(provider, error) + end
    expect(await failed(provider, [streamed(body)])).toMatchObject({ kind, retryable })
  })

  it.each(rows)('$provider: $report, first', async ({ provider, error, kind, retryable = true }) => {
    const body = sent(provider, error) + (answers[provider]?.end ?? '')
    expect(await failed(provider, [streamed(body)])).toMatchObject({ kind, retryable })
  })

  it.each(rows)(
    '$provider: $report, without a stream',
    async ({ provider, error, kind, retryable = true }) => {
      expect(await failed(provider, [answered(200, error)])).toMatchObject({ kind, retryable })
    },
  )

  it.each(
    Object.keys(answers).flatMap((provider) =>
      [
        { words: 'upstream timed out', kind: 'TIMEOUT' },
        { words: 'Server is busy', kind: 'OVERLOADED' },
        { words: 'Rate limit exceeded, slow down', kind: 'RATE_LIMIT' },
      ].map((row) => ({ provider, ...row })),
    ),
  )('$provider: an error in plain words: $words', async ({ provider, words, kind }) => {
    const event = `event: error\ndata: ${words}\n\n`
    const { begin = '' } = answers[provider] ?? {}
    expect(await failed(provider, [streamed(event)])).toMatchObject({ kind, retryable: true })
    expect(await failed(provider, [streamed(begin + event)])).toMatchObject({ kind, retryable: true })
  })

  it.each([
    { object: 'chat.completion.chunk', choices: [], base_resp: { status_code: 0, status_msg: '' } },
    { status_code: 200, code: '', message: '' },
    { code: 0, message: 'ok' },
    { error: null },
  ])('no error: %j', async (event) => {
    const body = chat.completion([{ content: 'Good day' }])
    const { baseUrl } = await serving([
      streamed(body.replace('data: [DONE]', `${sent('', event)}data: [DONE]`)),
    ])
    const { text } = await collect(openProvider('openai-chat', baseUrl).stream(modelRequest()))
    expect(text).toBe('Good day')
  })

  it.each(
    Object.keys(answers).flatMap((provider) => [409, 425, 499].map((status) => ({ provider, status }))),
  )('$provider: HTTP $status passes', async ({ provider, status }) => {
    const refused = await failed(provider, [answered(status, { error: { message: 'Try that once more.' } })])
    expect(refused).toMatchObject({ kind: 'OVERLOADED', retryable: true, status })
  })
})
