import { getNamedType } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { fillProject, type Tenant } from '../support/tenants/fill-project.ts'
import { createStranger, cursorsOf, globalIdsOf, namesOf, rowsOf } from '../support/tenants/foreign.ts'
import {
  callWith,
  everything,
  type FoundField,
  fieldsOf,
  findFields,
  findWays,
  type Given,
  harmlessValues,
  type Question,
  type SchemaField,
  selected,
  textAt,
} from '../support/tenants/schema-walk.ts'
import { answerTo, openTenants, withAll } from '../support/tenants/two-tenants.ts'
import { trialsOf } from '../support/trials.ts'

const longAgo = new Date('2026-11-01T00:00:00Z')

/** Data of the server that all projects see. */
const lostWorker = {
  ...{ id: uuidv7(), name: 'host-of-a-worker:17', version: '0.1.0', role: 'WORKER', leaseKey: 1 },
  ...{ slots: 8, active: 2, startedAt: longAgo, lastSeenAt: longAgo },
}

/** Of an enum: of more all do the same. */
const mostValues = 8

/** They are of the server and of no project, and have a value only in some states of it. */
const ofProcess: ReadonlySet<string> = new Set(['Tool.timeoutMs', 'ProviderProfile.coolingUntil'])

/**
 * Fields that the definition of one agent cannot have beside the rest: the limit that it leaves to the project, so that `inheritedLimits`
 * has a value, and a loop beside stages.
 */
const untold: ReadonlySet<string> = new Set([
  ...['AgentDefinition.maxTokens', 'Loop.exitCondition'],
  // A group with two rated runs: test/graphql/ratings.test.ts has one.
  'RatingStats.interval',
  // A run at work: test/graphql/queue.test.ts has one.
  ...['Run.worker', 'RunWorker.since', 'RunWorker.process'],
  // A server that nobody has signed in to: mcp-sign-in.test.ts and mcp-prompts.test.ts have others. A key signs in to none.
  ...['McpServer.instructions', 'McpServer.signIn', 'McpServer.prompts'],
  ...['McpSignIn.signedInAt', 'McpSignIn.scope'],
  ...[
    'McpServerPrompt.name',
    'McpServerPrompt.title',
    'McpServerPrompt.description',
    'McpServerPrompt.arguments',
  ],
  ...['McpPromptArgument.name', 'McpPromptArgument.description', 'McpPromptArgument.required'],
])

/** A server that executes nothing, with a project that has of everything, and then another one. */
const provider = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
const tenants = forFile(
  await openTenants({
    ...{ RUNGRAPH_ROLE: 'api', ...provider },
    // So that the server has a value for each of its facts.
    ...{ RUNGRAPH_REQUESTS_PER_MINUTE: '1000000', RUNGRAPH_RETENTION_RUNS_DAYS: '9000' },
    RUNGRAPH_RETENTION_DELTAS_DAYS: '9000',
  }),
)
const own = await tenants.createTenant('alphamark')
const viewerKey = await own.keyOf('a viewer', 'VIEWER')
const ours = await fillProject(tenants.prisma, own.project, 'alphamark')
await queueRun(ours)
await tenants.prisma.worker.create({ data: lostWorker })
await isSettled(own.key, ours)
/** Answers to the first project's administrator about it while there was no other. */
const before = await askAll(own.key, questionsOf(ours))
const other = await tenants.createTenant('omegamark')
const others = await fillProject(tenants.prisma, other.project, 'omegamark')
await queueRun(others)
await isSettled(other.key, others)

/** A run that nobody takes, as nothing is executed here. */
async function queueRun({ project, rows, mark }: Tenant): Promise<void> {
  const make = createFactories(tenants.prisma, project.id)
  await make.run(rows.agent, { input: `${mark} is queued`, startAt: longAgo })
}

/** Logs of trees are read behind the oldest transaction of the whole server, which may be of another test. */
async function isSettled(key: string, tenant: Tenant): Promise<void> {
  const id = givenOf(tenant)['Query.run.id']
  const query = `{ run(id: ${id}) { events(includeDescendants: true) { edges { cursor } } } }`
  const asking = { url: tenants.url, key }
  await vi.waitUntil(
    async () => (await answerTo(asking, { query, variables: {} })).includes('cursor'),
    15_000,
  )
}

