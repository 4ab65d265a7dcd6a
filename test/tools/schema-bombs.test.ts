import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { toMcpTools } from '../../src/tools/mcp/mcp-tools.ts'
import { toOpenApiTools } from '../../src/tools/openapi/openapi-tools.ts'

/** The result, and how often others had their turn meanwhile. */
async function withOthers<Result>(work: () => Result | Promise<Result>) {
  let turns = 0
  let next = setImmediate(function others() {
    turns += 1
    next = setImmediate(others)
  })
  const result = await work()
  clearImmediate(next)
  return { result, turns }
}

function numbered<Value>(count: number, made: (nth: number) => Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`n${nth}`, made(nth)]))
}

describe('schemas of unknown authors', () => {
  it('TAS-6 of an MCP server are read while others go on, however many and large they are', async () => {
    const inputSchema = { type: 'object' as const, properties: numbered(500, () => ({ type: 'string' })) }
    const definitions = Array.from({ length: 100 }, (_, nth) => ({ name: `t${nth}`, inputSchema }))
    const config = {
      name: 'x',
      prefix: 'x',
      transportConfig: { kind: 'http', url: '', headers: {} },
    } as const
    const { result, turns } = await withOthers(() =>
      toMcpTools(definitions, {
        ...{ config, tasks: 'none', hasResources: false, instructions: null },
        call: async () => null,
      }),
    )
    expect(result.tools).toHaveLength(100)
    expect(turns).toBeGreaterThanOrEqual(100)
  })

  it('TAS-6 of an OpenAPI document may all refer to each other: their operations are left out one by one', async () => {
    const count = 4_000
    const next = (nth: number) => ({ $ref: `#/components/schemas/n${(nth + 1) % count}` })
    const document: JsonObject = {
      openapi: '3.1.0',
      paths: numbered<Json>(50, (nth) => ({
        post: { requestBody: { content: { 'application/json': { schema: next(nth) } } } },
      })),
      components: {
        schemas: numbered<Json>(count, (nth) => ({ properties: { a: next(nth), b: next(nth) } })),
      },
    }
    const config = { name: 'x', prefix: 'x', baseUrl: 'http://127.0.0.1:9/', headers: {} }
    const { result, turns } = await withOthers(() =>
      toOpenApiTools(document, {
        config: { ...config, document: { path: '' }, allowPrivate: false },
        rules: {},
        documentUrl: null,
      }),
    )
    expect(result.tools).toEqual([])
    expect(result.faults[0]).toMatch(/^POST n0: its input schema has more than 100000 characters$/)
    expect(turns).toBeGreaterThanOrEqual(50)
  })
})
