import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { type Graph, openGraph } from './open-graph.ts'

let graph: Graph
let agentId: string
let rootId: string

/** Fifty of everything, each run with two steps of two actions and a model call, a child, a gate and events. */
beforeAll(async () => {
  graph = await openGraph()
  const { make } = graph
  const root = await make.run(await make.agent({}, { tools: ['calculator'] }))
  rootId = toGlobalId('Run', root.id)
  agentId = toGlobalId('Agent', root.agentId)
  for (let index = 0; index < 50; index++) {
    const agent = await make.agent({}, { tools: ['calculator'] })
    const session = await make.session({ agentId: agent.id })
    const run = await make.run(agent, {
      sessionId: session.id,
      parentId: root.id,
      rootId: root.id,
      ancestorIds: [root.id],
    })
    for (const number of [1, 2]) {
      const step = await make.step(run, number)
      const action = await make.action(step, { position: 0, childRunId: root.id })
      const second = await make.action(step, { position: 1 })
      await make.gate(run, { stepId: step.id, actionId: second.id })
      await make.modelCall(run, step)
      await make.event(run, 'StepStarted', { maxSteps: null }, number)
      await make.event(
        run,
        'ActionCompleted',
        { actionId: action.id, name: action.name, output: 1, durationMs: 3 },
        number,
      )
    }
    const gate = await make.gate(run)
    await make.event(run, 'GateOpened', { gateId: gate.id })
  }
  await untilReadable(graph.pool, root.id)
})
afterAll(() => graph.close())

const page = 'edges { cursor node'
const usage = 'usage { requests totalTokens costUsd }'

/** The questions that a console asks. Each is asked for two rows and for fifty. */
const questions: Readonly<Record<string, string>> = {
  'runs with everything below them': `query($n: Int!) { runs(first: $n) { totalCount pageInfo { hasNextPage } ${page} {
    id status input context ${usage} agent { id slug model tools { name } } session { key ${usage} agent { slug } }
    parent { id status } root { id status }
    steps(first: $n) { totalCount ${page} { number ${usage}
      actions { name output childRun { id status } } modelCalls { model ${usage} } } } }
    gates { reason run { id } } } } } }`,
  'what runs cost': `query($n: Int!) { runs(first: $n) { ${page} { id usage(includeDescendants: true) { costUsd }
    cost { total { costUsd } byModel { model usage { costUsd } } byStep { step { number } usage { costUsd } }
      byChild { run { id status } usage { costUsd } } wastedUsd cacheSavedUsd unpricedCalls } } } } }`,
  'runs with their events and what those changed': `query($n: Int!) { runs(first: $n) { ${page} { id
    events(first: 20) { totalCount ${page} { __typename seq run { id status agent { slug } }
      ... on StepStarted { step { id number ${usage} } } ... on ActionCompleted { action { id status } }
      ... on GateOpened { gate { id reason } } } } } } } } }`,
  'runs with the events of their trees': `query($n: Int!) { runs(first: $n) { ${page} { id
    events(first: 20, includeDescendants: true) { totalCount ${page} { seq cursor run { id status } } } } } } } }`,
  'agents with their runs': `query($n: Int!) { agents(first: $n) { totalCount ${page} { slug definition model ${usage}
    runs(first: $n) { totalCount ${page} { id status session { key runs(first: $n) { totalCount ${page} { id } } } } } } } } } } }`,
  'the children of a run': `query($n: Int!) { run(id: "ROOT") { children(first: $n) { totalCount ${page} { id status
    agent { slug } children(first: $n) { totalCount ${page} { id } } } } } } } }`,
  'usage by every dimension': `query($n: Int!) { usage(groupBy: [AGENT_VERSION, SESSION, MODEL, PROVIDER, PURPOSE, DAY, RUN]) {
    agent { slug model } session { key } run { id status steps(first: $n) { ${page} { number } } } } } }`,
  'gates with what they are about': `query($n: Int!) { gates(first: $n, kind: [ACTION_APPROVAL], runId: "ROOT", includeDescendants: true) {
    totalCount ${page} { id kind decider onExpiry resolvedBy resolution run { id } step { number ${usage} } action { name childRun { id } } } } } }`,
  gates: `query($n: Int!) { gates(first: $n, status: [OPEN]) { totalCount ${page} { id reason run { id status agent { slug } } } } } }`,
}

describe('API the number of SQL statements does not grow with the rows', () => {
  test.for(Object.entries(questions))('%s', async ([, question]) => {
    const query = question.replace('ROOT', rootId)
    const few = await graph.count(query, { n: 2 })
    expect(await graph.count(query, { n: 50 })).toBe(few)
    expect(few).toMatchSnapshot()
  })

  test('nodes by id', async () => {
    const { prisma } = graph
    const runs = await prisma.run.findMany({ take: 50, select: { id: true } })
    const ids = runs.map(({ id }) => toGlobalId('Run', id))
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Run { status agent { slug } } } }'
    const few = await graph.count(query, { ids: ids.slice(0, 2) })
    expect(await graph.count(query, { ids })).toBe(few)
    expect(few).toMatchSnapshot()
  })

  test('a total is counted only where it is asked for, and a page read only where it is', async () => {
    const ask = (fields: string) =>
      graph.count(`{ agent(id: "${agentId}") { runs(first: 2) { ${fields} } } }`)
    expect(await ask('totalCount')).toBe(2)
    expect(await ask('edges { node { id } }')).toBe(3)
  })
})
