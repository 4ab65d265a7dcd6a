import { toChoice } from '../../domain/declared.ts'
import { toolFilter } from '../../domain/filters.ts'
import { shownEffect, type Tool, type ToolKind, toolKind } from '../../domain/tool.ts'
import { builder } from '../builder.ts'
import { json, nullable, string, valueObject } from '../fields.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { enumOf } from '../shape.ts'
import { Agent, definitionOf } from './agent.ts'

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
        type: enumOf(shownEffect),
        description: 'Effect of a tool: what happens to a call that a crash interrupted.',
        resolve: ({ effect }) => toChoice(effect),
      }),
      kind: t.field({ type: enumOf(toolKind), description: 'Kind of the tool.', resolve: kindOf }),
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
        .filter((tool) => effect == null || effect.includes(toChoice(tool.effect)))
        .filter((tool) => search == null || isFound(search, [tool.name, tool.description]))
    },
  }),
)

function isFound(search: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

function kindOf({ source }: Tool): ToolKind {
  if (source === 'built-in') return 'BUILT_IN'
  if (source.startsWith('mcp:')) return 'MCP'
  return source.startsWith('openapi:') ? 'OPENAPI' : 'MODULE'
}
