import { getIntrospectionQuery } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { compiledFrom } from '../../src/http/yoga/use-compiled-queries.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
/** An object of each type that has a key. */
const own = await makeOne(graph.project.id)
const foreign = await makeOne((await createProject(graph.prisma, 'other')).id)

async function makeOne(
  projectId: string,
): Promise<Readonly<Record<'Agent' | 'Gate' | 'Project' | 'Run' | 'Session', string>>> {
  const make = createFactories(graph.prisma, projectId)
  const agent = await make.agent()
  const run = await make.run(agent, { status: 'RUNNING' })
  const [gate, session] = [await make.gate(run), await make.session({ agentId: agent.id })]
  const uuids = { Agent: agent.id, Gate: gate.id, Project: projectId, Run: run.id, Session: session.id }
  return { ...uuids }
}

const kinds = ['Agent', 'Gate', 'Project', 'Run', 'Session'] as const

const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename ... on Agent { id slug } ... on Gate { id kind run { id } } ... on Project { id name }
  ... on Run { id status agent { slug } } ... on Session { id key } } }`

const represent = (ids: typeof own) =>
  kinds.map((kind) => ({ __typename: kind, id: toGlobalId(kind, ids[kind]) }))

/** As an administrator of one project: one of the server reads each project, as with `node`. */
const askFor = (representations: readonly unknown[]) =>
  graph.ask(query, { representations }, { caller: { ...loopbackCaller, isServerAdmin: false } })

describe('API-47 _entities', () => {
  test('gives the objects of the project, in the order of their representations', async () => {
    const [agent, , , run] = represent(own)
    const representations = [...represent(own), run]
    // Often enough that the query is compiled.
    for (let time = 0; time <= compiledFrom; time++) {
      const { data, errors } = await askFor(representations)
      expect(errors).toBeUndefined()
      expect(at(data, '_entities')).toMatchObject(representations)
      const shown = { ...run, status: 'RUNNING', agent: { slug: expect.any(String) } }
      expect([at(data, '_entities.3'), at(data, '_entities.5')]).toEqual([shown, shown])
      expect(at(data, '_entities.0')).toEqual({ ...agent, slug: expect.any(String) })
    }
  })

  test('gives null for an id that the project does not have, and for one of another type', async () => {
    const unknown = represent({
      ...{ Agent: uuidv7(), Gate: uuidv7(), Project: uuidv7(), Run: uuidv7(), Session: uuidv7() },
    })
    const mistaken = { __typename: 'Run', id: toGlobalId('Gate', own.Gate) }
    const { data, errors } = await askFor([
      ...[...represent(foreign), ...unknown],
      ...[mistaken, { __typename: 'Run', id: 'nobody' }, { __typename: 'Run', id: own.Gate }],
    ])
    expect(errors).toBeUndefined()
    expect(at(data, '_entities')).toEqual(Array.from({ length: 13 }, () => null))
  })

  test('takes a UUID for an id, as the field of the type does', async () => {
    const { data } = await askFor([{ __typename: 'Run', id: own.Run }])
    expect(at(data, '_entities.0.id')).toBe(toGlobalId('Run', own.Run))
  })

  test('refuses a representation of another type, or without id, in its place alone', async () => {
    const wrong = [{ __typename: 'Step', id: 'x' }, { __typename: 'Run' }, { __typename: 'Run', id: 7 }]
    const run = { __typename: 'Run', id: toGlobalId('Run', own.Run) }
    const { data, errors } = await askFor([...wrong, run])
    expect(at(data, '_entities')).toMatchObject([null, null, null, run])
    expect(errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual(
      wrong.map((_, index) => [['_entities', index], 'INVALID_INPUT']),
    )
  })

  test('refuses what is no representation at all', async () => {
    for (const value of ['x', 1, true, [], {}, { id: 'x' }, { __typename: 1 }]) {
      const { errors } = await askFor([value])
      expect(errors?.[0]?.extensions?.code, JSON.stringify(value)).toBe('INVALID_INPUT')
    }
  })

  test('reads a hundred at a time, and gives all of them in their order', async () => {
    const run = { __typename: 'Run', id: toGlobalId('Run', own.Run) }
    const representations = Array.from({ length: 250 }, (_, index) =>
      index % 50 === 0 ? run : { __typename: 'Run', id: toGlobalId('Run', uuidv7()) },
    )
    const { data } = await askFor(representations)
    expect(at(data, '_entities')).toMatchObject(
      representations.map((representation) => (representation === run ? run : null)),
    )
    const countOf = (count: number) =>
      graph.count(query, { representations: representations.slice(0, count) })
    expect(await countOf(250)).toBe(3 * (await countOf(2)))
  })

  test('costs as many objects as it has representations', async () => {
    const of = (count: number) => Array.from({ length: count }, () => represent(own)[3])
    const limits = { ...operationLimits, cost: 30 }
    const askAbout = (count: number) =>
      graph.ask(
        'query($of: [_Any!]!) { _entities(representations: $of) { ... on Run { agent { id } } } }',
        { of: of(count) },
        { limits },
      )
    expect((await askAbout(15)).errors).toBeUndefined()
    expect((await askAbout(16)).errors?.[0]?.extensions).toMatchObject({ limit: 'cost', value: 32 })
  })
})

describe('API-47 introspection', () => {
  test('gives the schema of clients, where nothing is of federation', async () => {
    const { data } = await graph.ask(getIntrospectionQuery())
    const names = [at(data, '__schema.types.*.name'), at(data, '__schema.types.*.fields.*.name')].flat(3)
    expect(names).toContain('runUpdated')
    expect(names.filter((name) => /^_[^_]/.test(String(name)))).toEqual([])
    expect(await graph.read('{ __typename __type(name: "_Entity") { name } }')).toEqual({
      __typename: 'Query',
      __type: null,
    })
  })

  test('beside data is answered, too', async () => {
    const answer = await graph.read('{ __type(name: "Run") { name } project { id } }')
    expect(answer).toEqual({ __type: { name: 'Run' }, project: { id: toGlobalId('Project', own.Project) } })
  })
})
