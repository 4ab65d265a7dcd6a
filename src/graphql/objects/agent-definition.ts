import { type AgentDefinition, definitionFields } from '../../domain/agent.ts'
import { builder, describedEnum } from '../builder.ts'
import { changesOf, objectOf } from '../shape.ts'
import { Agent, definitionOf } from './agent.ts'

/** Limits that a definition may leave to the project, by the field that has them. */
const inheritable = {
  maxSteps: 'MAX_STEPS',
  defaultTimeoutMs: 'TIMEOUT',
  maxCostUsd: 'COST_LIMIT',
  maxTokens: 'TOKEN_LIMIT',
} as const satisfies Partial<Record<keyof AgentDefinition, string>>

type Inheritable = keyof typeof inheritable
const inheritableFields = Object.keys(inheritable) as readonly Inheritable[] // Object.keys widens to string

const InheritedLimit = describedEnum('InheritedLimit', 'Limit that a definition leaves to the project.', {
  MAX_STEPS: 'Step limit, `maxSteps`.',
  TIMEOUT: 'Time limit, `defaultTimeoutMs`.',
  COST_LIMIT: 'Cost limit, `maxCostUsd`.',
  TOKEN_LIMIT: 'Token limit, `maxTokens`.',
} satisfies Record<(typeof inheritable)[Inheritable], string>)

export const AgentDefinitionObject = objectOf(definitionFields, {
  fields: (t) => ({
    inheritedLimits: t.field({
      type: [InheritedLimit],
      description:
        'Limits that the definition leaves to the project. A limit that is null and not in this list does not exist.',
      resolve: (definition) =>
        inheritableFields
          .filter((field) => definition[field] === undefined)
          .map((field) => inheritable[field]),
    }),
  }),
})

export const AgentDefinitionChanges = changesOf(
  definitionFields,
  'An omitted field keeps its default (create) or its value (update). So does null, unless the field gives null another meaning. In an update, `name` and `model` cannot be null.',
)

builder.prismaObjectField(Agent, 'definition', (t) =>
  t.field({
    type: AgentDefinitionObject,
    description: 'Complete definition of the newest version.',
    select: { version: true },
    resolve: (agent, _, ctx) => definitionOf(agent, ctx),
  }),
)
