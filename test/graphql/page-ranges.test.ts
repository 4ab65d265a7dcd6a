import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { trialsOf } from '../support/trials.ts'
import { at, createProject, openGraph } from './open-graph.ts'

/** Every list has seven entries. */
const graph = forFile(await openGraph())
const { make, prisma, project } = graph
const agent = await make.agent({ version: 1 })
const { definition } = await prisma.agentVersion.findFirstOrThrow({ where: { agentId: agent.id } })
for (let version = 2; version <= 7; version++)
  await prisma.agentVersion.create({
    data: { agentId: agent.id, version, projectId: project.id, definition: Object(definition) },
  })
const session = await make.session({ key: 'talk' })
const root = await make.run(agent, { sessionId: session.id, durationMs: 5, sessionNumber: 1 })
const parent = { parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 }
const child = await make.run(agent, { ...parent, durationMs: 5 })
const durations = [null, 7, null, 3, null]
for (const durationMs of durations) await make.run(agent, { durationMs })
const say = (run: { id: string }, text: string) =>
  make.event(run, 'TextDelta', { messageId: 'm', offset: 0, text }, 1)
for (const text of 'abcd') await say(root, text)
for (const text of 'xyz') await say(child, text)
await prisma.message.createMany({
  data: [1, 2, 3, 4, 5, 6, 7].map((position) => ({
    ...{ runId: root.id, position, projectId: project.id, sessionId: session.id, stepNumber: null },
    ...{ role: 'USER' as const, content: { role: 'user', text: `${position}` } },
  })),
})
const relic = await prisma.relic.create({
  data: { id: uuidv7(), projectId: project.id, name: 'notes', kind: 'KEY_VALUE', settings: {} },
})
await prisma.relicEntry.createMany({
  data: [...'aBcDeFg'].map((key) => ({ relicId: relic.id, projectId: project.id, key, value: 1 })),
})
for (const slug of [...'uvwxyz']) await createProject(prisma, slug)
await untilReadable(graph.pool, root.id)
const ids = {
  agent: toGlobalId('Agent', agent.id),
  run: toGlobalId('Run', root.id),
}

const declared = '$first: Int, $after: String, $last: Int, $before: String'
const given = 'first: $first, after: $after, last: $last, before: $before'
const shown = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor }'

/** The selection of each kind of list, and where the list is in its answer. */
const lists: Readonly<Record<string, readonly [selection: () => string, place: string]>> = {
  runs: [() => `runs(${given}) { ${shown} }`, 'runs'],
  'runs by a column with nulls': [
    () => `runs(${given}, orderBy: { field: DURATION, direction: ASC }) { ${shown} }`,
    'runs',
  ],
  'runs with their children by a column with nulls': [
    () =>
      `runs(${given}, orderBy: { field: DURATION, direction: DESC }) { ${shown} nodes { children { totalCount } } }`,
    'runs',
  ],
  versions: [() => `agent(id: "${ids.agent}") { versions(${given}) { ${shown} } }`, 'agent.versions'],
  messages: [() => `run(id: "${ids.run}") { messages(${given}) { ${shown} } }`, 'run.messages'],
  'messages of a session': [
    () => `session(key: "talk") { messages(${given}) { ${shown} } }`,
    'session.messages',
  ],
  entries: [() => `relic(name: "notes") { entries(${given}) { ${shown} } }`, 'relic.entries'],
  projects: [() => `projects(${given}) { ${shown} }`, 'projects'],
  events: [() => `run(id: "${ids.run}") { events(${given}) { ${shown} } }`, 'run.events'],
  'events of a tree': [
    () => `run(id: "${ids.run}") { events(${given}, includeDescendants: true) { ${shown} } }`,
    'run.events',
  ],
}

interface Page {
  readonly totalCount: number
  readonly pageInfo: object
  readonly edges: readonly { readonly cursor: string }[]
}

async function pageOf(list: string, args: object): Promise<Page> {
  const [selection = () => '', place = ''] = lists[list] ?? []
  return at(await graph.read(`query(${declared}) { ${selection()} }`, args), place) as Page
}

interface Asked {
  readonly first?: number | undefined
  readonly last?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** EdgesToReturn and the flags, as https://relay.dev/graphql/connections.htm has them. */
function byRelay(all: readonly string[], { first, last, after, before }: Asked) {
  const from = after === undefined ? 0 : all.indexOf(after) + 1
  const until = before === undefined ? all.length : all.indexOf(before)
  const between = all.slice(from, Math.max(from, until))
  const ahead = first === undefined ? between : between.slice(0, first)
  const edges = last === undefined ? ahead : ahead.slice(Math.max(0, ahead.length - last))
  return {
    cursors: edges,
    pageInfo: {
      hasNextPage: first === undefined ? before !== undefined : between.length > first,
      hasPreviousPage: last === undefined ? after !== undefined : ahead.length > last,
      startCursor: edges.at(0) ?? null,
      endCursor: edges.at(-1) ?? null,
    },
  }
}

describe('API-49 a page of a list is that of Relay', () => {
  it.for(Object.keys(lists))('API-49 between any two positions: %s', async (list) => {
    const all = (await pageOf(list, { first: 100 })).edges.map(({ cursor }) => cursor)
    expect(new Set(all).size).toBe(list === 'events' ? 4 : 7)
    const places = [undefined, 0, 2, 3, all.length - 1].map((place) =>
      place === undefined ? undefined : all[place],
    )
    const sizes = [{ first: 2 }, { last: 2 }, { first: 0 }, { last: 0 }, { first: 100 }]
    const questions: readonly Asked[] = places.flatMap((after) =>
      places.flatMap((before) => sizes.map((size) => ({ ...size, after, before }))),
    )
    for (const asked of trialsOf(questions, 3)) {
      const { totalCount, pageInfo, edges } = await pageOf(list, asked)
      const page = { cursors: edges.map(({ cursor }) => cursor), pageInfo }
      expect({ asked, ...page }).toEqual({ asked, ...byRelay(all, asked) })
      expect(totalCount).toBe(all.length)
    }
  })

  it('API-49 without a size: twenty from the beginning, or those before a position', async () => {
    const all = (await pageOf('runs', {})).edges.map(({ cursor }) => cursor)
    const cursorsOf = async (args: object) => (await pageOf('runs', args)).edges.map(({ cursor }) => cursor)
    expect(await cursorsOf({ after: all[1], before: all[4] })).toEqual(all.slice(2, 4))
    expect(await cursorsOf({ before: all[4] })).toEqual(all.slice(0, 4))
    expect(await cursorsOf({ first: null, last: null, after: all[4], before: null })).toEqual(all.slice(5))
  })

  it('API-49 an empty page costs and holds nothing but what is asked for', async () => {
    expect(await graph.read('{ runs(first: 0) { totalCount edges { node { id } } nodes { id } } }')).toEqual({
      runs: { totalCount: 7, edges: [], nodes: [] },
    })
  })
})
