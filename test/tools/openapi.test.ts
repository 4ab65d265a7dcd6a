import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { Json } from '../../src/domain/json.ts'
import type { OpenApiConfig } from '../../src/tools/openapi/openapi-file.ts'
import { OpenApiSource, type OpenApiSourceOptions } from '../../src/tools/openapi/openapi-source.ts'
import { callTool, context, failureOf, problemsOf } from './call-tool.ts'
import { until } from './mcp-fixture.ts'
import { WebServer } from './web-server.ts'

const secret = 'Bearer s3cret-of-the-operator'

/** 3.0 in YAML, with what real documents have: references, cycles, every place of a parameter, words of 3.0. */
const shop = `
openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getOrder
      summary: Shows an order.
      description: With its lines.
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string } }, explode: false }
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
        - { name: X-Trace, in: header, schema: { type: string }, description: For the log. }
        - { name: X-Api-Key, in: header, required: true, schema: { type: string } }
        - { $ref: "#/components/parameters/Limit" }
    delete: { operationId: deleteOrder }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
    patch:
      operationId: orders.touch
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
  /upload:
    post: { operationId: upload, requestBody: { content: { multipart/form-data: {} } } }
  /outside:
    get: { operationId: outside, parameters: [{ name: a, in: query, schema: { $ref: "other.yaml#/A" } }] }
  /echo: { get: { operationId: echo }, head: { operationId: peek } }
  /status/{code}: { get: { parameters: [{ name: code, in: path, required: true, schema: { type: integer, minimum: 100, exclusiveMinimum: true } }] } }
  /text: { get: { operationId: readText } }
  /away: { get: { operationId: away } }
  /cut: { post: { operationId: cut }, get: { operationId: cutRead } }
  /slow: { get: { operationId: slow } }
components:
  parameters:
    Limit: { name: limit, in: query, schema: { type: integer, maximum: 100 } }
  schemas:
    Order:
      type: object
      required: [id, total]
      properties:
        id: { type: string, readOnly: true }
        total: { type: number }
        note: { type: string, nullable: true, example: Leave it. }
        parent: { $ref: "#/components/schemas/Order" }
`

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const seen: Seen[] = []
const sources: OpenApiSource[] = []
const reports: string[] = []
let isDown = false

const folder = await mkdtemp(join(tmpdir(), 'rungraph-openapi-'))
const other = await new WebServer((_request, response) => response.end('elsewhere')).open()
const server = await new WebServer((request, response) => void answer(request, response)).open()
afterAll(() => Promise.all([server.close(), other.close(), rm(folder, { recursive: true })]))
beforeEach(() => {
  seen.length = 0
  reports.length = 0
  isDown = false
})
afterEach(() => Promise.all(sources.splice(0).map((source) => source.close())))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request
  seen.push({ method, url, headers, body: await text(request) })
  const status = /^\/status\/(\d+)/.exec(url)?.[1]
  const json = (code: number, value: Json) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (url === '/shop.yaml') response.writeHead(isDown ? 503 : 200).end(isDown ? '' : shop)
  else if (status !== undefined) json(Number(status), { error: `No. You sent ${headers['x-api-key']}.` })
  else if (url === '/text') response.end('plain words')
  else if (url === '/away') response.writeHead(302, { location: other.url('/') }).end()
  else if (url === '/cut') response.destroy()
  else if (url === '/echo') json(200, { headers: { key: headers['x-api-key'] ?? null } })
  else if (url !== '/slow') json(200, { ok: true })
}

async function open(
  config: Partial<OpenApiConfig> = {},
  options: Partial<OpenApiSourceOptions> = {},
  document = shop,
): Promise<OpenApiSource> {
  const path = join(folder, 'shop.yaml')
  await writeFile(path, document)
  const source = await OpenApiSource.open({
    config: {
      name: 'shop',
      prefix: 'shop',
      document: { path },
      baseUrl: server.url(''),
      headers: { 'X-Api-Key': secret },
      allowPrivate: true,
      ...config,
    },
    rules: {},
    clock: systemClock,
    report: (message) => reports.push(message),
    backoffMs: { first: 10, most: 50 },
    ...options,
  })
  sources.push(source)
  source.start()
  await source.tried
  return source
}

function toolOf(source: OpenApiSource, name: string) {
  const tool = source.list().find((one) => one.name === name)
  if (!tool) throw new Error(`There is no ${name}.`)
  return tool
}

async function call(name: string, args: Json = {}, source?: OpenApiSource): Promise<unknown> {
  return callTool(toolOf(source ?? (await open()), name), args)
}

