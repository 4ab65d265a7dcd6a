import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { OpenApiConfig } from '../../src/tools/openapi/openapi-file.ts'
import { forEachTest } from '../support/for-file.ts'
import { until } from './mcp-fixture.ts'
import { DescribedService, documentOf, toolOf } from './openapi-fixture.ts'

const service = forEachTest(() => new DescribedService().open())

type Requirements = readonly { readonly [scheme: string]: readonly string[] }[]

const schemes = {
  token: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'BASIC' },
  other: { type: 'http', scheme: 'Token' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  login: { type: 'oauth2', flows: {} },
  openid: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
  alias: { $ref: '#/components/securitySchemes/token' },
  certificate: { type: 'mutualTLS' },
  digest: { type: 'http', scheme: 'digest' },
  lost: { type: 'apiKey', in: 'header' },
}

async function open(
  security: Requirements | null,
  credentials: OpenApiConfig['credentials'],
  { headers = {}, ofAll }: { readonly headers?: Record<string, string>; readonly ofAll?: Requirements } = {},
) {
  const parameters: Json = [
    { name: 'X-Key', in: 'header', required: true },
    { name: 'api_key', in: 'query', required: true },
  ]
  const operation = { operationId: 'a', parameters, ...(security && { security }) }
  const more = { components: { securitySchemes: schemes }, ...(ofAll && { security: ofAll }) }
  return service.fromFiles(
    { 'a.json': documentOf({ '/a': { get: operation } }, JSON.parse(JSON.stringify(more))) },
    { headers, ...(credentials && { credentials }) },
  )
}

const rest = { 'X-Key': 'of the model', api_key: 'of the model' }

async function sent(source: Awaited<ReturnType<typeof open>>) {
  const { properties } = toolOf(source, 'a').inputSchema
  const args = Object.fromEntries(
    Object.entries(rest).filter(([name]) => Object.hasOwn(Object(properties), name)),
  )
  const { url, headers } = await service.requestOf(source, 'a', args)
  const { authorization, cookie, 'x-key': key } = headers
  return { authorization, cookie, key, query: new URL(url, 'http://a').searchParams.get('api_key') }
}

