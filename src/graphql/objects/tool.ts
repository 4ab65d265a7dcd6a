import { toolFilter } from '../../domain/filters.ts'
import type { Tool } from '../../domain/tool.ts'
import { builder, describedEnum } from '../builder.ts'
import { json, nullable, string, valueObject } from '../fields.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { Agent, definitionOf } from './agent.ts'

export const ToolEffectEnum = describedEnum(
  'ToolEffect',
  'Effect of a tool or an operation of a relic: what happens to a call that a crash interrupted.',
  {
    READ: 'The call changes nothing. An interrupted call is repeated.',
    IDEMPOTENT:
      'The call has the same effect if it is made twice. An interrupted call is repeated with the same key.',
    ONCE: 'An interrupted call is never repeated. The model receives an error, or a human decides.',
  },
)

const kinds = {
  BUILT_IN: 'The tool is part of the server.',
  MODULE: 'The tool is code of the operator: `RUNGRAPH_TOOLS`.',
  MCP: 'The tool is offered by an MCP server: `RUNGRAPH_MCP`.',
  OPENAPI: 'The tool is an operation of an HTTP API: `RUNGRAPH_OPENAPI`.',
} as const

const ToolKind = describedEnum('ToolKind', 'Kind of a tool: where it comes from.', kinds)

export const toolEffects = { read: 'READ', idempotent: 'IDEMPOTENT', once: 'ONCE' } as const

const ToolObject = valueObject<Tool>(
  'Tool',
  'Function that agents may call.',
  {
    name: string('Name of the tool, as agents and models know it.'),
    description: string('Description of the tool, as models receive it.'),
    inputSchema: json('JSON Schema of the arguments of the tool.'),
    source: string(
      'Source of the tool: `built-in`, `module`, `mcp:` with the name of a server, or `openapi:` with the name of a document.',
    ),
    timeoutMs: nullable.int('Time limit of a call, in milliseconds. Null if the limit of the run applies.'),
  },
  {
    fields: (t) => ({
      effect: t.field({
        type: ToolEffectEnum,
        description: 'Effect of a tool: what happens to a call that a crash interrupted.',
        resolve: ({ effect }) => toolEffects[effect],
      }),
      kind: t.field({ type: ToolKind, description: 'Kind of the tool.', resolve: kindOf }),
    }),
  },
)

builder.objectField(ToolObject, 'agents', (t) =>
  t.field({
    type: [Agent],
    description:
      'Agents that may call the tool and are not archived, ordered by slug, at most 100. `agents` with the filter `tool` has all of them.',
    extensions: { weight: 20 },
    resolve: ({ name }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, readonly { id: string }[]>(info, 'agents', async (names) =>
          (await ctx.reads.toolAgents(ctx.project.id, names, maxAgents)).map((ids) =>
            ids.map((id) => ({ id })),
          ),
        )
        .load(name),
  }),
)

const maxAgents = 100

builder.prismaObjectField(Agent, 'tools', (t) =>
  t.field({
    type: [ToolObject],
    description: 'Tools that the agent may call. Names of tools that this server does not have are left out.',
    select: { version: true },
    resolve: async (agent, _, ctx) =>
      (await definitionOf(agent, ctx)).tools.flatMap((name) => ctx.tools.find(name) ?? []),
  }),
)

builder.queryField('tools', (t) =>
  t.field({
    type: [ToolObject],
    description: 'Tools of this server.',
    args: {
      filter: t.arg({
        type: filterInput(toolFilter),
        description: 'Filter for the tools. All tools if you leave it out.',
      }),
    },
    resolve: (_, { filter }, ctx) => {
      const { kind, effect, search } = readFilter(toolFilter, filter ?? {})
      return ctx.tools
        .list()
        .filter((tool) => kind == null || kind.includes(kindOf(tool)))
        .filter((tool) => effect == null || effect.includes(toolEffects[tool.effect]))
        .filter((tool) => search == null || isFound(search, [tool.name, tool.description]))
    },
  }),
)

function isFound(search: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

function kindOf({ source }: Tool): keyof typeof kinds {
  if (source === 'built-in') return 'BUILT_IN'
  if (source.startsWith('mcp:')) return 'MCP'
  return source.startsWith('openapi:') ? 'OPENAPI' : 'MODULE'
}
