import {
  type GraphQLNamedType,
  GraphQLNonNull,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { TokenScope } from '../../src/domain/access-token.ts'
import { type NodeKind, toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { openFields, openRoots, openTypes } from '../../src/graphql/token-rules.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { fillProject, type Tenant } from '../support/tenants/fill-project.ts'
import { globalIdsOf, inTheClear } from '../support/tenants/foreign.ts'
import { samplesOf } from '../support/tenants/mutation-samples.ts'
import { everything, type Given, type Question, selected } from '../support/tenants/schema-walk.ts'
import { questionsWith } from '../support/tenants/token-walk.ts'
import { answerTo, openTenants, read, withAll } from '../support/tenants/two-tenants.ts'

/** A server that executes nothing. */
const tenants = forFile(
  await openTenants({
    RUNGRAPH_ROLE: 'api',
    RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }),
)
const { project, key } = await tenants.createTenant('alphamark')
const admin = key
/** Two users of one project: each has of everything. */
const mine = await fillProject(tenants.prisma, project, 'alphamark')
const theirs = await fillProject(tenants.prisma, project, 'omegamark')
// The whole tree is of the session, as it is of the session of its root.
for (const { rows } of [mine, theirs])
  await tenants.prisma.run.update({ where: { id: rows.root.id }, data: { sessionId: rows.session.id } })
const tags = [mine, theirs].map(({ mark, rows: { museum } }) => ({
  ...{ runId: museum.id, projectId: project.id, tag: `${mark} user`, createdAt: museum.createdAt },
}))
await tenants.prisma.runTag.createMany({ data: tags })

const abilities = ['READ', 'ABORT', 'STEER', 'DECIDE', 'ANSWER', 'TRIGGER'] as const

/** A token of my scope with all abilities that it can have. */
async function tokenOf(kind: TokenScope['kind']): Promise<string> {
  const { rows, mark } = mine
  const trigger = kind === 'RUN' ? {} : { agent: rows.agent.slug }
  const scope = {
    RUN: { runId: toGlobalId('Run', rows.museum.id) },
    SESSION: { sessionKey: rows.session.key },
    TAG: { tag: `${mark} user` },
  }[kind]
  const input = {
    ...{ ...scope, ...trigger, subject: `${mark} person` },
    abilities: abilities.filter((ability) => kind !== 'RUN' || ability !== 'TRIGGER'),
  }
  const mutation = `mutation ($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  return textAt(await read(ofAdmin(), mutation, { input }), 'createAccessToken.token')
}

const ofAdmin = () => ({ url: tenants.url, key: admin })
const kinds = ['RUN', 'SESSION', 'TAG'] as const

/** Everything that the schema can be asked, by ids and keys of a user; a field that is new is asked too. */
function questionsAbout(tenant: Tenant): readonly Question[] {
  return everything(givenOf(tenant))
}

function givenOf(tenant: Tenant): Given {
  const given: Record<string, string> = {}
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields()))
      for (const arg of field.args) {
        if (!(arg.type instanceof GraphQLNonNull)) continue
        given[`${type.name}.${field.name}.${arg.name}`] = valueFor(getNamedType(arg.type), tenant)
      }
  }
  const ids = globalIdsOf(tenant)
  return {
    ...given,
    'Query.agent.slug': JSON.stringify(tenant.rows.agent.slug),
    'Query.run.id': JSON.stringify(ids.Run),
    'Query.gate.id': JSON.stringify(ids.Gate),
    'Query.file.id': JSON.stringify(ids.File),
  }
}

function valueFor(type: GraphQLNamedType, tenant: Tenant): string {
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null'
  if (isInputObjectType(type)) return '{}'
  const values: Readonly<Record<string, string>> = {
    ID: JSON.stringify(globalIdsOf(tenant).Run),
    Boolean: 'true',
    Int: '1',
    DateTime: '"2030-01-01T00:00:00Z"',
    _Any: `{ __typename: "Run", id: ${JSON.stringify(globalIdsOf(tenant).Run)} }`,
  }
  return values[type.name] ?? JSON.stringify(tenant.rows.session.key)
}

/** Data that a scope must not show: all that only the other user has, and my objects that are outside. */
function secretsOf(kind: TokenScope['kind']): readonly string[] {
  const { rows } = mine
  const outside = [
    ...[rows.policy, rows.workflow, rows.relic, rows.webhook, rows.schedule],
    ...[rows.binding, rows.apiKey, rows.delivery, rows.modelCall],
    ...(kind === 'SESSION' ? [] : [rows.root, rows.waiting, rows.source, rows.session]),
  ].map(({ id }) => id)
  const shown = new Set(uuidsIn(mine.rows))
  const foreign = uuidsIn(theirs.rows).filter((id) => !shown.has(id))
  return ['omegamark', `You are ${mine.mark}.`, ...outside, ...foreign]
}

function uuidsIn(rows: unknown): readonly string[] {
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
}

describe.for(kinds)('KEY-8 a token for a %s', (kind) => {
  test('reads its runs, and nothing else in the whole schema', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const secrets = secretsOf(kind)
    expect(secrets.length).toBeGreaterThan(30)
    const isTold = (text: string) => {
      const clear = inTheClear(text)
      return secrets.filter((secret) => clear.includes(secret))
    }
    const answersTo = (tenant: Tenant) =>
      withAll(questionsWith(kind, givenOf(tenant)), async (question) => {
        const answer = await answerTo(asking, { query: question.query, variables: {} })
        return { ...question, answer, data: JSON.stringify(JSON.parse(answer).data ?? null) }
      })
    const own = await answersTo(mine)
    const foreign = await answersTo(theirs)
    expect(own.flatMap(({ fields }) => fields).length).toBeGreaterThan(400)
    // An error repeats what was asked, and no more.
    for (const { query, data } of [...own, ...foreign]) expect(isTold(data), query).toEqual([])
    // It gets to an object of every type that it may read, reads each open field there, and is refused each other one.
    const reached = own.filter(({ type, data }) => data.includes(`"__typename":"${type}"`))
    const names = new Set(reached.map(({ type }) => type))
    expect([...new Set(own.map(({ type }) => type))].filter((type) => !names.has(type))).toEqual([])
    const wrong = own.filter(({ isOpen, answer }) => answer.includes('"code":"FORBIDDEN"') === isOpen)
    expect(wrong.map(({ type, fields, answer }) => `${type} { ${fields.join(' ')} }: ${answer}`)).toEqual([])
  })

  test('reads the data of its runs', async () => {
    const { rows, mark } = mine
    const own = `{ run(id: "${toGlobalId('Run', rows.museum.id)}") { id input agent { name } parent { id }
      steps { edges { node { text actions { name output } } } } gates { id reason } children { totalCount }
      messages { edges { node { text } } } events(first: 60) { edges { node { __typename run { id } } } } } }`
    const parent = kind === 'SESSION' ? { id: toGlobalId('Run', rows.root.id) } : null
    expect(await read({ url: tenants.url, key: await tokenOf(kind) }, own)).toMatchObject({
      run: { input: `${mark} museum`, parent, children: { totalCount: 1 } },
    })
  })

  test('is refused filters on fields that it may not read', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const filters = [
      'metadata: { of: "alphamark" }',
      'tags: ["x"]',
      'model: "a/b"',
      'sessionKey: "x"',
      'threadId: "x"',
    ]
    for (const filter of filters) {
      const query = `{ runs(filter: { ${filter} }) { totalCount } }`
      expect(await answerTo(asking, { query, variables: {} }), filter).toContain('"code":"FORBIDDEN"')
    }
    const open =
      '{ runs(filter: { search: "museum", status: [COMPLETED] }) { nodes { input } } gates(filter: { status: [OPEN] }) { totalCount } }'
    expect(await read(asking, open)).toMatchObject({ runs: { nodes: [{ input: `${mine.mark} museum` }] } })
  })

  test('refuses each field of the root types that is not for it, by name', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const scopeOf = { RUN: 'the run ', SESSION: 'the session ', TAG: 'runs with the tag ' }[kind]
    for (const question of questionsAbout(mine).filter(({ name }) => name === 'Query')) {
      const [, field = ''] = /__typename (\w+)/.exec(question.query) ?? []
      const rule = openRoots[`Query.${field}`]
      if (rule && (rule.scopes ?? [kind]).includes(kind)) continue
      const errors: unknown = at(JSON.parse(await answerTo(asking, question)), 'errors')
      expect(JSON.stringify(errors), question.query).toContain('"code":"FORBIDDEN"')
      expect(JSON.stringify(errors), question.query).toContain(scopeOf)
    }
  })

  test('finds only its own objects by their ids', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const ask = async (id: string) => at(await read(asking, `{ node(id: "${id}") { id } }`), 'node')
    for (const id of Object.values(globalIdsOf(theirs)).filter((id) => id !== globalIdsOf(theirs).Binding))
      expect(await ask(id)).toBeNull()
    const { rows } = mine
    for (const { id } of kind === 'SESSION' ? [rows.agent] : [rows.root, rows.waiting])
      for (const type of ['Run', 'Agent'] as const) expect(await ask(toGlobalId(type, id))).toBeNull()
    const inside = kind === 'SESSION' ? toGlobalId('Session', rows.session.id) : globalIdsOf(mine).Action
    expect(await ask(inside)).toEqual({ id: inside })
    const nodes = `{ nodes(ids: ["${inside}", "${globalIdsOf(theirs).Step}"]) { id } }`
    expect(await read(asking, nodes)).toEqual({ nodes: [{ id: inside }, null] })
  })

  test('API-47 finds only its own objects by their representations', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const ask = async (ids: readonly (readonly [kind: NodeKind, id: string])[]) => {
      const of = ids.map(([type, id]) => ({ __typename: type, id: toGlobalId(type, id) }))
      const query = 'query($of: [_Any!]!) { _entities(representations: $of) { ... on Node { id } } }'
      const found = at(await read(asking, query, { of }), '_entities')
      return Array.isArray(found) ? found.map((one) => one !== null) : found
    }
    const all = ({ rows, project }: Tenant) =>
      [
        ['Run', rows.museum.id],
        ['Gate', rows.gate.id],
        ['Session', rows.session.id],
        ['Run', rows.root.id],
        ['Agent', rows.agent.id],
        ['Project', project.id],
      ] as const
    expect(await ask(all(theirs))).toEqual([false, false, false, false, false, false])
    const isOfSession = kind === 'SESSION'
    expect(await ask(all(mine))).toEqual([true, true, isOfSession, isOfSession, false, false])
  })

  test('changes nothing outside', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    let next = 0
    const samples = Object.entries(samplesOf(theirs, () => ++next))
    const before = await tenants.prisma.run.findMany({ orderBy: { id: 'asc' } })
    const closed = Object.entries(samplesOf(mine, () => ++next)).filter(
      ([name]) => !openRoots[`Mutation.${name}`],
    )
    expect(closed.length).toBeGreaterThan(40)
    // What a holder uploads is of its own scope, and sign-ins are those of its subject.
    const ofHolder = ['createFileUpload', 'startMcpSignIn', 'endMcpSignIn']
    const outside = samples.filter(([name]) => !ofHolder.includes(name))
    for (const [name, sample] of [...outside, ...closed]) {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Error { code } } }`
      const answer = await answerTo(asking, { query, variables: { input: sample() } })
      expect(answer, name).toMatch(openRoots[`Mutation.${name}`] ? /"(FORBIDDEN|NOT_FOUND)"/ : /"FORBIDDEN"/)
    }
    expect(await tenants.prisma.run.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  test('follows nothing outside', async () => {
    const token = await tokenOf(kind)
    const client = createClient({
      url: `${tenants.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    })
    const errorOf = async (query: string) => {
      for await (const { errors } of client.iterate({ query })) return errors?.[0]?.extensions?.code
      return 'nothing'
    }
    const run = globalIdsOf(theirs).Run
    expect(await errorOf(`subscription { runEvents(runId: "${run}") { seq } }`)).toBe('NOT_FOUND')
    const gates = `subscription { gateUpdated(filter: { runId: "${run}" }) { cursor } }`
    expect(await errorOf(gates)).toBe('NOT_FOUND')
    expect(await errorOf('subscription { runUpdated(filter: { tags: ["x"] }) { cursor } }')).toBe('FORBIDDEN')
    const type = schema.getSubscriptionType()
    const closed = Object.values(type?.getFields() ?? {}).filter(
      ({ name }) => !openRoots[`Subscription.${name}`],
    )
    expect(closed.map(({ name }) => name)).toContain('projectEvents')
    for (const field of closed) {
      const asked = type ? selected(type, field, givenOf(mine)) : ''
      expect(await errorOf(`subscription { ${asked} }`), field.name).toBe('FORBIDDEN')
    }
    const session = JSON.stringify(theirs.rows.session.key)
    expect(await errorOf(`subscription { sessionEvents(sessionKey: ${session}) { seq } }`)).toBe('FORBIDDEN')
    await client.dispose()
  })
})

test('KEY-8 lists hold the runs and gates of the scope, and count no others', async () => {
  const query =
    '{ runs { totalCount edges { node { input } } } gates { totalCount edges { node { reason } } } }'
  const listOf = async (kind: TokenScope['kind']) => {
    const found = await read({ url: tenants.url, key: await tokenOf(kind) }, query)
    const inputs = at(found, 'runs.edges.*.node.input')
    return [
      at(found, 'runs.totalCount'),
      Array.isArray(inputs) ? inputs.toSorted() : inputs,
      at(found, 'gates.totalCount'),
    ]
  }
  const below = ['alphamark child', 'alphamark museum']
  expect(await listOf('RUN')).toEqual([2, below, 6])
  expect(await listOf('TAG')).toEqual([2, below, 6])
  const session = [...below, 'alphamark root', 'alphamark source', 'alphamark waits']
  expect(await listOf('SESSION')).toEqual([5, session, 7])
})

test('KEY-8 every type whose fields are all open leads to no object but a guarded one', () => {
  const guarded = new Set([...Object.keys(openFields), ...openTypes])
  for (const name of openTypes) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`${name} is no object.`)
    for (const field of Object.values(type.getFields())) {
      const target = getNamedType(field.type)
      if (isObjectType(target)) expect(guarded.has(target.name), `${name}.${field.name}`).toBe(true)
    }
  }
})
