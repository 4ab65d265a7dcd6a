import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Check } from '../../../src/domain/evaluation.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import {
  type EvaluationReport,
  type EvaluationStage,
  openEvaluationStage,
} from '../../support/evaluation-stage.ts'

let database: TestDatabase
let stage: EvaluationStage

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database, {
    tools: [testTool('weigh', async () => 42), testTool('erase', async () => 'gone')],
    evaluators: {
      short: ({ output }) => String(output).length < 20,
      half: () => ({ score: 0.5, reason: 'It is half of it.' }),
      broken: () => {
        throw new Error('out of ink')
      },
      // Its message has half of the pair, which PostgreSQL cannot hold.
      cut: () => JSON.parse('👍'),
      nul: () => ({ score: 1, reason: 'a\u0000b' }),
    },
  })
})
afterAll(async () => {
  await stage.close()
  await database.drop()
})

/** Answers with the input in capitals. */
const shout: Script = ({ input }) => ({ text: input.toUpperCase() })

async function evaluate(
  script: Script,
  items: Parameters<EvaluationStage['dataSet']>[0],
  more: Partial<Parameters<EvaluationStage['start']>[0]> = {},
): Promise<EvaluationReport> {
  const agent = await stage.agent(script)
  return stage.ended(await stage.start({ dataSet: await stage.dataSet(items), agent, ...more }))
}

function statuses({ results }: EvaluationReport): readonly string[] {
  return results.map(({ status }) => status)
}

function checksOf({ results: [first] }: EvaluationReport): readonly Partial<Check>[] {
  return (first?.checks ?? []).map(({ kind, passed, score }) => ({ kind, passed, score }))
}

describe('EVAL-2 an evaluation', () => {
  test('runs each item, checks each expectation, and adds up the results', async () => {
    const report = await evaluate(shout, [
      { input: 'one', expectations: { exact: 'ONE' } },
      { input: 'two', expectations: { exact: 'TWO', contains: ['THREE'] } },
      { input: 'three' },
    ])
    expect(statuses(report)).toEqual(['PASSED', 'FAILED', 'PASSED'])
    expect(report.evaluation).toMatchObject({
      status: 'COMPLETED',
      resultCount: 3,
      passedCount: 2,
      failedCount: 1,
      errorCount: 0,
      scoreSum: 2.5,
      costUsd: '0.03',
    })
    expect(report.results[1]).toMatchObject({
      input: 'two',
      output: 'TWO',
      score: 0.5,
      checks: [
        { kind: 'EXACT', passed: true, score: 1 },
        { kind: 'CONTAINS', expected: 'THREE', passed: false, reason: 'The answer has no such text.' },
      ],
    })
  })

  test('its runs are real runs of the version, with the limits of agent and project', async () => {
    const report = await evaluate(shout, [{ input: 'one', context: { of: 'item' } }])
    const { rows } = await database.pool.query(
      `select "agentId", "agentVersion", status, context, priority, "effectiveLimits"->'maxTokens' as tokens from "Run" where id = $1`,
      [report.results[0]?.runId],
    )
    expect(rows).toEqual([
      {
        agentId: report.evaluation.agentId,
        agentVersion: 1,
        status: 'COMPLETED',
        context: { of: 'item' },
        priority: -10,
        tokens: { value: 10_000_000, source: 'project' },
      },
    ])
  })

  test('runs an earlier version where one is named', async () => {
    const agent = await stage.agent(shout)
    stage.engine.scripts.second = () => ({ text: 'second' })
    const found = await stage.engine.services.agents.find(stage.projectId, agent)
    await stage.engine.operations.updateAgent({
      projectId: stage.projectId,
      agentId: found?.agentId ?? '',
      definition: { model: 'scripted/second' },
    })
    const dataSet = await stage.dataSet([{ input: 'one' }])
    const old = await stage.ended(await stage.start({ dataSet, agent, agentVersion: 1 }))
    const newest = await stage.ended(await stage.start({ dataSet, agent }))
    expect(
      [old, newest].map(({ evaluation, results }) => [evaluation.agentVersion, results[0]?.output]),
    ).toEqual([
      [1, 'ONE'],
      [2, 'second'],
    ])
    for (const version of [3, 2 ** 31])
      await expect(stage.start({ dataSet, agent, agentVersion: version })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `No version ${version} of the agent "${agent.slug}".`,
      })
    await expect(stage.start({ dataSet, agent: { slug: 'nobody' }, agentVersion: 1 })).rejects.toMatchObject({
      message: 'No agent "nobody" in this project.',
    })
  })

  test('a run that does not complete fails with a score of 0, and says why', async () => {
    const report = await evaluate(
      () => ({ error: { kind: 'AUTH' } }),
      [{ input: 'one', expectations: { maxSteps: 9 } }],
    )
    expect(report.results).toMatchObject([{ status: 'FAILED', score: 0, checks: [] }])
    expect(report.results[0]?.error).toMatch(/^The run is FAILED: /)
  })

  test('several trials of an item that disagree are counted: n of m', async () => {
    let turn = 0
    const report = await evaluate(
      () => ({ text: turn++ % 3 === 0 ? 'yes' : 'no' }),
      [{ key: 'moody', input: 'Well?', expectations: { exact: 'yes' } }],
      { trials: 3, concurrency: 1 },
    )
    expect(statuses(report)).toEqual(['PASSED', 'FAILED', 'FAILED'])
    expect(report.outcomes).toMatchObject([{ key: 'moody', passed: 1, of: 3, score: 1 / 3 }])
  })
})

