import { type GraphQLInputObjectType, isInputObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { agentDefinition } from '../../src/domain/agent.ts'
import { schema } from '../../src/graphql/schema.ts'
import { textOf } from '../support/document-code.ts'

const page = textOf('docs/agents.md')
const specification = textOf('docs/internals/specification.md')
const fields = Object.keys(agentDefinition.shape)

/** The rows of a section of a page, by the code in their first cell. */
function rowsOf(section: string, text: string): ReadonlyMap<string, string> {
  const part = text.split(/\n##+ /).find((part) => part.split('\n')[0]?.includes(section)) ?? ''
  const rows = [...part.matchAll(/^\| `(\w+)` \|(.*)$/gm)]
  return new Map(rows.map(([, name = '', rest = '']) => [name, rest]))
}

function inputType(): GraphQLInputObjectType {
  const type = schema.getType('AgentDefinitionInput')
  if (!isInputObjectType(type)) throw new Error('The schema has no AgentDefinitionInput.')
  return type
}

describe('the options of an agent', () => {
  test('LOOP-8 each field of the definition is in the table of fields, and nothing else is', () => {
    expect([...rowsOf('Every field', page).keys()].toSorted()).toEqual(fields.toSorted())
  })

  test('LOOP-8 each field of the definition can be given through the API, and nothing else can', () => {
    expect(Object.keys(inputType().getFields()).toSorted()).toEqual(fields.toSorted())
  })

  test.for(['stages', 'loop', 'modelRetry', 'confidence', 'compaction', 'skills', 'gates'])(
    'LOOP-8 so can each field within %s',
    (name) => {
      const given = String(inputType().getFields()[name]?.type).replace(/[[\]!]/g, '')
      const type = schema.getType(given)
      expect(isInputObjectType(type) && Object.keys(type.getFields()).toSorted()).toEqual(within(name))
    },
  )

  test("LOOP-8 each option of S1's AgentLoopProtocol has its row", () => {
    expect([...rowsOf('`AgentLoopProtocol`', specification).keys()]).toEqual([
      ...[
        'mode',
        'max_iterations',
        'max_execution_time_seconds',
        'stream_llm_tokens',
        'stream_action_results',
      ],
      ...['stream_thoughts', 'allow_parallel_actions', 'max_parallel_actions', 'auto_retry_on_failure'],
      ...['require_user_approval', 'auto_plan_next_iteration', 'terminate_on_goal_achieved'],
      ...['terminate_on_no_progress', 'terminate_on_error'],
    ])
  })

  test("LOOP-8 each option of S4's AgentOptions has its row", () => {
    expect([...rowsOf('`AgentOptions`', specification).keys()]).toEqual([
      ...[
        'llm',
        'tools',
        'systemPrompt',
        'maxIterations',
        'toolChoice',
        'compaction',
        'toolOutputCache',
        'services',
      ],
      ...['modelRegistry', 'enableUsageTracking', 'requireDoneTool', 'llmMaxRetries', 'llmRetryBaseDelayMs'],
      ...['llmRetryMaxDelayMs', 'llmRetryableStatusCodes', 'canExecuteTool', 'dependencyOverrides'],
      ...['getIncompleteWorkPrompt'],
    ])
  })

  test('LOOP-8 the defaults of the page are those of the definition', () => {
    const parsed: Readonly<Record<string, unknown>> = agentDefinition.parse({ name: 'a', model: 'openai/x' })
    const rows = rowsOf('Every field', page)
    const said = (name: string) => rows.get(name)?.split('|').at(-2)?.trim().replaceAll('`', '')
    for (const [name, value] of Object.entries(parsed)) {
      const isPlain = ['number', 'boolean', 'string'].includes(typeof value)
      if (isPlain && !['name', 'model'].includes(name))
        expect([name, said(name)]).toEqual([name, String(value)])
    }
    expect(parsed).toMatchObject({
      loop: { maxIterations: 10, exitCondition: null },
      modelRetry: { maxAttempts: 5, baseMs: 1_000, capMs: 60_000 },
      compaction: { warnAt: 0.8, compactAt: 0.9, keepRecent: 0.3 },
      confidence: null,
    })
  })
})

/** The fields of a part of the definition, as its own check has them. */
function within(name: string): readonly string[] {
  const whole = agentDefinition.parse({
    name: 'a',
    model: 'openai/x',
    flowType: 'SEQUENTIAL',
    stages: [{ name: 'a', instruction: 'b' }],
    skills: [{ name: 'a', instructions: 'b' }],
    confidence: {},
  })
  const part = new Map<string, unknown>(Object.entries(whole)).get(name)
  return Object.keys(Object(Array.isArray(part) ? part[0] : part)).toSorted()
}
