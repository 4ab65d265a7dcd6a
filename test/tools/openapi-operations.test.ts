import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { forEachTest } from '../support/for-file.ts'
import { failureOf } from './call-tool.ts'
import { DescribedService, documentOf, toolOf } from './openapi-fixture.ts'

const service = forEachTest(() => new DescribedService().open())

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

describe('an operation that a call could not reach', () => {
  it.each<[string, string, Json, RegExp]>([
    [
      'its path has a name without a parameter',
      '/a/{id}',
      {},
      /GET \/a\/\{id\}: its path has \{id\}, and it has no such parameter/,
    ],
    [
      'the parameter is of another place',
      '/a/{id}',
      { parameters: [{ ...id, in: 'query' }] },
      /GET \/a\/\{id\}: its path has \{id\}, and it has no such parameter/,
    ],
    [
      'the letter case differs',
      '/a/{Id}',
      { parameters: [id] },
      /its path has \{Id\}, and it has no such parameter \(it has "id": letter case counts\)/,
    ],
    [
      'one of two names has no parameter',
      '/a/{id}/b/{line}',
      { parameters: [id] },
      /its path has \{line\}, and it has no such parameter/,
    ],
    [
      'its path has no place for a parameter',
      '/a',
      { parameters: [id] },
      /its parameter "id" is in the path, and the path has no \{id\}/,
    ],
    ['a brace is not closed', '/a/{id', { parameters: [] }, /its path has a single brace/],
    ['its path has a fragment', '/a#b', {}, /its path has a fragment/],
    [
      'its parameter is nowhere',
      '/a',
      { parameters: [{ name: 'x', in: 'body' }] },
      /its parameter "x" is in the body, which is not supported/,
    ],
    ['its parameters are no list', '/a', { parameters: { id } }, /its parameters are no list/],
    ['it is a text', '/a', 'see elsewhere', /GET \/a: it is no object/],
    [
      'a style is not one of its place',
      '/a',
      { parameters: [{ name: 'x', in: 'query', style: 'simple' }] },
      /its parameter "x" in the query has the style simple, which is not supported/,
    ],
    [
      'a style is of a later version',
      '/a',
      { parameters: [{ name: 'x', in: 'query', style: 'wavy' }] },
      /has the style wavy, which is not supported/,
    ],
  ])('TAS-6 is no tool, and is named: %s', async (_what, path, operation, said) => {
    const source = await service.fromFiles({
      'a.json': documentOf({ [path]: { get: operation }, '/b': { get: { operationId: 'b' } } }),
    })
    expect(source.list().map(({ name }) => name)).toEqual(['api__b'])
    expect(service.reports.join()).toMatch(said)
  })

  it('TAS-6 has a name of its own, and the first keeps it', async () => {
    await service.fromFiles({
      'a.json': documentOf({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
    })
    expect(service.reports.join()).toContain('GET /b: its operationId "x" is that of GET /a')
  })

  it('TAS-6 is not all that is told: what is left out of others is, and what is offered nowhere', async () => {
    const body = { content: { 'application/json': {} } }
    await service.fromFiles({
      'a.json': documentOf({
        '/a': { get: { operationId: 'find', requestBody: body }, options: {}, trace: {} },
      }),
    })
    expect(service.reports).toEqual([
      'The OpenAPI document "api": "find" is offered without its optional body, as GET has none.',
      'The OpenAPI document "api": OPTIONS and TRACE are not offered as tools: OPTIONS /a, TRACE /a.',
    ])
    service.reports.length = 0
    await service.fromFiles({ 'a.json': documentOf({}, { webhooks: { paid: { post: {} } } }) })
    expect(service.reports).toEqual(['The OpenAPI document "api": it has no operation that can be a tool.'])
  })
})

describe('a property that only the server gives', () => {
  const schemas = {
    Id: { type: 'string', readOnly: true },
    Stamp: { allOf: [{ type: 'string' }, { readOnly: true }] },
    Maybe: { oneOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
    Base: { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
  }
  const name = { name: { type: 'string' } }
  const ref = (to: string) => ({ $ref: `#/components/schemas/${to}` })

  it.each<[string, Json]>([
    [
      'behind a reference',
      { type: 'object', required: ['id', 'name'], properties: { id: ref('Id'), ...name } },
    ],
    ['in an allOf', { type: 'object', required: ['id', 'name'], properties: { id: ref('Stamp'), ...name } }],
    [
      'in an allOf beside a reference',
      {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { allOf: [ref('Id'), { title: 'Id' }] }, ...name },
      },
    ],
    [
      'that may be null',
      { type: 'object', required: ['id', 'name'], properties: { id: ref('Maybe'), ...name } },
    ],
    ['of a base', { allOf: [ref('Base'), { type: 'object', required: ['name'], properties: name }] }],
    [
      'of a base, required elsewhere',
      { required: ['id', 'name'], allOf: [ref('Base'), { properties: name }] },
    ],
    [
      'within a list',
      { type: 'array', items: { allOf: [ref('Base'), { required: ['name', 'id'], properties: name }] } },
    ],
  ])('TAS-6 is asked of no model: %s', async (_what, schema) => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      const requestBody = { required: true, content: { 'application/json': { schema } } }
      const document = documentOf(
        { '/a': { post: { operationId: 'make', requestBody } } },
        { openapi, components: { schemas } },
      )
      const { check, inputSchema } = toolOf(await service.fromFiles({ 'api.json': document }), 'make')
      const isList = JSON.stringify(schema).includes('array')
      const body = isList ? [{ name: 'Jil' }] : { name: 'Jil' }
      expect(await check({ body })).toEqual({ ok: true, value: { body } })
      expect((await check({ body: isList ? [{}] : {} })).ok).toBe(false)
      expect(JSON.stringify(inputSchema)).not.toMatch(/readOnly|"id"|"Id"/)
    }
  })
})

describe('OpenAPI 3.2', () => {
  const newer = (paths: Json, more = {}) => documentOf(paths, { openapi: '3.2.0', ...more })

  it('TAS-6 has the method QUERY, and any other, with the effects that they have', async () => {
    const source = await service.fromFiles({
      'a.json': newer({
        '/a': {
          query: { operationId: 'ask', requestBody: { required: true, content: { 'application/json': {} } } },
          additionalOperations: { COPY: { operationId: 'copy' }, PROPFIND: { operationId: 'find' } },
        },
      }),
    })
    expect(source.list().map(({ name, effect }) => [name, effect])).toEqual([
      ['api__ask', 'read'],
      ['api__copy', 'once'],
      ['api__find', 'read'],
    ])
    expect(await service.requestOf(source, 'ask', { body: { a: 1 } })).toMatchObject({
      method: 'QUERY',
      body: '{"a":1}',
    })
    expect(await service.requestOf(source, 'copy')).toMatchObject({ method: 'COPY' })
  })

  it('TAS-6 has a parameter that is the whole query, and cookies as they are', async () => {
    const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }
    const source = await service.fromFiles({
      'a.json': newer({
        '/a': { get: { operationId: 'a', parameters: [{ name: 'q', in: 'querystring', content: form }] } },
        '/b': {
          get: {
            operationId: 'b',
            parameters: [{ name: 'q', in: 'querystring', content: { 'application/json': {} } }],
          },
        },
        '/c': { get: { operationId: 'c', parameters: [{ name: 'c', in: 'cookie', style: 'cookie' }] } },
      }),
    })
    expect(await service.requestOf(source, 'a', { q: { a: 'x y', b: [1, 2] } })).toMatchObject({
      url: '/a?a=x+y&b=1&b=2',
    })
    expect(await service.requestOf(source, 'b', { q: { a: 1 } })).toMatchObject({
      url: '/b?%7B%22a%22%3A1%7D',
    })
    expect((await service.requestOf(source, 'c', { c: 'a/b=' })).headers.cookie).toBe('c=a/b=')
    expect((await failureOf(() => service.requestOf(source, 'c', { c: 'a; b=1' }))).message).toContain(
      'it is sent as a cookie',
    )
  })

  it.each<[string, Json, RegExp]>([
    [
      'items of a stream',
      { post: { requestBody: { content: { 'application/json': { itemSchema: {} } } } } },
      /item by item \(itemSchema\), which is not supported/,
    ],
    [
      'the methods of its own fields',
      { additionalOperations: { POST: {} } },
      /its method POST is not supported in additionalOperations/,
    ],
    [
      'methods that no request has',
      { additionalOperations: { CONNECT: {} } },
      /its method CONNECT is not supported/,
    ],
    [
      'a query in two ways',
      {
        get: {
          parameters: [
            { name: 'q', in: 'querystring', content: { 'application/json': {} } },
            { name: 'b', in: 'query' },
          ],
        },
      },
      /stands beside other parameters of the query/,
    ],
  ])('TAS-6 is refused by part: %s', async (_what, item, said) => {
    const source = await service.fromFiles({
      'a.json': newer({ '/a': item, '/b': { get: { operationId: 'b' } } }),
    })
    expect(source.list().map(({ name }) => name)).toEqual(['api__b'])
    expect(service.reports.join()).toMatch(said)
  })
})

