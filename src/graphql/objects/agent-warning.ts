import { type AgentWarning, agentWarningCode, warningsOf } from '../../domain/agent-warnings.ts'
import { builder } from '../builder.ts'
import { many, one, string, valueObject } from '../fields.ts'
import { enumOf } from '../shape.ts'
import { Agent, definitionOf } from './agent.ts'

const AgentWarningCode = enumOf(agentWarningCode)

const AgentWarningObject = valueObject<AgentWarning>(
  'AgentWarning',
  'Something that an agent names and that the server that answers does not have now.',
  {
    code: one(AgentWarningCode, 'What is absent.'),
    path: many('String', 'Field of the definition that names it.'),
    message: string('What is absent, and what to do.'),
  },
)

builder.prismaObjectField(Agent, 'warnings', (t) =>
  t.field({
    type: [AgentWarningObject],
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
