import { randomBytes } from 'node:crypto'
import { getNamedType, isEnumType, isInputObjectType, isObjectType, isUnionType } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { openSignIns } from '../../src/app/open-sign-ins.ts'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { createProjectOperations } from '../../src/auth/project-operations.ts'
import { createTokenOperations } from '../../src/auth/token-operations.ts'
import { createTokenSigner } from '../../src/auth/token-signer.ts'
import { agentDefinition } from '../../src/domain/agent.ts'
import { loopbackCaller } from '../../src/domain/caller.ts'
import type { Operations } from '../../src/domain/operations.ts'
import { maxPolicies } from '../../src/domain/permission.ts'
import { ratingBounds } from '../../src/domain/rating.ts'
import { commentBounds } from '../../src/domain/run-comment.ts'
import { workflowDefinition } from '../../src/domain/workflow.ts'
import { createDataSetOperations } from '../../src/evaluations/data-set-operations.ts'
import { createEvaluationOperations } from '../../src/evaluations/evaluation-operations.ts'
import { createEventOperations } from '../../src/events/event-operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createScheduleOperations } from '../../src/schedules/schedule-operations.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { createDataSetStore } from '../../src/store/evaluations/data-set-store.ts'
import { createEvaluationStore } from '../../src/store/evaluations/evaluation-store.ts'
import { createEventSourceStore } from '../../src/store/event-source-store.ts'
import { createEventTriggerStore } from '../../src/store/event-trigger-store.ts'
import { createOutbox } from '../../src/store/outbox.ts'
import { createProjectStore } from '../../src/store/project-store.ts'
import { createScheduleStore } from '../../src/store/schedule-store.ts'
import { findAgentId, hasKeyNamed, hasRun } from '../../src/store/token-subjects.ts'
import { createVault } from '../../src/store/vault.ts'
import { createWebhookStore } from '../../src/store/webhook-store.ts'
import { createWebhookOperations } from '../../src/webhooks/webhook-operations.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { type Cast, type ErrorCase, errorCases, unreached } from './error-cases.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const tools = [testTool('look', async () => 42)]
const engine = forFile(await createTestEngine(graph.database, { tools, project: graph.project }))
const ratedId = uuidv7()
const cast = await createCast()
/** A project that has as much of everything as it may. */
const full = await createFull()

/** All that a server offers, over the rows of the graph. */
function operationsOf(vault: ReturnType<typeof createVault> | null): Operations {
  const { services } = engine
  const { pool } = graph
  const dataSets = createDataSetStore({ ...services, pool })
  return {
    ...engine.operations,
    accessTokens: createTokenOperations({
      ...{
        signer: vault && createTokenSigner({ key: vault.deriveKey('test'), now: Date.now }),
        now: Date.now,
      },
      newId: uuidv7,
      subjects: {
        hasRun: (projectId, runId) => hasRun(pool, projectId, runId),
        hasKeyNamed: (projectId, name) => hasKeyNamed(pool, projectId, name),
        findAgent: (projectId, agent) => findAgentId(pool, projectId, agent),
      },
    }),
    projects: createProjectOperations({ ...services, projects: createProjectStore(pool) }),
    keys: createKeyOperations({ ...services, keys: createApiKeyStore(pool), now: Date.now }),
    schedules: createScheduleOperations({
      ...services,
      schedules: createScheduleStore({ ...services, pool }),
    }),
    signIns: openSignIns(null, pool, services).operations,
    events: createEventOperations({
      ...{ ...services, vault, keepEventsMs: 3_600_000 },
      triggers: createEventTriggerStore(pool),
      sources: createEventSourceStore(pool),
    }),
    dataSets: createDataSetOperations({ ...services, dataSets }),
    evaluations: createEvaluationOperations({
      ...{ ...services, dataSets, evaluators: {} },
      evaluations: createEvaluationStore({ ...services, pool }),
    }),
    webhooks: createWebhookOperations({
      ...{
        ...services,
        vault,
        serverKey: null,
        sendTest: async () => ({ status: 200, durationMs: 1, body: '', error: null }),
        now: Date.now,
        checkAddress: createAddressGuard({ allowPrivate: [] }).check,
      },
      outbox: createOutbox({ ...services, pool }),
      webhooks: createWebhookStore(pool),
    }),
  }
}

