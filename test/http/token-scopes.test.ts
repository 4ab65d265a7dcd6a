import {
  type GraphQLNamedType,
  GraphQLNonNull,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { TokenScope } from '../../src/domain/access-token.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { openFields, openRoots, openTypes } from '../../src/graphql/token-rules.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { fillProject, type Tenant } from '../support/tenants/fill-project.ts'
import { globalIdsOf } from '../support/tenants/foreign.ts'
import { samplesOf } from '../support/tenants/mutation-samples.ts'
import { everything, type Given, type Question } from '../support/tenants/schema-walk.ts'
import { answerTo, openTenants, read, type Tenants, withAll } from '../support/tenants/two-tenants.ts'

let tenants: Tenants
let admin: string
/** Two users of one project: each has of everything. */
let mine: Tenant
let theirs: Tenant

/** A server that executes nothing. */
beforeAll(async () => {
  tenants = await openTenants({
    RUNGRAPH_ROLE: 'api',
    RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const { project, key } = await tenants.createTenant('alphamark')
  admin = key
  mine = await fillProject(tenants.prisma, project, 'alphamark')
  theirs = await fillProject(tenants.prisma, project, 'omegamark')
  const tags = [mine, theirs].map(({ mark, rows }) => ({
    ...{
      runId: rows.museum.id,
      projectId: project.id,
      tag: `${mark} user`,
      createdAt: rows.museum.createdAt,
    },
  }))
  await tenants.prisma.runTag.createMany({ data: tags })
})
afterAll(() => tenants.close())

const abilities = ['READ', 'ABORT', 'STEER', 'DECIDE', 'TRIGGER'] as const

/** A token of my scope with all abilities that it can have. */
async function tokenOf(kind: TokenScope['kind']): Promise<string> {
  const { rows, mark } = mine
  const trigger = kind === 'RUN' ? {} : { agent: rows.agent.slug }
  const scope = {
    RUN: { run: toGlobalId('Run', rows.museum.id) },
    SESSION: { session: rows.session.key },
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
  }
  return values[type.name] ?? JSON.stringify(tenant.rows.session.key)
}

/** What a scope must not show: all that only the other user has, and my objects that are outside. */
function secretsOf(kind: TokenScope['kind']): readonly string[] {
  const { rows } = mine
  const outside = [
    ...[rows.root, rows.waiting, rows.policy, rows.workflow, rows.relic, rows.webhook, rows.schedule],
    ...[rows.binding, rows.apiKey, rows.delivery, rows.modelCall],
    ...(kind === 'SESSION' ? [] : [rows.source, rows.session]),
  ].map(({ id }) => id)
  const shown = new Set(uuidsIn(mine.rows))
  const foreign = uuidsIn(theirs.rows).filter((id) => !shown.has(id))
  return ['omegamark', `You are ${mine.mark}.`, ...outside, ...foreign]
}

function uuidsIn(rows: unknown): readonly string[] {
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
}

/** A text, and after it what is encoded in it. */
function inTheClear(text: string): string {
  const words = text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []
  return [text, ...words.map((word) => Buffer.from(word, 'base64').toString())].join('\n')
}

describe.for(kinds)('KEY-8 a token for a %s', (kind) => {
  test('reads its runs, and nothing else in the whole schema', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    const secrets = secretsOf(kind)
    expect(secrets.length).toBeGreaterThan(30)
    const isTold = (text: string) => secrets.filter((secret) => inTheClear(text).includes(secret))
    const answers = await withAll(
      [...questionsAbout(theirs), ...questionsAbout(mine)],
      async (question) => [question, await answerTo(asking, question)] as const,
    )
    expect(answers.length).toBeGreaterThan(100)
    // An error repeats what was asked, and no more.
    for (const [{ query }, answer] of answers) {
      const { data } = JSON.parse(answer)
      expect(isTold(JSON.stringify(data ?? null)), query).toEqual([])
    }
    // What it may read it does read.
    const { rows, mark } = mine
    const own = `{ run(id: "${toGlobalId('Run', rows.museum.id)}") { id input agent { name } parent { id }
      steps { edges { node { text actions { name output } } } } gates { id reason } children { totalCount }
      messages { edges { node { text } } } events(first: 60) { edges { node { __typename run { id } } } } } }`
    const found = await read(asking, own)
    // The root of its tree is in no session; the child has no tag.
    const children = { totalCount: kind === 'RUN' ? 1 : 0 }
    if (kind === 'SESSION') expect(found).toEqual({ run: null })
    else expect(found).toMatchObject({ run: { input: `${mark} museum`, parent: null, children } })
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
    for (const outside of [toGlobalId('Run', rows.root.id), toGlobalId('Run', rows.waiting.id)])
      expect(await ask(outside)).toBeNull()
    const inside = kind === 'SESSION' ? toGlobalId('Session', rows.session.id) : globalIdsOf(mine).Action
    expect(await ask(inside)).toEqual({ id: inside })
    const nodes = `{ nodes(ids: ["${inside}", "${globalIdsOf(theirs).Step}"]) { id } }`
    expect(await read(asking, nodes)).toEqual({ nodes: [{ id: inside }, null] })
  })

  test('changes nothing outside', async () => {
    const asking = { url: tenants.url, key: await tokenOf(kind) }
    let next = 0
    const samples = Object.entries(samplesOf(theirs, () => ++next))
    const before = await tenants.prisma.run.findMany({ orderBy: { id: 'asc' } })
    for (const [name, sample] of samples) {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Error { code } } }`
      const answer = await answerTo(asking, { query, variables: { input: sample() } })
      expect(answer, name).toMatch(/"(FORBIDDEN|NOT_FOUND)"/)
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
    expect(await errorOf('subscription { projectEvents { seq } }')).toBe('FORBIDDEN')
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
  expect(await listOf('RUN')).toEqual([2, ['alphamark child', 'alphamark museum'], 1])
  expect(await listOf('TAG')).toEqual([1, ['alphamark museum'], 1])
  expect(await listOf('SESSION')).toEqual([1, ['alphamark source'], 0])
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
