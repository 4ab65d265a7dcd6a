import { describe, expect, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import type { Operations, TriggerRun } from '../../src/domain/operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const agent = await graph.make.agent({ slug: 'counter' })
const run = await graph.make.run({ id: agent.id, version: 1 })

const errorFields = 'code message'
const trigger = 'mutation($input: TriggerRunInput!) { triggerRun(input: $input) {'
const input = { agent: 'counter', input: 'Count.' }

/** Asks with operations that behave as given. */
function ask(query: string, variables: object, operations: Partial<Operations>) {
  return graph.ask(query, variables, { operations: refusing(operations) })
}

function failing(error: unknown) {
  return async () => {
    throw error
  }
}

describe('API a mutation gives its object', () => {
  test('with the selected fields, relations included', async () => {
    const { data, errors } = await ask(
      `${trigger} __typename ... on Run { id status agent { slug } steps { totalCount } } } }`,
      { input },
      { triggerRun: async () => ({ runId: run.id }) },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      triggerRun: {
        __typename: 'Run',
        id: toGlobalId('Run', run.id),
        status: 'QUEUED',
        agent: { slug: 'counter' },
        steps: { totalCount: 0 },
      },
    })
  })

  test('returns its object if the selection names only other members of the union', async () => {
    const operations = { triggerRun: async () => ({ runId: run.id }) }
    const query = `${trigger} __typename ... on NotFoundError { message } } }`
    expect(await ask(query, { input }, operations)).toEqual({ data: { triggerRun: { __typename: 'Run' } } })
    const create =
      'mutation { createAgent(input: { slug: "x", definition: {} }) { ... on ConflictError { message } } }'
    expect(await ask(create, {}, { createAgent: async () => ({ agentId: agent.id }) })).toEqual({
      data: { createAgent: {} },
    })
  })
})

describe('API the input of triggerRun', () => {
  async function passed(given: object): Promise<TriggerRun | undefined> {
    const calls: TriggerRun[] = []
    const operations = {
      triggerRun: async (call: TriggerRun) => {
        calls.push(call)
        return { runId: run.id }
      },
    }
    const { errors } = await ask(`${trigger} __typename } }`, { input: given }, operations)
    expect(errors).toBeUndefined()
    return calls[0]
  }

  test('names the agent by global id or slug', async () => {
    const place = {
      projectId: graph.project.id,
      by: 'loopback',
      byKind: 'LOOPBACK',
      bindsDescendants: false,
      trace: null,
    }
    expect(await passed(input)).toEqual({ ...place, input: 'Count.', agent: { slug: 'counter' } })
    const byId = { agent: toGlobalId('Agent', agent.id), input: 'Count.' }
    expect(await passed(byId)).toEqual({ ...place, input: 'Count.', agent: { id: agent.id } })
  })

  test('CTX-6 takes an origin in place of the agent, with absent fields as null', async () => {
    const place = {
      projectId: graph.project.id,
      by: 'loopback',
      byKind: 'LOOPBACK',
      bindsDescendants: false,
      trace: null,
    }
    const origin = { channel: 'chat', peer: 'ann', guildId: null }
    expect(await passed({ input: 'Count.', origin })).toEqual({
      ...place,
      input: 'Count.',
      origin: { channel: 'chat', accountId: null, guildId: null, peer: 'ann' },
    })
    expect(await passed({ input: 'Count.', origin: null, agent: null })).toEqual({
      ...place,
      input: 'Count.',
    })
  })

  test('LIM-14 takes null as left out, but of a limit as none; money exactly and data as it is', async () => {
    const more = {
      maxSteps: null,
      timeoutMs: 5_000,
      maxCostUsd: '0.10',
      context: { a: [1, null] },
      sessionKey: null,
    }
    expect(await passed({ ...input, ...more })).toMatchObject({
      timeoutMs: 5_000,
      maxCostUsd: '0.10',
      context: { a: [1, null] },
    })
    const call = await passed({ ...input, ...more, maxCostUsd: 0.1 })
    expect(call).toMatchObject({ maxCostUsd: '0.1' })
    expect(call).toMatchObject({ maxSteps: null })
    expect(Object.keys(call ?? {})).not.toContain('maxTokens')
    expect(Object.keys(call ?? {})).not.toContain('sessionKey')
  })
})