describe('EVAL-4 expectations', () => {
  test.each([
    [{ exact: ' HELLO WORLD\n' }, 'EXACT', true],
    [{ exact: 'hello world' }, 'EXACT', false],
    [{ exact: { b: 2 } }, 'EXACT', false],
    [{ contains: ['WORLD'] }, 'CONTAINS', true],
    [{ contains: ['world'] }, 'CONTAINS', false],
    [{ matches: ['^HEL+O'] }, 'MATCHES', true],
    [{ matches: ['^(?i:hello) '] }, 'MATCHES', true],
    [{ matches: ['\\d'] }, 'MATCHES', false],
    [{ schema: { type: 'string' } }, 'SCHEMA', false],
    [{ evaluators: ['short'] }, 'EVALUATOR', true],
    [{ maxCostUsd: '0.01' }, 'MAX_COST', true],
    [{ maxCostUsd: 0.009 }, 'MAX_COST', false],
    [{ maxSteps: 1 }, 'MAX_STEPS', true],
    [{ maxSteps: 0 }, 'MAX_STEPS', false],
    [{ maxDurationMs: 600_000 }, 'MAX_DURATION', true],
    [{ toolsCalled: ['weigh'] }, 'TOOL_CALLED', false],
    [{ toolsNotCalled: ['erase'] }, 'TOOL_NOT_CALLED', true],
  ])('%j: %s is %s', async (expectations, kind, passed) => {
    const report = await evaluate(shout, [{ input: 'hello world', expectations }])
    expect(checksOf(report)).toEqual([{ kind, passed, score: passed ? 1 : 0 }])
  })

  test('data is compared as data, whatever the order of its keys', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }
    const agent = await stage.agent(() => ({ text: '{"b": [1], "a": 2}' }), {
      outputSchema: { type: 'object' },
    })
    const dataSet = await stage.dataSet([{ input: 'one', expectations: { exact: { a: 2, b: [1] }, schema } }])
    const report = await stage.ended(await stage.start({ dataSet, agent }))
    expect(report.results[0]).toMatchObject({ status: 'PASSED', output: { a: 2, b: [1] } })
  })

  test('tools that were called are known', async () => {
    const report = await evaluate(
      ({ turn }) => (turn === 0 ? { toolCalls: [{ name: 'weigh', arguments: {} }] } : { text: 'done' }),
      [{ input: 'one', expectations: { toolsCalled: ['weigh'], toolsNotCalled: ['weigh', 'erase'] } }],
    )
    expect(checksOf(report).map(({ passed }) => passed)).toEqual([true, false, true])
  })

  test('an evaluator gives a score with its reason, and one that throws makes an ERROR that does not count', async () => {
    const report = await evaluate(shout, [
      { input: 'one', expectations: { evaluators: ['half'] } },
      { input: 'two', expectations: { evaluators: ['broken'] } },
    ])
    expect(report.results).toMatchObject([
      { status: 'PASSED', score: 0.5, checks: [{ reason: 'It is half of it.' }] },
      { status: 'ERROR', score: null, error: 'The evaluator "broken" failed: out of ink.' },
    ])
    expect(report.evaluation).toMatchObject({ passedCount: 1, errorCount: 1, scoreSum: 0.5 })
  })

  test('what an evaluator says is stored whatever its characters are', async () => {
    const report = await evaluate(shout, [
      { input: 'one', expectations: { evaluators: ['cut'] } },
      { input: 'two', expectations: { evaluators: ['nul'] } },
    ])
    expect(report.results).toMatchObject([
      { status: 'ERROR', error: expect.stringContaining("Unexpected token '\ufffd'") },
      { status: 'PASSED', checks: [{ reason: 'ab' }] },
    ])
  })

  test('an evaluator that no module has is refused before anything runs', async () => {
    const agent = await stage.agent(shout)
    const dataSet = await stage.dataSet([{ input: 'one', expectations: { evaluators: ['none'] } }])
    await expect(stage.start({ dataSet, agent })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('"none", which the tools module does not export'),
    })
  })
})

