import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { forEachTest } from '../support/for-file.ts'
import { problemsOf } from './call-tool.ts'
import { until } from './mcp-fixture.ts'
import { DescribedService, documentOf, type Files, toolOf } from './openapi-fixture.ts'

const service = forEachTest(() => new DescribedService().open())

/** As providers publish theirs: an operation, its parameters, body and answers each in a file of their own. */
const inParts: Files = {
  'api.yml': `
openapi: 3.0.3
info: { title: Machines, version: "2", description: { $ref: about.md } }
paths:
  /v2/droplets:
    get: { $ref: "resources/droplets/list.yml" }
    post: { $ref: "resources/droplets/create.yml" }
    delete: { $ref: "resources/droplets/destroy_by_tag.yml" }
  /v2/droplets/{droplet_id}:
    get: { $ref: "resources/droplets/get.yml" }
  /v2/images/{image_id}: { $ref: "resources/image.yml" }
  /v2/gone: { get: { $ref: "resources/gone.yml" }, head: { operationId: is_there } }
`,
  'resources/droplets/list.yml': `
operationId: droplets_list
summary: Lists all.
parameters:
  - { $ref: "../../shared/parameters.yml#/per_page" }
  - { $ref: "parameters.yml#/tag_name" }
responses: { "200": { $ref: "../nowhere.yml" } }
`,
  'resources/droplets/create.yml': `
operationId: droplets_create
requestBody: { $ref: "create_body.yml" }
responses: {}
`,
  'resources/droplets/create_body.yml': `
required: true
content: { application/json: { schema: { $ref: "models/droplet.yml" } } }
`,
  'resources/droplets/models/droplet.yml': `
type: object
required: [name]
properties:
  name: { type: string }
  region: { $ref: "../../../shared/region.yml#/region" }
  parent: { $ref: "droplet.yml" }
`,
  'resources/droplets/destroy_by_tag.yml': `
operationId: droplets_destroy_by_tag
parameters: [{ $ref: "parameters.yml#/required_tag" }]
`,
  'resources/droplets/get.yml': `
operationId: droplets_get
parameters: [{ $ref: "parameters.yml#/droplet_id" }]
`,
  'resources/droplets/parameters.yml': `
tag_name: { name: tag_name, in: query, schema: { type: string } }
required_tag: { name: tag_name, in: query, required: true, schema: { type: string } }
droplet_id: { name: droplet_id, in: path, required: true, schema: { type: integer, minimum: 1 } }
`,
  'shared/parameters.yml': 'per_page: { name: per_page, in: query, schema: { $ref: "numbers.json#/small" } }',
  'shared/numbers.json': { small: { type: 'integer', maximum: 200 } },
  'shared/region.yml': 'region: { type: string, enum: [north, south] }',
  'resources/image.yml': `
parameters: [{ name: image_id, in: path, required: true, schema: { type: string } }]
get: { operationId: images_get }
`,
}