describe('an OpenAPI document', () => {
  it('TAS-6 becomes tools, with the effects that the methods have', async () => {
    const source = await open()
    expect(source.list().map(({ name, effect }) => [name, effect])).toEqual([
      ['shop__getOrder', 'read'],
      ['shop__putOrder', 'idempotent'],
      ['shop__deleteOrder', 'idempotent'],
      ['shop__addOrder', 'once'],
      ['shop__orders_touch', 'once'],
      ['shop__echo', 'read'],
      ['shop__peek', 'read'],
      ['shop__get_status_code', 'read'],
      ['shop__readText', 'read'],
      ['shop__away', 'read'],
      ['shop__cutRead', 'read'],
      ['shop__cut', 'once'],
      ['shop__slow', 'read'],
    ])
    expect(toolOf(source, 'shop__getOrder')).toMatchObject({
      source: 'openapi:shop',
      description: 'Shows an order.\n\nWith its lines.',
    })
  })

  it('TAS-6 gives each tool one self-contained schema', async () => {
    const source = await open()
    expect(toolOf(source, 'shop__putOrder').inputSchema).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, body: { $ref: '#/$defs/Order' } },
      required: ['id', 'body'],
      additionalProperties: false,
      $defs: {
        Order: {
          type: 'object',
          required: ['total'],
          properties: {
            total: { type: 'number' },
            note: { type: ['string', 'null'] },
            parent: { $ref: '#/$defs/Order' },
          },
        },
      },
    })
    const get = toolOf(source, 'shop__getOrder').inputSchema
    expect(Object.keys(Object(get.properties))).toEqual(['id', 'fields', 'tag', 'filter', 'X-Trace', 'limit'])
    expect(await problemsOf(toolOf(source, 'shop__getOrder'), { id: 'a', limit: 1000 })).toHaveLength(1)
    expect(await problemsOf(toolOf(source, 'shop__get_status_code'), { code: 100 })).toHaveLength(1)
    const nested = { total: 1, parent: { total: 2, note: null, parent: { total: 'x' } } }
    expect(await problemsOf(toolOf(source, 'shop__addOrder'), { body: nested })).toEqual([
      '/body/parent/parent/total: expected number',
    ])
  })

  it('TAS-6 loses only the operations that cannot be called, and those are reported', async () => {
    await open()
    expect(reports).toEqual([
      `The OpenAPI document "shop" has operations that cannot be used: POST /upload: its body is of the type multipart/form-data, which is not supported; GET /outside: its reference to ${join(folder, 'other.yaml')} leads to no file.`,
    ])
  })

  it('TAS-6 is limited to the operations that are named', async () => {
    const source = await open({ operations: ['echo', 'gone'] })
    expect(source.list().map(({ name }) => name)).toEqual(['shop__echo'])
    expect(reports.join()).toContain('"gone" is named in the file, and the document has no such operation')
  })

  it('TAS-6 may be JSON of 3.1, and its server may stand in it', async () => {
    const document = JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: `http://{host}:${server.port}/`, variables: { host: { default: '127.0.0.1' } } }],
      paths: { '/echo': { get: { operationId: 'echo' } } },
    })
    const path = join(folder, 'other.json')
    await writeFile(path, document)
    const source = await OpenApiSource.open({
      config: { name: 'a', prefix: 'a', document: { path }, headers: {}, allowPrivate: true },
      rules: {},
      clock: systemClock,
      report: (message) => reports.push(message),
    })
    expect(await call('a__echo', {}, source)).toEqual({ headers: { key: null } })
  })

  it.each([
    ['swagger: "2.0"', /it is of Swagger 2\.0\. Convert it to OpenAPI 3\.$/],
    ['openapi: 4.0.0', /does not say version 3\.0, 3\.1 or 3\.2\.$/],
    ['[1, 2]', /it is no object\.$/],
    ['{"openapi": "3.1.0"', /JSON/],
    [
      'a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: &d [*c, *c, *c, *c]\ne: [*d, *d, *d, *d]',
      /alias/,
    ],
  ])('TAS-6 is refused at the start where it is %j', async (document, reason) => {
    const { code, message } = await failureOf(() => open({}, {}, document))
    expect(code).toBe('OPENAPI_FILE_INVALID')
    expect(message).toMatch(reason)
  })

  it('TAS-6 may be under a URL that is not there yet: it is asked for until it is', async () => {
    isDown = true
    const source = await open({ document: { url: server.url('/shop.yaml') } })
    expect(source.list()).toEqual([])
    expect(source.absenceReason()).toContain('answers with the status 503')
    isDown = false
    await until(() => source.list().length > 0)
    expect(source.absenceReason()).toBeNull()
    expect(reports.filter((line) => line.includes('cannot be used: http'))).toHaveLength(1)
  })
})

