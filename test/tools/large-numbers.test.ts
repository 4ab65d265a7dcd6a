import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fc, test as property } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/domain/clock.ts'
import { parseJson } from '../../src/domain/exact-numbers.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Tool } from '../../src/domain/tool.ts'
import { defineTool } from '../../src/tools/define-tool.ts'
import { jsonSchemaCheck, jsonSchemas } from '../../src/tools/json-schema-check.ts'
import { withLargeNumbers } from '../../src/tools/large-arguments.ts'
import { OpenApiSource } from '../../src/tools/openapi/openapi-source.ts'
import { forEachTest } from '../support/for-file.ts'
import { callTool, problemsOf } from './call-tool.ts'
import { call, McpFixture } from './mcp-fixture.ts'
import { WebServer } from './web-server.ts'

const large = '9007199254740993'

/** What a tool of JavaScript with such an input gets of arguments as a model writes them; its problems where it is not called. */
async function given(input: z.ZodType | JsonObject, args: string): Promise<unknown> {
  const tool = defineTool({
    name: 'take',
    description: 'Takes.',
    input: input as JsonObject,
    execute: (taken) => taken,
  })
  const problems = await problemsOf(tool, parseJson(args))
  return problems.length > 0 ? problems : callTool(tool, parseJson(args))
}

const refusal = [
  `/id: ${large} is beyond ±9007199254740991, and would become another number. Do not round it: write it as a string where the schema takes one`,
]

describe('TAS-4 a number that JavaScript does not hold, for a tool of JavaScript', () => {
  const numbers = { type: 'object', properties: { id: { type: 'integer' } } }
  test.each<readonly [report: string, input: z.ZodType | JsonObject, args: string, right: unknown]>([
    ['a number is refused', z.object({ id: z.number() }), `{"id":${large}}`, refusal],
    ['a whole number is refused', z.object({ id: z.int() }), `{"id":${large}}`, refusal],
    ['a number by JSON Schema is refused', numbers, `{"id":${large}}`, refusal],
    [
      'its text is refused where it would be made a number',
      z.object({ id: z.coerce.number() }),
      `{"id":"${large}"}`,
      refusal,
    ],
    [
      'a number that may be missing is refused',
      z.object({ id: z.number().nullish() }),
      `{"id":${large}}`,
      refusal,
    ],
    [
      'infinity is refused',
      z.object({ id: z.number() }),
      '{"id":1e400}',
      [refusal[0]?.replace(large, '1e400')],
    ],
    ['a text gets its digits', z.object({ id: z.string() }), `{"id":${large}}`, { id: large }],
    [
      'a text or a number gets its digits',
      z.object({ id: z.union([z.number(), z.string()]) }),
      `{"id":${large}}`,
      { id: large },
    ],
    [
      'what takes anything gets its digits',
      z.object({ id: z.unknown() }),
      `{"id":[${large}]}`,
      { id: [large] },
    ],
    [
      'a double that is this number is passed',
      z.object({ id: z.number() }),
      '{"id":9007199254740992}',
      { id: 2 ** 53 },
    ],
    ['as is a large one', z.object({ id: z.number() }), '{"id":100000000000000000000}', { id: 1e20 }],
    [
      'numbers within the range are as ever',
      z.object({ id: z.int() }),
      '{"id":9007199254740991}',
      { id: 2 ** 53 - 1 },
    ],
    [
      'a text of digits beside it stays one',
      z.object({ id: z.string(), n: z.int() }),
      `{"id":"${large}","n":5}`,
      { id: large, n: 5 },
    ],
  ])('%s', async (_report, input, args, right) => {
    expect(await given(input, args)).toEqual(right)
  })

  test('many of them are found, however few problems a check names at a time', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `90071992547409${100 + index}1`)
    const problems = await given(
      { type: 'object', properties: { ids: { type: 'array', items: { type: 'number' } } } },
      `{"ids":[${ids}]}`,
    )
    expect(problems).toHaveLength(40)
  })
})

