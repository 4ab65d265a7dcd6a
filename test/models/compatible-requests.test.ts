import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/domain/json.ts'
import type { Message } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import type { ChatDialect } from '../../src/models/openai-chat/chat-dialect.ts'
import { learn } from '../../src/models/openai-chat/chat-dialect-lessons.ts'
import { chatDialect } from '../../src/models/openai-chat/chat-dialects.ts'
import { toChatRequest } from '../../src/models/openai-chat/openai-chat-request.ts'
import { readRefusal } from '../../src/models/refusal-body.ts'
import { repairTranscript } from '../../src/models/transcript/repair-transcript.ts'

import { chatOrigin } from '../support/chat-request.ts'
import { type Refusal, type Rule, requestBody } from '../support/compatible/rules.ts'
import { compatibleServers } from '../support/compatible/servers.ts'
import { hostileHistory } from '../support/hostile-history.ts'
import { modelRequest } from '../support/model-call.ts'
import { propertyTrials } from '../support/trials.ts'

const tools = [
  {
    name: 'look',
    description: 'Looks.',
    inputSchema: {
      type: 'object',
      properties: { at: { $ref: '#/$defs/At' } },
      $defs: { At: { type: 'string' } },
    },
  },
]
const request: fc.Arbitrary<Partial<ModelRequest>> = fc.record({
  messages: hostileHistory,
  systemPrompt: fc.constantFrom(null, '', ' ', 'Be brief.'),
  tools: fc.constantFrom([], tools),
  toolChoice: fc.constantFrom('auto', 'none', 'required'),
  temperature: fc.constantFrom(null, 0, 1, 2),
  maxOutputTokens: fc.constantFrom(null, 1_000),
  reasoningEffort: fc.constantFrom(null, 'NONE', 'MINIMAL', 'HIGH'),
  responseFormat: fc.constantFrom(null, { name: 'answer', schema: { type: 'object' } }),
})

describe.each(compatibleServers)('any turn for $name', (server) => {
  const { dialect: name, model, rules, silentRules = [] } = server
  const named = chatDialect(model, { name, baseUrl: '' })
  const unknown = chatDialect('a-model', { name: 'strict', baseUrl: '' })

  test.prop([request], propertyTrials(300))(
    'MOD-2 MOD-7 is accepted where the server is known',
    (changes) => {
      expect(refusalBy([...rules, ...silentRules], bodyOf(named, { ...changes, model }))).toBeNull()
    },
  )

  test.prop([hostileHistory], propertyTrials(200))('MOD-7 is repaired once and for all', (history) => {
    const repaired = repairTranscript(history, named.transcript)
    expect(repairTranscript(repaired, named.transcript)).toEqual(repaired)
  })

  test.prop([hostileHistory, fc.nat({ max: 16 })], propertyTrials(100))(
    'MOD-7 gives a call the same id however the history goes on',
    (history, length) => {
      const idsOf = (messages: readonly Message[]) =>
        repairTranscript(messages, named.transcript).flatMap((each) =>
          each.role === 'tool' ? [each.callId] : [],
        )
      const before = idsOf(history.slice(0, length))
      // The result of a call may come later; the call has its id from the first.
      expect(idsOf(history).slice(0, before.length)).toEqual(before)
    },
  )

  test.prop([request], propertyTrials(200))(
    'MOD-4 is accepted in the end where nothing is known of it',
    (changes) => {
      let dialect = unknown
      const asked = { ...changes, model: 'a-model' }
      for (let lessons = 0; lessons <= 6; lessons++) {
        const body = bodyOf(dialect, asked)
        const refusal = refusalBy(rules, body)
        if (refusal === null) return
        const lesson = learn(dialect, body, told(refusal))
        expect(lesson, JSON.stringify([refusal, body])).not.toBeNull()
        dialect = lesson?.dialect ?? dialect
      }
      expect.unreachable('It was refused seven times.')
    },
  )
})

