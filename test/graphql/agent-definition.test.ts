import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { type AgentDefinition, agentDefinition } from '../../src/domain/agent.ts'
import type { CreateDefinition } from '../../src/domain/operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())

/** Values other than the default for flows, modes and limits. */
const definition = {
  model: 'openai/gpt-5',
  flowType: 'SEQUENTIAL',
  stages: [{ name: 'one', instruction: 'Do it.' }],
  loop: { maxIterations: 3, exitCondition: 'answer == "x"' },
  protocolMode: 'AUTONOMOUS',
  requireUserApproval: true,
  maxParallel: 2,
  dynamicParallelism: true,
  failFast: true,
  retryActions: false,
  toolChoice: 'REQUIRED',
  modelRetry: { maxAttempts: 2, baseMs: 10, capMs: 20 },
  terminateOnError: true,
  terminateOnGoalAchieved: false,
  terminateOnNoProgress: false,
  noProgressSteps: 7,
  maxGuardRounds: 1,
  maxIdenticalErrors: 4,
  confidence: { everySteps: 2, threshold: 0.75, models: ['openai/gpt-5'] },
}

test('LOOP-8 the input of the API reaches the operation unchanged, and fits the definition', async () => {
  const calls: CreateDefinition[] = []
  const agent = await graph.make.agent()
  const createAgent = async (call: CreateDefinition) => {
    calls.push(call)
    return { agentId: agent.id }
  }
  const mutation = `mutation ($definition: AgentDefinitionInput!) {
    createAgent(input: { slug: "given", definition: $definition }) { ... on Agent { protocolMode } }
  }`
  const { data, errors } = await graph.ask(
    mutation,
    { definition },
    { operations: refusing({ createAgent }) },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({ createAgent: { protocolMode: 'DEFAULT' } })
  const given = JSON.parse(JSON.stringify(calls[0]?.definition))
  expect(given).toEqual(definition)
  expect(agentDefinition.parse({ name: 'given', ...given })).toMatchObject(definition)
})

/** Fields of a type as a selection, with all that is below them. */
function allOf(name: string): string {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no object.`)
  return Object.values(type.getFields())
    .map((field) => {
      const inner = getNamedType(field.type)
      return isObjectType(inner) ? `${field.name} { ${allOf(inner.name)} }` : field.name
    })
    .join(' ')
}

const limits = ['maxSteps', 'defaultTimeoutMs', 'maxCostUsd', 'maxTokens'] as const

test.for([
  ['defaults alone', { model: 'openai/gpt-5' }],
  [
    'a value in every field',
    {
      ...definition,
      ...{
        maxSteps: 7,
        defaultTimeoutMs: 8,
        maxCostUsd: '0.5',
        maxTokens: 9,
        temperature: 0.5,
        maxOutputTokens: 10,
      },
      ...{ description: 'A', systemPrompt: 'B', contextWindow: 2_000, outputSchema: { type: 'object' } },
      skills: [{ name: 'tone', instructions: 'Be kind.' }],
      gates: { expiresAfterMs: 5, onExpiry: 'PROCEED', decider: 'ADMIN' },
    },
  ],
  [
    'null where that means none',
    { model: 'openai/gpt-5', maxSteps: null, maxCostUsd: null, compaction: null },
  ],
] as const)('API-23 what an agent is defined as is read with every field: %s', async ([, given]) => {
  const stored: AgentDefinition = agentDefinition.parse({ name: 'given', ...given })
  const agent = await graph.make.agent({}, stored)
  const id = toGlobalId('Agent', agent.id)
  const answer = await graph.read(`{ agent(id: "${id}") { definition { ${allOf('AgentDefinition')} } } }`)
  const inherited = limits.filter((name) => stored[name] === undefined)
  const names = {
    maxSteps: 'MAX_STEPS',
    defaultTimeoutMs: 'TIMEOUT',
    maxCostUsd: 'COST_LIMIT',
    maxTokens: 'TOKEN_LIMIT',
  }
  expect(at(answer, 'agent.definition')).toEqual({
    ...stored,
    ...Object.fromEntries(inherited.map((name) => [name, null])),
    inheritedLimits: inherited.map((name) => names[name]),
  })
})

test('API-23 the input, the output and the domain have the same fields of a definition', () => {
  const fieldsOf = (name: string) => {
    const type = schema.getType(name)
    if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${name} has no fields.`)
    return Object.keys(type.getFields()).toSorted()
  }
  const declared = Object.keys(agentDefinition.shape).toSorted()
  expect(fieldsOf('AgentDefinitionInput')).toEqual(declared)
  expect(fieldsOf('AgentDefinition').filter((name) => name !== 'inheritedLimits')).toEqual(declared)
})
