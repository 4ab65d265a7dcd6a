import { agentWarning, warningsOf } from '../../domain/agent-warnings.ts'
import { builder } from '../builder.ts'
import { objectOf } from '../shape.ts'
import { Agent, definitionOf } from './agent.ts'

builder.prismaObjectField(Agent, 'warnings', (t) =>
  t.field({
    type: [objectOf(agentWarning)],
    description:
      'What the agent names and the server that answers does not have now, such as a provider without its key. Its definition is valid, and it is used as soon as all of it is there. Select it where you create or change an agent. Empty if nothing is absent.',
    extensions: { listSize: 10 },
    select: { version: true },
    resolve: async (agent, _, ctx) => {
      const providers = new Map(ctx.catalogue.providers().map((each) => [each.name, each.profiles]))
      const models = { profiles: (name: string) => providers.get(name) ?? [] }
      return warningsOf(await definitionOf(agent, ctx), { models, tools: ctx.tools })
    },
  }),
)