test('API an agent definition reaches the engine with null and absent fields distinguished', async () => {
  const calls: object[] = []
  const operations = {
    updateAgent: async (call: object) => {
      calls.push(call)
      return { agentId: agent.id }
    },
  }
  const id = toGlobalId('Agent', agent.id)
  const mutation =
    'mutation($id: ID!) { updateAgent(input: { id: $id, definition: { maxSteps: null, name: "New" } }) { ... on Agent { slug } } }'
  expect(await ask(mutation, { id }, operations)).toEqual({ data: { updateAgent: { slug: 'counter' } } })
  expect(calls).toEqual([
    {
      ...{ projectId: graph.project.id, agentId: agent.id, definition: { maxSteps: null, name: 'New' } },
      by: graph.admission.caller.name,
    },
  ])
})

describe('CTX-5 steerRun', () => {
  const steer = `mutation($id: ID!) { steerRun(input: { id: $id, message: "Wait." }) {
    __typename ... on Run { id input } ... on Error { code } } }`

  test('hands the message on and gives the run', async () => {
    const calls: object[] = []
    const operations = {
      steerRun: async (call: object) => {
        calls.push(call)
        return { runId: run.id }
      },
    }
    const id = toGlobalId('Run', run.id)
    expect(await ask(steer, { id }, operations)).toEqual({
      data: { steerRun: { __typename: 'Run', id, input: 'Say hello.' } },
    })
    expect(calls).toEqual([
      { projectId: graph.project.id, runId: run.id, message: 'Wait.', by: graph.admission.caller.name },
    ])
  })

  test('says where the run does not listen, or is none', async () => {
    const over = new RungraphError('ILLEGAL_TRANSITION', { from: 'COMPLETED', to: 'RUNNING', remedy: 'no.' })
    const id = toGlobalId('Run', run.id)
    expect(await ask(steer, { id }, { steerRun: failing(over) })).toEqual({
      data: { steerRun: { __typename: 'ConflictError', code: 'ILLEGAL_TRANSITION' } },
    })
    expect(await ask(steer, { id: 'nonsense' }, {})).toEqual({
      data: { steerRun: { __typename: 'InvalidInputError', code: 'INVALID_ID' } },
    })
  })
})

describe('API errors that a caller can act on are results', () => {
  const errors: readonly [string, RungraphError, object][] = [
    [
      'InvalidInputError',
      new RungraphError('INVALID_INPUT', { message: 'maxSteps must be at least 1.', path: ['maxSteps'] }),
      { code: 'INVALID_INPUT', message: 'maxSteps must be at least 1.', path: ['input', 'maxSteps'] },
    ],
    ['NotFoundError', new RungraphError('NOT_FOUND', { kind: 'agent', key: 'x' }), { code: 'NOT_FOUND' }],
    [
      'ConflictError',
      new RungraphError('IDEMPOTENCY_CONFLICT', { key: 'k' }),
      { code: 'IDEMPOTENCY_CONFLICT' },
    ],
    [
      'ForbiddenError',
      new RungraphError('FORBIDDEN', { action: 'triggerRun', role: 'OPERATOR' }),
      { code: 'FORBIDDEN' },
    ],
    [
      'LimitExceededError',
      new RungraphError('LIMIT_EXCEEDED', { limit: 'Runs', value: 2, max: 1, remedy: 'Wait.' }),
      { code: 'LIMIT_EXCEEDED', message: 'Runs is 2; the maximum is 1. Wait.' },
    ],
  ]
  test.for(errors)('%s', async ([type, error, fields]) => {
    const query = `${trigger} __typename ... on Error { ${errorFields} } ... on InvalidInputError { path } } }`
    const { data, errors: thrown } = await ask(query, { input }, { triggerRun: failing(error) })
    expect(thrown).toBeUndefined()
    expect(data).toMatchObject({ triggerRun: { __typename: type, ...fields } })
  })

  test('an error that the union does not have is an error of the request', async () => {
    const error = new RungraphError('LIMIT_EXCEEDED', { limit: 'Runs', value: 2, max: 1, remedy: 'Wait.' })
    const abort = 'mutation($id: ID!) { abortRun(input: { id: $id }) { __typename } }'
    const answer = await ask(abort, { id: toGlobalId('Run', run.id) }, { abortRun: failing(error) })
    expect(answer.errors?.[0]).toMatchObject({ path: ['abortRun'], extensions: { code: 'LIMIT_EXCEEDED' } })
  })

  test('a value within an input is refused with its whole place', async () => {
    const refused = 'code message ... on InvalidInputError { path }'
    const query = `mutation($filter: RunFilter!, $items: [DataSetItemInput!]) {
      abortRuns(input: { filter: $filter }) { ... on Error { ${refused} } }
      createDataSet(input: { slug: "x", items: $items }) { ... on Error { ${refused} } } }`
    const items = [{ input: 'a' }, { input: 'b', sourceRunId: 'c' }]
    const { data } = await ask(query, { filter: { search: '' }, items }, {})
    expect(data).toEqual({
      abortRuns: {
        code: 'INVALID_INPUT',
        message: 'filter.search has 0 characters; it must have 1 to 200. Leave it out for all.',
        path: ['input', 'filter', 'search'],
      },
      createDataSet: {
        code: 'INVALID_ID',
        message: expect.stringMatching(/^items\.1\.sourceRunId: "c" is not an id of type Run\./),
        path: ['input', 'items', '1', 'sourceRunId'],
      },
    })
  })

  test('an id that is none, or one of another type, is invalid, not unknown', async () => {
    const query = `mutation($id: ID!) { abortRun(input: { id: $id }) { ...Refused }
      archiveAgent(input: { id: $id }) { ...Refused } fireSchedule(input: { id: $id }) { ...Refused } }
      fragment Refused on InvalidInputError { code message path }`
    const agentId = toGlobalId('Agent', agent.id)
    const refused = (id: string, type: string) => ({
      code: 'INVALID_ID',
      message: `id: "${id}" is not an id of type ${type}. Use the \`id\` that the API returned.`,
      path: ['input', 'id'],
    })
    expect(await ask(query, { id: agent.slug }, {})).toEqual({
      data: {
        abortRun: refused(agent.slug, 'Run'),
        archiveAgent: refused(agent.slug, 'Agent'),
        fireSchedule: refused(agent.slug, 'Schedule'),
      },
    })
    expect(await ask(query, { id: agentId }, { archiveAgent: async () => ({ agentId: agent.id }) })).toEqual({
      data: {
        abortRun: refused(agentId, 'Run'),
        archiveAgent: {},
        fireSchedule: refused(agentId, 'Schedule'),
      },
    })
  })
})

