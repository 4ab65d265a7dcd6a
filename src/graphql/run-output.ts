import { builder } from './builder.ts'
import { Run } from './run.ts'

builder.prismaObjectField(Run, 'output', (t) =>
  t.field({
    type: 'JSON',
    description:
      "The answer of a COMPLETED run as data, where the agent's definition has an `outputSchema`, or the run executed a workflow.",
    nullable: true,
    select: { status: true, summary: true, agentId: true, agentVersion: true, workflowId: true },
    resolve: async ({ status, summary, agentId, agentVersion: version, workflowId }, _, ctx) => {
      if (status !== 'COMPLETED' || summary === null) return null
      if (workflowId !== null) return JSON.parse(summary)
      const { outputSchema } = await ctx.loaders.definition.load({ agentId, version })
      // The run completed because its answer fits the schema.
      return outputSchema === null ? null : JSON.parse(summary)
    },
  }),
)