async function createCast(): Promise<Cast> {
  const { make, prisma } = graph
  const agent = await make.agent({ slug: 'cast' }, { tools: ['look'] })
  const completed = await make.run(agent, { status: 'COMPLETED', completedAt: new Date() })
  // Nobody takes it up while it is tried.
  const later = new Date(Date.now() + 3_600_000)
  const waiting = await make.run(agent, { startAt: later })
  const gates = [
    await make.gate(waiting),
    await make.gate(waiting, { decider: 'ADMIN' }),
    await make.gate(completed, { status: 'APPROVED', resolvedBy: 'somebody', resolvedAt: new Date() }),
  ]
  const [gate = '', guarded = '', decided = ''] = gates.map(({ id }) => toGlobalId('Gate', id))
  const webhook = await make.webhook({ disabledAt: new Date(), disabledReason: 'Asked for.' })
  const delivery = await make.delivery(webhook, completed)
  const schedule = await make.schedule(agent)
  const dataSet = await make.dataSet({ slug: 'cast' })
  await make.item(dataSet)
  const evaluation = await make.evaluation(dataSet, agent, { status: 'QUEUED' })
  const busy = await make.agent({ slug: 'busy' }, { busySession: 'REJECT' })
  const session = await make.session({ key: 'busy' })
  // It waits for a human who never comes. A run that waited without a gate would be continued.
  const held = await make.run(busy, { sessionId: session.id, startAt: later })
  await make.gate(held)
  await prisma.run.update({ where: { id: held.id }, data: { status: 'WAITING', startAt: new Date() } })
  const busySchedule = await make.schedule(busy, { sessionKey: session.key })
  const parameters = { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] }
  const workflow = await make.workflow({ slug: 'cast' }, { parameters })
  await make.run(agent, { workflowId: workflow.id, workflowVersion: 1, startAt: later })
  const archived = await make.agent({ slug: 'archived', archivedAt: new Date() })
  await makeUnusable({ agentId: agent.id, workflowId: workflow.id })
  return {
    slug: 'cast',
    agent: toGlobalId('Agent', agent.id),
    workflow: toGlobalId('Workflow', workflow.id),
    archived: archived.slug,
    archivedId: toGlobalId('Agent', archived.id),
    agentInCode: toGlobalId('Agent', (await make.agent({ source: 'CODE' })).id),
    ended: toGlobalId('Run', completed.id),
    waiting: toGlobalId('Run', waiting.id),
    ...{ gate, guarded, decided },
    webhook: toGlobalId('Webhook', webhook.id),
    schedule: toGlobalId('Schedule', schedule.id),
    busySchedule: toGlobalId('Schedule', busySchedule.id),
    busySession: session.key,
    delivery: toGlobalId('WebhookDelivery', delivery.id),
    evaluation: toGlobalId('Evaluation', evaluation.id),
    dataSet: toGlobalId('DataSet', dataSet.id),
    rated: toGlobalId('Run', ratedId),
    ...(await makeTried()),
  }
}

