import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import type { SessionOperations } from '../../src/domain/operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { toBindingId } from '../../src/graphql/objects/binding.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const agent = await graph.make.agent({ slug: 'greeter' })
/** The bindings of the project, in the order of their creation. */
const bindings: { id: string }[] = []
for (const [n, peer] of ['ann', 'bob', 'cleo'].entries())
  bindings.push(await makeBinding(graph.project.id, agent.id, peer, n))
const other = await createProject(graph.prisma, 'other')
const theirs = await createFactories(graph.prisma, other.id).agent()
await makeBinding(other.id, theirs.id, 'stranger', 0)

function makeBinding(projectId: string, agentId: string, peer: string, n: number) {
  const createdAt = new Date(Date.UTC(2026, 10, 1) + n)
  return graph.prisma.binding.create({ data: { id: uuidv7(), projectId, agentId, peer, createdAt } })
}

/** Asks with operations on conversations that behave as given. */
function ask(query: string, variables: object, given: Partial<SessionOperations> = {}) {
  const sessions = { ...refusing().sessions, ...given }
  return graph.ask(query, variables, { operations: refusing({ sessions }) })
}

/** An operation that keeps what it is called with. */
function recording<Result>(result: Result) {
  const calls: object[] = []
  const operation = async (call: object) => {
    calls.push(call)
    return result
  }
  return { calls, operation }
}

function failing(error: unknown) {
  return async () => {
    throw error
  }
}

describe('CTX-6 the bindings of a project', () => {
  const page = `query($first: Int, $after: String) { bindings(first: $first, after: $after) {
    edges { cursor node { id peer channel agent { slug } } } pageInfo { hasNextPage endCursor } totalCount } }`

  test('are listed in the order of their creation, page by page, without those of others', async () => {
    const first = await graph.read(page, { first: 2 })
    expect(at(first, 'bindings.edges.*.node')).toEqual([
      { id: toBindingId(bindings[0]?.id ?? ''), peer: 'ann', channel: null, agent: { slug: 'greeter' } },
      { id: toBindingId(bindings[1]?.id ?? ''), peer: 'bob', channel: null, agent: { slug: 'greeter' } },
    ])
    expect(at(first, 'bindings.totalCount')).toBe(3)
    const after = textAt(first, 'bindings.pageInfo.endCursor')
    const second = await graph.read(page, { first: 2, after })
    expect(at(second, 'bindings.edges.*.node.peer')).toEqual(['cleo'])
    expect(at(second, 'bindings.pageInfo.hasNextPage')).toBe(false)
  })

  test('are read with as many statements however many there are', async () => {
    expect(await graph.count(page, { first: 3 })).toBe(await graph.count(page, { first: 1 }))
  })
})

describe('CTX-6 saveBinding', () => {
  const save = `mutation($input: SaveBindingInput!) { saveBinding(input: $input) {
    __typename ... on Binding { peer agent { slug } } ... on Error { code } } }`

  test('passes on the fields, with absent ones as null, and gives the binding', async () => {
    const bindingId = bindings[0]?.id ?? ''
    const { calls, operation } = recording({ bindingId })
    const input = { agent: 'greeter', peer: 'ann', channel: null }
    expect(await ask(save, { input }, { saveBinding: operation })).toEqual({
      data: { saveBinding: { __typename: 'Binding', peer: 'ann', agent: { slug: 'greeter' } } },
    })
    const byId = { id: toBindingId(bindingId), agent: toGlobalId('Agent', agent.id), guildId: 'club' }
    await ask(save, { input: byId }, { saveBinding: operation })
    const anywhere = { channel: null, accountId: null, guildId: null, peer: null }
    const { id: projectId } = graph.project
    expect(calls).toEqual([
      { projectId, bindingId: undefined, agent: { slug: 'greeter' }, origin: { ...anywhere, peer: 'ann' } },
      { projectId, bindingId, agent: { id: agent.id }, origin: { ...anywhere, guildId: 'club' } },
    ])
  })

  test('returns the error', async () => {
    const input = { agent: 'greeter', peer: 'ann' }
    const taken = failing(new RungraphError('BINDING_TAKEN', { origin: 'peer=ann' }))
    expect(await ask(save, { input }, { saveBinding: taken })).toEqual({
      data: { saveBinding: { __typename: 'ConflictError', code: 'BINDING_TAKEN' } },
    })
    for (const id of ['nonsense', toGlobalId('Agent', agent.id), 'QmluZGluZzp4'])
      expect(await ask(save, { input: { ...input, id } })).toEqual({
        data: { saveBinding: { __typename: 'InvalidInputError', code: 'INVALID_ID' } },
      })
  })
})

