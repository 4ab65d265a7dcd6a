import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { forEachTest } from '../support/for-file.ts'
import { callTool, failureOf } from './call-tool.ts'
import { DescribedService, documentOf, toolOf } from './openapi-fixture.ts'

const service = forEachTest(() => new DescribedService().open())

/** The one operation of a document, as a tool. */
async function opened(path: string, operation: object, openapi = '3.1.0') {
  const paths: Json = JSON.parse(JSON.stringify({ [path]: { post: { operationId: 'act', ...operation } } }))
  return service.fromFiles({ 'a.json': documentOf(paths, { openapi }) })
}

const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

describe('an operation of a document', () => {
  it('TAS-6 takes a value that fits several alternatives, and null once', async () => {
    const oneOf = [{ type: 'string' }, { type: 'string', format: 'uuid' }]
    const open = { type: 'string', enum: ['a', null], nullable: true }
    const source = await opened('/a', json({ properties: { id: { oneOf }, open } }), '3.0.3')
    const { check, inputSchema } = toolOf(source, 'act')
    const body = { id: '7b0d1f5e-6a53-4a54-8f0c-2f3c5e0f9a11', open: null }
    expect(await check({ body })).toEqual({ ok: true, value: { body } })
    expect((await check({ body: { id: 7 } })).ok).toBe(false)
    expect(inputSchema).toMatchObject({
      properties: { body: { properties: { open: { enum: ['a', null] } } } },
    })
  })

  it('TAS-6 says of a bound what it is', async () => {
    const source = await opened('/a', json({ properties: { price: { exclusiveMinimum: 0 } } }))
    expect(await toolOf(source, 'act').check({ body: { price: 0 } })).toEqual({
      ok: false,
      problems: ['/body/price: 0 is not greater than 0'],
    })
  })

  it.each<[Json, string]>([
    [['a', ''], '"ids" must not have an empty item: it is a part of a path.'],
    [[''], '"ids" must not have an empty item: it is a part of a path.'],
    [[], '"ids" must not be empty: it is a part of a path.'],
  ])('TAS-6 sends no path with the empty parts of %j', async (ids, message) => {
    const parameters = [{ name: 'ids', in: 'path', required: true, schema: { type: 'array' } }]
    const source = await opened('/a/{ids}', { parameters })
    expect(await failureOf(() => callTool(toolOf(source, 'act'), { ids }))).toEqual({
      code: 'TOOL_FAILED',
      message,
    })
    expect(service.seen).toEqual([])
  })

  it('TAS-6 sends a text of any type as it is', async () => {
    const requestBody = { content: { 'text/csv': { schema: { type: 'string' } } } }
    const source = await opened('/a', { requestBody })
    const { headers, body } = await service.requestOf(source, 'act', { body: 'a,b\n1,2' })
    expect([headers['content-type'], body]).toEqual(['text/csv', 'a,b\n1,2'])
  })

  it('TAS-6 without its body says what the document lacks', async () => {
    await opened('/a', { requestBody: { content: {} } })
    expect(service.reports.join()).toContain(
      '"act" is offered without its optional body, which has no content in the document',
    )
  })
})

describe('an answer of a service', () => {
  const location = '/jobs/7'
  it.each<[string, number, Record<string, string>, string, unknown]>([
    ['no body', 202, { location, 'retry-after': '5' }, '', { status: 202, location, retryAfter: '5' }],
    ['an object', 201, { location }, '{"id":7}', { location, id: 7 }],
    ['an object that says it itself', 201, { location }, '{"location":"/j"}', { location: '/j' }],
    ['a list', 202, { location }, '[7]', { status: 202, location, body: [7] }],
    ['any other', 200, { location }, '{"id":7}', { id: 7 }],
    ['one without', 201, {}, '{"id":7}', { id: 7 }],
  ])(
    'TAS-6 says where its result is, and when to ask again: %s',
    async (_what, status, headers, body, right) => {
      service.answer = { status, headers, body }
      expect(await callTool(toolOf(await opened('/a', {}), 'act'), {})).toEqual(right)
    },
  )

  it('TAS-6 that refuses says when to ask again', async () => {
    service.answer = { status: 429, headers: { 'retry-after': '30' }, body: '"Slowly."' }
    const source = await opened('/a', {})
    expect(await failureOf(() => callTool(toolOf(source, 'act'), {}))).toEqual({
      code: 'API_REFUSED',
      message: '"api__act" returned the HTTP status 429 (Retry-After: 30): "Slowly."',
    })
  })
})