describe('the address of an operation', () => {
  const ofHost = (host: string) => [{ url: `${service.url('')}/${host}` }]

  it('TAS-6 is that of its own servers, of its path, or of the document', async () => {
    const paths = {
      '/a': {
        servers: ofHost('path'),
        get: { operationId: 'own', servers: ofHost('own') },
        put: { operationId: 'path' },
      },
      '/b': { get: { operationId: 'all' } },
    }
    const document = documentOf(paths, { servers: [{ url: 'https://{region}.example' }, ...ofHost('all')] })
    service.files = { 'a.json': document }
    const source = await service.source({ document: { url: service.url('/docs/a.json') } })
    for (const [name, url] of [
      ['own', '/own/a'],
      ['path', '/path/a'],
      ['all', '/all/b'],
    ] as const)
      expect(await service.requestOf(source, name)).toMatchObject({ url })
  })

  it('TAS-6 is relative to where the document was got from', async () => {
    service.files = {
      'v1/a.json': documentOf({ '/b': { get: { operationId: 'b' } } }, { servers: [{ url: '../../api' }] }),
    }
    const source = await service.source({ document: { url: service.url('/docs/v1/a.json') } })
    expect(await service.requestOf(source, 'b')).toMatchObject({ url: '/api/b' })
  })

  it('TAS-6 that nobody said loses the operation, by name', async () => {
    service.files = {
      'a.json': documentOf({ '/b': { get: {} } }, { servers: [{ url: 'https://{region}.example' }] }),
    }
    const source = await service.source({ document: { url: service.url('/docs/a.json') } })
    expect(source.list()).toEqual([])
    expect(service.reports.join()).toContain(
      'GET /b: its server https://{region}.example has no default for {region}. Set "baseUrl"',
    )
  })
})

