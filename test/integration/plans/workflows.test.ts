import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { RunWorkflow } from '../../../src/domain/operations.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions, testTool } from '../../support/engine.ts'
import { engineForFile, forSuite } from '../../support/for-file.ts'
import { liveThroughDeath } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'

const tools = [
  testTool('look', async (args) => ({ seen: args }) as Json),
  testTool('fail', async () => {
    throw new Error('It does not work.')
  }),
  testTool('hang', () => new Promise(() => undefined)),
]

const { database, engine } = await engineForFile({ tools })
const agent = await engine.define(() => ({ text: 'Nobody asked me.' }))

const look = (name: string, at: Json, more: object = {}) =>
  ({ name, type: 'TOOL', target: 'look', parameters: { at }, outputKey: name, ...more }) as const

const parameters = { properties: { city: { type: 'string' }, limit: { type: 'integer', default: 5 } } }

const plan = { actions: [look('first', '$city'), look('second', '$first.seen.at')] }

let made = 0

async function define(definition: object = {}, on = engine) {
  const slug = `workflow-${++made}`
  const call = { projectId: on.project.id, slug, definition: { plan, parameters, ...definition } }
  return { slug, ...(await on.operations.workflows.createWorkflow(call)) }
}

function update(workflowId: string, definition: object) {
  return engine.operations.workflows.updateWorkflow({
    projectId: engine.project.id,
    workflowId,
    definition: { ...definition },
  })
}

function start(slug: string, call: Partial<RunWorkflow> = {}) {
  const { id: projectId } = engine.project
  return engine.operations.workflows.runWorkflow({
    projectId,
    workflow: { slug },
    agent,
    parameters: { city: 'Oslo' },
    ...call,
  })
}

async function run(slug: string, call: Partial<RunWorkflow> = {}) {
  const { runId } = await start(slug, call)
  const finished = await engine.finished(runId)
  const row = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  const output: unknown = finished.row.status === 'COMPLETED' ? JSON.parse(row.summary ?? '') : null
  return { ...finished, stored: row, output }
}