async function makeTried() {
  const { make, prisma, project } = graph
  const agent = await make.agent()
  const of = { agentId: agent.id, projectId: project.id, version: 9 }
  await prisma.agentVersion.create({
    data: { ...of, definition: agentDefinition.parse({ name: 'Tried', model: 'scripted/one' }) },
  })
  const canary = { ...of, baselineVersion: 1, weight: 0.1, minRuns: 10, maxRuns: 10, stopOn: { cost: 1 } }
  await prisma.canary.create({ data: { ...canary, id: uuidv7() } })
  const ended = await prisma.canary.create({ data: { ...canary, id: uuidv7(), status: 'PASSED' } })
  const last = await prisma.apiKey.create({
    data: {
      id: uuidv7(),
      projectId: project.id,
      name: 'last',
      role: 'ADMIN',
      secretHash: 'a'.repeat(64),
      createdBy: 'x',
    },
  })
  return {
    tried: agent.slug,
    endedCanary: toGlobalId('Canary', ended.id),
    lastKey: toGlobalId('ApiKey', last.id),
  }
}

/** Versions whose definitions were valid where they came from. */
async function makeUnusable({ agentId, workflowId }: { agentId: string; workflowId: string }) {
  const { prisma, project } = graph
  const row = { projectId: project.id, version: 9 }
  const agent = agentDefinition.parse({ name: 'Cast', model: 'scripted/one', tools: ['gone'] })
  await prisma.agentVersion.create({ data: { ...row, agentId, definition: agent } })
  const actions = [{ name: 'a', type: 'TOOL', target: 'look' }]
  const workflow = workflowDefinition.parse({ name: 'Cast', plan: { actions }, agent: 'gone' })
  const definition = JSON.parse(JSON.stringify(workflow))
  await prisma.workflowVersion.create({ data: { ...row, workflowId, definition } })
}

async function createFull() {
  const { prisma } = graph
  const project = await createProject(prisma, 'full')
  const projectId = project.id
  const agent = await createFactories(prisma, projectId).agent({ slug: 'cast' })
  const rows = <Row>(count: number, row: (place: number) => Row) =>
    Array.from({ length: count }, (_, n) => row(n))
  await prisma.policy.createMany({
    data: rows(maxPolicies, (n) => ({ id: uuidv7(), projectId, permission: 'DENY', target: `tool-${n}` })),
  })
  await prisma.webhook.createMany({
    data: rows(100, () => ({ id: uuidv7(), projectId, url: 'https://example.com', topics: ['RUN_FAILED'] })),
  })
  const key = { projectId, role: 'ADMIN', createdBy: 'somebody' } as const
  await prisma.apiKey.createMany({
    data: rows(1_000, (n) => ({ ...key, id: uuidv7(), name: `key ${n}`, secretHash: uuidv7() })),
  })
  const make = createFactories(prisma, projectId)
  const dataSet = await make.dataSet({ slug: 'cast' })
  await make.item(dataSet)
  for (let n = 0; n < 20; n++) await make.evaluation(dataSet, agent, { status: 'QUEUED' })
  await prisma.dataSet.createMany({
    data: rows(999, (n) => ({ id: uuidv7(), projectId, slug: `set-${n}`, name: 'Set' })),
  })
  const { createdAt: runCreatedAt } = await make.run(agent, { id: ratedId, status: 'COMPLETED' })
  await prisma.rating.createMany({
    data: rows(ratingBounds.maxRatings, (n) => ({
      ...{ id: uuidv7(), projectId, runId: ratedId, ratedBy: `caller ${n}`, score: 1, runCreatedAt },
    })),
  })
  await prisma.runComment.createMany({
    data: rows(commentBounds.maxComments, () => ({
      ...{ id: uuidv7(), projectId, runId: ratedId, text: 'Hm.', commentedBy: 'caller' },
    })),
  })
  const times = { cron: '0 9 * * *', timeZone: 'UTC', input: 'Hi', nextAt: new Date() }
  const trigger = { projectId, agentId: agent.id, event: 'a', input: 'Hi' }
  const source = { projectId, scheme: 'STRIPE', secret: 'sealed', toleranceSeconds: 300, maxPerMinute: 600 }
  await prisma.eventSource.createMany({
    data: rows(100, (n) => ({ ...source, id: uuidv7(), slug: `source-${n}` })),
  })
  await prisma.eventTrigger.createMany({
    data: rows(100, (n) => ({ ...trigger, id: uuidv7(), name: `trigger ${n}` })),
  })
  await prisma.schedule.createMany({
    data: rows(1_000, () => ({ id: uuidv7(), projectId, agentId: agent.id, ...times })),
  })
  return project
}

