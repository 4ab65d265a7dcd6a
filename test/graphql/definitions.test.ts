import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, type Graph, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const tools = [testTool('look', async () => 42), testTool('write', async () => 1)]
const engine = forFile(await createTestEngine(graph.database, { tools, project: graph.project }))
const other = await createProject(graph.prisma, 'other')
await createFactories(graph.prisma, other.id).agent({ slug: 'stranger', name: 'Ann' })

/** Sends a mutation and gives its result. @throws Error for an error outside of the result */
async function send(field: string, input: object, selected = '... on Agent { id version archivedAt model }') {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input!`
  const query = `mutation($input: ${type}) { ${field}(input: $input) { __typename ... on Error { code message } ${selected} } }`
  const { data, errors } = await graph.ask(query, { input }, { operations: engine.operations })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return at(data, field)
}

async function create(slug: string, definition: object = {}) {
  const input = { slug, definition: { model: 'scripted/one', ...definition } }
  return textAt(await send('createAgent', input), 'id')
}

describe('API-41 the agents of a project', () => {
  const list = `query($filter: AgentFilter, $orderBy: AgentOrder, $first: Int, $after: String) {
    agents(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { totalCount edges { node { slug } } pageInfo { endCursor } } }`
  let listed: Graph

  beforeAll(async () => {
    listed = await openGraph()
    const { make } = listed
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    await make.agent({ slug: 'c', name: 'Émile', updatedAt: at(2) }, { tools: ['look'] })
    await make.agent({ slug: 'a', name: 'zoe 100%', updatedAt: at(3) }, { model: 'scripted/two' })
    const described = { description: 'Counts "sheep"', updatedAt: at(1) }
    await make.agent({ slug: 'b', name: 'Ann', ...described }, { fallbackModels: ['scripted/two'] })
    await make.agent({ slug: 'old', name: 'Ann', archivedAt: at(4), updatedAt: at(4) }, { tools: ['look'] })
    const stranger = await createProject(listed.prisma, 'stranger')
    await createFactories(listed.prisma, stranger.id).agent({ slug: 'theirs' }, { tools: ['look'] })
  })
  afterAll(() => listed.close())

  const slugs = async (variables: object) =>
    at(await listed.read(list, variables), 'agents.edges.*.node.slug')

  test.each([
    ['nothing', {}, ['c', 'a', 'b']],
    ['archived ones', { archived: 'ARCHIVED' }, ['old']],
    ['any', { archived: 'ANY' }, ['c', 'a', 'b', 'old']],
    ['a part of the name', { search: 'ANN' }, ['b']],
    ['a part of the description', { search: '"sheep' }, ['b']],
    ['a sign that is none of a pattern', { search: '0%' }, ['a']],
    ['a tool', { tool: 'look' }, ['c']],
    ['a tool of archived ones too', { tool: 'look', archived: 'ANY' }, ['c', 'old']],
    ['a model, first or as a fallback', { model: 'scripted/two' }, ['a', 'b']],
    ['a tool that is part of another name', { tool: 'loo' }, []],
  ])('are chosen by %s', async (_, filter, expected) => {
    expect(await slugs({ filter })).toEqual(expected)
    expect(at(await listed.read(list, { filter }), 'agents.totalCount')).toBe(expected.length)
  })

  test.each([
    ['SLUG', 'ASC', ['a', 'b', 'c']],
    ['SLUG', 'DESC', ['c', 'b', 'a']],
    ['UPDATED_AT', 'DESC', ['a', 'c', 'b']],
    ['CREATED_AT', 'DESC', ['b', 'a', 'c']],
  ])('are ordered by %s %s, page by page', async (field, direction, expected) => {
    const seen: unknown[] = []
    let after: unknown = null
    for (let page = 0; page < expected.length; page++) {
      const answer = await listed.read(list, { orderBy: { field, direction }, first: 1, after })
      seen.push(at(answer, 'agents.edges.0.node.slug'))
      after = at(answer, 'agents.pageInfo.endCursor')
    }
    expect(seen).toEqual(expected)
  })

  test('are found behind every name, whatever its letters', async () => {
    const orderBy = { field: 'NAME', direction: 'ASC' }
    const all = await listed.read(list, { orderBy, filter: { archived: 'ANY' } })
    const slugsByName = at(all, 'agents.edges.*.node.slug')
    const first = await listed.read(list, { orderBy, filter: { archived: 'ANY' }, first: 2 })
    const after = at(first, 'agents.pageInfo.endCursor')
    const rest = await listed.read(list, { orderBy, filter: { archived: 'ANY' }, after })
    const parts = [at(first, 'agents.edges.*.node.slug'), at(rest, 'agents.edges.*.node.slug')]
    expect(parts.flat()).toEqual(slugsByName)
    expect(slugsByName).toHaveLength(4)
  })

  test.each([
    ['', 'search has 0 characters'],
    ['x'.repeat(201), 'search has 201 characters'],
  ])(
    'a search for a text that is too short or too long is refused with its field',
    async (search, problem) => {
      const { errors } = await listed.ask(list, { filter: { search } })
      expect(errors?.[0]?.message).toContain(problem)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' })
    },
  )

  test('a cursor of another order, or with a text that no row can have, is refused', async () => {
    const orderBy = { field: 'NAME', direction: 'ASC' }
    const forged = [
      ['SLUG ASC', 'a'],
      ['NAME ASC', 'a\u0000'],
      ['NAME ASC', 7],
      ['NAME ASC', null],
    ]
    for (const [name, value] of forged) {
      const parts = [name, value, '01a1fc06-04c2-77c6-8fd1-f6493b2473ef']
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url')
      const { errors } = await listed.ask(list, { orderBy, after })
      expect(errors).toMatchObject([{ extensions: { code: 'CURSOR_INVALID' } }])
    }
  })
})

const versions = `query($agent: ID!, $number: Int!, $first: Int, $after: String, $last: Int, $before: String) {
  agentVersion(agent: $agent, number: $number) { number definition { systemPrompt tools } createdBy }
  agent(id: $agent) { version versions(first: $first, after: $after, last: $last, before: $before) { totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { number createdBy changes { field before after } } } } } }`

describe('API-42 the versions of an agent', () => {
  test('are listed newest first, with the maker and the changes of each', async () => {
    const agent = await create('versioned', { systemPrompt: 'One.' })
    await send('updateAgent', {
      id: agent,
      definition: { systemPrompt: 'Two.', gates: { decider: 'ADMIN' } },
    })
    await send('updateAgent', { id: agent, definition: { tools: ['look'] } })
    const answer = await graph.read(versions, { agent, number: 1 })
    const createdBy = graph.admission.caller.name
    expect(at(answer, 'agent.versions.totalCount')).toBe(3)
    expect(at(answer, 'agent.versions.edges.*.node')).toEqual([
      { number: 3, createdBy, changes: [{ field: 'tools', before: [], after: ['look'] }] },
      {
        number: 2,
        createdBy,
        changes: [
          { field: 'gates.decider', before: 'OPERATOR', after: 'ADMIN' },
          { field: 'systemPrompt', before: 'One.', after: 'Two.' },
        ],
      },
      { number: 1, createdBy, changes: [] },
    ])
    expect(at(answer, 'agentVersion')).toMatchObject({
      number: 1,
      createdBy,
      definition: { systemPrompt: 'One.', tools: [] },
    })
    expect(at(await graph.read(versions, { agent, number: 9 }), 'agentVersion')).toBeNull()
  })

  test('come in pages from both ends', async () => {
    const agent = await create('paged')
    for (const systemPrompt of ['a', 'b', 'c'])
      await send('updateAgent', { id: agent, definition: { systemPrompt } })
    const page = async (paging: object) =>
      at(await graph.read(versions, { agent, number: 1, ...paging }), 'agent.versions')
    const first = await page({ first: 2 })
    expect(at(first, 'edges.*.node.number')).toEqual([4, 3])
    expect(at(first, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = await page({ first: 2, after: at(first, 'pageInfo.endCursor') })
    expect(at(second, 'edges.*.node.number')).toEqual([2, 1])
    expect(at(second, 'pageInfo')).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const back = await page({ last: 1, before: at(second, 'pageInfo.startCursor') })
    expect(at(back, 'edges.*.node.number')).toEqual([3])
    expect(at(back, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    const { errors } = await graph.ask(versions, { agent, number: 1, after: 'nonsense' })
    expect(errors?.[0]?.message).toContain('it does not come from a list of versions')
    expect(errors?.[0]?.extensions).toEqual({ code: 'CURSOR_INVALID' })
  })

  test('of another project are unknown', async () => {
    const answer = await graph.read('{ agentVersion(agent: "stranger", number: 1) { number } }')
    expect(answer).toEqual({ agentVersion: null })
  })
})

describe('API-42 a change of a version', () => {
  test('is made once, where two expect the same version', async () => {
    const id = await create('contended')
    const change = (systemPrompt: string) =>
      send('updateAgent', { id, definition: { systemPrompt }, expectedVersion: 1 })
    const results = await Promise.all([change('a'), change('b')])
    expect(results.map((result) => textAt(result, '__typename')).toSorted()).toEqual([
      'Agent',
      'ConflictError',
    ])
    const refused = results.find((result) => textAt(result, '__typename') === 'ConflictError')
    expect(refused).toMatchObject({
      code: 'VERSION_CONFLICT',
      message: expect.stringContaining('"contended" is at version 2, and the change expects version 1'),
    })
    expect(
      await send('updateAgent', { id, definition: { systemPrompt: 'c' }, expectedVersion: 2 }),
    ).toMatchObject({
      version: 3,
    })
  })

  test('can be taken back: the definition of an earlier version becomes the newest', async () => {
    const id = await create('rolled', { model: 'scripted/first' })
    await send('updateAgent', { id, definition: { model: 'scripted/second' } })
    expect(await send('rollBackAgent', { id, version: 1 })).toMatchObject({
      version: 3,
      model: 'scripted/first',
    })
    expect(await send('rollBackAgent', { id, version: 9 })).toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'No version 9 of the agent "rolled".' },
    })
    // It is what it is: nothing is made of it.
    expect(await send('rollBackAgent', { id, version: 1 })).toMatchObject({ version: 3 })
    expect(await send('rollBackAgent', { id, version: 2, expectedVersion: 3 })).toMatchObject({
      version: 4,
      model: 'scripted/second',
    })
  })

  test('of a workflow is refused and taken back in the same way', async () => {
    const shown = '... on Workflow { id version latest { number name createdBy changes { field } } }'
    const plan = { actions: [{ name: 'a', type: 'TOOL', target: 'look' }] }
    const made = await send('createWorkflow', { slug: 'flow', definition: { name: 'One', plan } }, shown)
    const id = textAt(made, 'id')
    const update = { id, definition: { name: 'Two' }, expectedVersion: 1 }
    expect(await send('updateWorkflow', update, shown)).toMatchObject({
      latest: { number: 2, createdBy: graph.admission.caller.name, changes: [{ field: 'name' }] },
    })
    expect(await send('updateWorkflow', update, shown)).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await send('rollBackWorkflow', { id, version: 1 }, shown)).toMatchObject({
      latest: { number: 3, name: 'One' },
    })
    expect(await send('rollBackWorkflow', { id, version: 9 }, shown)).toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'No version 9 of the workflow "flow".' },
    })
  })
})

describe('API-42 an archived agent', () => {
  const run = '... on Run { id }'

  test('is refused with the remedy wherever it is named, and works again once it is restored', async () => {
    const id = await create('resting')
    await send('saveBinding', { agent: 'resting', peer: 'ann' }, '... on Binding { id }')
    expect(textAt(await send('archiveAgent', { id }), 'archivedAt')).toMatch(/^\d{4}-/)
    const archived = {
      __typename: 'ConflictError',
      code: 'ARCHIVED',
      message: 'The agent "resting" is archived. Restore it with restoreAgent, or name another agent.',
    }
    expect(await send('triggerRun', { agent: 'resting', input: 'Hi' }, run)).toEqual(archived)
    expect(await send('triggerRun', { agent: id, input: 'Hi' }, run)).toEqual(archived)
    expect(await send('triggerRun', { origin: { peer: 'ann' }, input: 'Hi' }, run)).toEqual(archived)
    expect(await send('saveBinding', { agent: id, peer: 'bob' }, '... on Binding { id }')).toEqual(archived)
    expect(await send('savePolicy', { agent: id, permission: 'DENY' }, '... on Policy { id }')).toEqual(
      archived,
    )
    expect(await send('updateAgent', { id, definition: { name: 'New' } })).toEqual(archived)
    expect(await send('rollBackAgent', { id, version: 1 })).toEqual(archived)
    expect(await send('restoreAgent', { id })).toMatchObject({ __typename: 'Agent', archivedAt: null })
    expect(await send('triggerRun', { agent: 'resting', input: 'Hi' }, run)).toMatchObject({
      __typename: 'Run',
    })
  })

  test('keeps the time at which it was first archived', async () => {
    const id = await create('long-gone')
    const first = textAt(await send('archiveAgent', { id }), 'archivedAt')
    expect(textAt(await send('archiveAgent', { id }), 'archivedAt')).toBe(first)
  })

  test('a workflow that is archived is refused in the same way, and can be restored', async () => {
    const plan = { actions: [{ name: 'a', type: 'TOOL', target: 'look' }] }
    const made = await send(
      'createWorkflow',
      { slug: 'away', definition: { plan } },
      '... on Workflow { id }',
    )
    const id = textAt(made, 'id')
    const shown = '... on Workflow { archivedAt }'
    await create('runner', { tools: ['look'] })
    await send('archiveWorkflow', { id }, shown)
    const start = { workflow: 'away', agent: 'runner' }
    expect(await send('runWorkflow', start, run)).toMatchObject({
      code: 'ARCHIVED',
      message: 'The workflow "away" is archived. Restore it with restoreWorkflow, or name another workflow.',
    })
    expect(await send('restoreWorkflow', { id }, shown)).toEqual({ __typename: 'Workflow', archivedAt: null })
    expect(await send('runWorkflow', start, run)).toMatchObject({ __typename: 'Run' })
  })
})

describe('API-42 an agent that is deleted', () => {
  const deleted = '... on DeletedAgent { id }'

  test('is gone with its versions and policies, and its slug is free', async () => {
    const id = await create('fleeting')
    await send('savePolicy', { agent: 'fleeting', permission: 'DENY' }, '... on Policy { id }')
    expect(await send('deleteAgent', { id }, deleted)).toEqual({ __typename: 'DeletedAgent', id })
    expect(await graph.read('query($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null })
    expect(await create('fleeting')).not.toBe(id)
    expect(await send('deleteAgent', { id }, deleted)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('stays where something refers to it, which the message names', async () => {
    const id = await create('needed')
    const row = await graph.prisma.agent.findFirstOrThrow({ where: { slug: 'needed' } })
    const schedule = await graph.make.schedule(row)
    await graph.make.run(row)
    expect(await send('deleteAgent', { id }, deleted)).toMatchObject({
      code: 'DEFINITION_IN_USE',
      message: expect.stringContaining('because it has runs and schedules. Archive it instead'),
    })
    await graph.prisma.schedule.delete({ where: { id: schedule.id } })
    expect(textAt(await send('deleteAgent', { id }, deleted), 'message')).toContain('because it has runs. ')
    expect(await graph.prisma.agentVersion.count({ where: { agentId: row.id } })).toBe(1)
  })

  test('is as unknown as any where it is of another project', async () => {
    const theirs = await graph.prisma.agent.findFirstOrThrow({ where: { slug: 'stranger' } })
    const id = toGlobalId('Agent', theirs.id)
    for (const field of ['deleteAgent', 'archiveAgent', 'restoreAgent'])
      expect(await send(field, { id }, '')).toMatchObject({ code: 'NOT_FOUND' })
    expect(await graph.prisma.agent.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
  })

  test('a workflow is deleted with its versions, and stays where a run is of it', async () => {
    const workflow = await graph.make.workflow({ version: 2 })
    const id = toGlobalId('Workflow', workflow.id)
    const agent = await graph.make.agent()
    const run = await graph.make.run(agent, { workflowId: workflow.id, workflowVersion: 1 })
    const shown = '... on DeletedWorkflow { id }'
    expect(await send('deleteWorkflow', { id }, shown)).toMatchObject({ code: 'DEFINITION_IN_USE' })
    await graph.prisma.run.delete({ where: { id: run.id } })
    expect(await send('deleteWorkflow', { id }, shown)).toEqual({ __typename: 'DeletedWorkflow', id })
    expect(await graph.prisma.workflowVersion.count({ where: { workflowId: workflow.id } })).toBe(0)
  })
})
