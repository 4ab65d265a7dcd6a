import type { AgentDefinition } from '../../domain/agent.ts'
import { agentSource } from '../../domain/agent.ts'
import { flowType, planner, protocolMode } from '../../domain/agent-settings.ts'
import { agentFilter } from '../../domain/filters.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type FieldsOf, many, nullable, one, string } from '../fields.ts'
import { defineList } from '../paging/list.ts'
import { queryByKey, rowObject } from '../row-object.ts'
import { enumOf } from '../shape.ts'
import { definitionOrder } from './definition.ts'
import { UsageObject } from './usage.ts'

export const Agent = rowObject(
  'Agent',
  'Named definition that runs execute. Each change creates a new, immutable version.',
  {
    slug: 'Short name of the agent, unique in the project.',
    name: 'Display name of the agent.',
    description: 'Purpose of the agent. Null if none is given.',
    version: 'Number of the newest version, from 1.',
    archivedAt: 'Time when the agent was archived. Null if it is not archived.',
    createdAt: 'Time when the agent was created.',
    updatedAt: 'Time when the agent was last changed.',
    source: one(enumOf(agentSource), 'Place where the definition of the agent is maintained.'),
  },
  (t) => ({
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the runs of the agent.',
      args: {
        since: t.arg({
          type: 'DateTime',
          description: 'Start of the period, inclusive. If you leave it out, the period has no start.',
        }),
        until: t.arg({
          type: 'DateTime',
          description: 'End of the period, exclusive. If you leave it out, the period has no end.',
        }),
      },
      resolve: ({ id }, range, ctx) => ctx.loaders.usage('agentId', range).load(id),
    }),
  }),
)

/** Fields of the definition of the newest version. */
const ofDefinition = {
  systemPrompt: nullable.string('System prompt of the agent. Null if it has none.'),
  flowType: one(enumOf(flowType), 'Flow of the agent.'),
  planner: one(enumOf(planner), 'Method by which a turn decides what to do.'),
  protocolMode: one(enumOf(protocolMode), 'Behaviour of the agent after a plan.'),
  model: string('Model of the agent: `provider/model`.'),
  fallbackModels: many('String', 'Models that are called in this order if the previous model fails.'),
  maxSteps: nullable.int(
    "Step limit of a run. Null if the project's default applies or if there is no limit; the definition says which. A sub-agent then has at most 50 steps.",
  ),
  defaultTimeoutMs: nullable.int(
    "Time limit of a run, in milliseconds. Null if the project's default applies or if there is no limit.",
  ),
} as const satisfies FieldsOf<AgentDefinition>

for (const [name, { type, isList, isNullable, description }] of Object.entries(ofDefinition))
  builder.prismaObjectField(Agent, name, (t) =>
    t.field({
      // The compiler sees all types of all fields at once.
      type: (isList ? [type] : type) as 'JSON',
      nullable: isNullable,
      description,
      select: { version: true },
      resolve: async (agent, _, ctx) => Reflect.get(await definitionOf(agent, ctx), name) ?? null,
    }),
  )

const agents = defineList(Agent, {
  table: 'Agent',
  words: ['agent', 'agents'],
  filter: agentFilter,
  unfiltered: 'agents that are not archived',
  where: ({ project }, filter) => ({
    ...{ kind: 'agents', projectId: project.id },
    filter: { archived: 'ACTIVE', ...filter },
  }),
  ...definitionOrder('agent'),
})

queryByKey('Agent', Agent, 'slug')

agents.query('agents', 'Agents of the project, in the order of their creation if you give no order.')

/** The definition of the newest version. */
export function definitionOf(
  agent: { id: string; version: number },
  ctx: GraphQLContext,
): Promise<AgentDefinition> {
  return ctx.loaders.definition.load({ agentId: agent.id, version: agent.version })
}
