import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import type { KnownModel, KnownProvider, ModelCatalogue } from '../../src/domain/known-models.ts'
import type { Tool, ToolEffect } from '../../src/domain/tool.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
await graph.make.agent({ slug: 'b' }, { tools: ['find'] })
await graph.make.agent({ slug: 'a' }, { tools: ['find', 'shop__buy'] })
await graph.make.agent({ slug: 'old', archivedAt: new Date() }, { tools: ['find'] })

function tool(name: string, source: string, effect: ToolEffect, more: Partial<Tool> = {}): Tool {
  const check = (value: unknown) => ({ ok: true, value }) as const
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: {},
    source,
    effect,
    check,
    execute: async () => 1,
    ...more,
  }
}

describe('API-44 the tools of a server', () => {
  const all = [
    tool('find', 'built-in', 'read', { timeoutMs: 5_000 }),
    tool('pay', 'module', 'once'),
    tool('shop__buy', 'mcp:shop', 'once'),
    tool('api__list', 'openapi:api', 'read'),
  ]
  const tools = { list: () => all, find: (name: string) => all.find((one) => one.name === name) ?? null }
  const query = `query($filter: ToolFilter) { tools(filter: $filter) { name kind effect source timeoutMs agents { slug } } }`
  const ask = async (filter: object | null) => (await graph.ask(query, { filter }, { tools })).data

  test('have their kind and the agents that may call them', async () => {
    expect(at(await ask(null), 'tools')).toEqual([
      {
        ...{ name: 'find', kind: 'BUILT_IN', effect: 'READ', source: 'built-in', timeoutMs: 5_000 },
        agents: [{ slug: 'a' }, { slug: 'b' }],
      },
      { name: 'pay', kind: 'MODULE', effect: 'ONCE', source: 'module', timeoutMs: null, agents: [] },
      {
        ...{ name: 'shop__buy', kind: 'MCP', effect: 'ONCE', source: 'mcp:shop', timeoutMs: null },
        agents: [{ slug: 'a' }],
      },
      {
        name: 'api__list',
        kind: 'OPENAPI',
        effect: 'READ',
        source: 'openapi:api',
        timeoutMs: null,
        agents: [],
      },
    ])
  })

  test.each([
    [{ kind: ['MCP', 'OPENAPI'] }, ['shop__buy', 'api__list']],
    [{ effect: ['ONCE'] }, ['pay', 'shop__buy']],
    [{ search: 'DOES F' }, ['find']],
    [{ kind: ['MCP'], effect: ['READ'] }, []],
    [{ kind: [] }, []],
  ])('are chosen by %o', async (filter, expected) => {
    expect(at(await ask(filter), 'tools.*.name')).toEqual(expected)
  })
})

const provider = (name: string, more: Partial<KnownProvider> = {}): KnownProvider => ({
  ...{ name, setting: 'SOME_KEY', configured: false, profiles: [], baseUrl: null, ...more },
})
const model = (name: string, of: KnownProvider, more: Partial<KnownModel> = {}): KnownModel => ({
  ...{ name, provider: of, contextWindow: null, maxOutputTokens: null, price: null, features: null, ...more },
})

describe('API-43 the models of a server', () => {
  const coolingUntil = new Date(Date.UTC(2026, 10, 23))
  const near = provider('near', {
    configured: true,
    baseUrl: 'https://inside.example.com',
    profiles: [{ number: 1, coolingUntil }],
  })
  const price = {
    version: '1',
    ...{
      inputPerMillion: '1',
      outputPerMillion: '2',
      cachedInputPerMillion: '0.1',
      cacheWritePerMillion: '1.25',
    },
  }
  const known = [
    model('far/Big', provider('far')),
    model('near/small', near, { contextWindow: 3_000_000_000, price, features: ['TEMPERATURE'] }),
  ]
  const catalogue: ModelCatalogue = { models: () => known, providers: () => [provider('far'), near] }
  const query = `query($filter: ModelFilter) { models(filter: $filter) { name contextWindow maxOutputTokens features
    price { version inputPerMillion outputPerMillion cachedInputPerMillion cacheWritePerMillion } provider { name configured } } }`

  test('have limits, prices, options, and a provider that is set up or not', async () => {
    const { data } = await graph.ask(query, {}, { catalogue })
    expect(at(data, 'models')).toEqual([
      {
        ...{ name: 'far/Big', contextWindow: null, maxOutputTokens: null, features: null, price: null },
        provider: { name: 'far', configured: false },
      },
      {
        ...{
          name: 'near/small',
          contextWindow: 3_000_000_000,
          maxOutputTokens: null,
          features: ['TEMPERATURE'],
          price,
        },
        provider: { name: 'near', configured: true },
      },
    ])
  })

  test.each([
    [{ provider: 'far' }, ['far/Big']],
    [{ configured: true }, ['near/small']],
    [{ search: 'BIG' }, ['far/Big']],
    [{ search: 'big', configured: true }, []],
  ])('are chosen by %o', async (filter, expected) => {
    const { data } = await graph.ask(query, { filter }, { catalogue })
    expect(at(data, 'models.*.name')).toEqual(expected)
  })

  test('come from providers whose addresses only administrators read', async () => {
    const asked = '{ providers { name setting configured baseUrl profiles { number coolingUntil } } }'
    const shown = {
      ...{ name: 'near', setting: 'SOME_KEY', configured: true, baseUrl: 'https://inside.example.com' },
      profiles: [{ number: 1, coolingUntil: coolingUntil.toISOString() }],
    }
    const answer = await graph.ask(asked, {}, { catalogue })
    expect(at(answer.data, 'providers.1')).toEqual(shown)
    for (const role of ['VIEWER', 'OPERATOR'] as const) {
      const { data } = await graph.ask(
        asked,
        {},
        {
          catalogue,
          caller: { ...loopbackCaller, name: 'somebody', role },
        },
      )
      expect(at(data, 'providers.1')).toEqual({ ...shown, baseUrl: null })
    }
  })
})
