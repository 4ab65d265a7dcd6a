import { describe, expect, test } from 'vitest'
import { parseAudit } from '../../../src/domain/action-audit.ts'
import { completedSteps } from '../../../src/domain/call-steps.ts'
import type { Json } from '../../../src/domain/json.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { askPersonTool, createWaitUntil } from '../../../src/tools/waiting-tools.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, tester } from '../../support/gates.ts'

const made: string[] = []

const shape = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['S', 'M', 'L'] } },
  required: ['size'],
  additionalProperties: false,
}

/** Reserves, asks, and orders: what is done before the question is not done again behind it. */
const order = testTool(
  'order',
  async (_args, context) => {
    const reserved = await context.step('reserve', () => {
      made.push('reserve')
      return { place: made.length }
    })
    const outcome = await context.ask('size', { question: 'Which size?', schema: shape })
    const ordered = await context.step('order', (key) => {
      made.push(`order ${JSON.stringify(outcome)} ${key.split('/').slice(1).join('/')}`)
      return 'ordered'
    })
    return { reserved, ordered }
  },
  { effect: 'once', isResumable: true },
)

const askKim = testTool('ask_kim', async (_args, context) =>
  context.ask('answer', { question: 'Is it so?', respondent: 'Kim', expiresAfterMs: 3_600_000 }),
)

const careless = testTool('careless', async (_args, context) => {
  await context.ask('answer', { question: 'Which?' }).catch(() => undefined)
  return 'I went on.'
})

const fixed = testTool('fixed', async (_args, context) => context.step('one', () => 1), { effect: 'once' })

const twice = testTool('twice', async (_args, context) => {
  await context.step('one', () => 1)
  return context.step('one', () => 2)
})

/** Does not hear that its time is up, and goes on. */
const deaf = testTool(
  'deaf',
  async (_args, context) => {
    await new Promise((resolve) => context.signal.addEventListener('abort', () => setTimeout(resolve)))
    late.resolve(
      await Promise.allSettled([
        context.step('late', () => 1),
        context.ask('question', { question: 'Still?' }),
      ]).then((outcomes) => outcomes.map(({ status }) => status)),
    )
  },
  { timeoutMs: 50 },
)

const late = Promise.withResolvers<readonly string[]>()

/** Questions that no gate could hold, and what is said of each. */
const unusable: readonly (readonly [string, object, string])[] = [
  ['a far end', { expiresAfterMs: 1e15 }, 'ends before the year 9999'],
  ['an unknown role', { decider: 'admin' }, 'the decider of a question is one of'],
  ['a name with NUL', { respondent: 'K\u0000im' }, 'the respondent of a question is a name'],
  ['a long address', { url: `https://example.com/${'a'.repeat(2_000)}` }, 'of at most 2000 characters'],
]

const asks = testTool('asks', async (args, context) =>
  context.ask('answer', { question: 'What?', ...unusable[Number(Object(args).index)]?.[1] }),
)

const tools = [askPersonTool, createWaitUntil(Date.now), order, askKim, careless, fixed, twice, deaf, asks]
const stage = forFile(await openGateStage({ tools: tools.map((tool) => ({ ...tool, source: 'test' })) }))
const { database } = stage

const calls = (name: string, args: Json = {}): Turn => ({ calls: [{ name, arguments: args }] })

const answerWith = (gateId: string, answer: Json) => decide(stage.engine, gateId, 'ANSWER', { answer })

const callOf = async (runId: string) => (await stage.actionsOf(runId))[0]