describe('how values are written (RFC 6570, and the table of styles of the specification)', () => {
  const values = { s: 'blue', a: ['blue', 'black', 'brown'], o: { R: 100, G: 200, B: 150 } }

  it.each<[string, string, boolean, string, string, string]>([
    ['path', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['path', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['path', 'label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['path', 'label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['path', 'matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    ['path', 'matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['query', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    ['query', 'form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'query',
      'spaceDelimited',
      false,
      'color=blue',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    [
      'query',
      'pipeDelimited',
      false,
      'color=blue',
      'color=blue%7Cblack%7Cbrown',
      'color=R%7C100%7CG%7C200%7CB%7C150',
    ],
    [
      'query',
      'deepObject',
      true,
      'color=blue',
      'color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown',
      'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
    ],
    ['header', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['header', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['cookie', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ])('TAS-6 in the %s, %s, explode %s', async (location, style, explode, ...written) => {
    const path = location === 'path' ? '/x/{color}' : '/x'
    const parameter = { name: 'color', in: location, required: true, style, explode }
    const source = await service.fromFiles({
      'a.json': documentOf({ [path]: { get: { operationId: 'x', parameters: [parameter] } } }),
    })
    for (const [index, color] of Object.values(values).entries()) {
      const { url, headers } = await service.requestOf(source, 'x', { color })
      const sent = { path: url.slice(3), query: url.slice(3), header: headers.color, cookie: headers.cookie }
      expect(Reflect.get(sent, location)).toBe(written[index])
    }
  })

  it('TAS-6 keeps what a query may hold only where it may, and adds no other parameter', async () => {
    const parameters = [
      { name: 'q', in: 'query', allowReserved: true },
      { name: 'r', in: 'query' },
    ]
    const source = await service.fromFiles({
      'a.json': documentOf({ '/x': { get: { operationId: 'x', parameters } } }),
    })
    const { url } = await service.requestOf(source, 'x', { q: 'a/b?c&admin=1#d', r: 'a/b&c=1' })
    expect(url).toBe('/x?q=a/b?c%26admin%3D1%23d&r=a%2Fb%26c%3D1')
  })

  it('TAS-6 has no value for a null, and none for an empty list', async () => {
    const parameters = ['a', 'b', 'c'].map((name) => ({ name, in: 'query' }))
    const source = await service.fromFiles({
      'a.json': documentOf({ '/x': { get: { operationId: 'x', parameters } } }),
    })
    expect(await service.requestOf(source, 'x', { a: null, b: [], c: false })).toMatchObject({
      url: '/x?c=false',
    })
  })

  it('TAS-6 writes properties of a form as its encoding says', async () => {
    const encoding = {
      tags: { style: 'pipeDelimited', explode: false },
      meta: { contentType: 'application/json' },
    }
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } }
    const source = await service.fromFiles({
      'a.json': documentOf({ '/x': { post: { operationId: 'x', requestBody: { content } } } }),
    })
    const body = { tags: ['a', 'b'], meta: [1], name: 'x y', lines: ['c', 'd'], none: null }
    expect((await service.requestOf(source, 'x', { body })).body).toBe(
      'tags=a%7Cb&meta=1&name=x+y&lines=c&lines=d',
    )
    expect(toolOf(source, 'x').effect).toBe('once')
  })
})
