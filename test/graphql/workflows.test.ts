import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import { toGlobalId, uuidOf } from '../../src/graphql/global-id.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const plan = {
  actions: [
    { name: 'first', type: 'TOOL', target: 'look', parameters: { at: '$city' }, outputKey: 'first' },
    { name: 'second', type: 'TOOL', target: 'look', parameters: { at: '$first' }, outputKey: 'second' },
  ],
}
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const graph = forFile(await openGraph())
const engine = forFile(
  await createTestEngine(graph.database, { tools: [testTool('look', async (args) => args)] }),
)
const { agents } = engine.services
const { id: projectId } = graph.project
const agent = defineAgent({ slug: 'runner', name: 'Runner', model: 'scripted/none', tools: ['look'] })
await agents.insert({ projectId, id: uuidv7(), ...agent })

/** Asks with the engine's operations on the same database. */
async function ask(query: string, variables: object = {}) {
  const { data, errors } = await graph.ask(query, variables, { operations: engine.operations })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

const create = `mutation($input: CreateWorkflowInput!) { createWorkflow(input: $input) { __typename
  ... on Workflow { id slug name version } ... on Error { code message } ... on InvalidInputError { path } } }`
const change = `mutation($input: UpdateWorkflowInput!) { updateWorkflow(input: $input) { __typename
  ... on Workflow { version description latest { number output agent } } ... on Error { code message } } }`
const archive = `mutation($id: ID!) { archiveWorkflow(input: { id: $id }) { __typename
  ... on Workflow { id archivedAt } ... on Error { code } } }`
const start = `mutation($input: RunWorkflowInput!) { runWorkflow(input: $input) { __typename
  ... on Run { id } ... on Error { code message } ... on InvalidInputError { path } } }`

async function created(slug: string, definition: object = {}): Promise<string> {
  const input = { slug, definition: { plan, parameters, ...definition } }
  return textAt(await ask(create, { input }), 'createWorkflow.id')
}

describe('DAG-8 createWorkflow, updateWorkflow and archiveWorkflow', () => {
  test('store a workflow, change it in new versions, and put it away', async () => {
    const id = await created('report')
    expect(await ask(change, { input: { id, definition: { output: '$second', agent: 'runner' } } })).toEqual({
      updateWorkflow: {
        __typename: 'Workflow',
        version: 2,
        description: null,
        latest: { number: 2, output: '$second', agent: 'runner' },
      },
    })
    // Null takes away what may be absent, and is refused for what may not.
    const cleared = { parameters: null, output: null, agent: null, description: 'x' }
    expect(await ask(change, { input: { id, definition: cleared } })).toMatchObject({
      updateWorkflow: { version: 3, description: 'x', latest: { number: 3, output: null, agent: null } },
    })
    expect(await ask(change, { input: { id, definition: { plan: null } } })).toMatchObject({
      updateWorkflow: { code: 'INVALID_INPUT', message: expect.stringMatching(/^plan: is null/) },
    })
    expect(await ask(archive, { id })).toEqual({
      archiveWorkflow: { __typename: 'Workflow', id, archivedAt: expect.any(String) },
    })
  })

  test('return the error', async () => {
    await created('taken')
    const taken = await ask(create, { input: { slug: 'taken', definition: { plan, parameters } } })
    expect(taken).toMatchObject({ createWorkflow: { __typename: 'ConflictError', code: 'SLUG_TAKEN' } })
    const wrong = await ask(create, { input: { slug: 'wrong', definition: { plan } } })
    expect(wrong).toMatchObject({
      createWorkflow: {
        __typename: 'InvalidInputError',
        message: expect.stringContaining('"$city" can never exist'),
        path: ['input', 'definition', 'plan'],
      },
    })
    for (const [id, code] of [
      ['nonsense', 'INVALID_ID'],
      [toGlobalId('Agent', uuidv7()), 'INVALID_ID'],
      [toGlobalId('Workflow', uuidv7()), 'NOT_FOUND'],
    ]) {
      expect(await ask(archive, { id })).toMatchObject({ archiveWorkflow: { code } })
      const input = { id, definition: { name: 'x' } }
      expect(await ask(change, { input })).toMatchObject({ updateWorkflow: { code } })
    }
  })
})

describe('DAG-8 runWorkflow', () => {
  const story = `query($id: ID!) { run(id: $id) { status summary output workflowVersion workflow { slug }
    steps { edges { node { plan { source } } } } } }`

  test('starts a run of the agent, whose output is that of the workflow', async () => {
    const id = await created('to-run', { agent: 'runner', output: { at: '$second.at.at' } })
    for (const workflow of ['to-run', id]) {
      const input = { workflow, parameters: { city: 'Oslo' } }
      const runId = textAt(await ask(start, { input }), 'runWorkflow.id')
      const uuid = uuidOf('Run', runId) ?? ''
      await engine.finished(uuid)
      expect(at(await graph.read(story, { id: runId }), 'run')).toEqual({
        status: 'COMPLETED',
        summary: '{"at":"Oslo"}',
        output: { at: 'Oslo' },
        workflowVersion: 1,
        workflow: { slug: 'to-run' },
        steps: { edges: [{ node: { plan: { source: 'WORKFLOW' } } }] },
      })
    }
    const runs =
      'query { workflow(slug: "to-run") { runs(first: 1) { totalCount edges { node { status } } } } }'
    expect(at(await graph.read(runs), 'workflow.runs')).toEqual({
      totalCount: 2,
      edges: [{ node: { status: 'COMPLETED' } }],
    })
  })

  test('returns the error', async () => {
    await created('refused')
    const refusals = [
      [{ workflow: 'unheard-of', agent: 'runner' }, 'NotFoundError', 'NOT_FOUND'],
      [{ workflow: 'refused', agent: 'nobody' }, 'NotFoundError', 'NOT_FOUND'],
      [{ workflow: 'refused' }, 'InvalidInputError', 'INVALID_INPUT'],
      [{ workflow: 'refused', agent: 'runner', parameters: {} }, 'InvalidInputError', 'INVALID_INPUT'],
    ] as const
    for (const [input, __typename, code] of refusals)
      expect(await ask(start, { input })).toMatchObject({ runWorkflow: { __typename, code } })
    const unfit = await ask(start, {
      input: { workflow: 'refused', agent: 'runner', parameters: { city: 1 } },
    })
    expect(at(unfit, 'runWorkflow.path')).toEqual(['input', 'parameters'])
  })
})

describe('DAG-8 the workflows of a project', () => {
  test('show their plan as a graph, with each of their versions', async () => {
    const description = 'Looks twice.'
    const { slug, id } = await graph.make.workflow(
      { slug: 'drawn', version: 3, description },
      { plan, parameters },
    )
    const query = `query($slug: String, $id: ID) { workflow(slug: $slug, id: $id) { id slug name description version archivedAt
      latest { number name parameters output agent plan { waves mermaid json
        actions { name type mode target dependsOn wave } edges { from to kind } } }
      versions { totalCount edges { node { number } } } } }`
    const bySlug = at(await graph.read(query, { slug }), 'workflow')
    expect(bySlug).toMatchObject({
      slug,
      description,
      version: 3,
      archivedAt: null,
      latest: {
        number: 3,
        parameters,
        output: null,
        agent: null,
        plan: {
          waves: [['first'], ['second']],
          actions: [
            { name: 'first', type: 'TOOL', mode: 'ASYNC', target: 'look', dependsOn: [], wave: 0 },
            { name: 'second', type: 'TOOL', mode: 'ASYNC', target: 'look', dependsOn: [], wave: 1 },
          ],
          edges: [{ from: 'first', to: 'second', kind: 'DATA' }],
          json: { actions: [{ name: 'first', priority: 0 }, { name: 'second' }] },
        },
      },
      versions: { totalCount: 3, edges: [3, 2, 1].map((number) => ({ node: { number } })) },
    })
    expect(textAt(bySlug, 'latest.plan.mermaid')).toMatch(/^flowchart LR\n {2}a0\["first/)
    expect(at(await graph.read(query, { id: toGlobalId('Workflow', id) }), 'workflow')).toEqual(bySlug)
    expect(await graph.read(query, { slug: 'unheard-of' })).toEqual({ workflow: null })
    const { errors } = await graph.ask(query, {})
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_INPUT' })
  })

  test('are listed in the order of their creation, page by page, without archived ones', async () => {
    const other = await openGraph()
    const stranger = await createProject(other.prisma, 'stranger')
    await createFactories(other.prisma, stranger.id).workflow()
    for (const slug of ['a', 'b', 'c']) await other.make.workflow({ slug })
    await other.make.workflow({ slug: 'old', archivedAt: new Date() })
    const page = `query($first: Int, $after: String, $archived: ArchiveState) {
      workflows(first: $first, after: $after, filter: { archived: $archived }) {
        edges { node { slug latest { number } } } pageInfo { endCursor } totalCount } }`
    const first = await other.read(page, { first: 2 })
    expect(at(first, 'workflows.edges.*.node.slug')).toEqual(['a', 'b'])
    expect(at(first, 'workflows.totalCount')).toBe(3)
    const second = await other.read(page, { first: 2, after: at(first, 'workflows.pageInfo.endCursor') })
    expect(at(second, 'workflows.edges.*.node.slug')).toEqual(['c'])
    const all = await other.read(page, { archived: 'ANY' })
    expect(at(all, 'workflows.edges.*.node.slug')).toEqual(['a', 'b', 'c', 'old'])
    expect(await other.count(page, { first: 3 })).toBe(await other.count(page, { first: 1 }))
    await other.close()
  })
})