describe('an agent that asks a person', () => {
  test('JDG-5 waits without an owner, and reads the answer', async () => {
    const player = await stage.start([calls('ask_person', { question: 'Red or blue?' }), done])
    const gate = await stage.gateOf(player.runId)
    expect(gate).toMatchObject({ kind: 'INPUT', reason: '"ask_person" asks: Red or blue?', expiresAt: null })
    expect(gate.context).toMatchObject({ question: 'Red or blue?', target: 'ask_person', url: null })
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: player.runId } })
    expect(run).toMatchObject({ status: 'WAITING', leaseOwner: null })
    await stage.restart()
    await answerWith(gate.id, { answer: 'Blue.' })
    const { row, of } = await stage.engine.finished(player.runId)
    expect(row.status).toBe('COMPLETED')
    expect(player.told()).toContain('Blue.')
    expect(of('GateResolved')).toEqual([{ gateId: gate.id, gateStatus: 'ANSWERED', resolvedBy: 'tester' }])
    expect(await callOf(player.runId)).toMatchObject({ status: 'SUCCEEDED', output: 'Blue.', attempt: 1 })
  })

  test('JDG-5 goes on without an answer that is declined', async () => {
    const player = await stage.start([calls('ask_person', { question: 'Why?' }), done])
    const { id } = await stage.gateOf(player.runId)
    await decide(stage.engine, id, 'REJECT', { note: 'Ask somebody else.' })
    expect((await stage.engine.finished(player.runId)).row.status).toBe('COMPLETED')
    expect(player.told().join('\n')).toContain('They say: Ask somebody else.')
  })

  test('JDG-5 and nobody else than the one it asks may answer', async () => {
    const { runId } = await stage.start([calls('ask_kim'), done])
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ respondent: 'Kim', onExpiry: 'REFUSE', expiresAt: expect.any(Date) })
    const given = { projectId: stage.engine.project.id, gateId: gate.id, decision: 'ANSWER' } as const
    const answering = (name: string) =>
      stage.engine.operations.resolveGate({
        ...given,
        answer: { answer: 'Yes.' },
        caller: { ...tester, name },
      })
    await expect(answering('Alex')).rejects.toMatchObject({
      ...{ code: 'NOT_THE_RESPONDENT', message: 'Only "Kim" may decide at this gate.' },
    })
    await answering('Kim')
    await stage.engine.finished(runId)
    const output = { status: 'ANSWERED', answer: { answer: 'Yes.' }, answeredBy: 'Kim' }
    expect(await callOf(runId)).toMatchObject({ output })
  })

  const refused: readonly (readonly [string, Parameters<typeof decide>[2], Json | undefined, string])[] = [
    ['an approval', 'APPROVE', undefined, 'decision is APPROVE, and the gate asks a question'],
    ['no answer', 'ANSWER', undefined, 'answer must be an object'],
    [
      'an answer that does not fit',
      'ANSWER',
      { size: 'XL' },
      'answer does not fit the schema of the question',
    ],
    ['an answer with a decline', 'REJECT', { size: 'S' }, 'answer is for ANSWER'],
  ]
  test.for(refused)('JDG-5 refuses %s', async ([, decision, answer, message]) => {
    const { runId } = await stage.start([calls('order'), done])
    const { id } = await stage.gateOf(runId)
    const deciding = decide(stage.engine, id, decision, answer === undefined ? {} : { answer })
    await expect(deciding).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(message),
    })
    await answerWith(id, { size: 'S' })
    await stage.engine.finished(runId)
  })
})