describe('references of an OpenAPI document', () => {
  it.each(['files', 'URLs'])(
    'TAS-6 lead to operations, parameters, bodies and schemas in other %s',
    async (where) => {
      service.files = inParts
      const source =
        where === 'files'
          ? await service.fromFiles(inParts)
          : await service.source({
              document: { url: service.url('/docs/api.yml') },
              baseUrl: service.url(''),
            })
      expect(source.list().map(({ name }) => name)).toEqual([
        'api__droplets_list',
        'api__droplets_destroy_by_tag',
        'api__droplets_create',
        'api__droplets_get',
        'api__images_get',
        'api__is_there',
      ])
      expect(toolOf(source, 'droplets_get').inputSchema).toEqual({
        type: 'object',
        properties: { droplet_id: { type: 'integer', minimum: 1 } },
        required: ['droplet_id'],
        additionalProperties: false,
      })
      expect(toolOf(source, 'droplets_list').description).toBe('Lists all.')
      expect(await problemsOf(toolOf(source, 'droplets_list'), { per_page: 500 })).toHaveLength(1)
      expect(await problemsOf(toolOf(source, 'droplets_destroy_by_tag'), {})).toHaveLength(1)
      const child = { name: 'a', parent: { name: 'b', region: 'east' } }
      expect(await problemsOf(toolOf(source, 'droplets_create'), { body: child })).toHaveLength(1)
      expect(await service.requestOf(source, 'droplets_get', { droplet_id: 7 })).toMatchObject({
        method: 'GET',
        url: '/v2/droplets/7',
      })
      expect(service.reports.join()).toMatch(/GET \/v2\/gone: .*resources\/gone\.yml/)
    },
  )

  it('TAS-6 lead through the same document to every kind of part', async () => {
    const source = await service.fromFiles({
      'a.json': documentOf(
        {
          '/orders/{id}': { $ref: '#/components/pathItems/Order' },
          '/copies/{id}': { $ref: '#/paths/~1orders~1%7Bid%7D' },
        },
        {
          components: {
            pathItems: {
              Order: {
                parameters: [{ $ref: '#/components/parameters/Alias' }],
                put: { $ref: '#/x-operations/put' },
              },
            },
            parameters: {
              Alias: { $ref: '#/components/parameters/Id' },
              Id: { name: 'id', in: 'path', required: true, content: { $ref: '#/x-content' } },
            },
            requestBodies: {
              Order: { content: { 'application/json': { $ref: '#/components/mediaTypes/Order' } } },
            },
            mediaTypes: { Order: { schema: { $ref: '#/components/schemas/Order/properties/lines/items' } } },
            schemas: { Order: { properties: { lines: { items: { type: 'object', required: ['sku'] } } } } },
          },
          'x-operations': { put: { requestBody: { $ref: '#/components/requestBodies/Order' } } },
          'x-content': { 'text/plain': { schema: { type: 'string', minLength: 2 } } },
        },
      ),
    })
    expect(source.list().map(({ name }) => name)).toEqual(['api__put_orders_id', 'api__put_copies_id'])
    expect(toolOf(source, 'put_copies_id').inputSchema).toMatchObject({
      properties: { id: { type: 'string', minLength: 2 }, body: { $ref: '#/$defs/items' } },
      required: ['id'],
      $defs: { items: { type: 'object', required: ['sku'] } },
    })
    expect(service.reports).toEqual([])
  })

  it('TAS-6 go by `$self`, `$id` and `$anchor`, and keep what stands beside them', async () => {
    const source = await service.fromFiles({
      'a.json': documentOf(
        { '/a': { get: { operationId: 'a', parameters: ['word', 'number', 'other'].map(parameterOf) } } },
        {
          openapi: '3.2.0',
          $self: 'https://api.example/v1/openapi.json',
          components: {
            schemas: {
              word: { $anchor: 'word', type: 'string' },
              number: { $id: '/schemas/number', type: 'integer' },
            },
          },
        },
      ),
      'other.json': { type: 'boolean' },
    })
    expect(service.reports).toEqual([])
    expect(await problemsOf(toolOf(source, 'a'), { word: 1, number: 'x', other: 2 })).toHaveLength(3)
    expect(await problemsOf(toolOf(source, 'a'), { word: 'long', number: 1, other: true })).toHaveLength(1)
  })

  it('TAS-6 that describe a part beside them describe it so, in 3.0 too', async () => {
    const source = await service.fromFiles({
      'a.json': documentOf(
        {
          '/a': {
            get: {
              operationId: 'a',
              parameters: [{ $ref: '#/components/parameters/A', description: 'Here.' }],
            },
          },
        },
        { components: { parameters: { A: { name: 'a', in: 'query', description: 'Anywhere.' } } } },
      ),
    })
    expect(toolOf(source, 'a').inputSchema.properties).toEqual({ a: { description: 'Here.' } })
  })

  it.each<[string, Json, RegExp]>([
    [
      'lead to nothing',
      { $ref: '#/components/parameters/Gone' },
      /GET \/a: its reference #\/components\/parameters\/Gone leads to nothing/,
    ],
    [
      'come back to themselves',
      { $ref: '#/paths/~1a/get/parameters/0' },
      /GET \/a: the reference .* comes back to itself/,
    ],
    [
      'lead to a file that is hidden',
      { $ref: '.secrets.json' },
      /GET \/a: its reference to .*\.secrets\.json leads to a file that is hidden/,
    ],
    [
      'lead to a file that is no document',
      { $ref: '../../etc/passwd' },
      /GET \/a: its reference to .* hidden, or not \.json/,
    ],
    ['lead to a text', { $ref: 'words.json' }, /GET \/a: one of its parameters is no object/],
    [
      'lead to what is no document',
      { $ref: 'broken.json' },
      /GET \/a: file:.*broken\.json cannot be read: it is not JSON/,
    ],
    ['are no addresses', { $ref: 'http://[' }, /GET \/a: its reference http:\/\/\[ is not a URI/],
    [
      'are of another kind',
      { $ref: 'ftp://a.example/a.json' },
      /GET \/a: its reference to ftp:.* is no file and no web address/,
    ],
  ])('TAS-6 that %s lose their operation alone, by name', async (_what, parameter, said) => {
    const source = await service.fromFiles({
      'a.json': documentOf({
        '/a': { get: { parameters: [parameter] } },
        '/b': { get: { operationId: 'b' } },
      }),
      'words.json': '"words"',
      'broken.json': '{ "a": ',
      '.secrets.json': { name: 'a', in: 'query' },
    })
    expect(source.list().map(({ name }) => name)).toEqual(['api__b'])
    await until(() => service.reports.some((report) => said.test(report)))
  })

  it('TAS-6 of a document under a URL lead to no file of this machine, and to no private address', async () => {
    service.files = {
      'a.json': documentOf({
        '/a': { get: { $ref: 'file:///etc/hostname.json' } },
        '/b': { get: { $ref: 'http://127.0.0.2:9/b.json' } },
      }),
    }
    const source = await service.source({
      document: { url: service.url('/docs/a.json') },
      baseUrl: service.url(''),
    })
    expect(source.list()).toEqual([])
    expect(service.reports.join()).toMatch(/GET \/a: .* leads to a file of this machine/)
    expect(service.reports.join()).toMatch(/GET \/b: .*127\.0\.0\.2 is loopback/)
  })

  it('TAS-6 may be chains of thousands', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `s${index}`,
        { $ref: `#/components/schemas/s${index + 1}` },
      ]),
    )
    const source = await service.fromFiles({
      'a.json': documentOf(
        { '/a': { get: { operationId: 'a', parameters: [{ $ref: '#/components/schemas/s0' }] } } },
        { components: { schemas: { ...schemas, s3000: { name: 'q', in: 'query', required: true } } } },
      ),
    })
    expect(toolOf(source, 'a').inputSchema.required).toEqual(['q'])
  })

  it('TAS-6 to a document that is not there yet are tried again, and the rest is offered meanwhile', async () => {
    service.files = {
      'a.json': documentOf({ '/a': { get: { $ref: 'later.json' } }, '/b': { get: { operationId: 'b' } } }),
      'later.json': { operationId: 'late', parameters: [{ name: 'q', in: 'query' }] },
    }
    service.down.add('later.json')
    const source = await service.source({
      document: { url: service.url('/docs/a.json') },
      baseUrl: service.url(''),
    })
    expect(source.list().map(({ name }) => name)).toEqual(['api__b'])
    expect(source.absenceReason()).toContain('refers to a document that could not be read yet')
    service.down.clear()
    await until(() => source.list().length === 2)
    expect(source.absenceReason()).toBeNull()
  })
})

function parameterOf(name: string): Json {
  const refs: Readonly<Record<string, string>> = {
    word: '#word',
    number: '/schemas/number',
    other: 'other.json',
  }
  return { name, in: 'query', schema: { $ref: refs[name] ?? '', maxLength: 3 } }
}
