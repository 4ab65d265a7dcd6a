import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentDefinition } from '../../src/domain/agent.ts'
import type { CreateAgent } from '../../src/domain/operations.ts'
import { refusing } from '../support/refusing.ts'
import { type Graph, openGraph } from './open-graph.ts'

let graph: Graph

beforeAll(async () => {
  graph = await openGraph()
})
afterAll(() => graph.close())

/** A value other than the default for what flows, modes and limits are told. */
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

test('LOOP-8 what the API is given of an agent reaches the operation as it is, and fits the definition', async () => {
  const calls: CreateAgent[] = []
  const agent = await graph.make.agent()
  const createAgent = async (call: CreateAgent) => {
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
