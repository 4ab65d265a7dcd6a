import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { agentDefinition } from '../../../src/domain/agent.ts'
import { type Json, toJson } from '../../../src/domain/json.ts'
import {
  asWorkflow,
  checkParameters,
  definitionProblems,
  workflowDefinition,
  workflowOutput,
} from '../../../src/domain/workflow.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { propertyTrials } from '../../support/trials.ts'

const plan = {
  actions: [
    { name: 'find', type: 'TOOL', target: 'find', parameters: { city: '$city' }, outputKey: 'found' },
    { name: 'sum', type: 'LLM', parameters: { prompt: '$found' }, outputKey: 'report' },
    { name: 'log', type: 'TOOL', target: 'log', mode: 'FIRE_AND_FORGET', outputKey: 'logged' },
  ],
}
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, limit: { type: 'integer', default: 5 }, note: { type: 'string' } },
  required: ['city'],
}

function define(more: object = {}) {
  return workflowDefinition.parse({ name: 'Report', plan, parameters, ...more })
}

function check(given: Json, more: object = {}) {
  return checkParameters({ definition: define(more) }, given, jsonSchemas)
}

describe('the parameters of a workflow', () => {
  test('DAG-8 an absent parameter has its default, or is null to the plan', async () => {
    expect(await check({ city: 'Oslo' })).toEqual({
      ok: true,
      context: { city: 'Oslo', limit: 5, note: null },
    })
    expect(await check({ city: 'Oslo', limit: 1, note: 'x' })).toEqual({
      ok: true,
      context: { city: 'Oslo', limit: 1, note: 'x' },
    })
  })

  test.for([
    [{}, ['/city: is required']],
    [{ city: 7 }, ['/city: expected string']],
    [{ city: 'Oslo', limit: 'many' }, ['/limit: expected integer']],
    [{ city: 'Oslo', town: 'Bergen' }, ['/town: is not allowed']],
    [[], ['must be an object']],
    ['Oslo', ['must be an object']],
    [null, ['must be an object']],
  ] as const)('DAG-8 are refused where they do not fit: %j', async ([given, problems]) => {
    expect(await check(given)).toEqual({ ok: false, problems })
  })

  test('DAG-8 others than the named ones are taken where the schema says so', async () => {
    const open = { parameters: { ...parameters, additionalProperties: { type: 'number' } } }
    expect(await check({ city: 'Oslo', town: 1 }, open)).toMatchObject({ ok: true, context: { town: 1 } })
    expect(await check({ city: 'Oslo', town: 'x' }, open)).toMatchObject({ ok: false })
  })

  test('DAG-8 a workflow that names none takes none', async () => {
    expect(await check({}, { parameters: {} })).toEqual({ ok: true, context: {} })
    expect(await check({ city: 'Oslo' }, { parameters: {} })).toMatchObject({ ok: false })
  })
})

describe('the output of a workflow', () => {
  const context = { city: 'Oslo', found: [{ name: 'Fram' }], report: 'Nice.', other: 1 }

  test.for([
    [null, { found: [{ name: 'Fram' }], report: 'Nice.' }],
    ['$report', 'Nice.'],
    ['$found[0].name', 'Fram'],
    [
      { of: '$city', is: ['$report'] },
      { of: 'Oslo', is: ['Nice.'] },
    ],
    [`${'$'}{city}: ${'$'}{report}`, 'Oslo: Nice.'],
    ['$found[7].name', null],
    [
      { price: '$$5', n: 3 },
      { price: '$5', n: 3 },
    ],
  ] as const)('DAG-8 is its template with values for references: %j', ([output, expected]) => {
    expect(workflowOutput(define({ output }), context)).toEqual(expected)
  })

  test('DAG-8 has null for keys that no action wrote', () => {
    expect(workflowOutput(define(), { found: 1 })).toEqual({ found: 1, report: null })
    expect(workflowOutput(define({ output: { a: '$report' } }), {})).toEqual({ a: null })
  })

  property.prop([fc.jsonValue()], propertyTrials(300))(
    'DAG-8 holds the values themselves, whatever they are',
    (drawn) => {
      const value = toJson(drawn)
      expect(workflowOutput(define({ output: ['$report'] }), { report: value })).toEqual([value])
    },
  )
})

describe('the definition of a workflow', () => {
  test('DAG-8 may have parameters and outputs that can be referred to', () => {
    expect(definitionProblems(define({ output: { a: '$city', b: '$report' } }))).toEqual([])
  })

  test.for([
    [{ parameters: { type: 'string' } }, 'parameters'],
    [{ parameters: { properties: [] } }, 'parameters.properties'],
    [{ parameters: { properties: { 'a-b': {} } } }, 'parameters.properties'],
    [{ parameters: { properties: { context: {} } } }, 'parameters.properties'],
    [{ output: '$gone' }, 'output'],
    [{ output: { deep: [`${'$'}{gone.path}`] } }, 'output'],
    [{ output: '$logged' }, 'output'],
  ] as const)('DAG-8 is refused where a name can never mean anything: %j', ([more, path]) => {
    expect(definitionProblems(define(more)).map((problem) => problem.path)).toEqual([path])
  })

  test('DAG-8 names no fields that nobody knows', () => {
    expect(workflowDefinition.safeParse({ name: 'x', plan, tools: [] }).success).toBe(false)
  })
})

test('DAG-8 LOOP-7 an agent that executes a workflow plans nothing itself and asks nobody', () => {
  const own = agentDefinition.parse({
    name: 'a',
    model: 'scripted/a',
    tools: ['find'],
    flowType: 'SEQUENTIAL',
    stages: [{ name: 's', instruction: 'i' }],
    requireUserApproval: true,
    outputSchema: { type: 'object' },
    acceptanceCriteria: ['Done.'],
    failFast: true,
    retryActions: false,
    maxSteps: 7,
  })
  expect(asWorkflow(own)).toMatchObject({
    planner: 'PLAN',
    protocolMode: 'STRICT',
    requireUserApproval: false,
    flowType: 'SINGLE',
    stages: [],
    outputSchema: null,
    acceptanceCriteria: [],
    failFast: false,
    retryActions: true,
    // Its permissions and tools stay.
    tools: ['find'],
    model: 'scripted/a',
    maxSteps: 7,
  })
  expect(agentDefinition.safeParse(asWorkflow(own)).success).toBe(true)
})
