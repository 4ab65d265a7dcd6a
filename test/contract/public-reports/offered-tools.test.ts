import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../../src/domain/json.ts'
import { type Message, toolCallsOf } from '../../../src/domain/message.ts'
import type { ToolSpec } from '../../../src/domain/model.ts'
import { flatSchema } from '../../../src/models/tools/flat-schema.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { providerRows } from '../../support/provider-rows.ts'
import { collect, parsedArguments } from '../../support/wire.ts'

/** Reports about tools that a provider refuses: a schema, and the schema that every provider takes. A new report is a row. */
const schemas: readonly {
  readonly report: string
  readonly given: JsonObject
  readonly right: JsonObject
}[] = [
  {
    report: 'alternatives at the top have the properties of all, and require what all require',
    given: {
      anyOf: [
        {
          type: 'object',
          properties: { id: { type: 'string' }, kind: { type: 'string' } },
          required: ['id', 'kind'],
        },
        {
          type: 'object',
          properties: { name: { type: 'string' }, kind: { type: 'string' } },
          required: ['name', 'kind'],
        },
      ],
    },
    right: {
      type: 'object',
      properties: { id: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
      required: ['kind'],
    },
  },
  {
    report: 'parts at the top are joined, with what stands beside them',
    given: {
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
      allOf: [{ $ref: '#/$defs/b' }, { properties: { c: {} }, required: ['c'] }],
      $defs: { b: { properties: { b: { type: 'string' } }, required: ['b'] } },
    },
    right: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'string' }, c: {} },
      required: ['a', 'b', 'c'],
      $defs: { b: { properties: { b: { type: 'string' } }, required: ['b'] } },
    },
  },
  {
    report: 'a property that alternatives describe otherwise may be either',
    given: {
      type: 'object',
      oneOf: [{ properties: { at: { type: 'string' } } }, { properties: { at: { type: 'integer' } } }],
    },
    right: { type: 'object', properties: { at: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } },
  },
  {
    report: 'a reference at the top',
    given: { $ref: '#/$defs/it', $defs: { it: { type: 'object', properties: { a: {} }, required: ['a'] } } },
    right: {
      type: 'object',
      properties: { a: {} },
      required: ['a'],
      $defs: { it: { type: 'object', properties: { a: {} }, required: ['a'] } },
    },
  },
  { report: 'no schema at all', given: {}, right: { type: 'object', properties: {} } },
  {
    report: 'conditions at the top',
    given: JSON.parse(
      '{"type": "object", "properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}, "not": {}}',
    ),
    right: { type: 'object', properties: { a: {}, b: {} } },
  },
]

describe('MOD-7 public reports about schemas of tools', () => {
  it.each(schemas)('$report', ({ given, right }) => {
    expect(flatSchema(given)).toEqual(right)
    expect(flatSchema(right)).toBe(right)
  })
})

const look: ToolSpec = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}
const odd: ToolSpec = {
  name: 'odata.query/items',
  description: 'Queries.',
  inputSchema: {
    type: 'object',
    properties: {
      $select: { type: 'string' },
      filter: { type: 'object', properties: { '@type': { type: 'string' } }, required: ['@type'] },
    },
    required: ['$select'],
  },
}

/** Every object in a value. */
function objectsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

const keysIn = (value: Json) => objectsIn(value).flatMap((object) => Object.keys(object))