describe('where the value is sent on as JSON', () => {
  const check = withLargeNumbers(
    jsonSchemaCheck({
      type: 'object',
      properties: {
        'a/b~c d': { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
        list: { type: 'array', items: { $ref: '#/$defs/id' } },
        text: { type: 'string' },
      },
      additionalProperties: true,
      $defs: { id: { type: ['integer', 'boolean'] } },
    }),
    'AS_WRITTEN',
  )
  const digits = fc.bigInt({ min: 2n ** 53n, max: 10n ** 60n }).map(String)

  property.prop([digits, fc.array(digits), digits])(
    'TAS-6 each is the number that was written',
    async (one, many, last) => {
      const args = `{"a/b~c d":${one},"list":[${many}],"text":${last},"more":${last}}`
      const checked = await check(parseJson(args))
      expect(JSON.stringify(checked.ok ? checked.value : checked)).toBe(
        `{"a/b~c d":${one},"list":[${many}],"text":"${last}","more":"${last}"}`,
      )
    },
  )

  test('other rules for the number hold', async () => {
    const checked = await check({ 'a/b~c d': `-${large}` })
    expect(checked.ok).toBe(false)
  })

  test('an answer by a schema, and parameters of a workflow, may be such numbers', async () => {
    const fits = jsonSchemas.check({ type: 'object', properties: { id: { type: 'integer' } } })
    expect(await fits({ id: large })).toEqual({ ok: true, value: { id: large } })
    expect((await fits({ id: 'seven' })).ok).toBe(false)
  })
})

const orders = `
openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: getOrder
      parameters:
        - { name: after, in: query, schema: { type: array, items: { type: integer } }, explode: false }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { min: { type: integer } } } }
        - { name: X-Key, in: header, schema: { type: number } }
    put:
      operationId: putOrder
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { parent: { type: integer }, note: { type: string } } }
`

describe('TAS-6 an operation of an OpenAPI document', () => {
  let server: WebServer
  let source: OpenApiSource
  let folder: string
  const seen: string[] = []
  beforeAll(async () => {
    server = await new WebServer(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['x-key'] ?? ''} ${await text(request)}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"order":{"id":${large},"n":7}}`)
    }).open()
    folder = await mkdtemp(join(tmpdir(), 'rungraph-orders-'))
    const path = join(folder, 'orders.yaml')
    await writeFile(path, orders)
    const config = {
      name: 'o',
      prefix: 'o',
      document: { path },
      baseUrl: server.url(''),
      headers: {},
      allowPrivate: true,
    }
    source = await OpenApiSource.open({ config, rules: {}, clock: systemClock, report: () => undefined })
    source.start()
    await source.tried
  })
  afterAll(async () => {
    await source.close()
    await server.close()
    await rm(folder, { recursive: true })
  })
  const called = async (name: string, args: string): Promise<unknown> => {
    const tool = source.list().find((one: Tool) => one.name === name)
    return tool && callTool(tool, parseJson(args))
  }

  test('has them in its address as they were written, and its answer as text', async () => {
    const args = `{"id":${large},"after":[${large},1],"filter":{"min":-${large}},"X-Key":1e400}`
    expect(await called('o__getOrder', args)).toEqual({ order: { id: large, n: 7 } })
    expect(seen.at(-1)).toBe(`GET /orders/${large}?after=${large},1&filter%5Bmin%5D=-${large} 1e400 `)
  })

  test('has them in its body as they were written', async () => {
    await called('o__putOrder', `{"id":"${large}","body":{"parent":${large},"note":"${large}"}}`)
    expect(seen.at(-1)).toBe(`PUT /orders/${large}  {"parent":${large},"note":"${large}"}`)
  })
})

describe('TAS-6 a tool of an MCP server', () => {
  const fixture = forEachTest(() => McpFixture.open())
  const program = join(import.meta.dirname, 'raw-mcp-server.ts')

  test.each([
    ['stdio', async () => fixture.stdio({}, {}, program)],
    ['HTTP, as JSON', async () => (await fixture.http({}, 0, program)).config],
    ['HTTP, as events', async () => (await fixture.http({ EVENTS: 'yes' }, 0, program)).config],
  ])('gets them as they were written, and its result has them as text: over %s', async (_over, open) => {
    const server = await fixture.connect(await open())
    const args = parseJson(`{"id":${large},"other":5,"name":"${large}"}`)
    const written = `{"id":${large},"other":5,"name":"${large}"}`
    expect(await call(server, 'test__order', args)).toEqual({ written, id: large })
  })
})
