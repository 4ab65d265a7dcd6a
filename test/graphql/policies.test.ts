import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createPolicyOperations } from '../../src/engine/commands/operations.ts'
import { toGlobalId, uuidOf } from '../../src/graphql/global-id.ts'
import { createAgentStore } from '../../src/store/definition-store.ts'
import { createPolicyStore } from '../../src/store/policy-store.ts'
import { readRunScope } from '../../src/store/runs/run-scope.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const agent = await graph.make.agent({ slug: 'buyer' })

/** Asks with the engine's operations on the same database. */
async function ask(query: string, variables: object = {}) {
  const operations = refusing({ policies: operationsOf() })
  const { data, errors } = await graph.ask(query, variables, { operations })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

function operationsOf() {
  const { pool } = graph.database
  return createPolicyOperations({
    agents: createAgentStore(pool),
    policies: createPolicyStore(pool),
    runs: { scope: (projectId, runId) => readRunScope(pool, projectId, runId) },
    newId: uuidv7,
  })
}

const save = `mutation($input: SavePolicyInput!) { savePolicy(input: $input) { __typename
  ... on Policy { id agent { slug } type target operation permission reason }
  ... on Error { code message } ... on InvalidInputError { path } } }`

async function saved(input: object): Promise<string> {
  return textAt(await ask(save, { input }), 'savePolicy.id')
}

describe('TAS-1 savePolicy', () => {
  test('adds a policy, and replaces the one that it names', async () => {
    const input = {
      agent: 'buyer',
      type: 'RELIC',
      target: 'orders_*',
      operation: 'query',
      permission: 'REQUIRE_APPROVAL',
      reason: 'Orders are private.',
    }
    const first = await ask(save, { input })
    const { agent: slug, ...rest } = input
    const id = textAt(first, 'savePolicy.id')
    expect(first).toEqual({ savePolicy: { __typename: 'Policy', id, agent: { slug }, ...rest } })
    const second = await ask(save, { input: { id, permission: 'DENY', target: 'orders_db' } })
    expect(second).toEqual({
      savePolicy: {
        __typename: 'Policy',
        id,
        agent: null,
        type: null,
        target: 'orders_db',
        operation: null,
        permission: 'DENY',
        reason: null,
      },
    })
    expect(
      await graph.read('query($id: ID!) { node(id: $id) { id ... on Policy { target } } }', { id }),
    ).toEqual({ node: { id, target: 'orders_db' } })
  })

  test('takes null for absent fields', async () => {
    const input = { agent: null, type: null, target: 'with-nulls', operation: null, reason: null }
    const answer = await ask(save, { input: { ...input, permission: 'DENY' } })
    expect(at(answer, 'savePolicy.target')).toBe('with-nulls')
  })

  test('returns the error', async () => {
    await saved({ target: 'twice', permission: 'ALLOW' })
    const refusals = [
      [{ target: 'twice', permission: 'DENY' }, 'ConflictError', 'POLICY_TAKEN'],
      [{ target: 'a*b', permission: 'DENY' }, 'InvalidInputError', 'INVALID_INPUT'],
      [{ appliesTo: 'DESCENDANTS', permission: 'DENY' }, 'InvalidInputError', 'INVALID_INPUT'],
      [{ condition: 'parameters.amount > 5', permission: 'DENY' }, 'InvalidInputError', 'INVALID_INPUT'],
      [{ condition: 'size(run.id)', permission: 'DENY' }, 'InvalidInputError', 'INVALID_INPUT'],
      [{ agent: 'nobody', permission: 'DENY' }, 'NotFoundError', 'NOT_FOUND'],
      [{ id: 'nonsense', permission: 'DENY' }, 'InvalidInputError', 'INVALID_ID'],
      [{ id: toGlobalId('Agent', agent.id), permission: 'DENY' }, 'InvalidInputError', 'INVALID_ID'],
    ] as const
    for (const [input, __typename, code] of refusals)
      expect(await ask(save, { input })).toMatchObject({ savePolicy: { __typename, code } })
    const wrong = await ask(save, { input: { target: 'a*b', permission: 'DENY' } })
    expect(at(wrong, 'savePolicy.path')).toEqual(['input', 'target'])
  })
})

test('TAS-1 deletePolicy gives the id that is no more', async () => {
  const query =
    'mutation($id: ID!) { deletePolicy(input: { id: $id }) { ... on DeletedPolicy { id } ... on Error { code } } }'
  const id = await saved({ target: 'short-lived', permission: 'DENY' })
  expect(await ask(query, { id })).toEqual({ deletePolicy: { id } })
  expect(await ask(query, { id })).toEqual({ deletePolicy: { code: 'NOT_FOUND' } })
  expect(await ask(query, { id: 'nonsense' })).toEqual({ deletePolicy: { code: 'INVALID_ID' } })
})

describe('TAS-1 permission', () => {
  const permission = `query($agent: ID!, $type: PermittedType!, $target: String!, $operation: String) {
    permission(agent: $agent, type: $type, target: $target, operation: $operation) {
      permission rule reason policy { id target } } }`

  test('has the ruling for a call, and the policy that decides', async () => {
    const id = await saved({ agent: 'buyer', target: 'pay_*', permission: 'DENY', reason: 'Ask first.' })
    const uuid = uuidOf('Policy', id)
    for (const agentKey of ['buyer', toGlobalId('Agent', agent.id)])
      expect(await ask(permission, { agent: agentKey, type: 'TOOL', target: 'pay_card' })).toEqual({
        permission: {
          permission: 'DENY',
          rule: `policy:${uuid}`,
          reason: 'Ask first.',
          policy: { id, target: 'pay_*' },
        },
      })
  })

  test('tells the default where none speaks of the call', async () => {
    expect(await ask(permission, { agent: 'buyer', type: 'WORKFLOW', target: 'unheard-of' })).toEqual({
      permission: { permission: 'ALLOW', rule: 'default', reason: null, policy: null },
    })
  })

  test('looks at the operation of a relic, and at no other', async () => {
    const id = await saved({ target: 'stock', operation: 'delete', permission: 'DENY' })
    const call = { agent: 'buyer', type: 'RELIC', target: 'stock' }
    expect(at(await ask(permission, { ...call, operation: 'delete' }), 'permission.policy.id')).toBe(id)
    expect(at(await ask(permission, { ...call, operation: 'get' }), 'permission.rule')).toBe('default')
    const { errors } = await graph.ask(
      permission,
      { ...call, type: 'TOOL', operation: 'get' },
      { operations: refusing({ policies: operationsOf() }) },
    )
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_INPUT' })
  })
})

describe('TAS-10 TAS-12 permission of a run', () => {
  const query = `query($agent: ID!, $run: ID) {
    permission(agent: $agent, type: TOOL, target: "wire", runId: $run) { permission rule ruleAgent reason } }`
  const byDefault = { permission: 'ALLOW', rule: 'default', ruleAgent: null, reason: null }

  test('counts what holds from above, conditions and the agent of an access token', async () => {
    const [top, below] = [await graph.make.agent({ slug: 'top' }), await graph.make.agent({ slug: 'below' })]
    const root = await graph.make.run(top, { triggeredBy: 'ann', triggeredByKind: 'TOKEN' })
    const child = await graph.make.run(below, {
      ...{ parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 },
    })
    const of = async (agentKey: string, runId?: string) =>
      at(await ask(query, { agent: agentKey, run: runId }), 'permission')
    expect(await of('below', child.id)).toEqual(byDefault)
    const inherited = {
      agent: 'top',
      appliesTo: 'DESCENDANTS',
      target: 'wire',
      permission: 'DENY',
      reason: 'No.',
    }
    const id = await saved(inherited)
    expect(await of('below')).toEqual(byDefault)
    const denied = {
      permission: 'DENY',
      rule: expect.stringMatching(/^policy:/),
      ruleAgent: 'top',
      reason: 'No.',
    }
    expect(await of('below', child.id)).toEqual(denied)
    expect(await of('below', toGlobalId('Run', child.id))).toEqual(denied)
    expect(await of('top', root.id)).toEqual(denied)
    await ask('mutation($id: ID!) { deletePolicy(input: { id: $id }) { __typename } }', { id })
    const condition = 'caller.kind == "TOKEN" && ancestors.exists(a, a.agent == "top")'
    await saved({ agent: 'below', target: 'wire', condition, permission: 'REQUIRE_APPROVAL' })
    expect(await of('below')).toEqual(byDefault)
    expect(await of('below', child.id)).toMatchObject({ permission: 'REQUIRE_APPROVAL', ruleAgent: 'below' })
    const bound = {
      agentId: top.id,
      slug: 'top',
      version: 1,
      tools: [],
      relics: [],
      workflows: [],
      subagents: [],
    }
    await graph.prisma.run.update({ where: { id: child.id }, data: { bound: { ...bound, specialists: [] } } })
    expect(await of('below', child.id)).toMatchObject({ permission: 'DENY', rule: 'token', ruleAgent: 'top' })
  })

  test('is of a run of the agent in the project alone', async () => {
    const run = await graph.make.run(agent)
    const codeOf = async (variables: object) => {
      const { errors } = await graph.ask(query, variables, {
        operations: refusing({ policies: operationsOf() }),
      })
      return errors?.[0]?.extensions?.code
    }
    await graph.make.agent({ slug: 'somebody' })
    expect(await codeOf({ agent: 'somebody', run: run.id })).toBe('INVALID_INPUT')
    const stranger = await createProject(graph.prisma, 'far')
    const factories = createFactories(graph.prisma, stranger.id)
    const foreign = await factories.run(await factories.agent({ slug: 'buyer' }))
    expect(await codeOf({ agent: 'buyer', run: foreign.id })).toBe('NOT_FOUND')
  })
})

describe('TAS-1 the policies of a project', () => {
  const page = `query($first: Int, $after: String, $agent: ID) { policies(first: $first, after: $after, filter: { agent: $agent }) {
    edges { node { id target agent { slug } } } pageInfo { hasNextPage endCursor } totalCount } }`

  test('are listed in the order of their creation, page by page, of one agent or of all', async () => {
    const other = await openGraph()
    const one = await other.make.agent({ slug: 'one' })
    const stranger = await createProject(other.prisma, 'stranger')
    await createFactories(other.prisma, stranger.id).policy({ target: 'theirs' })
    for (const [target, agentId] of [
      ['first', null],
      ['second', one.id],
      ['third', null],
    ] as const)
      await other.make.policy({ target, agentId })

    const first = await other.read(page, { first: 2 })
    expect(at(first, 'policies.edges.*.node.target')).toEqual(['first', 'second'])
    expect(at(first, 'policies.edges.*.node.agent')).toEqual([null, { slug: 'one' }])
    expect(at(first, 'policies.totalCount')).toBe(3)
    const second = await other.read(page, { first: 2, after: at(first, 'policies.pageInfo.endCursor') })
    expect(at(second, 'policies.edges.*.node.target')).toEqual(['third'])
    for (const agent of [toGlobalId('Agent', one.id), 'one']) {
      const ofOne = await other.read(page, { agent })
      expect(at(ofOne, 'policies.edges.*.node.target')).toEqual(['second'])
      expect(at(ofOne, 'policies.totalCount')).toBe(1)
    }
    expect(at(await other.read(page, { agent: 'nobody' }), 'policies.totalCount')).toBe(0)
    expect(await other.count(page, { first: 3 })).toBe(await other.count(page, { first: 1 }))
    await other.close()
  })

  test('stand on a default, which updateProject changes', async () => {
    const change = `mutation($input: UpdateProjectInput!) { updateProject(input: $input) {
      ... on Project { defaultPermission name } } }`
    const name = at(await graph.read('{ project { name } }'), 'project.name')
    expect(await graph.read('{ project { defaultPermission } }')).toEqual({
      project: { defaultPermission: 'ALLOW' },
    })
    for (const defaultPermission of ['DENY', 'REQUIRE_APPROVAL', 'ALLOW'])
      expect(await ask(change, { input: { defaultPermission } })).toEqual({
        updateProject: { defaultPermission, name },
      })
    expect(await ask(change, { input: { defaultPermission: null } })).toEqual({
      updateProject: { defaultPermission: 'ALLOW', name },
    })
  })
})

describe('TAS-2 the audit of an action', () => {
  const query = `query($id: ID!) { node(id: $id) { ... on Action {
    audit { agent decision rule reason gate { id status } decidedBy resultBytes } } } }`

  async function auditOf(audit?: object) {
    const run = await graph.make.run(agent)
    const step = await graph.make.step(run, 1)
    const gate = await graph.make.gate(run, { status: 'APPROVED' })
    const gated = audit && 'gateId' in audit ? { ...audit, gateId: gate.id } : audit
    const action = await graph.make.action(step, gated === undefined ? {} : { audit: gated })
    const answer = await graph.read(query, { id: toGlobalId('Action', action.id) })
    return { audit: at(answer, 'node.audit'), gate: toGlobalId('Gate', gate.id) }
  }

  test('has the caller, the ruling, its rule and who decided, and the size of the result', async () => {
    const told = { agent: 'buyer', decision: 'REQUIRE_APPROVAL', rule: 'policy:p', reason: 'It is dear.' }
    const rest = { decidedBy: 'ann', resultBytes: 17 }
    const { audit, gate } = await auditOf({ ...told, gateId: '', ...rest })
    expect(audit).toEqual({ ...told, gate: { id: gate, status: 'APPROVED' }, ...rest })
  })

  test('is null before the decision, and has null for fields that were not recorded', async () => {
    expect((await auditOf()).audit).toBeNull()
    const nothing = { rule: null, reason: null, gate: null, decidedBy: null, resultBytes: null }
    expect((await auditOf({ agent: 'buyer', decision: 'ALLOW' })).audit).toEqual({
      agent: 'buyer',
      decision: 'ALLOW',
      ...nothing,
    })
    expect((await auditOf({ decision: 'UNHEARD OF', resultBytes: '?' })).audit).toEqual({
      agent: null,
      decision: null,
      ...nothing,
    })
  })
})
