import { type AgentWarning, type agentWarningCodes, warningsOf } from '../../domain/agent-warnings.ts'
import { builder, describedEnum } from '../builder.ts'
import { many, one, string, valueObject } from '../fields.ts'
import { Agent, definitionOf } from './agent.ts'

const AgentWarningCode = describedEnum('AgentWarningCode', 'What an agent names that is not there.', {
  PROVIDER_NOT_SET_UP: 'The provider of a model is not set up on the server: the model cannot be called.',
  TOOL_UNAVAILABLE: 'The server does not have the tool now: calls of it fail.',
} satisfies Readonly<Record<(typeof agentWarningCodes)[number], string>>)

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