async function ask(mutation: string, input: object, { member, where }: Pick<ErrorCase, 'member' | 'where'>) {
  const type = String(schema.getMutationType()?.getFields()[mutation]?.args[0]?.type)
  const query = `mutation($input: ${type}) { ${mutation}(input: $input) {
    __typename ... on Error { code message } ... on ${member} { ${member === 'InvalidInputError' ? 'path' : 'code'} } } }`
  const operations = operationsOf(where === 'keyless' ? null : createVault(randomBytes(32)))
  const caller = { ...loopbackCaller, name: 'somebody', role: 'OPERATOR' } as const
  const replaced = where === 'operator' ? { operations, caller } : { operations }
  const answer = await graph.ask(
    query,
    { input },
    where === 'full' ? { ...replaced, project: full } : replaced,
  )
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
  return at(answer.data, mutation)
}

const cases = Object.entries(errorCases).flatMap(([mutation, all]) =>
  all.map((one) => ({ mutation, ...one })),
)

describe('API-11 a mutation answers with each error of its union', () => {
  test.for(cases)('$mutation: $member, $code', async (one) => {
    const { mutation, member, code, input, isPathless = false, after, where } = one
    const place = { member, where }
    if (after)
      expect(await ask(mutation, after(cast), place)).toEqual({
        __typename: expect.not.stringMatching(/Error$/),
      })
    const answer = await ask(mutation, input(cast), place)
    expect(answer).toMatchObject({ __typename: member, code, message: expect.stringMatching(/\S.*[.!?]$/s) })
    if (member === 'InvalidInputError')
      expect(answer).toMatchObject({ path: isPathless ? null : expect.arrayContaining(['input']) })
    expect(graph.reports).toEqual([])
  })

  test('an input of more than ids and flags can be invalid in each union', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    const free = fields.filter(({ args }) => args.some(({ type }) => hasFreeValues(getNamedType(type))))
    expect(free.length).toBeGreaterThan(25)
    const without = free.filter(({ type }) => {
      const union = getNamedType(type)
      return !(isUnionType(union) && union.getTypes().some(({ name }) => name === 'InvalidInputError'))
    })
    expect(without.map(({ name }) => name)).toEqual([])
  })

  test('none is left out', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    const members = fields.flatMap(({ name, type }) => {
      const union = getNamedType(type)
      const errors = isUnionType(union) ? union.getTypes().filter(isError) : []
      return errors.map((error) => `${name}.${error.name}`)
    })
    expect(members.length).toBeGreaterThan(50)
    const reached = cases.map(({ mutation, member }) => `${mutation}.${member}`)
    const accounted = [...new Set([...reached, ...Object.keys(unreached)])]
    expect(accounted.toSorted()).toEqual(members.filter((member) => !isOfRoles(member)).toSorted())
    expect(reached.filter((member) => member in unreached)).toEqual([])
  })
})

/** Whether an input has values that the schema allows and the server may refuse. An id that is none is NOT_FOUND. */
function hasFreeValues(input: unknown): boolean {
  if (!isInputObjectType(input)) return false
  const types = Object.values(input.getFields()).map(({ type }) => getNamedType(type))
  return types.some((type) => !isEnumType(type) && !['ID', 'Boolean'].includes(type.name))
}

function isError(type: unknown): boolean {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Error')
}

/** A role is asked for before anything else: test/http/api-keys.test.ts does so for every mutation (KEY-2). Gates ask for their own. */
function isOfRoles(member: string): boolean {
  return member.endsWith('.ForbiddenError') && member !== 'resolveGate.ForbiddenError'
}
