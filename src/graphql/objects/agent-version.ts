import { agentDefinition } from '../../domain/agent.ts'
import type { VersionKey } from '../../domain/reads.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { rowFields } from '../fields.ts'
import { toKey } from '../global-id.ts'
import { changesOfVersion, connectVersions } from '../paging/versions.ts'
import { Agent } from './agent.ts'
import { AgentDefinitionObject } from './agent-definition.ts'
import { DefinitionChangeObject } from './definition.ts'

const versions = { of: 'AGENT', parse: (stored: unknown) => agentDefinition.parse(stored) } as const

const AgentVersion = builder.prismaObject('AgentVersion', {
  description: 'Immutable version of an agent. A run is pinned to one version.',
  select: { agentId: true, version: true },
  fields: (t) => ({
    ...rowFields(t, {
      createdAt: 'Time when the version was created.',
      createdBy:
        'Caller that created the version: the name of an API key, or `loopback`. Null if it is not known.',
    }),
    number: t.int({
      description: 'Number of the version, from 1. Numbers may have gaps after an import.',
      resolve: ({ version }) => version,
    }),
    definition: t.field({
      type: AgentDefinitionObject,
      description: 'Complete definition of the version.',
      resolve: ({ agentId, version }, _, ctx) => ctx.loaders.definition.load({ agentId, version }),
    }),
    changes: t.field({
      type: [DefinitionChangeObject],
      description:
        'Fields whose value differs from the version before, by name. Empty for the first version.',
      extensions: { weight: 10 },
      resolve: ({ agentId, version }, _, ctx, info) => {
        const current = ctx.loaders.definition.load({ agentId, version })
        return changesOfVersion(versions, { id: agentId, version }, current, { ctx, info })
      },
    }),
  }),
})

const AgentVersionConnection = builder.connectionObject(
  { type: AgentVersion, name: 'AgentVersionConnection', description: 'Page of versions of an agent.' },
  { name: 'AgentVersionEdge', description: 'Version of an agent and its position in the list.' },
)

builder.prismaObjectField(Agent, 'versions', (t) =>
  t.field({
    type: AgentVersionConnection,
    description: 'Versions of the agent, newest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ id }, args, ctx, info) =>
      connectVersions(
        { ctx, info, args },
        {
          ...{ of: 'AGENT', id },
          find: async ({ select }, keys) => {
            const rows = await ctx.prisma.agentVersion.findMany({
              select: { ...select, agentId: true },
              where: { projectId: ctx.project.id, OR: keys.map(toWhere) },
            })
            return rows.map((row) => ({ ...row, id: row.agentId }))
          },
        },
      ),
  }),
)

builder.queryField('agentVersion', (t) =>
  t.prismaField({
    type: AgentVersion,
    description: 'Version of an agent. Null if the project has no such agent or the agent no such version.',
    nullable: true,
    args: {
      agent: t.arg.id({ description: 'Global id or slug of the agent.', required: true }),
      number: t.arg.int({ description: 'Number of the version, from 1.', required: true }),
    },
    resolve: (query, _, { agent, number: version }, ctx) =>
      ctx.prisma.agentVersion.findFirst({
        ...query,
        where: { projectId: ctx.project.id, version, agent: agentWhere(agent, ctx) },
      }),
  }),
)

function toWhere({ id: agentId, version }: VersionKey) {
  return { agentId, version }
}

function agentWhere(agent: string, { project }: GraphQLContext) {
  return { ...toKey('Agent', agent), projectId: project.id }
}