describe('a run of a workflow', () => {
  test('DAG-8 executes the plan with its parameters, gives its outputs, and asks no model', async () => {
    const { slug, workflowId } = await define()
    const { row, output, stored, types } = await run(slug)
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', stepCount: 1 })
    expect(output).toEqual({ first: { seen: { at: 'Oslo' } }, second: { seen: { at: 'Oslo' } } })
    expect(stored).toMatchObject({ workflowId, workflowVersion: 1 })
    expect(stored.context).toMatchObject({ city: 'Oslo', limit: 5, first: { seen: { at: 'Oslo' } } })
    expect(types).not.toContain('UsageReported')
    expect(await database.prisma.modelCall.count({ where: { runId: stored.id } })).toBe(0)
  })

  test('DAG-8 gives the result of its template, as JSON', async () => {
    const { slug } = await define({ output: '$second.seen.at' })
    expect((await run(slug)).row.summary).toBe('"Oslo"')
    const other = await define({ output: { city: '$city', at: ['$first.seen.at'] } })
    expect((await run(other.slug)).output).toEqual({ city: 'Oslo', at: ['Oslo'] })
  })

  test('DAG-8 takes the branch that its parameters decide on, and has null for the other', async () => {
    const decide = {
      name: 'size',
      type: 'DECISION',
      branches: [{ name: 'big', when: 'limit > 10' }, { name: 'small' }],
    } as const
    const branches = [look('big', 1, { branch: 'size/big' }), look('small', 2, { branch: 'size/small' })]
    const { slug } = await define({ plan: { actions: [decide, ...branches] } })
    expect((await run(slug)).output).toEqual({ big: null, small: { seen: { at: 2 } } })
    const many = { parameters: { city: 'Oslo', limit: 11 } }
    expect((await run(slug, many)).output).toEqual({ big: { seen: { at: 1 } }, small: null })
  })

  test('DAG-8 fails where an action does that the plan cannot do without', async () => {
    const actions = [{ name: 'bad', type: 'TOOL', target: 'fail', retry: { maxAttempts: 1 } }] as const
    const { row } = await run((await define({ plan: { actions: [...actions] } })).slug)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
    expect(row.errorMessage).toContain('It does not work')
    const spared = [{ ...actions[0], skipOnError: true, outputKey: 'bad' }]
    expect((await run((await define({ plan: { actions: spared } })).slug)).output).toEqual({ bad: null })
  })

  test('DAG-8 LOOP-7 is that of the workflow, whatever the agent does with plans of its own', async () => {
    const other = await engine.define(() => ({ text: 'No.' }), {
      flowType: 'SEQUENTIAL',
      stages: [
        { name: 'one', instruction: 'First.' },
        { name: 'two', instruction: 'Second.' },
      ],
      requireUserApproval: true,
      outputSchema: { type: 'object', required: ['never'] },
      acceptanceCriteria: ['Never.'],
    })
    const { row, of } = await run((await define()).slug, { agent: other })
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', stepCount: 1 })
    expect(of('StageStarted')).toEqual([])
  })

  test('DAG-8 keeps the version that it was accepted with', async () => {
    const { slug, workflowId } = await define({ output: '$first.seen.at' })
    await update(workflowId, { output: { new: '$first.seen.at' } })
    const second = await run(slug)
    expect(second.output).toEqual({ new: 'Oslo' })
    expect(second.stored.workflowVersion).toBe(2)
    const first = await engine.services.workflows.findVersion(engine.project.id, workflowId, 1)
    expect(first).toMatchObject({ output: '$first.seen.at' })
  })

  test('DAG-8 is one of the agent that the workflow names, where the caller names none', async () => {
    const { slug } = await define({ agent: agent.slug })
    expect((await run(slug, { agent: undefined })).row.status).toBe('COMPLETED')
    const { slug: orphan } = await define()
    await expect(start(orphan, { agent: undefined })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { path: ['agent'] },
    })
  })

  test('CTX-5 RUN-5 JDG-3 takes no messages, is asked nothing and is not resumed: no model stands behind it', async () => {
    const { slug } = await define({ plan: { actions: [{ name: 'wait', type: 'TOOL', target: 'hang' }] } })
    const { runId } = await start(slug, { timeoutMs: 600_000 })
    await engine.seen(runId, 'ActionStarted')
    const call = { projectId: engine.project.id, runId }
    for (const refused of [
      () => engine.operations.steerRun({ ...call, message: 'Hurry.' }),
      () => engine.operations.checkConfidence(call),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'UNSUPPORTED_FOR_WORKFLOW_RUN' })
    await engine.operations.abortRun(call)
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    const paused = await run(slug, { timeoutMs: 1 })
    expect(paused.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    const resume = () => engine.operations.resumeRun({ ...call, runId: paused.runId })
    await expect(resume()).rejects.toMatchObject({ code: 'UNSUPPORTED_FOR_WORKFLOW_RUN' })
  })

  test('RUN-8 DAG-8 the same key gives the same run, also of a workflow that has changed since', async () => {
    const { slug, workflowId } = await define()
    const first = await start(slug, { idempotencyKey: 'once' })
    await update(workflowId, { output: '$second' })
    expect(await start(slug, { idempotencyKey: 'once' })).toEqual(first)
    const other = { idempotencyKey: 'once', parameters: { city: 'Bergen' } }
    await expect(start(slug, other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    await engine.finished(first.runId)
  })

  test.for([
    [{ parameters: { city: 7 } }, 'INVALID_INPUT', 'city must be a text'],
    [{ parameters: { town: 'x' } }, 'INVALID_INPUT', 'town is not allowed'],
    [{ parameters: [1] }, 'INVALID_INPUT', 'must be an object'],
    [{ parameters: { city: 'a\u0000b' } }, 'INVALID_INPUT', 'NUL'],
    [{ workflow: { slug: 'unheard-of' } }, 'NOT_FOUND', 'No workflow "unheard-of"'],
    [{ workflow: { id: uuidv7() } }, 'NOT_FOUND', 'No workflow'],
    [{ agent: { slug: 'nobody' } }, 'NOT_FOUND', 'No agent "nobody"'],
    [{ timeoutMs: 0 }, 'INVALID_INPUT', 'timeoutMs'],
    [{ maxCostUsd: '-1' }, 'INVALID_INPUT', 'maxCostUsd'],
    [{ idempotencyKey: '' }, 'INVALID_INPUT', 'idempotencyKey'],
  ] as const)('DAG-8 is refused where it could not be meant: %j', async ([call, code, problem]) => {
    const { slug } = await define()
    const message = expect.stringContaining(problem)
    await expect(start(slug, call)).rejects.toMatchObject({ code, message })
  })

  test('DAG-8 of an agent that lacks a target of the plan is refused, with its name', async () => {
    const { slug } = await define({
      plan: { actions: [look('first', 1, { target: 'paint' })] },
      parameters: {},
    })
    await expect(start(slug, { parameters: {} })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('there is no TOOL "paint" here'),
      data: { path: ['agent'] },
    })
  })
})

describe('a workflow', () => {
  const versionsOf = (workflowId: string) =>
    database.prisma.workflowVersion.findMany({ where: { workflowId }, orderBy: { version: 'asc' } })

  test('DAG-8 has a new version for each change, and none for a change of nothing', async () => {
    const { workflowId } = await define()
    await update(workflowId, { description: 'Looks twice.' })
    await update(workflowId, { description: 'Looks twice.', plan, parameters })
    await update(workflowId, {})
    const versions = await versionsOf(workflowId)
    expect(versions.map(({ version }) => version)).toEqual([1, 2])
    const row = await database.prisma.workflow.findUniqueOrThrow({ where: { id: workflowId } })
    expect(row).toMatchObject({ version: 2, description: 'Looks twice.' })
  })

  test('DAG-8 ten changes at once make ten versions, and none is lost', async () => {
    const { workflowId } = await define({ parameters: {}, plan: { actions: [look('a', 1)] } })
    const changes = Array.from({ length: 10 }, (_, n) => update(workflowId, { description: `${n}` }))
    await Promise.all(changes)
    const versions = await versionsOf(workflowId)
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1))
  })

  test('DAG-8 that is archived cannot be run or changed; its active runs continue', async () => {
    const { slug, workflowId } = await define()
    const { runId } = await start(slug)
    const call = { projectId: engine.project.id, workflowId }
    expect(await engine.operations.workflows.archiveWorkflow(call)).toEqual({ workflowId })
    expect(await engine.operations.workflows.archiveWorkflow(call)).toEqual({ workflowId })
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
    await expect(start(slug)).rejects.toMatchObject({ code: 'ARCHIVED' })
    await expect(update(workflowId, { name: 'x' })).rejects.toMatchObject({ code: 'ARCHIVED' })
    const again = { projectId: engine.project.id, slug, definition: { plan, parameters } }
    await expect(engine.operations.workflows.createWorkflow(again)).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
      message: `A workflow "${slug}" already exists. Choose another slug, or update that workflow.`,
    })
  })

  test('DAG-8 that cannot be read any more can be archived and deleted', async () => {
    const { workflowId } = await define()
    const call = { projectId: engine.project.id, workflowId }
    await database.prisma.workflowVersion.updateMany({ where: { workflowId }, data: { definition: {} } })
    await expect(update(workflowId, { name: 'x' })).rejects.toThrow()
    expect(await engine.operations.workflows.archiveWorkflow(call)).toEqual({ workflowId })
    await engine.operations.workflows.restoreWorkflow(call)
    expect(await engine.operations.workflows.deleteWorkflow(call)).toEqual({ workflowId })
  })

  test('DAG-8 of another project is as unknown as one that never was, and its slug is free', async () => {
    const stranger = await createTestEngine(database, { tools })
    const { slug, workflowId } = await define({}, stranger)
    const call = { projectId: engine.project.id, workflowId }
    for (const refused of [
      () => start(slug),
      () => update(workflowId, { name: 'x' }),
      () => engine.operations.workflows.archiveWorkflow(call),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await engine.operations.workflows.createWorkflow({
      projectId: engine.project.id,
      slug,
      definition: { plan, parameters },
    })
    await stranger.close()
  })

  const wrong: readonly (readonly [definition: object, path: string, problem: string])[] = [
    [{ plan: { actions: [] } }, 'plan', 'plan is not valid'],
    [{ plan: { actions: [look('a', '$b'), look('b', '$a')] } }, 'plan', 'a → b → a'],
    [{ plan: { actions: [look('a', '$gone')] } }, 'plan', '"$gone" can never exist'],
    [{ plan: { actions: [look('a', 1, { target: '' })] } }, 'plan', 'there is no TOOL ""'],
    [{ plan: { actions: [{ name: 'a', type: 'AGENT', target: 'No Slug' }] } }, 'plan', 'there is no AGENT'],
    [{ plan: { actions: [{ name: 'a', type: 'LLM', target: 'nomodel' }] } }, 'plan', 'there is no LLM'],
    [{ parameters: { type: 'array' } }, 'parameters', 'JSON Schema of an object'],
    [{ parameters: { properties: { city: { $ref: '#/no' } } } }, 'parameters', 'refers to nothing'],
    [{ output: '$nothing' }, 'output', '"$nothing" can never exist'],
    [{ agent: 'nobody' }, 'agent', 'there is no agent "nobody"'],
    [{ agent: 'No Slug' }, 'agent', 'must be the slug of an agent'],
    [{ name: '' }, 'name', 'name'],
    [{ description: 'a\u0000b' }, 'description', 'NUL'],
    [{ colour: 'red' }, '', 'has no field "colour"'],
  ]
  test.for(wrong)(
    'DAG-8 that is invalid is refused with its place: %j',
    async ([definition, field, problem]) => {
      await expect(define(definition)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(problem),
        data: { path: field === '' ? ['definition'] : expect.arrayContaining(['definition', field]) },
      })
    },
  )

  test('DAG-8 needs a plan and a slug', async () => {
    const { id: projectId } = engine.project
    const create = (slug: string, definition: object) =>
      engine.operations.workflows.createWorkflow({ projectId, slug, definition: { ...definition } })
    await expect(create('no-plan', {})).rejects.toMatchObject({
      message: 'plan: is required.',
      data: { path: ['definition', 'plan'] },
    })
    await expect(create('No Slug', { plan })).rejects.toMatchObject({ data: { path: ['slug'] } })
  })
})