describe('the call of an operation', () => {
  it('TAS-6 puts each argument where it belongs', async () => {
    const args = {
      id: 'a/b ü',
      fields: ['x', 'y'],
      tag: ['1', '2'],
      filter: { state: 'open' },
      'X-Trace': 't-1',
      limit: 5,
    }
    expect(await call('shop__getOrder', args)).toEqual({ ok: true })
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: '/orders/a%2Fb%20%C3%BC?fields=x,y&tag=1&tag=2&filter%5Bstate%5D=open&limit=5',
      headers: { 'x-trace': 't-1', 'x-api-key': secret },
    })
    await call('shop__orders_touch', { body: { a: 1, b: ['x', 'y'] } })
    expect(seen[1]).toMatchObject({
      method: 'PATCH',
      body: 'a=1&b=x&b=y',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  it('TAS-5 TAS-6 bears the idempotency key where it is done once', async () => {
    await call('shop__addOrder', { body: { total: 3 } })
    await call('shop__putOrder', { id: '1', body: { total: 3 } })
    expect(seen.map(({ method, headers, body }) => [method, headers['idempotency-key'], body])).toEqual([
      ['POST', context.idempotencyKey, '{"total":3}'],
      ['PUT', undefined, '{"total":3}'],
    ])
  })

  it('OPS-2 says where it stands in a trace', async () => {
    const trace = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'v=1',
    }
    const [tool] = (await open()).list().filter(({ name }) => name === 'shop__putOrder')
    await tool?.execute({ id: '1', body: { total: 3 } }, { ...context, trace })
    expect(seen[0]?.headers).toMatchObject(trace)
  })

  it.each(['..', '.', ''])('TAS-6 cannot climb to another path by %j', async (id) => {
    expect(await failureOf(() => call('shop__deleteOrder', { id }))).toEqual({
      code: 'TOOL_FAILED',
      message: `"id" must not be ${id === '' ? 'empty' : `"${id}"`}: it is a part of a path.`,
    })
    expect(seen).toEqual([])
  })

  it('TAS-6 cannot add a header by a line break', async () => {
    const { message } = await failureOf(() =>
      call('shop__getOrder', { id: '1', 'X-Trace': 'a\r\nX-Api-Key: b' }),
    )
    expect(message).toContain('must be without line breaks')
    expect(seen).toEqual([])
  })

  it('TAS-6 gives text, the status of a response without a body, and a refusal with its status and body', async () => {
    const source = await open()
    expect(await call('shop__readText', {}, source)).toBe('plain words')
    expect(await call('shop__peek', {}, source)).toEqual({ status: 200 })
    const { code, message } = await failureOf(() => call('shop__get_status_code', { code: 404 }, source))
    expect(code).toBe('API_REFUSED')
    expect(message).toMatch(/^"shop__get_status_code" returned the HTTP status 404: \{"error":"No\. /)
  })

  it('TAS-6 TAS-7 never shows the headers of the operator, in results or refusals', async () => {
    expect(await call('shop__echo')).toEqual({ headers: { key: '[hidden]' } })
    const { message } = await failureOf(() => call('shop__get_status_code', { code: 401 }))
    expect(message).toContain('You sent [hidden].')
    const refused = await failureOf(() => call('shop__away'))
    expect(JSON.stringify([message, refused])).not.toContain('s3cret')
  })

  it('TAS-6 is not redirected to another server', async () => {
    const { code, message } = await failureOf(() => call('shop__away'))
    expect(code).toBe('TARGET_UNREACHABLE')
    expect(message).toContain(`it redirects to another server, ${other.url('')}`)
    expect(other.requests).toHaveLength(0)
  })

  it('TAS-5 TAS-6 that may have taken effect is not called a failure', async () => {
    expect((await failureOf(() => call('shop__cut'))).code).toBe('OUTCOME_UNKNOWN')
    expect((await failureOf(() => call('shop__cutRead'))).code).toBe('TARGET_UNREACHABLE')
    const gone = await new WebServer(() => undefined).open()
    const nowhere = gone.url('')
    await gone.close()
    for (const baseUrl of [nowhere, 'http://127.0.0.1:25']) {
      const nobody = await open({ baseUrl })
      const { code } = await failureOf(() => call('shop__addOrder', { body: { total: 1 } }, nobody))
      expect(code).toBe('TARGET_UNREACHABLE')
    }
  })

  it('TAS-6 goes to no private address that is not allowed, and to no host that is not', async () => {
    const inside = await open({ allowPrivate: false })
    expect((await failureOf(() => call('shop__echo', {}, inside))).message).toContain('127.0.0.1 is loopback')
    const document = shop.replace('paths:', `servers: [{ url: "${server.url('')}" }]\npaths:`)
    const path = join(folder, 'listed.yaml')
    await writeFile(path, document)
    const listed = await OpenApiSource.open({
      config: { name: 'shop', prefix: 'shop', document: { path }, headers: {}, allowPrivate: true },
      rules: { allow: ['example.com'] },
      clock: systemClock,
      report: () => undefined,
    })
    expect((await failureOf(() => call('shop__echo', {}, listed))).message).toContain(
      'not in the list of allowed hosts',
    )
    expect(seen).toEqual([])
  })

  it('TAS-6 LIM-12 ends when it is given up', async () => {
    const source = await open()
    const stop = new AbortController()
    const calling = callTool(toolOf(source, 'shop__slow'), {}, stop.signal)
    await until(() => seen.length > 0)
    stop.abort(new Error('Enough.'))
    await expect(calling).rejects.toThrow('Enough.')
  })
})