test('CTX-6 deleteBinding gives the id that is no more', async () => {
  const query =
    'mutation($id: ID!) { deleteBinding(input: { id: $id }) { ... on DeletedBinding { id } ... on Error { code } } }'
  const bindingId = bindings[0]?.id ?? ''
  const { calls, operation } = recording({ bindingId })
  const id = toBindingId(bindingId)
  expect(await ask(query, { id }, { deleteBinding: operation })).toEqual({ data: { deleteBinding: { id } } })
  expect(calls).toEqual([{ projectId: graph.project.id, bindingId }])
  expect(await ask(query, { id: 'nonsense' })).toEqual({ data: { deleteBinding: { code: 'INVALID_ID' } } })
})

test('CTX-6 resolveAgent gives the agent of an origin, or null', async () => {
  const query = 'query($origin: OriginInput!) { resolveAgent(origin: $origin) { slug } }'
  const { calls, operation } = recording({ agentId: agent.id })
  const found = await ask(query, { origin: { peer: 'ann' } }, { resolveAgent: operation })
  expect(found).toEqual({ data: { resolveAgent: { slug: 'greeter' } } })
  const origin = { channel: null, accountId: null, guildId: null, peer: 'ann' }
  expect(calls).toEqual([{ projectId: graph.project.id, origin }])
  const none = await ask(query, { origin: {} }, { resolveAgent: async () => null })
  expect(none).toEqual({ data: { resolveAgent: null } })
})

describe('CTX-6 a session', () => {
  test('shows its memory, and its runs page by page', async () => {
    const session = await graph.make.session({ key: 'shown', memory: ['One.', 'Two.'] })
    for (const input of ['First.', 'Second.', 'Third.'])
      await graph.make.run(agent, { sessionId: session.id, input })
    const query = `query($after: String) { session(key: "shown") { memory
      runs(first: 2, after: $after) { edges { node { input } } pageInfo { endCursor hasNextPage } totalCount } } }`
    const first = await graph.read(query)
    expect(at(first, 'session.memory')).toEqual(['One.', 'Two.'])
    expect(at(first, 'session.runs.edges.*.node.input')).toEqual(['Third.', 'Second.'])
    expect(at(first, 'session.runs.totalCount')).toBe(3)
    const second = await graph.read(query, { after: textAt(first, 'session.runs.pageInfo.endCursor') })
    expect(at(second, 'session.runs.edges.*.node.input')).toEqual(['First.'])
  })

  test('is updated with its memory as given', async () => {
    const session = await graph.make.session({ key: 'updated', memory: ['New.'] })
    const query = `mutation($input: UpdateSessionInput!) { updateSession(input: $input) {
      ... on Session { key memory } ... on InvalidInputError { code path } } }`
    const { calls, operation } = recording({ sessionId: session.id })
    const input = { key: 'updated', memory: ['New.'] }
    expect(await ask(query, { input }, { updateSession: operation })).toEqual({
      data: { updateSession: { key: 'updated', memory: ['New.'] } },
    })
    expect(calls).toEqual([{ projectId: graph.project.id, ...input }])
    const tooLong = failing(new RungraphError('INVALID_INPUT', { message: 'memory.', path: ['memory'] }))
    expect(await ask(query, { input }, { updateSession: tooLong })).toEqual({
      data: { updateSession: { code: 'INVALID_INPUT', path: ['input', 'memory'] } },
    })
  })
})