describe('API a variable that does not fit', () => {
  test.for([
    [{ agent: 'counter', prompt: { server: 'shop' } }, /"name"/, 'BAD_REQUEST'],
    [{ ...input, input: 7 }, /String/, 'BAD_REQUEST'],
    [{ ...input, unknown: 1 }, /"unknown"/, 'BAD_REQUEST'],
    [{ ...input, maxCostUsd: 'abc' }, /Decimal/, 'INVALID_INPUT'],
    [{ ...input, maxSteps: 'many' }, /Int/, 'BAD_REQUEST'],
  ] as const)('%j is named, with a code', async ([wrong, words, code]) => {
    const { errors } = await ask(`${trigger} __typename } }`, { input: wrong }, {})
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(words),
      extensions: { code },
    })
    expect(errors?.[0]?.message).toMatch(/^Variable "\$input" got invalid value/)
  })
})

describe('API any other error is masked, and reported to the operator', () => {
  const secrets = [
    new Error('connect to postgres://user:secret@db failed', { cause: new Error('select * from "Run"') }),
    new RungraphError('DATABASE_MIGRATION_FAILED', { reason: 'postgres://user:secret@db' }),
    'a thrown secret text',
  ]
  test.for(secrets)('%s', async (secret) => {
    const before = graph.reports.length
    const answer = await ask(`${trigger} __typename } }`, { input }, { triggerRun: failing(secret) })
    expect(JSON.stringify(answer)).not.toMatch(/secret|select|stack|postgres/i)
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Something went wrong in the server; its log tells what.',
      path: ['triggerRun'],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    })
    expect(graph.reports.length).toBe(before + 1)
  })

  test('an error of SQL', async () => {
    const before = graph.reports.length
    const abortRun = async () => {
      await graph.pool.query('select secret from nowhere')
      throw new Error('It is nowhere.')
    }
    const operations = refusing({ abortRun })
    const answer = await graph.ask(
      'mutation { abortRun(input: { id: "run_01987c3e000070008000000000000000" }) { __typename } }',
      {},
      { operations },
    )
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' })
    expect(JSON.stringify(answer)).not.toMatch(/secret|select|nowhere/i)
    expect(graph.reports.length).toBe(before + 1)
  })

  test('an SQL error caused by the text of a caller is reported to the caller alone', async () => {
    const before = graph.reports.length
    const { errors } = await graph.ask('{ runs(filter: { search: "\\u0000" }) { totalCount } }')
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('NUL'),
      extensions: { code: 'INVALID_INPUT' },
    })
    expect(graph.reports.length).toBe(before)
  })

  test("a caller's own mistake is not reported to the operator", async () => {
    const before = graph.reports.length
    await graph.ask('{ runs(first: -1) { totalCount } }')
    await graph.ask('{ nope }')
    expect(graph.reports.length).toBe(before)
  })
})
