import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { explain, readsAll, statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { type Graph, openGraph } from './open-graph.ts'
import { questions } from './questions.ts'

/** Fifty of everything, each run with two steps of two actions and a model call, a child, a gate and events. */
const graph = forFile(await openGraph())
const { connectionString } = graph.database
/** Reads a table from end to end only where no index would do: there are too few rows here to tell otherwise. */
const unscanned = new pg.Pool({ connectionString, max: 1, options: '-c enable_seqscan=off' })
// Its connections may be ended by the removal of the database, before they have closed.
unscanned.on('error', () => undefined)
const { make } = graph
const first = await make.agent({}, { tools: ['calculator'] })
const root = await make.run(first)
const slug = first.slug
const rootId = toGlobalId('Run', root.id)
const agentId = toGlobalId('Agent', root.agentId)
for (let index = 0; index < 50; index++) {
  const agent = await make.agent({}, { tools: ['calculator'] })
  const session = await make.session({ agentId: agent.id })
  const run = await make.run(agent, {
    sessionId: session.id,
    parentId: root.id,
    rootId: root.id,
    ancestorIds: [root.id],
    ...{ metadata: { kind: 'row' }, threadId: 'thread', triggeredBy: 'key', durationMs: index },
  })
  await graph.prisma.runTag.create({
    data: { runId: run.id, tag: 'all', projectId: run.projectId, createdAt: run.createdAt },
  })
  for (const number of [1, 2]) {
    const step = await make.step(run, number)
    const action = await make.action(step, { position: 0, childRunId: root.id, attempt: 2 })
    await make.attempt(action)
    await make.modelCall(run, step, { purpose: 'REPLAN', actionId: action.id, actionAttempt: 2 })
    const second = await make.action(step, { position: 1 })
    await make.gate(run, { stepId: step.id, actionId: second.id })
    await make.modelCall(run, step)
    await make.event(run, 'StepStarted', { maxSteps: null }, number)
    await make.event(
      run,
      'ActionCompleted',
      { actionId: action.id, name: action.name, output: 1, attempt: 1, durationMs: 3 },
      number,
    )
  }
  await makeOfEach(graph, { agent, run, root, index })
  const gate = await make.gate(run)
  await make.event(run, 'GateOpened', { gateId: gate.id })
}
await untilReadable(graph.pool, root.id)
afterAll(async () => {
  await unscanned.end()
})

/** Objects that are listed beside agents, sessions and runs, in a project that uses all features. */
async function makeOfEach({ make, prisma, project }: Graph, { agent, run, root, index }: Row): Promise<void> {
  const { createdAt: runCreatedAt } = await prisma.run.findUniqueOrThrow({ where: { id: run.id } })
  await prisma.rating.createMany({
    data: ['loopback', 'ann'].map((ratedBy) => ({
      ...{ id: uuidv7(), projectId: project.id, runId: run.id, runCreatedAt },
      ...{ ratedBy, score: 0.5, labels: ['row'] },
    })),
  })
  const { id: actionId, step } = await prisma.action.findFirstOrThrow({
    where: { runId: run.id },
    include: { step: true },
  })
  await prisma.runComment.createMany({
    data: [{ stepNumber: step.number }, { actionId }].map((part) => ({
      ...{ id: uuidv7(), projectId: project.id, runId: run.id, text: 'Hm.', commentedBy: 'ann', ...part },
    })),
  })
  const canary = { projectId: project.id, agentId: agent.id, version: 1, baselineVersion: 1, weight: 0.5 }
  const { id: canaryId } = await prisma.canary.create({
    data: { ...canary, id: uuidv7(), minRuns: 10, maxRuns: 10, stopOn: {} },
  })
  const weights = [{ version: 1, weight: 1 }]
  await prisma.agent.update({ where: { id: agent.id }, data: { traffic: { weights, canaryId } } })
  const workflow = await make.workflow({ version: 2 })
  const schedule = await make.schedule(agent)
  const from = { forkedFromId: root.id, workflowId: workflow.id, workflowVersion: 1, scheduleId: schedule.id }
  await make.run(agent, { ...from, forkedAfterStep: 0, scheduledFor: new Date(index) })
  await make.delivery(await make.webhook(), run)
  const dataSet = await make.dataSet()
  const items = [await make.item(dataSet, { sourceRunId: run.id }), await make.item(dataSet)]
  const projectId = project.id
  const content = { projectId, sha256: String(index), byteCount: 1 }
  await graph.prisma.fileContent.create({ data: { ...content, data: Buffer.from('a') } })
  const file = await graph.prisma.file.create({ data: { id: uuidv7(), ...content, mediaType: 'text/plain' } })
  for (const { id: itemId } of items)
    await graph.prisma.dataSetItemFile.create({ data: { itemId, position: 0, fileId: file.id, projectId } })
  const baseline = await make.evaluation(dataSet, agent)
  const evaluation = await make.evaluation(dataSet, agent, { baselineId: baseline.id })
  const of = { trialRunId: run.id, judgeRunIds: [root.id] }
  for (const item of items)
    for (const [trial, status] of [
      [1, 'PASSED'],
      [2, 'FAILED'],
    ] as const) {
      await make.result(baseline, item, { ...of, trial, status })
      await make.result(evaluation, item, { ...of, trial, status })
    }
  const own = { projectId: project.id, createdAt: new Date(index) }
  await prisma.eventTrigger.create({
    data: {
      ...own,
      id: uuidv7(),
      agentId: agent.id,
      name: `trigger-${index}`,
      event: 'order.paid',
      input: 'Hi',
    },
  })
  const signed = { scheme: 'STRIPE', secret: 'sealed', toleranceSeconds: 300, maxPerMinute: 600 }
  await prisma.eventSource.create({ data: { ...own, id: uuidv7(), slug: `source-${index}`, ...signed } })
  const event = await prisma.receivedEvent.create({
    data: {
      ...{ id: uuidv7(), projectId: project.id, name: 'order.paid', key: `event-${index}`, data: index },
      startedRunIds: [run.id],
      ...{ receivedAt: new Date(index), deliveredAt: new Date(index), expiresAt: new Date('2099-01-01') },
    },
  })
  for (const _ of [1, 2]) await make.gate(run, { kind: 'EVENT', resolvedBy: `event:${event.id}` })
  await make.policy({ target: `tool-${index}`, agentId: agent.id })
  const relic = await prisma.relic.create({
    data: { ...own, id: uuidv7(), name: `relic-${index}`, kind: 'KEY_VALUE', settings: {} },
  })
  await prisma.relicEntry.createMany({
    data: ['k1', 'k2'].map((key) => ({ relicId: relic.id, projectId: project.id, key, value: index })),
  })
  await prisma.apiKey.create({
    data: {
      ...own,
      id: uuidv7(),
      name: `key-${index}`,
      role: 'ADMIN',
      secretHash: uuidv7(),
      createdBy: 'ops',
    },
  })
  await prisma.binding.create({
    data: { ...own, id: uuidv7(), agentId: agent.id, channel: `channel-${index}` },
  })
}

interface Row {
  readonly agent: { readonly id: string; readonly version: number }
  readonly run: { readonly id: string; readonly rootId: string; readonly agentId: string }
  readonly root: { readonly id: string }
  readonly index: number
}

function named(question: string): string {
  return question.replace('ROOT', rootId).replace('AGENT"', `${agentId}"`).replaceAll('SLUG', slug)
}

describe('API-12 the lists of the schema', () => {
  test('are all asked for here', () => {
    const types = new TypeInfo(schema)
    const asked = new Set<string>()
    const enter = () => {
      asked.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`)
    }
    for (const question of Object.values(questions))
      visit(parse(question), visitWithTypeInfo(types, { Field: { enter } }))
    expect(listFields().filter((field) => !asked.has(field) && !withoutRows.has(field))).toEqual([])
  })

  test.for(Object.entries(questions))(
    'PERF-D %s: each statement has an index that fits',
    async ([, question]) => {
      const statements = await statementsOf(() => graph.read(named(question), { n: 20 }))
      expect(statements.length).toBeGreaterThan(0)
      for (const statement of statements) {
        const nodes = await explain(unscanned, statement)
        const read = tables.filter((table) => readsAll(table, nodes) && !isHashed(table, statement.text))
        expect(read, statement.text).toEqual([])
      }
    },
  )
})

/** Of few rows it is cheaper to hash what an `exists` asks for than to look it up, scan or no scan: its index is that of the steps. */
function isHashed(table: string, text: string): boolean {
  return table === 'Action' && text.includes('exists (select from "Action" a where a."stepId" = c."stepId"')
}

/** Each field that gives a connection or a list of objects. */
function listFields(): readonly string[] {
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type))
  const shown = objects.filter(({ name }) => !/^__|Connection$|^Mutation$|^Subscription$/.test(name))
  return shown.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isListOfObjects(field.type))
      .map((field) => `${type.name}.${field.name}`),
  )
}

function isListOfObjects(type: GraphQLOutputType): boolean {
  const given = getNamedType(type)
  return given.name.endsWith('Connection') || (isListType(getNullableType(type)) && isObjectType(given))
}

/** Lists that no statement is sent for: they are parts of one row, or of what the process holds. */
const withoutRows: ReadonlySet<string> = new Set([
  'PromptPreview.offeredTools',
  'Query.tools',
  'Query.models',
  'Query.providers',
  'Query.mcpServers',
  'McpServer.prompts',
  'McpServerPrompt.arguments',
  'Action.completedSteps',
  'ModelProvider.profiles',
  'Relic.operations',
  'PlanGenerated.actions',
  'Plan.nodes',
  'Plan.edges',
  'WorkflowPlan.actions',
  'WorkflowPlan.edges',
  'ModelHttpRequest.headers',
  'ModelHttpResponse.headers',
  // test/graphql/run-diff.test.ts counts the statements of a comparison.
  'RunDiff.fields',
  'RunDiff.steps',
  'StepDiff.actions',
  'EvaluationResult.checks',
  'Agent.versionWeights',
  'Canary.comparisons',
  // Of what the process has.
  'Agent.warnings',
  // Of what a mutation has done.
  'RunBatch.failures',
])

/** Tables that grow with use. */
const tables = [
  ...[
    'Agent',
    'AgentVersion',
    'Session',
    'Run',
    'RunTag',
    'Rating',
    'Canary',
    'Step',
    'Action',
    'ModelCall',
    'ModelTraffic',
    'EventSegment',
    'Gate',
    'Policy',
    'Binding',
  ],
  ...[
    'Relic',
    'RelicEntry',
    'Workflow',
    'WorkflowVersion',
    'Webhook',
    'WebhookDelivery',
    'Schedule',
    'ReceivedEvent',
    'EventTrigger',
    'EventSource',
  ],
  ...['DataSet', 'DataSetItem', 'Evaluation', 'EvaluationResult'],
]

describe('API-12 the number of SQL statements does not grow with the rows', () => {
  test.for(Object.entries(questions))('%s', async ([, question]) => {
    const query = named(question)
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

  test('API-47 entities by their representations', async () => {
    const { prisma, project } = graph
    const of = { where: { projectId: project.id }, take: 50, select: { id: true } } as const
    const rows = {
      Agent: await prisma.agent.findMany(of),
      Gate: await prisma.gate.findMany(of),
      Run: await prisma.run.findMany(of),
      Session: await prisma.session.findMany(of),
    }
    const query = `query($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Agent { slug } ... on Gate { run { status } } ... on Run { status agent { slug } } ... on Session { key } } }`
    const countOf = (kind: keyof typeof rows, count: number) => {
      const representations = rows[kind]
        .slice(0, count)
        .map(({ id }) => ({ __typename: kind, id: toGlobalId(kind, id) }))
      return graph.count(query, { representations })
    }
    for (const kind of ['Agent', 'Gate', 'Run', 'Session'] as const) {
      expect(rows[kind]).toHaveLength(50)
      const few = await countOf(kind, 2)
      expect(await countOf(kind, 50), kind).toBe(few)
      expect(few, kind).toBe(kind === 'Gate' || kind === 'Run' ? 2 : 1)
    }
  })

  test('API-47 entities within the scope of an access token', async () => {
    const { prisma, project } = graph
    const sessions = await prisma.session.findMany({ where: { projectId: project.id }, take: 50 })
    const runs = await prisma.run.findMany({ where: { projectId: project.id }, take: 50 })
    const scope = { kind: 'SESSION', key: sessions[0]?.key ?? '' } as const
    const access = { scope, abilities: ['READ'], agentId: null } as const
    const caller = { ...loopbackCaller, access, isServerAdmin: false }
    const query =
      'query($of: [_Any!]!) { _entities(representations: $of) { ... on Run { status } ... on Session { key } } }'
    const countOf = (kind: 'Run' | 'Session', rows: readonly { readonly id: string }[]) => {
      const of = rows.map(({ id }) => ({ __typename: kind, id: toGlobalId(kind, id) }))
      return graph.count(query, { of }, { caller })
    }
    expect(await countOf('Session', sessions)).toBe(await countOf('Session', sessions.slice(0, 2)))
    expect(await countOf('Run', runs)).toBe(await countOf('Run', runs.slice(0, 2)))
  })

  test('a total is counted only where it is asked for, and a page read only where it is', async () => {
    const ask = (fields: string) =>
      graph.count(`{ agent(id: "${agentId}") { runs(first: 2) { ${fields} } } }`)
    expect(await ask('totalCount')).toBe(2)
    expect(await ask('edges { node { id } }')).toBe(2)
  })
})