describe('a call in steps', () => {
  test('TAS-13 does none of them again behind its question', async () => {
    made.length = 0
    const { runId } = await stage.start([calls('order'), done])
    await answerWith((await stage.gateOf(runId)).id, { size: 'M' })
    const { of } = await stage.engine.finished(runId)
    const outcome = '{"status":"ANSWERED","answer":{"size":"M"},"answeredBy":"tester"}'
    expect(made).toEqual(['reserve', `order ${outcome} 1/order/order`])
    const output = { reserved: { place: 1 }, ordered: 'ordered' }
    expect(await callOf(runId)).toMatchObject({ status: 'SUCCEEDED', attempt: 1, output })
    expect(of('ActionStepCompleted').map(({ key }) => key)).toEqual(['reserve', 'order'])
    expect(of('ActionStarted')).toHaveLength(1)
    const steps = completedSteps(parseAudit((await callOf(runId))?.audit).steps ?? {})
    expect(steps.map(({ key }) => key)).toEqual(['reserve', 'order'])
  })

  test('TAS-13 waits even if the tool catches the end of its call', async () => {
    const { runId } = await stage.start([calls('careless'), done])
    await answerWith((await stage.gateOf(runId)).id, { answer: 'That.' })
    await stage.engine.finished(runId)
    expect(await callOf(runId)).toMatchObject({ status: 'SUCCEEDED', output: 'I went on.' })
  })

  test.for([
    ['fixed', 'declare it with isResumable: true'],
    ['twice', 'the key "one" is used twice in one call'],
  ] as const)('TAS-13 is refused where it cannot be one: %s', async ([name, message]) => {
    const { runId } = await stage.start([calls(name), done])
    await stage.engine.finished(runId)
    expect(await callOf(runId)).toMatchObject({ status: 'FAILED', error: expect.stringContaining(message) })
  })

  test('TAS-13 ends as interrupted, and not as unknown, where its run is aborted between two of them', async () => {
    const { runId } = await stage.start([calls('order'), done])
    const { id } = await stage.gateOf(runId)
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId, reason: 'Enough.' })
    await stage.engine.finished(runId)
    expect(await callOf(runId)).toMatchObject({ status: 'CANCELLED', errorCode: 'TOOL_INTERRUPTED' })
    expect(await database.prisma.gate.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'CANCELLED',
    })
  })
})

test('TAS-13 a call that is over has no more steps and waits', async () => {
  const { runId } = await stage.start([calls('deaf'), done])
  const { row, of } = await stage.engine.finished(runId)
  expect(await late.promise).toEqual(['rejected', 'rejected'])
  expect(row.status).toBe('COMPLETED')
  expect(await callOf(runId)).toMatchObject({ status: 'FAILED', errorCode: 'TOOL_TIMEOUT' })
  expect([of('ActionStepCompleted'), of('GateOpened')]).toEqual([[], []])
})

describe('a call that waits for a time', () => {
  test('TAS-14 continues by itself, and nobody decides meanwhile', async () => {
    const { runId } = await stage.start([calls('wait_until', { seconds: 2 }), done])
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ kind: 'TIME', onExpiry: 'PROCEED' })
    await expect(decide(stage.engine, gate.id, 'APPROVE')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const { row, of } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(of('GateResolved')).toMatchObject([{ gateStatus: 'EXPIRED' }])
    const ended = await callOf(runId)
    expect(ended).toMatchObject({ status: 'SUCCEEDED', attempt: 1 })
    const resumedAt = ended?.completedAt?.getTime() ?? 0
    expect(resumedAt).toBeGreaterThanOrEqual(gate.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
  })

  test('TAS-14 refuses a time and a number of seconds at once', async () => {
    const tool = createWaitUntil(Date.now)
    expect(await tool.check({ seconds: 1, time: '2027-01-31T09:00:00Z' })).toMatchObject({ ok: false })
    expect(await tool.check({})).toMatchObject({ ok: false })
  })
})

test('JDG-5 the schema that a model writes for its answer must be one', async () => {
  const schema = { type: 'object', properties: { a: { type: 'nonsense' } } }
  expect(jsonSchemas.fault(schema)).not.toBeNull()
  const { runId } = await stage.start([calls('ask_person', { question: 'What?', schema }), done])
  await stage.engine.finished(runId)
  const error = expect.stringContaining('the schema of an answer cannot be used')
  expect(await callOf(runId)).toMatchObject({ status: 'FAILED', error })
})

test.for(unusable.map(([name, , message], index) => [name, message, index] as const))(
  'JDG-5 a question with %s is refused where it is asked',
  async ([, message, index]) => {
    const { runId } = await stage.start([calls('asks', { index }), done])
    await stage.engine.finished(runId)
    expect(await callOf(runId)).toMatchObject({ status: 'FAILED', error: expect.stringContaining(message) })
  },
)