describe('the security schemes of an OpenAPI document', () => {
  it.each<[keyof typeof schemes, string, object]>([
    ['token', 'secret-1', { authorization: 'Bearer secret-1' }],
    ['token', 'Bearer secret-1', { authorization: 'Bearer secret-1' }],
    ['alias', 'secret-1', { authorization: 'Bearer secret-1' }],
    ['login', 'secret-1', { authorization: 'Bearer secret-1' }],
    ['openid', 'secret-1', { authorization: 'Bearer secret-1' }],
    ['password', 'user:secret', { authorization: `Basic ${btoa('user:secret')}` }],
    ['other', 'secret-1', { authorization: 'Token secret-1' }],
    ['key', 'secret-1', { key: 'secret-1' }],
    ['query', 'secret+1/=', { query: 'secret+1/=' }],
    ['session', 'secret-1', { cookie: 'sid=secret-1' }],
  ])('TAS-6 say how a credential is sent: %s, %s', async (name, value, expected) => {
    const source = await open([{ [name]: [] }], { [name]: value })
    expect(await sent(source)).toMatchObject(expected)
    expect(service.reports).toEqual([])
  })

  it('TAS-6 are what no model is asked for', async () => {
    const source = await open([{ key: [], query: [] }], { key: 'secret-1', query: 'secret-2' })
    expect(toolOf(source, 'a').inputSchema.properties).toEqual({})
    expect(await sent(source)).toMatchObject({ key: 'secret-1', query: 'secret-2' })
  })

  it('TAS-6 of the document hold where the operation has none of its own, and an empty list lets anybody in', async () => {
    const all = { ofAll: [{ token: [] }] }
    expect(await sent(await open(null, { token: 'secret-1' }, all))).toMatchObject({
      authorization: 'Bearer secret-1',
    })
    expect((await sent(await open([], { token: 'secret-1' }, all))).authorization).toBeUndefined()
  })

  it('TAS-6 are alternatives: the first for which all are given, and none only where none is', async () => {
    const either: Requirements = [{ token: [], session: [] }, { key: [] }, {}]
    expect(await sent(await open(either, { token: 'secret-1', key: 'secret-2' }))).toMatchObject({
      key: 'secret-2',
    })
    const both = { token: 'secret-1', session: 'secret-3', key: 'secret-2' }
    expect(await sent(await open(either, both))).toMatchObject({
      authorization: 'Bearer secret-1',
      cookie: 'sid=secret-3',
    })
    expect((await sent(await open(either, {}))).authorization).toBeUndefined()
    expect(service.reports).toEqual([])
  })

  it('TAS-6 are met by a header of the operator too', async () => {
    const source = await open([{ token: [] }], undefined, { headers: { Authorization: 'Bearer secret-9' } })
    expect((await sent(source)).authorization).toBe('Bearer secret-9')
    expect(service.reports).toEqual([])
  })

  it('TAS-6 without a credential are named, and the operation is offered', async () => {
    const source = await open([{ token: [], session: [] }], { session: 'secret-3' })
    expect(source.list()).toHaveLength(1)
    expect(service.reports).toEqual([
      'The OpenAPI document "api": no credential is set for the security scheme "token" of a. Set "credentials" (docs/tools.md).',
    ])
  })

  it.each<[string, RegExp]>([
    ['certificate', /its security scheme "certificate" is of the type mutualTLS, which is not supported/],
    ['digest', /its security scheme "digest" is digest of HTTP, which is not supported/],
    ['lost', /its security scheme "lost" does not say in which header/],
    ['nowhere', /its security scheme "nowhere" is not declared/],
  ])('TAS-6 that cannot be met lose the operation, by name: %s', async (name, said) => {
    expect((await open([{ [name]: [] }], {})).list()).toEqual([])
    expect(service.reports.join()).toMatch(said)
  })

  it('TAS-6 that need one header both lose the alternative, and are told', async () => {
    const both = { token: 't', password: 'u:p' }
    const source = await open([{ token: [], password: [] }], both)
    expect(source.list()).toEqual([])
    expect(service.reports.join()).toMatch(
      /"password" and another one are both sent in the header Authorization/,
    )
    const other = await open([{ token: [], password: [] }, { key: [] }], { ...both, key: 'k' })
    expect(await sent(other)).toMatchObject({ key: 'k', authorization: undefined })
  })

  it('TAS-6 add no other cookie', async () => {
    const source = await open([{ session: [] }], { session: 'x;y=1 ü' })
    expect((await sent(source)).cookie).toBe('sid=x%3By=1%20%C3%BC')
  })

  it('TAS-6 that something else meets are of no concern', async () => {
    expect((await open([{ certificate: [] }], { certificate: null })).list()).toHaveLength(1)
    expect(service.reports).toEqual([])
  })

  it.each<[string, Json]>([
    ['the only one', [{ remote: [] }]],
    ['beside none', [{}, { remote: [] }]],
    ['beside one without a credential', [{ token: [] }, { remote: [] }]],
  ])('TAS-6 in another document that is not there yet are tried again: %s', async (_what, security) => {
    service.files = { 'schemes.yaml': 'remote: { type: apiKey, in: header, name: X-Key }' }
    service.down.add('schemes.yaml')
    const remote = { $ref: service.url('/docs/schemes.yaml#/remote') }
    const source = await service.fromFiles(
      {
        'a.json': documentOf(
          { '/a': { get: { operationId: 'a', security } } },
          { components: { securitySchemes: { remote, token: schemes.token } } },
        ),
      },
      { credentials: { remote: 'secret-1' } },
    )
    expect(source.list()).toEqual([])
    expect(source.absenceReason()).toContain('refers to a document that could not be read yet')
    service.down.clear()
    await until(() => source.list().length === 1)
    const { headers } = await service.requestOf(source, 'a')
    expect(headers['x-key']).toBe('secret-1')
  })
})
