import { describe, expect, it } from 'vitest'
import { textOf } from '../../../src/domain/message.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { providerRows } from '../../support/provider-rows.ts'
import { collect } from '../../support/wire.ts'

/** Reports about requests that a server refuses in part, and that work without that part. A new report is a row. */
const chat = { choices: [{ message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }] }
const response = {
  ...{ id: 'resp_1', object: 'response', status: 'completed' },
  output: [
    { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Good day' }] },
  ],
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
}

describe.each(providerRows.filter(({ name }) => name.startsWith('openai')))(
  'MOD-4 public reports about streams that are refused: $name',
  (row) => {
    it.each<[number, string, string | null]>([
      [
        400,
        'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
        'stream',
      ],
      [400, 'Streaming is not supported for this model.', null],
      [403, 'Your organization must be verified to stream this model.', null],
      [400, "Unsupported value: 'stream' does not support true with this model.", 'stream'],
      [422, 'This model does not support streaming', null],
      [501, 'stream=true is not supported', null],
      [400, 'stream mode is not yet supported, set stream to false', null],
    ])('%i %s', async (status, message, param) => {
      const refusal = answered(status, { error: { message, type: 'invalid_request_error', param } })
      const whole = answered(200, row.name === 'openai' ? response : chat)
      const { baseUrl, requests } = await serving([refusal, whole, whole])
      const provider = row.open(baseUrl)
      const request = modelRequest({ model: row.model })
      expect((await failureOf(provider.stream(request))).adapted).toContain('in one piece')
      for (const _ of [1, 2]) {
        const { answer, text } = await collect(provider.stream(request))
        expect([textOf(answer.message), text]).toEqual(['Good day', 'Good day'])
      }
      expect(requests.map(({ body }) => body.stream)).toEqual([true, false, false])
      expect(requests[1]?.body).not.toHaveProperty('stream_options')
    })

    it('an error in JSON under 200 is one there, too', async () => {
      const refusal = answered(400, { error: { message: 'Streaming is not supported.', param: null } })
      const blocked = answered(200, { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } })
      const { baseUrl } = await serving([refusal, blocked])
      const provider = row.open(baseUrl)
      await failureOf(provider.stream(modelRequest({ model: row.model })))
      const failed = await failureOf(provider.stream(modelRequest({ model: row.model })))
      expect(failed.kind).toBe('RATE_LIMIT')
    })

    it.each([
      "Unsupported parameter: 'stream_options' is not supported with this model.",
      'The stream of the answer is bad.',
    ])('words about another field leave it: %s', async (message) => {
      const { baseUrl } = await serving([answered(400, { error: { message, param: null } })])
      const failed = await failureOf(row.open(baseUrl).stream(modelRequest({ model: row.model })))
      expect(failed.adapted ?? '').not.toContain('in one piece')
    })
  },
)

describe.each(providerRows.filter(({ name }) => name !== 'anthropic'))(
  'MOD-4 public reports about system prompts that are refused: $name',
  (row) => {
    it.each([
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      "Unsupported value: 'messages[0].role' does not support 'developer' with this model.",
      'Developer instruction is not enabled for models/gemma-3-27b-it',
      'System instructions are not supported for this model.',
      "This model doesn't support system messages.",
      'System role not supported',
      "Unsupported value: 'messages[1].role' does not support 'system' with this model.",
    ])('%s', async (message) => {
      const refusal = answered(400, {
        error: {
          message,
          type: 'invalid_request_error',
          param: 'messages[0].role',
          code: 'unsupported_value',
        },
      })
      const { baseUrl, requests } = await serving([refusal, streamed(row.text('Good day'))])
      const provider = row.open(baseUrl)
      const request = modelRequest({
        model: row.model,
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', text: 'Hello' },
          { role: 'system', text: 'It is late.' },
          { role: 'user', text: 'Go on' },
        ],
      })
      expect((await failureOf(provider.stream(request))).adapted).toBe(
        'the system prompt opens the first message',
      )
      await collect(provider.stream(request))
      const sent = JSON.stringify(requests[1]?.body)
      expect(sent).toContain('"Be brief.\\n\\nHello')
      expect(sent).toContain('It is late.')
      expect(sent).not.toMatch(/"role":"(system|developer)"|"systemInstruction"|"instructions"/)
    })
  },
)