describe('a workflow run whose process dies', () => {
  // Workers of one database take each other's runs: no other engine has this one.
  const mortal = forSuite(() => createTestDatabase())

  /** Runs a workflow in a process that dies at its `nth` write, and then in another to its end; `null` where it ended before. */
  async function workThroughDeath(nth: number, failing: boolean) {
    const calls: string[] = []
    const steps = (['read', 'pay'] as const).map((name) =>
      testTool(
        name,
        async (_args, { idempotencyKey, signal }) => {
          const [runId = '', ...call] = idempotencyKey.split('/')
          calls.push(call.join('/'))
          // Its start is a write of its own, however quick the process is.
          while (!signal.aborted && (await mortal.prisma.action.count({ where: { runId, name } })) === 0);
          if (name === 'pay' && failing) throw new Error('No money.')
          return `${name} gave this`
        },
        { effect: name === 'pay' ? 'once' : 'read' },
      ),
    )
    const options: EngineOptions = { tools: steps, concurrency: 1, leaseMs: 3_600_000 }
    const finished = await liveThroughDeath(mortal, nth, options, async (first) => {
      const { slug } = await define(
        {
          parameters: { properties: { what: { type: 'string' } } },
          plan: {
            actions: [
              { name: 'read', type: 'TOOL', target: 'read', parameters: { at: '$what' }, outputKey: 'read' },
              { name: 'pay', type: 'TOOL', target: 'pay', parameters: { for: '$read' }, outputKey: 'paid' },
            ],
          },
          output: { what: '$what', paid: '$paid' },
        },
        first,
      )
      const { runId } = await first.operations.workflows.runWorkflow({
        projectId: first.project.id,
        workflow: { slug },
        agent: await first.define(() => ({ text: 'Nobody asked me.' })),
        parameters: { what: 'tea' },
      })
      return runId
    })
    if (finished === null) return null
    const { runId } = finished
    const modelCalls = await mortal.prisma.modelCall.count({ where: { runId } })
    return { ...finished, calls, modelCalls }
  }

  test.for([
    ['succeeds', false],
    ['fails', true],
  ] as const)(
    'DUR-1 DAG-8 TAS-5 at any write goes on to the same end, where its plan %s: no effect twice, no model asked',
    async ([_, failing]) => {
      const deaths = await eachPoint(
        async (nth) => {
          const story = await workThroughDeath(nth + 1, failing)
          if (!story) return false
          const { row, calls, modelCalls, of, events } = story
          expect(calls.filter((call) => call.endsWith('/pay')).length).toBeLessThanOrEqual(1)
          expect(modelCalls).toBe(0)
          const isCutOff = of('ActionFailed').some(({ errorCode }) => errorCode === 'OUTCOME_UNKNOWN')
          if (failing || isCutOff) expect(row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
          else {
            expect(row.status).toBe('COMPLETED')
            expect(JSON.parse(row.summary ?? '')).toEqual({ what: 'tea', paid: 'pay gave this' })
          }
          const seqs = events.map(({ seq }) => seq)
          expect(seqs).toEqual(seqs.map((_seq, index) => index + 1))
          return true
        },
        { least: 3 },
      )
      expect(deaths).toBeGreaterThan(2)
    },
  )
})
