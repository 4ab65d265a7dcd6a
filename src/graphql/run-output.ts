import { builder } from './builder.ts'
import { Run } from './run.ts'

builder.prismaObjectField(Run, 'output', (t) =>
  t.field({
    type: 'JSON',
    description: "The answer of a COMPLETED run as data, where the agent's definition has an `outputSchema`.",
    nullable: true,
    select: { status: true, summary: true, agentId: true, agentVersion: true },
    resolve: async ({ status, summary, agentId, agentVersion: version }, _, ctx) => {
      if (status !== 'COMPLETED' || summary === null) return null
      const { outputSchema } = await ctx.loaders.definition.load({ agentId, version })
      // The run completed because its answer fits the schema.
      return outputSchema === null ? null : JSON.parse(summary)
    },
  }),
)