describe.each(providerRows)('MOD-7 public reports about tools that are refused: $name', (row) => {
  const hello = row.text('Good day')

  it('names that providers refuse are others on the wire, and their own everywhere else', async () => {
    const args = { select: 'id', filter: { type: 'all' } }
    const called = row.calls({ id: 'call_1', name: 'odata_query_items', arguments: args })
    const { baseUrl, requests } = await serving([streamed(called), streamed(hello)])
    const provider = row.open(baseUrl)
    const { answer, chunks } = await collect(provider.stream(modelRequest({ tools: [look, odd] })))
    const [call] = toolCallsOf(answer.message)
    const own = { $select: 'id', filter: { '@type': 'all' } }
    expect([call?.name, parsedArguments(call?.arguments ?? '')]).toEqual(['odata.query/items', own])
    const shown = chunks
      .map((chunk) => (chunk.type === 'tool-arguments' ? `${chunk.name} ${chunk.text}` : ''))
      .join('')
    expect(shown).toBe(`odata.query/items ${JSON.stringify(own)}`)
    const messages = [
      ...modelRequest().messages,
      answer.message,
      {
        role: 'tool',
        name: call?.name ?? '',
        callId: call?.callId ?? '',
        text: 'None.',
        isError: false,
      } as const,
    ]
    await collect(provider.stream(modelRequest({ tools: [look, odd], messages })))
    for (const { body } of requests) {
      expect(JSON.stringify(body)).not.toContain('odata.query/items')
      expect(keysIn(body)).not.toContain('$select')
      expect(keysIn(body)).not.toContain('@type')
    }
    expect(JSON.stringify(requests[1]?.body)).toContain('odata_query_items')
  })

  it.each([
    "Invalid schema for function 'look': schema must have type 'object'",
    'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    "Invalid 'tools[0].function.parameters': too deep",
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[city].type: unknown',
  ])('a tool that is refused is left out, and the request is sent again: %s', async (message) => {
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello), streamed(hello)])
    const provider = row.open(baseUrl)
    const plain = { ...look, name: 'pay' }
    const request = modelRequest({ tools: [look, plain] })
    const failed = await failureOf(provider.stream(request))
    expect(failed.adapted).toContain('its tool `look` is left out')
    await collect(provider.stream(request))
    await collect(provider.stream(request))
    for (const { body } of requests.slice(1)) {
      expect(JSON.stringify(body)).toContain('"pay"')
      expect(JSON.stringify(body)).not.toContain('"look"')
    }
    // A later run is told, and another model of the server is asked with it.
    expect(provider.adaptations?.(request)).toEqual([failed.adapted])
    expect(provider.adaptations?.({ ...request, model: 'other' })).toEqual([])
  })

  it.each([
    'must not contain consecutive underscores: mm__peek',
    "Invalid function name 'mm__peek': only letters, digits and single underscores are allowed",
    'tools.1.custom.name: String should match pattern',
    'Tool names must not contain consecutive underscores',
  ])('a name that is refused is another on the wire, and its own everywhere else: %s', async (message) => {
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const called = row.calls({ id: 'call_1', name: 'mm_peek', arguments: { city: 'Rome' } })
    const { baseUrl, requests } = await serving([refusal, streamed(called)])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [look, { ...look, name: 'mm__peek' }, { ...look, name: 'mm_p' }] })
    const failed = await failureOf(provider.stream(request))
    expect(failed.adapted).toContain('names of tools are sent as')
    const { answer } = await collect(provider.stream(request))
    expect(toolCallsOf(answer.message).map(({ name }) => name)).toEqual(['mm__peek'])
    expect(JSON.stringify(requests[1]?.body)).not.toContain('mm__peek')
  })

  const several = { type: 'object', properties: { id: { type: ['string', 'integer'] } } }
  const loc = ['body', 'tools', 1, 'function', 'parameters', 'properties', 'id', 'type']
  const detail = [
    { type: 'string_type', loc, msg: 'Input should be a valid string', input: ['string', 'integer'] },
  ]
  const pythonLoc = "('body', 'tools', 1, 'function', 'parameters', 'properties', 'id', 'type')"
  const serde = 'Failed to deserialize the JSON body into the target type:'
  const isSequence = 'invalid type: sequence, expected a string at line 1 column 812'

  it.each([
    { report: 'Pydantic', status: 422, body: { detail } },
    { report: 'Pydantic, as text', status: 422, body: { error: { message: JSON.stringify(detail) } } },
    {
      report: 'Pydantic, as Python',
      status: 400,
      body: {
        error: {
          message: `[{'type': 'string_type', 'loc': ${pythonLoc}, 'msg': 'Input should be a valid string'}]`,
          type: 'BadRequestError',
        },
      },
    },
    {
      report: 'serde',
      status: 422,
      body: { error: { message: `${serde} tools[1].function.parameters: ${isSequence}` } },
    },
    { report: 'serde, as plain text', status: 422, body: { error: `${serde} tools[1]: ${isSequence}` } },
    {
      report: 'serde, without a place',
      status: 400,
      body: { error: `Invalid request content: ${serde} ${isSequence}` },
    },
  ])(
    'a schema that the types of a server do not take is sent in a reduced form: $report',
    async ({ status, body }) => {
      const refusal = answered(status, body)
      const { baseUrl, requests } = await serving([refusal, streamed(hello)])
      const provider = row.open(baseUrl)
      const request = modelRequest({ tools: [look, { ...look, name: 'pay', inputSchema: several }] })
      const failed = await failureOf(provider.stream(request))
      expect(failed.adapted).toMatch(/schemas? of (?:tools are|its tool `pay` is) sent/)
      await collect(provider.stream(request))
      for (const name of ['look', 'pay']) expect(JSON.stringify(requests[1]?.body)).toContain(`"${name}"`)
      expect(JSON.stringify(requests[1]?.body)).not.toContain('["string","integer"]')
    },
  )

  it('a refused type that may stand elsewhere leaves no tool out', async () => {
    const refusal = answered(400, { error: `${serde} ${isSequence}` })
    const { baseUrl } = await serving([refusal, refusal, refusal])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [look] })
    const failed = await failureOf(provider.stream(request))
    expect(failed).toMatchObject({ kind: 'BAD_REQUEST', retryable: false })
    expect(failed.adapted ?? '').not.toContain('left out')
  })

  it('a name that is plain and refused all the same is left out', async () => {
    const message = "Invalid function name 'look': it is reserved"
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [look, { ...look, name: 'pay' }] })
    expect((await failureOf(provider.stream(request))).adapted).toContain('its tool `look` is left out')
    await collect(provider.stream(request))
    expect(JSON.stringify(requests[1]?.body)).not.toContain('"look"')
  })

  it.each([
    [400, 'Failed to compile grammar'],
    [500, "Unimplemented keys: ['patternProperties']"],
    [500, 'JSON schema conversion failed:\nUnrecognized schema: {"patternProperties": {}}'],
  ])(
    'a schema that is refused under %i is sent in plain words, then left out: %s',
    async (status, message) => {
      const refusal = answered(status, { error: { message, type: 'invalid_request_error' } })
      const { baseUrl, requests } = await serving([refusal, refusal, streamed(hello)])
      const provider = row.open(baseUrl)
      const inputSchema = { ...look.inputSchema, patternProperties: { '^x-': { type: 'string' } } }
      const request = modelRequest({
        tools: [
          { ...look, inputSchema },
          { ...look, name: 'pay' },
        ],
      })
      expect((await failureOf(provider.stream(request))).adapted).toContain(
        'schemas of tools are sent with types',
      )
      const again = await failureOf(provider.stream(request))
      if (message.includes('grammar') || message.includes('JSON schema'))
        expect(again.adapted).toContain('is left out, which it perhaps refused')
      for (const { body } of requests.slice(1)) expect(keysIn(body)).not.toContain('patternProperties')
    },
  )

  const draft: JsonObject = {
    type: 'object',
    properties: {
      arr: { type: 'array' },
      at: { type: 'string', format: 'uri' },
      count: { type: 'number', exclusiveMinimum: true, minimum: 0 },
      any: true,
    },
    required: ['arr', 'gone'],
  }
  const reduced = {
    type: 'object',
    properties: {
      arr: { type: 'array', items: {} },
      at: { type: 'string' },
      count: { type: 'number' },
      any: {},
    },
    required: ['arr'],
  }

  it.each([
    "Invalid schema for function 'schemas__arr': In context=('properties', 'arr'), array schema missing items.",
    '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[arr].items: missing field.',
    "Invalid schema for function 'schemas__arr': True is not of type 'number'.",
    "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[at].format: only 'enum' and 'date-time' are supported for STRING type",
    'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
  ])('a tool that is named is sent reduced, alone, and left out only then: %s', async (message) => {
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello), refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const other = { ...look, inputSchema: { ...look.inputSchema, minProperties: 1 } }
    const request = modelRequest({ tools: [other, { ...look, name: 'schemas__arr', inputSchema: draft }] })
    expect((await failureOf(provider.stream(request))).adapted).toContain(
      'the schema of its tool `schemas__arr` is sent with types',
    )
    await collect(provider.stream(request))
    const objects = objectsIn(requests[1]?.body ?? {})
    expect(objects).toContainEqual(reduced)
    expect(objects).toContainEqual(other.inputSchema)
    expect((await failureOf(provider.stream(request))).adapted).toContain(
      'its tool `schemas__arr` is left out, which it refused',
    )
    await collect(provider.stream(request))
    expect(JSON.stringify(requests[3]?.body)).not.toContain('schemas__arr')
  })

  const choice: JsonObject = {
    type: 'object',
    properties: {
      maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      either: { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'integer' } } }] },
      none: { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'Some.' },
      both: { allOf: [{ type: 'object' }] },
    },
  }
  const bare = {
    type: 'object',
    properties: {
      maybe: { type: 'string' },
      either: { type: 'object', properties: { a: { type: 'integer' } } },
      none: { description: 'Some.' },
      both: {},
    },
  }
  const large = { type: 'object', properties: { city: { type: 'string', description: 'x'.repeat(900) } } }

  it.each([
    [400, 'anyOf is not supported in tool parameters'],
    [500, 'Failed to compile the grammar of the tools'],
    [400, "'anyOf' is not supported in a JSON schema"],
  ])(
    'alternatives that are refused under %i are not sent, and no tool is lost: %s',
    async (status, message) => {
      const refusal = answered(status, { error: { message, type: 'invalid_request_error' } })
      const { baseUrl, requests } = await serving([refusal, refusal, streamed(hello), streamed(hello)])
      const provider = row.open(baseUrl)
      const request = modelRequest({
        tools: [
          { ...look, name: 'large', inputSchema: large },
          { ...look, name: 'choice', inputSchema: choice },
        ],
      })
      const tried = [await failureOf(provider.stream(request))]
      if (!message.includes('anyOf')) tried.push(await failureOf(provider.stream(request)))
      expect(tried.at(-1)?.adapted).toContain('without alternatives')
      if (message.includes('anyOf')) {
        // It is sent so, and refused all the same: nobody knows which it is.
        const again = await failureOf(provider.stream(request))
        expect(again.adapted).toContain('`choice` is left out, which it perhaps refused')
        expect(objectsIn(requests[1]?.body ?? {})).toContainEqual(bare)
        return
      }
      await collect(provider.stream(request))
      const objects = objectsIn(requests[2]?.body ?? {})
      expect(objects).toContainEqual(bare)
      expect(objects).toContainEqual(large)
    },
  )

  it.each([
    "Invalid 'tools': array too long. Expected an array with maximum length 2, but got an array with length 4 instead.",
    'Too many tools: at most 2 are allowed',
    'The maximum number of tools is 2.',
    "Invalid 'tools': array too long.",
  ])('tools that are too many are offered in part, those in use first: %s', async (message) => {
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello), streamed(hello)])
    const provider = row.open(baseUrl)
    const names = ['one', 'two', 'three', 'four']
    const request = modelRequest({ tools: names.map((name) => ({ ...look, name })) })
    const failed = await failureOf(provider.stream(request))
    expect(failed.adapted).toBe(
      `2 tools at most are offered, and \`three\`, \`four\` left out, as it refused so many: ${message}`,
    )
    expect(provider.adaptations?.(request)).toEqual([failed.adapted])
    await collect(provider.stream(request))
    const call = { type: 'tool-call', callId: 'call_1', name: 'four', arguments: '{}' } as const
    const messages: Message[] = [
      ...request.messages,
      { role: 'assistant', messageId: 'message-0', parts: [call] },
      { role: 'tool', name: 'four', callId: 'call_1', text: 'None.', isError: false },
    ]
    await collect(provider.stream({ ...request, messages }))
    const offered = requests.map(({ body }) =>
      names.filter((name) =>
        objectsIn(body).some((object) => object.name === name && 'description' in object),
      ),
    )
    expect(offered).toEqual([names, ['one', 'two'], ['one', 'four']])
  })

  it('what one model refuses is sent to another of its server', async () => {
    const message = "Invalid schema for function 'look': schema must have type 'object'"
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [look], model: row.model })
    await failureOf(provider.stream(request))
    await collect(provider.stream({ ...request, model: `${row.model}-2` }))
    expect(JSON.stringify(requests[1]?.body)).toContain('"look"')
  })

  it('a call that the model wrote wrongly says nothing against its tool', async () => {
    const message =
      'tool call validation failed: parameters for tool look did not match schema: errors: [`/city`: expected string, but got number]'
    const refusal = answered(400, {
      error: { message, type: 'invalid_request_error', code: 'tool_use_failed' },
    })
    const { baseUrl, requests } = await serving([refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [look] })
    expect((await failureOf(provider.stream(request))).adapted).toBeUndefined()
    await collect(provider.stream(request))
    expect(JSON.stringify(requests[1]?.body)).toContain('"look"')
  })

  it('a description that is too long is made shorter', async () => {
    const message =
      "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 3000 instead."
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const request = modelRequest({ tools: [{ ...look, description: 'x'.repeat(3_000) }] })
    expect((await failureOf(provider.stream(request))).adapted).toContain('at most 1024 characters')
    await collect(provider.stream(request))
    expect(JSON.stringify(requests[1]?.body)).toContain(`"${'x'.repeat(1_023)}…"`)
  })

  it.each([
    "Invalid 'tools[0].function.parameters.properties.city.description': string too long. Expected a string with maximum length 1024, but got a string with length 3000 instead.",
    'tools.0.custom.input_schema.properties.city.description: description is too long',
  ])('a description of a property that is too long is made shorter: %s', async (message) => {
    const refusal = answered(400, { error: { message, type: 'invalid_request_error' } })
    const { baseUrl, requests } = await serving([refusal, streamed(hello)])
    const provider = row.open(baseUrl)
    const city = {
      type: 'string',
      description: 'x'.repeat(3_000),
      default: { description: 'y'.repeat(2_000) },
    }
    const tool = { ...look, inputSchema: { type: 'object', properties: { city } } }
    const request = modelRequest({ tools: [tool] })
    expect((await failureOf(provider.stream(request))).adapted).toContain('at most 1024 characters')
    await collect(provider.stream(request))
    expect(JSON.stringify(requests[1]?.body)).toContain(`"${'x'.repeat(1_023)}…"`)
  })

  it('a refusal about something else leaves all tools as they are', async () => {
    const refusal = answered(400, { error: { message: 'Unknown model.', type: 'invalid_request_error' } })
    const { baseUrl } = await serving([refusal])
    expect(
      (await failureOf(row.open(baseUrl).stream(modelRequest({ tools: [look] })))).adapted,
    ).toBeUndefined()
  })
})
