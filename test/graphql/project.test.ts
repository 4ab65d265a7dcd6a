import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { type NodeKind, toGlobalId } from '../../src/graphql/global-id.ts'
import { cursorOf } from '../support/cursors.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { createProject, openGraph } from './open-graph.ts'

const own = new Map<NodeKind, string>()
const foreign = new Map<NodeKind, string>()

const graph = forFile(await openGraph())
await populate(graph.project.id, own)
const other = await createProject(graph.prisma, 'other')
await populate(other.id, foreign)

/** One object of each kind in a project, by its global id. */
async function populate(projectId: string, ids: Map<NodeKind, string>): Promise<void> {
  const make = createFactories(graph.prisma, projectId)
  const agent = await make.agent({ slug: `slug-${projectId}` })
  const session = await make.session({ key: `key-${projectId}` })
  const run = await make.run(agent, { sessionId: session.id })
  const step = await make.step(run, 1)
  const action = await make.action(step)
  const call = await make.modelCall(run, step)
  const gate = await make.gate(run)
  const policy = await make.policy()
  const workflow = await make.workflow()
  await make.event(run, 'FinalAnswer', { text: 'Done.' }, 1)
  const rows = {
    Agent: agent,
    Session: session,
    Run: run,
    Step: step,
    Action: action,
    ModelCall: call,
    Gate: gate,
    Policy: policy,
    Workflow: workflow,
  }
  for (const [kind, { id }] of Object.entries(rows))
    ids.set(kind as NodeKind, toGlobalId(kind as NodeKind, id))
  ids.set('Project', toGlobalId('Project', projectId))
  ids.set('RunEvent', toGlobalId('RunEvent', `${run.id}:1`))
}

describe("API an id of another project's object is as unknown as one that never existed", () => {
  test.for([
    ['the administrator of a project', false],
    ['an administrator of the server, but for the project itself', true],
  ] as const)('by node and nodes, to %s', async ([, isServerAdmin]) => {
    const caller = { ...loopbackCaller, isServerAdmin }
    const read = async (query: string, variables: object) => {
      const { data, errors } = await graph.ask(query, variables, { caller })
      expect(errors).toBeUndefined()
      return data
    }
    const shown = (kind: NodeKind, id: string) => (isServerAdmin && kind === 'Project' ? { id } : null)
    const ids = [...own.values(), ...foreign.values()]
    expect(await read('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
      nodes: [
        ...[...own.values()].map((id) => ({ id })),
        ...[...foreign].map(([kind, id]) => shown(kind, id)),
      ],
    })
    for (const [kind, id] of foreign)
      expect(await read('query($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
        node: shown(kind, id),
      })
  })

  test('by run, agent, slug and session key', async () => {
    const agent = await graph.prisma.agent.findFirstOrThrow({
      where: { projectId: { not: graph.project.id } },
    })
    const answer = await graph.read(
      `query($run: ID!, $agent: ID!, $slug: String!, $key: String!) { run(id: $run) { id } byId: agent(id: $agent) { id }
        bySlug: agent(slug: $slug) { id } session(key: $key) { id } }`,
      {
        run: foreign.get('Run'),
        agent: foreign.get('Agent'),
        slug: agent.slug,
        key: `key-${agent.projectId}`,
      },
    )
    expect(answer).toEqual({ run: null, byId: null, bySlug: null, session: null })
  })

  test('in lists, totals and usage', async () => {
    const ours = { edges: [{ node: { id: own.get('Run') } }], totalCount: 1 }
    const answer = await graph.read(
      `query($agent: ID, $key: String) { runs { edges { node { id } } totalCount } agents { totalCount } gates { totalCount }
        ofForeignAgent: runs(filter: { agent: $agent }) { totalCount } ofForeignSession: runs(filter: { sessionKey: $key }) { totalCount }
        usage { usage { requests } } ofForeign: usage(agent: $agent) { usage { requests } } }`,
      { agent: foreign.get('Agent'), key: 'unknown' },
    )
    expect(answer).toEqual({
      runs: ours,
      agents: { totalCount: 1 },
      gates: { totalCount: 1 },
      ofForeignAgent: { totalCount: 0 },
      ofForeignSession: { totalCount: 0 },
      usage: [{ usage: { requests: 1 } }],
      ofForeign: [{ usage: { requests: 0 } }],
    })
  })

  test('as a cursor', async () => {
    const stranger = cursorOf('01a1fc06-04c2-77c6-8fd1-f6493b2473ef', 1)
    const query = 'query($id: ID!, $after: String) { run(id: $id) { events(after: $after) { totalCount } } }'
    const { errors } = await graph.ask(query, { id: own.get('Run'), after: stranger })
    expect(errors?.[0]?.extensions).toEqual({ code: 'CURSOR_INVALID' })
  })
})

test('API-49 of several ids, one that is none gives a null and its error, and the others their objects', async () => {
  const run = own.get('Run') ?? ''
  const bare = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
  const ids = [run, 'x', bare, toGlobalId('Run', bare), '']
  const { data, errors } = await graph.ask('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
  expect(data).toEqual({ nodes: [{ id: run }, null, null, null, null] })
  expect(errors).toMatchObject(
    [1, 2, 4].map((index) => ({ path: ['nodes', index], extensions: { code: 'INVALID_ID' } })),
  )
})

describe('API a text that is no id gets a clear error, and no statement is sent', () => {
  const wrong = ['', 'x', 'Run:1', toGlobalId('Run', "' or 1=1 --"), Buffer.from('Nope:1').toString('base64')]
  test.for(wrong)('%j', async (id) => {
    for (const field of [
      'node(id: $id) { id }',
      'nodes(ids: [$id]) { id }',
      'run(id: $id) { id }',
      'agent(id: $id) { id }',
    ]) {
      const { errors } = await graph.ask(`query($id: ID!) { ${field} }`, { id })
      expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_ID' })
      expect(errors?.[0]?.message).toMatch(
        /^ids?: ".*" is not an id of type (Node|Run|Agent)\. Use the `id` that the API returned\.$/,
      )
    }
  })

  test('the id of an object of another kind', async () => {
    const { errors } = await graph.ask('query($id: ID!) { run(id: $id) { id } }', { id: own.get('Agent') })
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_ID' })
  })
})
