import { describe, expect, it } from 'vitest'
import * as anthropic from '../../fixtures/streams/anthropic.ts'
import * as google from '../../fixtures/streams/google.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import * as responses from '../../fixtures/streams/openai-responses.ts'
import { failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { openProvider } from '../../support/provider-rows.ts'
import { collect } from '../../support/wire.ts'

/** Reports about words for the end of an answer: what a server wrote, and the right reading of it. A new report is a row. */
const said = 'Cut wor'

/** An answer of these words that ended for a reason in the server's words. */
const answers: Readonly<Record<string, (word: string, text: string) => string>> = {
  'openai-chat': (word, text) => chat.completion(text === '' ? [] : [{ content: text }], word),
  anthropic: (word, text) =>
    anthropic.answer(text === '' ? [] : [anthropic.textBlock(0, text)], {
      stop_reason: word,
      stop_sequence: null,
    }),
  google: (word, text) => google.answer([text === '' ? [] : [{ text }]], word),
  openai: (reason, text) =>
    responses.response(text === '' ? [] : [responses.message([text])], {
      status: 'incomplete',
      incomplete_details: { reason },
    }),
}
const everywhere = Object.keys(answers)
const streams = everywhere.filter((name) => name !== 'openai')

async function streamOf(provider: string, word: string, text = said) {
  const { baseUrl } = await serving([streamed(answers[provider]?.(word, text) ?? '')])
  return openProvider(provider, baseUrl).stream(modelRequest())
}

const rows = (providers: readonly string[], words: readonly string[]) =>
  providers.flatMap((provider) => words.map((word) => ({ provider, word })))

const lengths = [
  'length',
  'MAX_TOKENS',
  'max_output_tokens',
  'maxTokens',
  'max-tokens',
  'FINISH_REASON_MAX_TOKENS',
]
const windows = ['model_context_window_exceeded', 'context_length_exceeded', 'CONTEXT_WINDOW']
const filters = [
  'content_filter',
  'content_filtered',
  'safety',
  'SAFETY',
  'ContentFilter',
  'guardrail_intervened',
]
const failures = [
  ...['abort', 'aborted', 'cancelled', 'canceled', 'USER_CANCEL', 'repetition', 'error'].map((word) => ({
    word,
    kind: 'UNKNOWN',
  })),
  { word: 'timeout', kind: 'TIMEOUT' },
  { word: 'network_error', kind: 'NETWORK' },
  { word: 'insufficient_system_resource', kind: 'OVERLOADED' },
]

describe('MOD-2 public reports about words for the end of an answer', () => {
  it.each([...rows(everywhere, lengths), ...rows(everywhere, windows)])(
    '$provider: words before $word are cut',
    async ({ provider, word }) => {
      const { answer } = await collect(await streamOf(provider, word))
      expect(answer.finishReason).toBe('LENGTH')
      expect(answer.repaired).toBeUndefined()
    },
  )

  it.each(rows(everywhere, windows))(
    '$provider: $word without words is a request that is too long',
    async ({ provider, word }) => {
      const failed = await failureOf(await streamOf(provider, word, ''))
      expect(failed).toMatchObject({ kind: 'CONTEXT_OVERFLOW', retryable: false })
    },
  )

  it.each(rows(everywhere, filters))('$provider: $word is a filter', async ({ provider, word }) => {
    const { answer } = await collect(await streamOf(provider, word))
    expect(answer.finishReason).toBe('CONTENT_FILTER')
  })

  it.each(everywhere.flatMap((provider) => failures.map((row) => ({ provider, ...row }))))(
    '$provider: $word is a failed try',
    async ({ provider, word, kind }) => {
      const failed = await failureOf(await streamOf(provider, word))
      expect(failed).toMatchObject({ kind, retryable: true })
      expect(failed.message).toContain(word)
    },
  )

  it.each(rows(streams, ['something_new', 'pause_turn']))(
    '$provider: an answer behind the unknown $word is taken, with a Warning',
    async ({ provider, word }) => {
      const { answer, text } = await collect(await streamOf(provider, word))
      expect(text).toBe(said)
      expect(answer).toMatchObject({
        finishReason: 'OTHER',
        repaired: [`its finish reason (${word}) is not known, and it was read as whole`],
      })
    },
  )

  it.each([
    ...rows(streams, [
      'stop',
      'STOP',
      'Stop',
      'end_turn',
      'EOS_TOKEN',
      'stop_sequence',
      'COMPLETE',
      'FINISH_REASON_STOP',
    ]),
    ...rows(['openai-chat'], ['eos', 'stopped', 'endoftext', 'word']),
  ])('$provider: $word is the end of a whole answer', async ({ provider, word }) => {
    const { answer } = await collect(await streamOf(provider, word))
    expect(answer.finishReason).toBe('STOP')
    expect(answer.repaired).toBeUndefined()
  })

  it.each(['cancelled', 'failed'])(
    'openai: a response that is completed as %s is a failed try',
    async (status) => {
      const answer = responses.response([responses.message([said])], { status })
      const sent = answer.replaceAll(`response.${status}`, 'response.completed')
      const { baseUrl } = await serving([streamed(sent)])
      const failed = await failureOf(openProvider('openai', baseUrl).stream(modelRequest()))
      expect(failed).toMatchObject({ kind: 'UNKNOWN', retryable: true })
    },
  )
})
