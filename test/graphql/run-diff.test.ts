import { describe, expect, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import type { HistoryOperations } from '../../src/domain/operations.ts'
import { toGlobalId, uuidOf } from '../../src/graphql/global-id.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const global = (id: string) => toGlobalId('Run', id)

/** A run of thirty steps, a fork of it after the second that differs from the third on, and one that has nothing to do with them. */
const graph = forFile(await openGraph())
const { make, prisma, project } = graph
const agent = await make.agent({}, { model: 'scripted/echo', systemPrompt: 'Be brief.' })
const a = await make.run(agent, {
  status: 'COMPLETED',
  terminationReason: 'FINAL_ANSWER',
  summary: 'A.',
  stepCount: 30,
})
const b = await make.run(agent, {
  ...{ status: 'FAILED', terminationReason: 'ERROR', forkedFromId: a.id, forkedAfterStep: 2 },
  overrides: { model: 'scripted/other' },
  startCheckpoint: { stepCount: 2, actionCount: 2, messages: 3, loopState: {} },
})
const c = await make.run(agent, { status: 'COMPLETED', input: 'Something else.' })
for (const { run, from, more } of [
  { run: a, from: 1, more: 0 },
  { run: b, from: 3, more: 1 },
]) {
  for (let number = from; number <= 30; number++) {
    const step = await make.step(run, number, { reasoning: `Step ${number}.` })
    await make.action(step, { parameters: { number }, output: number === 5 ? number + more : number })
    await make.modelCall(run, step, { costUsd: more === 0 ? '0.02' : '0.01' })
    const parts = [{ type: 'text', text: number === 4 ? `Said ${more}.` : 'Said.' }]
    const message = { role: 'assistant', messageId: step.id, parts }
    await prisma.message.create({
      data: {
        runId: run.id,
        projectId: project.id,
        position: number,
        stepNumber: number,
        role: 'ASSISTANT',
        content: message,
      },
    })
  }
}
const [original, fork, other] = [global(a.id), global(b.id), global(c.id)]

const diff = 'query($a: ID!, $b: ID!) { runDiff(a: $a, b: $b) {'
const paged = 'query($a: ID!, $b: ID!, $n: Int, $after: Int) { runDiff(a: $a, b: $b) {'
const steps = `steps(first: $n, after: $after) { number same differs a { id number reasoning } b { id number }
  actions { name same sameStatus sameParameters sameOutput a { output } b { output } } }`

describe('RUN-9 runDiff', () => {
  test('shows the differences of two runs', async () => {
    const data = await graph.read(`${diff} a { id status } b { forkedFrom { id } } fields { name a b } } }`, {
      a: original,
      b: fork,
    })
    expect(at(data, 'runDiff.b.forkedFrom.id')).toBe(original)
    expect(at(data, 'runDiff.fields')).toEqual([
      { name: 'status', a: 'COMPLETED', b: 'FAILED' },
      { name: 'terminationReason', a: 'FINAL_ANSWER', b: 'ERROR' },
      { name: 'summary', a: 'A.', b: null },
      { name: 'model', a: 'scripted/echo', b: 'scripted/other' },
    ])
  })

  test('sets their steps side by side, those that a fork took over among them', async () => {
    const data = await graph.read(`${paged} divergesAt stepCount ${steps} } }`, { a: original, b: fork })
    expect(at(data, 'runDiff.divergesAt')).toBe(4)
    expect(at(data, 'runDiff.stepCount')).toBe(30)
    expect(at(data, 'runDiff.steps.*.number')).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
    expect(at(data, 'runDiff.steps.0.same')).toBe(true)
    expect(at(data, 'runDiff.steps.0.b.id')).toBe(at(data, 'runDiff.steps.0.a.id'))
    expect(at(data, 'runDiff.steps.2.b.id')).not.toBe(at(data, 'runDiff.steps.2.a.id'))
    expect(at(data, 'runDiff.steps.2.same')).toBe(true)
    expect(at(data, 'runDiff.steps.3.differs')).toEqual(['TEXT'])
    expect(at(data, 'runDiff.steps.4.differs')).toEqual(['ACTIONS'])
    expect(at(data, 'runDiff.steps.4.actions.0')).toEqual({
      ...{
        name: 'action-0',
        same: false,
        sameStatus: true,
        sameParameters: true,
        sameOutput: false,
      },
      ...{ a: { output: 5 }, b: { output: 6 } },
    })
  })

  test('gives its steps by pages', async () => {
    const page = { a: original, b: fork, n: 3, after: 28 }
    expect(at(await graph.read(`${paged} ${steps} } }`, page), 'runDiff.steps.*.number')).toEqual([29, 30])
    const { errors } = await graph.ask(`${paged} ${steps} } }`, { ...page, n: 101 })
    expect(errors?.[0]?.message).toContain('first is 101')
  })

  test('shows the costs of both, and their difference', async () => {
    const usage =
      'usage { a { requests costUsd } b { requests costUsd } requestsDelta tokensDelta costDeltaUsd }'
    expect(at(await graph.read(`${diff} ${usage} } }`, { a: original, b: fork }), 'runDiff.usage')).toEqual({
      a: { requests: 30, costUsd: '0.6' },
      b: { requests: 28, costUsd: '0.28' },
      requestsDelta: -2,
      tokensDelta: -30,
      costDeltaUsd: '-0.32',
    })
  })

  test('compares runs that have nothing in common, and one with itself', async () => {
    const apart = await graph.read(`${diff} divergesAt fields { name } } }`, { a: original, b: other })
    expect(at(apart, 'runDiff.divergesAt')).toBe(1)
    const same = await graph.read(`${diff} divergesAt fields { name } } }`, { a: fork, b: fork })
    expect(at(same, 'runDiff')).toEqual({ divergesAt: null, fields: [] })
  })

  test('does not know runs of other projects', async () => {
    const project = await createProject(graph.prisma, 'elsewhere')
    const make = createFactories(graph.prisma, project.id)
    const foreign = global((await make.run(await make.agent({ slug: 'foreign' }))).id)
    expect(await graph.read(`${diff} stepCount } }`, { a: original, b: foreign })).toEqual({ runDiff: null })
    const { errors } = await graph.ask(`${diff} stepCount } }`, { a: original, b: 'nonsense' })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_ID' })
  })

  test('API asks as many statements for many steps as for few', async () => {
    const query = `${paged} a { id status } b { id status } fields { name } usage { costDeltaUsd } divergesAt ${steps} } }`
    const few = await graph.count(query, { a: original, b: fork, n: 2 })
    expect(await graph.count(query, { a: original, b: fork, n: 30 })).toBe(few)
    expect(few).toMatchSnapshot()
  })
})

test('RUN-9 a run lists the runs made from it', async () => {
  const data = await graph.read(
    `query($id: ID!) { run(id: $id) { forkedFrom { id } forkedAfterStep replayOf { id } overrides { model systemPrompt } forks { totalCount edges { node { id forkedAfterStep overrides { model } } } } } }`,
    { id: original },
  )
  expect(at(data, 'run')).toEqual({
    ...{ forkedFrom: null, forkedAfterStep: null, replayOf: null, overrides: null },
    forks: {
      totalCount: 1,
      edges: [{ node: { id: fork, forkedAfterStep: 2, overrides: { model: 'scripted/other' } } }],
    },
  })
})

describe('RUN-9 the mutations', () => {
  const calls: object[] = []
  const take = async (call: object) => {
    calls.push(call)
    return { runId: uuidOf('Run', other) ?? '' }
  }
  const history: HistoryOperations = { forkRun: take, retryRun: take, replayRun: take }
  const ask = (mutation: string, given: Partial<HistoryOperations> = {}, id = original) =>
    graph.ask(
      `mutation($id: ID!) { ${mutation} { __typename ... on Run { id } ... on Error { code message } } }`,
      { id },
      {
        operations: refusing({ history: { ...history, ...given } }),
      },
    )

  test('pass on their input, null as absent', async () => {
    const { data } = await ask('forkRun(input: { id: $id, afterStep: 2, input: "Go.", model: null })')
    expect(data).toEqual({ forkRun: { __typename: 'Run', id: other } })
    await ask('retryRun(input: { id: $id })')
    await ask('replayRun(input: { id: $id })')
    await ask('replayRun(input: { id: $id, tools: LIVE })')
    const caller = { by: 'loopback', byKind: 'LOOPBACK', bindsDescendants: false, trace: null }
    const place = { projectId: graph.project.id, runId: expect.any(String), ...caller }
    expect(calls).toEqual([
      { ...place, afterStep: 2, input: 'Go.' },
      place,
      { ...place, tools: 'RECORDED' },
      { ...place, tools: 'LIVE' },
    ])
  })

  test('give errors that a caller can act on as results', async () => {
    const fail = (error: RungraphError) => async () => {
      throw error
    }
    const wrong = fail(new RungraphError('INVALID_INPUT', { message: 'afterStep is 9', path: ['afterStep'] }))
    expect((await ask('forkRun(input: { id: $id, afterStep: 9 })', { forkRun: wrong })).data).toEqual({
      forkRun: { __typename: 'InvalidInputError', code: 'INVALID_INPUT', message: 'afterStep is 9' },
    })
    const busy = fail(new RungraphError('RUN_NOT_FINISHED', { status: 'RUNNING', operation: 'replayed' }))
    expect((await ask('replayRun(input: { id: $id })', { replayRun: busy })).data).toMatchObject({
      replayRun: { __typename: 'ConflictError', code: 'RUN_NOT_FINISHED' },
    })
    expect((await ask('retryRun(input: { id: $id })', {}, 'nonsense')).data).toMatchObject({
      retryRun: { __typename: 'InvalidInputError', code: 'INVALID_ID' },
    })
  })
})
