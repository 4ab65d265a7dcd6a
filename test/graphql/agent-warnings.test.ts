import { describe, expect, test } from 'vitest'
import { type AgentDefinition, agentDefinition } from '../../src/domain/agent.ts'
import { warningsOf } from '../../src/domain/agent-warnings.ts'
import type { KnownProvider, ModelCatalogue } from '../../src/domain/known-models.ts'
import type { Tools } from '../../src/domain/tool.ts'
import { forSuite } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const define = (fields: Record<string, unknown>): AgentDefinition =>
  agentDefinition.parse({ name: 'Clerk', model: 'scripted/one', ...fields })

/** Only `scripted` is set up, and no tool is there; one is to come. */
const present = {
  models: { profiles: (name: string) => (name === 'scripted' ? [{}] : []) },
  tools: {
    list: () => [],
    find: () => null,
    absenceReason: (name) => (name === 'shop__buy' ? 'The MCP server "shop" is starting.' : null),
  } satisfies Tools,
}

describe('MOD-5 what an agent names and is not there', () => {
  test('is told for each field that names a model, with the setting that brings its provider', () => {
    const definition = define({
      model: 'anthropic/a',
      fallbackModels: ['scripted/b', 'google/c', 'openai-chat/d'],
      compaction: { models: ['vertex/e'] },
      confidence: { models: ['openai/f'] },
    })
    expect(warningsOf(definition, present).map(({ code, path, message }) => [code, path, message])).toEqual(
      [
        ['model', 'anthropic/a', 'anthropic', 'ANTHROPIC_API_KEY'],
        ['fallbackModels.1', 'google/c', 'google', 'GOOGLE_API_KEY'],
        ['fallbackModels.2', 'openai-chat/d', 'openai-chat', 'OPENAI_CHAT_BASE_URL'],
        ['compaction.models.0', 'vertex/e', 'vertex', 'GOOGLE_CLOUD_PROJECT'],
        ['confidence.models.0', 'openai/f', 'openai', 'OPENAI_API_KEY'],
      ].map(([path = '', name, provider, setting]) => [
        'PROVIDER_NOT_SET_UP',
        path.split('.'),
        `${path}: ${name} cannot be called: ${provider} is not set up. Set ${setting}.`,
      ]),
    )
  })

  test('is told for providers that code has brought and took away, and for tools that come or do not', () => {
    expect(
      warningsOf(define({ model: 'house/a', tools: ['shop__buy', 'gone'] }), present).map(
        ({ message }) => message,
      ),
    ).toEqual([
      'model: house/a cannot be called: There is no provider house.',
      'tools: shop__buy is not available: The MCP server "shop" is starting.',
      'tools: gone is not available: This server has no tool of this name.',
    ])
    expect(warningsOf(define({}), present)).toEqual([])
  })
})

describe('MOD-5 Agent.warnings', () => {
  const graph = forSuite(() => openGraph())

  test('has them by the providers of the server that answers', async () => {
    const agent = await graph.make.agent({}, { model: 'near/small', tools: ['gone'] })
    const query = 'query($slug: String!) { agent(slug: $slug) { warnings { code path message } } }'
    const near = (isSetUp: boolean): KnownProvider => ({
      ...{ name: 'near', setting: 'NEAR_KEY', configured: isSetUp, baseUrl: null },
      profiles: isSetUp ? [{ number: 1, coolingUntil: null }] : [],
    })
    const codes = async (isSetUp: boolean) => {
      const catalogue: ModelCatalogue = { models: () => [], providers: () => [near(isSetUp)] }
      return at((await graph.ask(query, { slug: agent.slug }, { catalogue })).data, 'agent.warnings.*.code')
    }
    expect(await codes(false)).toEqual(['PROVIDER_NOT_SET_UP', 'TOOL_UNAVAILABLE'])
    expect(await codes(true)).toEqual(['TOOL_UNAVAILABLE'])
  })
})