/** Objects that must exist, for the requests of a project about itself. */
function givenOf(tenant: Tenant): Given {
  const ids = globalIdsOf(tenant)
  const { rows } = tenant
  const text = (value: string) => JSON.stringify(value)
  return {
    'Query.agent.slug': text(rows.agent.slug),
    'Query.agentVersion.agent': text(rows.agent.slug),
    'Query.agentVersion.number': '2',
    'Query.dataSet.slug': text(rows.dataSet.slug),
    'Query.canary.id': text(ids.Canary),
    'Query.evaluation.id': text(ids.Evaluation),
    'Query.gate.id': text(ids.Gate),
    'Query.file.id': text(ids.File),
    'Query.node.id': text(ids.Run),
    'Query.nodes.ids': text(ids.Run),
    'Query._entities.representations': `[{ __typename: "Run", id: ${text(ids.Run)} }]`,
    'Query.policy.id': text(ids.Policy),
    'Query.permission.agent': text(ids.Agent),
    'Query.permission.type': 'RELIC',
    'Query.permission.target': text(rows.relic.name),
    'Query.permission.operation': text('get'),
    'Query.promptPreview.agent': text(ids.Agent),
    'Query.promptPreview.sessionKey': text(rows.session.key),
    'Query.relic.name': text(rows.relic.name),
    'Relic.entry.key': text(`${tenant.mark}-key`),
    'Query.resolveAgent.origin': `{ peer: ${text(rows.binding.peer ?? '')} , channel: ${text(rows.binding.channel ?? '')}, accountId: ${text(rows.binding.accountId ?? '')}, guildId: ${text(rows.binding.guildId ?? '')} }`,
    'Query.run.id': text(ids.Run),
    'Query.runDiff.a': text(ids.Run),
    'Query.runDiff.b': text(toGlobalId('Run', rows.source.id)),
    'Query.schedule.id': text(ids.Schedule),
    'Query.receivedEvent.id': text(ids.ReceivedEvent),
    'Query.eventTrigger.id': text(ids.EventTrigger),
    'Query.eventSource.id': text(ids.EventSource),
    'Query.session.key': text(rows.session.key),
    'Query.webhook.id': text(ids.Webhook),
    'Query.workflow.slug': text(rows.workflow.slug),
    ...Object.fromEntries(
      ['Query.runStats', 'Query.toolStats'].flatMap((field) => [
        [`${field}.since`, '"2026-10-01T00:00:00Z"'],
        [`${field}.until`, '"2026-12-01T00:00:00Z"'],
      ]),
    ),
    'Query.runStats.groupBy': '[STATUS, REASON, VERSION, MODEL, TOOL, TAG, HOUR, DAY]',
    'Query.workflows.filter': '{ archived: ANY }',
    'Query.agents.filter': '{ archived: ANY }',
    'Query.usage.groupBy': '[AGENT_VERSION, SESSION, MODEL, PROVIDER, PURPOSE, DAY, RUN]',
  }
}

/** Everything that a project can be asked about itself: each field, and each argument that names nothing with each of its values. */
function questionsOf(tenant: Tenant): readonly Question[] {
  const given = givenOf(tenant)
  const nodes = Object.entries(globalIdsOf(tenant)).flatMap(([kind, id]) => [
    { name: `node ${kind}`, query: '($id: ID!) { node(id: $id) { __typename id } }', variables: { id } },
    { name: `nodes ${kind}`, query: '($id: ID!) { nodes(ids: [$id]) { __typename id } }', variables: { id } },
  ])
  const entities = Object.entries(globalIdsOf(tenant)).map(([kind, id]) => ({
    name: `_entities ${kind}`,
    query: '($of: [_Any!]!) { _entities(representations: $of) { __typename ... on Node { id } } }',
    variables: { of: [{ __typename: kind, id }] },
  }))
  const variants = findFields(given).flatMap((found) =>
    placesIn(found).flatMap((place) =>
      (harmlessValues(place.type) ?? []).slice(0, mostValues).map((value) => ({ found, place, value })),
    ),
  )
  return [
    ...everything(given),
    ...trialsOf(variants).map(({ found, place, value }) => variant(found, place, value, given)),
    ...[...nodes, ...entities].map((node) => ({ ...node, query: `query ${node.query}` })),
  ]
}