describe('lessons of a refusal', () => {
  const strict = chatDialect('a-model', { name: 'strict', baseUrl: '' })
  const openai = chatDialect('gpt-5', { name: 'openai', baseUrl: '' })
  const full = { tools, temperature: 0, maxOutputTokens: 4_000, reasoningEffort: 'HIGH' } as const

  it.for<readonly [string, ChatDialect, string, string]>([
    ['vLLM', strict, 'Unrecognized request argument: stream_options', 'stream_options'],
    ['LM Studio', strict, "'response_format.type' must be 'json_schema' or 'text'", 'response_format'],
    ['Cerebras', openai, "Unsupported JSON schema fields: {'minItems', 'items'}", 'response_format'],
    ['xAI', openai, 'Model grok-4 does not support parameter reasoningEffort.', 'reasoning_effort'],
    ['OpenAI', openai, "Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'],
    ['Kimi', strict, 'invalid temperature: only 1 is allowed for this model', 'temperature'],
    ['DeepSeek', strict, 'Thinking mode does not support this tool_choice', 'tool_choice'],
  ])('MOD-4 the field that %s names is left out, once', ([_server, dialect, text, field]) => {
    const format = { responseFormat: { name: 'answer', schema: { type: 'object' } } }
    const asked = field === 'response_format' ? { ...full, ...format, tools: [] } : full
    const model = field === 'temperature' ? 'a-model' : 'gpt-5'
    const body = bodyOf(dialect, { ...asked, model })
    expect(body).toHaveProperty([field])
    const lesson = learn(dialect, body, { status: 400, text, param: null })
    const next = bodyOf(lesson?.dialect ?? dialect, { ...asked, model })
    expect(Object.keys(body).filter((key) => !(key in next))).toEqual([field])
    expect(learn(lesson?.dialect ?? dialect, next, { status: 400, text, param: null })).toBeNull()
  })

  it('MOD-4 the other name of the bound is tried, then none', () => {
    const text =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    const body = bodyOf(strict, full)
    const first = learn(strict, body, { status: 400, text, param: 'max_tokens' })
    const next = bodyOf(first?.dialect ?? strict, full)
    expect([body.max_tokens, next.max_tokens, next.max_completion_tokens]).toEqual([4_000, undefined, 4_000])
    const second = learn(first?.dialect ?? strict, next, {
      status: 422,
      text: 'body.max_completion_tokens: Extra inputs are not permitted',
      param: null,
    })
    const last = bodyOf(second?.dialect ?? strict, full)
    expect([last.max_tokens, last.max_completion_tokens]).toEqual([undefined, undefined])
  })

  it.for([
    ['`max_tokens` must be less than or equal to `2048`, the maximum value for this model', 2_048],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 3000]', 3_000],
    [
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).",
      3_080,
    ],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 1096 input tokens",
      2_984,
    ],
    [
      '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1096 `inputs` tokens and 4000 `max_new_tokens`',
      2_984,
    ],
    [
      "You passed 894 input characters and requested 4000 output tokens. However, the model's context length is only 4096 tokens",
      2_000,
    ],
  ] as const)('MOD-4 "%s" asks for less output, not for a shorter prompt', ([text, most]) => {
    const lesson = learn(strict, bodyOf(strict, full), { status: 400, text, param: null })
    expect(bodyOf(lesson?.dialect ?? strict, full)).toMatchObject({ max_tokens: most })
  })

  it.for([
    "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).",
    'request (9009 tokens) exceeds the available context size (4096 tokens), try increasing it',
    'Model not found.',
    'registry.ollama.ai/library/gemma does not support tools',
  ])('MOD-4 "%s" teaches nothing', (text) => {
    expect(learn(strict, bodyOf(strict, full), { status: 400, text, param: null })).toBeNull()
  })
})

function bodyOf(dialect: ChatDialect, changes: Partial<ModelRequest>): JsonObject {
  return JSON.parse(JSON.stringify(toChatRequest(modelRequest(changes), dialect, { origin: chatOrigin })))
}

function refusalBy(rules: readonly Rule[], raw: JsonObject): Refusal | null {
  const body = requestBody.parse(raw)
  return rules.map((rule) => rule(body, raw)).find((found) => found !== null) ?? null
}

/** As the adapter reads it: the SDK hands on the `error` of a body. */
function told({ status, body }: Refusal) {
  const error = isJsonObject(body) ? (body.error ?? body) : body
  const { message, param } = readRefusal(error)
  return { status, text: `${message} ${JSON.stringify(error)}`, param }
}
