import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/domain/json.ts'
import type { ModelRequest, ReasoningEffort } from '../../src/domain/model.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { toResponsesRequest } from '../../src/models/openai/openai-request.ts'
import { isStrictSchema } from '../../src/models/openai/openai-strict-schema.ts'

import { message, response } from '../fixtures/streams/openai-responses.ts'
import { chatRequest } from '../support/chat-request.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { collect } from '../support/wire.ts'

const weather = { name: 'weather', description: 'Tells the weather.', inputSchema: { type: 'object' } }
const closed = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

function responses(changes: Partial<ModelRequest>) {
  return toResponsesRequest(modelRequest(changes))
}

describe('OpenAI: how long a model may think', () => {
  it.for([
    ['gpt-5.1', 'NONE', 'none'],
    ['gpt-5.1', 'MINIMAL', 'low'],
    ['gpt-5', 'NONE', 'minimal'],
    ['gpt-5-mini-2025-08-07', 'MINIMAL', 'minimal'],
    ['gpt-5-codex', 'MINIMAL', 'low'],
    ['gpt-5-pro', 'LOW', 'high'],
    ['gpt-5.4-pro', 'NONE', 'medium'],
    ['gpt-6-luna', 'NONE', 'none'],
    ['gpt-6-astra', 'NONE', 'low'],
    ['o4-mini', 'HIGH', 'high'],
    ['ft:o4-mini:org::id', 'NONE', 'low'],
    ['a-deployment', 'MEDIUM', 'medium'],
  ] as const satisfies readonly (readonly [string, ReasoningEffort, string])[])(
    'MOD-1 %s takes %s as %s',
    ([model, reasoningEffort, effort]) => {
      expect(responses({ model, reasoningEffort }).reasoning).toMatchObject({ effort })
      expect(chatRequest(modelRequest({ model, reasoningEffort }), 'openai')).toMatchObject({
        reasoning_effort: effort,
      })
    },
  )

  it.for(['gpt-4o', 'gpt-4.1-mini', 'gpt-5-chat-latest', 'ft:gpt-4o-2024-08-06:org::id'])(
    'MOD-1 %s, which does not reason, is sent no effort',
    (model) => {
      expect(responses({ model, reasoningEffort: 'HIGH' })).not.toHaveProperty('reasoning')
      const chat = chatRequest(modelRequest({ model, reasoningEffort: 'HIGH' }), 'openai')
      expect(chat).not.toHaveProperty('reasoning_effort')
    },
  )

  it('MOD-1 Chat Completions sends an effort only when asked for, and no `minimal` to other servers', () => {
    const effortOf = (reasoningEffort: ReasoningEffort | null) =>
      chatRequest(modelRequest({ model: 'qwen3', reasoningEffort }), 'ollama').reasoning_effort
    expect(
      [null, 'NONE', 'MINIMAL', 'HIGH'].map((effort) => effortOf(effort as ReasoningEffort | null)),
    ).toEqual([undefined, 'none', 'low', 'high'])
  })

  it.for([
    ['gpt-4o', null, true],
    ['gpt-5', null, false],
    ['o3', null, false],
    ['gpt-5.1', null, true],
    ['gpt-5.1', 'LOW', false],
    ['gpt-5.6-sol', null, false],
    ['gpt-5.6-sol', 'NONE', true],
    ['a-deployment', 'LOW', true],
  ] as const)('MOD-1 %s with effort %s takes a temperature: %s', ([model, reasoningEffort, isTaken]) => {
    const request = modelRequest({ model, reasoningEffort, temperature: 0.2 })
    expect('temperature' in toResponsesRequest(request)).toBe(isTaken)
    expect('temperature' in chatRequest(request, 'openai')).toBe(isTaken)
  })
})

