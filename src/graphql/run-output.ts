import type { Json } from '../domain/json.ts'
import { builder } from './builder.ts'
import { Run } from './run.ts'

builder.prismaObjectField(Run, 'output', (t) =>
  t.field({
    type: 'JSON',
    description:
      "The answer of a COMPLETED run as data, where the agent's definition has an `outputSchema`, or the run executed a workflow. Who is no more than VIEWER reads marks in the place of secrets.",
    nullable: true,
    select: {
      ...{ status: true, summary: true, agentId: true, agentVersion: true, workflowId: true },
      ...{ projectId: true, rootId: true, sessionId: true },
    },
    resolve: async (run, _, ctx) => {
      const { status, summary, agentId, agentVersion: version, workflowId } = run
      if (status !== 'COMPLETED' || summary === null) return null
      const { projectId, rootId, sessionId } = run
      const shown = (output: Json) =>
        ctx.operations.shownOutput({ caller: ctx.caller, projectId, rootId, sessionId, output })
      if (workflowId !== null) return shown(JSON.parse(summary))
      const { outputSchema } = await ctx.loaders.definition.load({ agentId, version })
      // The run completed because its answer fits the schema.
      return outputSchema === null ? null : shown(JSON.parse(summary))
    },
  }),
)