describe('MOD-8 EVAL-4 a model whose price nobody knows', () => {
  test('is counted beside the cost, and keeps no limit of it', async () => {
    // Workers of one database take each other's runs.
    const own = await createTestDatabase()
    const unpriced = await openEvaluationStage(own, { priceOf: () => null })
    try {
      const dataSet = await unpriced.dataSet([{ input: 'one', expectations: { maxCostUsd: '5' } }])
      const agent = await unpriced.agent(shout)
      const { evaluation, results } = await unpriced.ended(
        await unpriced.start({ dataSet, agent, trials: 2 }),
      )
      expect(evaluation).toMatchObject({ costUsd: '0', unpricedCalls: 2, failedCount: 2 })
      expect(results).toMatchObject([
        { status: 'FAILED', unpricedCalls: 1, checks: [{ reason: 'It was not priced (1 call).' }] },
        { status: 'FAILED', unpricedCalls: 1 },
      ])
    } finally {
      await unpriced.close()
      await own.drop()
    }
  })
})

describe('EVAL-5 criteria', () => {
  /** A judge that finds a criterion met, or in turns. */
  function judge(isMet: () => boolean): Script {
    return ({ input }) => {
      const count = Number(/Judge these (\d+) criteria/.exec(input)?.[1] ?? 0)
      const criteria = Array.from({ length: count }, () => ({
        met: isMet(),
        evidence: 'The record says so.',
      }))
      return { text: JSON.stringify({ criteria, progress: 1 }) }
    }
  }

  test('are judged by runs of an agent whose cost is shown separately', async () => {
    stage.engine.scripts.judge = judge(() => true)
    const report = await evaluate(
      shout,
      [{ input: 'hello', expectations: { criteria: ['It greets.', 'It is loud.'] } }],
      { judge: { model: 'scripted/judge' } },
    )
    expect(report.results[0]).toMatchObject({
      status: 'PASSED',
      checks: [
        { kind: 'CRITERION', expected: 'It greets.', passed: true, votes: { met: 1, of: 1 } },
        { kind: 'CRITERION', expected: 'It is loud.', reason: 'The record says so.' },
      ],
    })
    expect(report.evaluation).toMatchObject({ costUsd: '0.01', judgeCostUsd: '0.01' })
    const { rows } = await database.pool.query(
      `select r.input from "Run" r join "Agent" a on a.id = r."agentId" where a.slug = 'evaluation-judge'`,
    )
    expect(rows[0].input).toContain('<answer>\n  HELLO\n</answer>')
    expect(rows[0].input).toContain('1. It greets.\n2. It is loud.')
  })

  test('votes that disagree are shown: n of m', async () => {
    let vote = 0
    stage.engine.scripts.moody = judge(() => vote++ % 3 !== 0)
    const report = await evaluate(shout, [{ input: 'hello', expectations: { criteria: ['It greets.'] } }], {
      judge: { model: 'scripted/moody', votes: 3 },
    })
    expect(report.results[0]).toMatchObject({
      status: 'PASSED',
      score: 2 / 3,
      checks: [{ passed: true, votes: { met: 2, of: 3 } }],
    })
    expect(report.evaluation.judgeCostUsd).toBe('0.03')
  })

  test('a judge without a verdict makes an ERROR', async () => {
    stage.engine.scripts.mute = () => ({ error: { kind: 'AUTH' } })
    const report = await evaluate(shout, [{ input: 'hello', expectations: { criteria: ['It greets.'] } }], {
      judge: { model: 'scripted/mute' },
    })
    expect(report.results[0]?.status).toBe('ERROR')
    expect(report.results[0]?.error).toMatch(/^The judge came to no verdict\./)
  })
})