describe('OpenAI Responses: reasoning that is shown', () => {
  const refusal = {
    error: {
      message: 'Your organization must be verified to generate reasoning summaries.',
      type: 'invalid_request_error',
      param: 'reasoning.summary',
      code: 'unsupported_value',
    },
  }
  const hello = streamed(response([message(['Hi'])]))

  it('MOD-1 is asked for of the models that are known to show it, unless they shall not reason', async () => {
    const server = await serving([hello, hello, hello])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    await collect(model.stream(modelRequest({ model: 'gpt-5', reasoningEffort: 'HIGH' })))
    await collect(model.stream(modelRequest({ model: 'gpt-5.1', reasoningEffort: 'NONE' })))
    await collect(model.stream(modelRequest({ model: 'a-deployment' })))
    expect(server.requests.map(({ body }) => body.reasoning)).toEqual([
      { effort: 'high', summary: 'auto' },
      { effort: 'none' },
      undefined,
    ])
  })

  it('MOD-1 MOD-4 is not asked for again where the organisation may not see it, which the failed attempt says', async () => {
    const server = await serving([answered(400, refusal), hello, hello])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    const request = modelRequest({ model: 'o3', reasoningEffort: 'LOW' })
    expect(await failureOf(model.stream(request))).toMatchObject({
      kind: 'BAD_REQUEST',
      adapted: 'reasoning is not asked to be shown',
    })
    expect(await collect(model.stream(request))).toMatchObject({ text: 'Hi' })
    await collect(model.stream(request))
    expect(server.requests.map(({ body }) => body.reasoning)).toEqual([
      { effort: 'low', summary: 'auto' },
      { effort: 'low' },
      { effort: 'low' },
    ])
  })

  it.each([
    ['temperature', { model: 'gpt-4.1', temperature: 0.2 }],
    ['reasoning.effort', { model: 'o3', reasoningEffort: 'LOW' }],
    ['include', { model: 'o3' }],
    ['max_output_tokens', { model: 'o3', maxOutputTokens: 900 }],
  ] as const)('MOD-4 %s is left out from then on, where a server refuses it', async (field, changes) => {
    const refused = {
      error: { message: `Unsupported parameter: '${field}' is not supported with this model.`, param: field },
    }
    const server = await serving([answered(400, refused), hello, hello])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    const request = modelRequest(changes)
    expect((await failureOf(model.stream(request))).adapted).toBe(`\`${field}\` is left out`)
    await collect(model.stream(request))
    await collect(model.stream(request))
    const [first, ...later] = server.requests.map(({ body }) => JSON.stringify(body))
    const name = `"${field.split('.').at(-1)}":`
    expect(first).toContain(name)
    for (const body of later) expect(body).not.toContain(name)
  })

  it.each([
    ['store', 'body.store Extra inputs are not permitted'],
    ['store', 'store: Extra inputs are not permitted'],
    ['reasoning.effort', 'reasoning.effort must be one of high'],
    ['reasoning.effort', 'Invalid value: body.reasoning.effort should be one of high, max'],
    ['max_output_tokens', 'max_output_tokens is not supported'],
  ])('MOD-4 %s is left out where a server says: %s', async (field, message) => {
    const server = await serving([answered(400, { error: { message } }), hello])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    const request = modelRequest({ model: 'o3', reasoningEffort: 'LOW', maxOutputTokens: 900 })
    expect((await failureOf(model.stream(request))).adapted).toBe(`\`${field}\` is left out`)
    await collect(model.stream(request))
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body))
    const name = `"${field.split('.').at(-1)}":`
    expect([first?.includes(name), second?.includes(name)]).toEqual([true, false])
  })

  it('MOD-4 a list of faults names its fields by their place', async () => {
    const detail = [
      { type: 'extra_forbidden', loc: ['body', 'store'], msg: 'Extra inputs are not permitted' },
    ]
    const server = await serving([answered(422, { detail }), hello])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    expect((await failureOf(model.stream(modelRequest()))).adapted).toBe('`store` is left out')
  })

  it.each(['We store nothing that is unsupported.', 'input[0].role must be one of user, assistant'])(
    'MOD-4 words that name no field leave all as they are: %s',
    async (message) => {
      const server = await serving([answered(400, { error: { message } })])
      const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
      expect((await failureOf(model.stream(modelRequest()))).adapted).toBeUndefined()
    },
  )

  it('MOD-4 any other refusal is asked once only', async () => {
    const other = { error: { ...refusal.error, param: 'temperature' } }
    const server = await serving([answered(400, other)])
    const model = createOpenAi({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
    expect(await failureOf(model.stream(modelRequest({ model: 'o3' })))).toMatchObject({
      kind: 'BAD_REQUEST',
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('OpenAI: answers in JSON', () => {
  const responseFormat = { name: 'answer', schema: closed }

  it.for(['auto', 'none'] as const)(
    'MOD-1 the schema goes beside the tools, with tool choice %s',
    (toolChoice) => {
      const request = modelRequest({ model: 'gpt-5', tools: [weather], toolChoice, responseFormat })
      expect(toResponsesRequest(request)).toMatchObject({
        text: { format: { type: 'json_schema', name: 'answer', schema: closed, strict: true } },
        tools: [{ name: 'weather' }],
        tool_choice: toolChoice,
      })
      expect(chatRequest(request, 'openai')).toMatchObject({
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: closed, strict: true },
        },
        tools: [{ function: { name: 'weather' } }],
        tool_choice: toolChoice,
      })
    },
  )

  it('MOD-1 a schema that is not strict is sent with `strict: false`', () => {
    const open = { name: 'answer', schema: { type: 'object', properties: { city: { type: 'string' } } } }
    expect(responses({ model: 'gpt-5', responseFormat: open }).text).toMatchObject({
      format: { strict: false },
    })
  })

  it.for(['gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo', 'gpt-4o-2024-05-13'])(
    'MOD-1 %s, which refuses schemas, gets none',
    (model) => {
      expect(responses({ model, responseFormat })).not.toHaveProperty('text')
      expect(chatRequest(modelRequest({ model, responseFormat }), 'openai')).not.toHaveProperty(
        'response_format',
      )
    },
  )

  const inside = (schema: JsonObject): JsonObject => ({ ...closed, properties: { city: schema } })

  it.for<readonly [string, JsonObject, boolean]>([
    ['closed, all required', closed, true],
    ['a list of closed objects', inside({ type: 'array', items: closed, minItems: 1 }), true],
    ['a choice with null', inside({ anyOf: [{ type: 'string' }, { type: 'null' }] }), true],
    ['a reference', { ...inside({ $ref: '#/$defs/City' }), $defs: { City: closed } }, true],
    ['open', { ...closed, additionalProperties: true }, false],
    ['silent about more properties', { type: 'object', properties: {}, required: [] }, false],
    ['with an optional property', { ...closed, required: [] }, false],
    ['with an open object inside', inside({ type: 'object', properties: {} }), false],
    ['with an open nullable object inside', inside({ type: ['object', 'null'] }), false],
    ['with an open object in a list', inside({ type: 'array', items: { type: 'object' } }), false],
    ['with a default', inside({ type: 'string', default: 'Rome' }), false],
    ['with allOf', inside({ allOf: [{ type: 'string' }] }), false],
    ['with anything at all', inside({}), true],
    ['no object', { type: 'string' }, false],
    ['a choice at its root', { ...closed, anyOf: [closed] }, false],
  ])('MOD-1 a schema that is %s', ([_what, schema, isStrict]) => {
    expect(isStrictSchema(schema)).toBe(isStrict)
  })
})