function placesIn({ field }: FoundField): readonly SchemaField[] {
  return fieldsOf(field.args)
}

function variant(found: FoundField, place: SchemaField, value: string, given: Given): Question {
  const { of, field, way } = found
  const call = callWith(of, field, given, argumentAt(found, place, value))
  const query = `{ ${way(selected(of, field, given, call))} }`
  return { name: nameOf(found, place), query, variables: {} }
}

function argumentAt(
  { field }: FoundField,
  { path }: SchemaField,
  value: string,
): Readonly<Record<string, string>> {
  const [first = '', ...rest] = path
  const arg = field.args.find(({ name }) => name === first)
  return arg ? { [first]: textAt(arg, rest, value) } : {}
}

function nameOf({ of, field }: FoundField, { path }: SchemaField): string {
  return `${of.name}.${field.name}(${path.join('.')}:)`
}

async function askAll(key: string, questions: readonly Question[]): Promise<ReadonlyMap<Question, string>> {
  const asking = { url: tenants.url, key }
  return new Map(
    await withAll(questions, async (question) => [question, steady(await answerTo(asking, question))]),
  )
}

/** When a key was last used changes by being asked; the time goes on, as do the logs of the server and the signatures of files. */
function steady(answer: string): string {
  return answer
    .replaceAll(/"lastUsedAt":("[^"]+"|null)/g, '"lastUsedAt":"lately"')
    .replaceAll(/"now":"[^"]+"/g, '"now":"now"')
    .replaceAll(/([?&]signature=)[^"&]+/g, '$1lately')
    .replaceAll(/"(runUpdated|gateUpdated|runDeleted)":"[^"]+"/g, '"$1":"cursor of now"')
}

describe('KEY-5 nothing of another project is reachable by reading', () => {
  test('the projects have of everything: each field of each type has something to tell', async () => {
    const told = fieldsTold(before)
    const fields = [...findWays(givenOf(ours)).keys()].flatMap((type) =>
      Object.keys(type.getFields()).map((name) => `${type.name}.${name}`),
    )
    expect(
      fields.filter(
        (field) =>
          !told.has(field) &&
          !isNodeField(field) &&
          !untold.has(field) &&
          !isOfServer(field) &&
          !isOfToken(field) &&
          !ofProcess.has(field),
      ),
    ).toEqual([])
    // The other one was filled alike.
    const [own, theirs] = [
      await rowsOf(tenants.pool, ours.project.id),
      await rowsOf(tenants.pool, others.project.id),
    ]
    expect(Object.keys(theirs).filter((table) => isEmpty(theirs[table]))).toEqual(
      Object.keys(own).filter((table) => isEmpty(own[table])),
    )
  })

  test('the data that a project reads does not depend on another project', async () => {
    const after = await askAll(own.key, [...before.keys()])
    for (const [question, answer] of before) expect(after.get(question), question.query).toBe(answer)
  })

  test('KEY-2 a viewer reads the same as an administrator, but for the API keys, the names of hosts, previews of prompts, and the contents of URLs and values of relics', async () => {
    const answers = await askAll(viewerKey, ofTheQuery(everything(givenOf(ours))))
    for (const [question, answer] of answers) {
      const ofAdmin = [...before].find(([{ query }]) => query === question.query)?.[1]
      if (/ apiKeys\(| caller | providers | promptPreview\(/.test(question.query))
        expect(answer, question.query).not.toBe(ofAdmin)
      else
        expect(answer, question.query).toBe(
          ofAdmin
            ?.replaceAll(/("url":"https:\/\/[^/"]+\/)[^"]*/g, '$1…')
            .replaceAll('"value":"alphamark value"', '"value":null')
            .replaceAll(`"name":"${lostWorker.name}"`, '"name":null'),
        )
    }
    expect([...answers.values()].join()).toContain('"url":"https://alphamark.example.com/…"')
  })

  test('an id, name or cursor of another project is as unknown as one that never existed', async () => {
    const stranger = await createStranger(tenants.pool, others)
    const asking = { url: tenants.url, key: own.key }
    // The other project's requests about itself, and each argument separately.
    const asked = ofTheQuery(everything(givenOf(others))).map((question) => ({
      theirs: question,
      nobodys: { ...question, query: stranger(question.query) },
    }))
    const probes = findFields(givenOf(ours)).flatMap((found) =>
      placesIn(found)
        .filter(({ type }) => harmlessValues(type) === null)
        .flatMap((place) => valuesFor(place, found).map((value) => [found, place, value] as const)),
    )
    expect(probes.length).toBeGreaterThan(200)
    const probed = trialsOf(probes).map(([found, place, value]) => ({
      theirs: probing(found, place, value),
      nobodys: probing(found, place, stranger(value)),
    }))
    await withAll([...asked, ...probed], async ({ theirs, nobodys }) => {
      const answer = await answerTo(asking, theirs)
      const what = `${theirs.name} ${JSON.stringify(theirs.variables)}`
      expect(steady(stranger(answer)), what).toBe(steady(await answerTo(asking, nobodys)))
    })
  })
})

function isEmpty(rows: unknown): boolean {
  return Array.isArray(rows) && rows.length === 0
}

/** The fields of the query, each with all that it leads to at once. */
function ofTheQuery(questions: readonly Question[]): readonly Question[] {
  return questions.filter(({ name }) => name === 'Query')
}

/** Fields of an access token itself: these callers have keys that do not expire. */
function isOfToken(field: string): boolean {
  return ['Caller.scope', 'Caller.expiresAt'].includes(field) || field.startsWith('AccessTokenScope.')
}

/** They lead to the objects of their ids, and are queried separately. */
function isNodeField(field: string): boolean {
  return field === 'Query.node' || field === 'Query.nodes'
}

/** Fields for administrators of the server, who are none of a project (ADM-4). */
function isOfServer(field: string): boolean {
  return field === 'Query.projects' || /^Project(Connection|Edge)\./.test(field)
}

/** The fields of types, as `Run.id`, that answers have a value for. */
function fieldsTold(answers: ReadonlyMap<Question, string>): ReadonlySet<string> {
  const told = new Set<string>()
  for (const answer of answers.values()) note(JSON.parse(answer).data, 'Query', told)
  return told
}

function note(value: unknown, of: string, told: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) note(item, of, told)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const fields = new Map<string, unknown>(Object.entries(value))
  const type = fields.get('__typename') ?? of
  for (const [name, inner] of fields) {
    if (inner !== null && !(Array.isArray(inner) && inner.length === 0)) told.add(`${type}.${name}`)
    note(inner, '', told)
  }
}

/** Values that an outsider could put there. */
function valuesFor({ path, type }: SchemaField, { field }: FoundField): readonly string[] {
  const ids = globalIdsOf(others)
  const { logs, lists } = cursorsOf(others)
  if (path.at(-1) === 'after') return field.name === 'events' ? logs : [...lists, ...logs.slice(0, 1)]
  if (path.at(-1) === 'before') return lists.slice(0, 1)
  // Only with a name of a type is it read at all.
  if (getNamedType(type).name === '_Any')
    return Object.entries(ids).map(([kind, id]) => JSON.stringify({ __typename: kind, id }))
  if (getNamedType(type).name !== 'ID') return namesOf(others)
  if (['node', 'nodes'].includes(field.name)) return Object.values(ids)
  const words = [field.name, ...path].join(' ').toLowerCase()
  const named = Object.entries(ids).filter(([kind]) => words.includes(kind.toLowerCase()))
  return [...named.map(([, id]) => id), ids.Gate, others.rows.museum.id, others.rows.agent.slug]
}

function probing(found: FoundField, place: SchemaField, value: string): Question {
  const { of, field, way } = found
  const call = callWith(of, field, givenOf(ours), argumentAt(found, place, '$value'))
  const isList = String(place.type).includes('[')
  const query = `query ($value: ${String(place.type)}) { ${way(selected(of, field, givenOf(ours), call))} }`
  const given: unknown = getNamedType(place.type).name === '_Any' ? JSON.parse(value) : value
  return { name: nameOf(found, place), query, variables: { value: isList ? [given] : given } }
}
