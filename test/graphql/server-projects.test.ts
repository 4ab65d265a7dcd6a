import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { createProjectOperations } from '../../src/auth/project-operations.ts'
import { projectBudgetKey } from '../../src/domain/budget.ts'
import { type Identity, loopbackCaller } from '../../src/domain/caller.ts'
import { parseGlobalId, toGlobalId } from '../../src/graphql/global-id.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { createProjectStore } from '../../src/store/project-store.ts'
import { statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
for (const slug of ['first', 'second']) await createProject(graph.prisma, slug)

const ofServer: Identity = { ...loopbackCaller, kind: 'KEY', name: 'ops' }
const ofProject: Identity = { ...ofServer, name: 'boss', isServerAdmin: false }

function ask(query: string, variables: object = {}, caller = ofServer) {
  const projects = createProjectOperations({ projects: createProjectStore(graph.pool), newId: uuidv7 })
  return graph.ask(query, variables, { operations: refusing({ projects }), caller })
}

const create = `mutation($input: CreateProjectInput!) { createProject(input: $input) { __typename
  ... on CreatedProject { key project { id slug name createdAt } } ... on Error { code message } ... on InvalidInputError { path } } }`

const list = `query($first: Int, $after: String) { projects(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor } edges { node { id slug name } } nodes { slug } } }`

const change = `mutation($input: UpdateProjectInput!) { updateProject(input: $input) { __typename
  ... on Project { id slug name maxConcurrentRuns defaultPermission } ... on Error { code message } } }`

describe('ADM-4 an administrator of the server', () => {
  test('creates a project with its limits and its first key, which opens that project and no other', async () => {
    const limits = { maxConcurrentRuns: 3, maxCostUsdPerDay: '12.5', maxTokensPerDay: null }
    const defaultLimits = { maxSteps: 7, maxTokens: null }
    const input = { slug: 'acme', name: 'Acme', keyName: 'ann', ...limits, defaultLimits }
    const { data } = await ask(create, { input })
    expect(at(data, 'createProject')).toMatchObject({
      ...{ __typename: 'CreatedProject', key: expect.stringMatching(/^rg_/) },
      project: { slug: 'acme', name: 'Acme' },
    })
    const id = parseGlobalId(textAt(data, 'createProject.project.id'))?.id ?? ''
    const row = await graph.prisma.project.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({
      ...{ maxConcurrentRuns: 3, maxTokensPerDay: null, defaultMaxSteps: 7, defaultMaxTokens: null },
      ...{ defaultTimeoutMs: 86_400_000, defaultPermission: 'ALLOW' },
    })
    expect(row.maxCostUsdPerDay?.toFixed()).toBe('12.5')
    const key = textAt(data, 'createProject.key')
    expect(await graph.authenticator.admit(`Bearer ${key}`)).toMatchObject({
      caller: { name: 'ann', role: 'ADMIN', isServerAdmin: false },
      project: { id, slug: 'acme' },
    })
    const [first] = await graph.prisma.apiKey.findMany({ where: { projectId: id } })
    expect(first).toMatchObject({ name: 'ann', createdBy: 'server:ops' })
    expect(JSON.stringify(first)).not.toContain(key)
  })

  test.for([
    [{ slug: 'No slug' }, 'slug'],
    [{ slug: 'x'.repeat(101) }, 'slug'],
    [{ slug: 'fine', name: ' ' }, 'name'],
    [{ slug: 'fine', keyName: 'loopback' }, 'keyName'],
    [{ slug: 'fine', maxConcurrentRuns: 0 }, 'maxConcurrentRuns'],
    [{ slug: 'fine', defaultLimits: { maxSteps: 0 } }, 'maxSteps'],
  ] as const)('is refused %j, and nothing is made', async ([input, field]) => {
    const { data } = await ask(create, { input })
    expect(at(data, 'createProject.code')).toBe('INVALID_INPUT')
    expect(at(data, 'createProject.path')).toContain(field)
    expect(await graph.prisma.project.count({ where: { slug: input.slug } })).toBe(0)
  })

  test('receives the slug that is taken, however many try it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask(create, { input: { slug: 'once' } })),
    )
    const types = answers.map(({ data }) => at(data, 'createProject.code') ?? 'created')
    expect(types.toSorted()).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', 'SLUG_TAKEN', 'created'])
    expect(await graph.prisma.apiKey.count({ where: { project: { slug: 'once' } } })).toBe(1)
  })

  test('lists the projects with their settings and the spending of each in one statement', async () => {
    const second = await graph.prisma.project.findUniqueOrThrow({ where: { slug: 'second' } })
    const key = projectBudgetKey(second.id, new Date())
    const spent = { spentUsd: '1.5', spentTokens: 30, reservedUsd: '0', reservedTokens: 0 }
    await graph.prisma.budget.create({ data: { key, projectId: second.id, ...spent } })
    const query = '{ projects { nodes { slug maxConcurrentRuns spentToday { costUsd tokens } } } }'
    const { data } = await ask(query)
    const nodes = at(data, 'projects.nodes')
    expect(nodes).toContainEqual({
      ...{ slug: 'second', maxConcurrentRuns: 100 },
      spentToday: { costUsd: '1.5', tokens: 30 },
    })
    expect(nodes).toContainEqual({
      ...{ slug: 'first', maxConcurrentRuns: 100 },
      spentToday: { costUsd: '0', tokens: 0 },
    })
    const statements = await statementsOf(() => ask(query))
    expect(statements.filter(({ text }) => text.includes('"ModelCall"'))).toHaveLength(1)
  })

  test('lists all projects, page by page', async () => {
    const slugs: unknown[] = []
    for (let after: unknown = null; ; ) {
      const { data } = await ask(list, { first: 2, after })
      slugs.push(at(data, 'projects.edges.*.node.slug'))
      expect(at(data, 'projects.nodes.*.slug')).toEqual(slugs.at(-1))
      if (at(data, 'projects.pageInfo.hasNextPage') !== true) break
      after = at(data, 'projects.pageInfo.endCursor')
    }
    const rows = await graph.prisma.project.findMany({ orderBy: { id: 'asc' } })
    expect(slugs.flat()).toEqual(rows.map(({ slug }) => slug))
    expect(slugs.flat()).toEqual(expect.arrayContaining(['default', 'first', 'second']))
    expect((await ask(list, { after: 'nonsense' })).errors).toMatchObject([
      { extensions: { code: 'CURSOR_INVALID' } },
    ])
  })

  test('reads another project again by its global id, as nobody else does', async () => {
    const { id } = await graph.prisma.project.findUniqueOrThrow({ where: { slug: 'first' } })
    const ids = [toGlobalId('Project', id), toGlobalId('Project', graph.project.id)]
    const query = `query($ids: [ID!]!, $id: ID!) { node(id: $id) { ...Shown } nodes(ids: $ids) { ...Shown } }
      fragment Shown on Project { id slug spentToday { costUsd } }`
    const [first, own] = [{ slug: 'first' }, { slug: graph.project.slug }]
    const asked = { ids, id: ids[0] }
    expect((await ask(query, asked)).data).toMatchObject({ node: first, nodes: [first, own] })
    for (const other of [ofProject, { ...ofProject, role: 'VIEWER' } as const])
      expect((await ask(query, asked, other)).data).toMatchObject({ node: null, nodes: [null, own] })
    const unknown = { ids, id: toGlobalId('Project', uuidv7()) }
    expect((await ask(query, unknown)).data).toMatchObject({ node: null })
  })

  test('changes another project, by its id or slug, and its limits apply there', async () => {
    const { id, slug } = await graph.prisma.project.findUniqueOrThrow({ where: { slug: 'second' } })
    const own = await graph.prisma.project.findUniqueOrThrow({ where: { id: graph.project.id } })
    const changed: string[] = []
    const policies = {
      ...refusing({}).policies,
      defaultPermissionChanged: async (projectId: string) => void changed.push(projectId),
    }
    const askWith = (input: object, caller = ofServer) =>
      graph.ask(change, { input }, { operations: refusing({ policies }), caller })
    const globalId = toGlobalId('Project', id)
    const { data } = await askWith({ project: slug, name: 'Second', defaultPermission: 'DENY' })
    const given = { id: globalId, slug, name: 'Second', defaultPermission: 'DENY' }
    expect(at(data, 'updateProject')).toMatchObject(given)
    expect(changed).toEqual([id])
    const again = await askWith({ project: globalId, maxConcurrentRuns: 4 })
    expect(at(again.data, 'updateProject')).toMatchObject({ ...given, maxConcurrentRuns: 4 })
    expect(await graph.prisma.project.findUniqueOrThrow({ where: { id: own.id } })).toEqual(own)
    expect(at((await askWith({ project: 'none', name: 'x' })).data, 'updateProject')).toMatchObject({
      __typename: 'NotFoundError',
    })
    expect(at((await askWith({ project: slug, maxConcurrentRuns: 0 })).data, 'updateProject')).toMatchObject({
      code: 'INVALID_INPUT',
    })
    // Its own project a caller may name, too; any other is refused in the same words, whether it exists or not.
    const mine = await askWith({ project: graph.project.slug, maxConcurrentRuns: 9 }, ofProject)
    expect(at(mine.data, 'updateProject.maxConcurrentRuns')).toBe(9)
    const refusals = await Promise.all(
      [slug, globalId, 'none'].map((project) => askWith({ project, maxConcurrentRuns: 9 }, ofProject)),
    )
    expect(new Set(refusals.map(({ data: refused }) => JSON.stringify(refused))).size).toBe(1)
    expect(at(refusals[0]?.data, 'updateProject')).toMatchObject({
      __typename: 'ForbiddenError',
      code: 'FORBIDDEN',
    })
    expect((await graph.prisma.project.findUniqueOrThrow({ where: { id } })).maxConcurrentRuns).toBe(4)
  })

  test('is not the administrator of a single project', async () => {
    const { data } = await ask(create, { input: { slug: 'mine' } }, ofProject)
    expect(at(data, 'createProject')).toMatchObject({ __typename: 'ForbiddenError', code: 'FORBIDDEN' })
    expect((await ask(list, {}, ofProject)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(await graph.prisma.project.count({ where: { slug: 'mine' } })).toBe(0)
    expect(await ask('{ caller { isServerAdmin } }', {}, ofProject)).toEqual({
      data: { caller: { isServerAdmin: false } },
    })
  })

  test('comes with a key that the command line made for it', async () => {
    const keys = createKeyOperations({ keys: createApiKeyStore(graph.pool), newId: uuidv7, now: Date.now })
    const call = {
      projectId: graph.project.id,
      name: 'the operator',
      role: 'ADMIN',
      by: 'command line',
    } as const
    const { key } = await keys.createKey({ ...call, isServerAdmin: true })
    expect(await graph.authenticator.admit(`Bearer ${key}`)).toMatchObject({
      caller: { ...ofServer, name: 'the operator' },
    })
  })
})
