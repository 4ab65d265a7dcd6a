import { describe, expect, test } from 'vitest'
import { parseGlobalId } from '../../src/graphql/global-id.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants } from '../support/tenants/two-tenants.ts'

const calls: unknown[] = []

/** A server that executes, with two projects that name everything alike, and what the second has alone. */
const tenants = forFile(await openTenants({}, commonParts(calls)))
const ours = await createTwin(tenants, 'alphamark')
const others = await createTwin(tenants, 'omegamark')
const definition = { name: 'Only theirs', model: 'scripted/repeats' }
const plan = { actions: [{ name: 'note', type: 'TOOL', target: 'note', parameters: { text: 'theirs' } }] }
for (const [mutation, type, input] of [
  ['createAgent', 'CreateAgentInput', { slug: 'only-helper', definition }],
  ['createWorkflow', 'CreateWorkflowInput', { slug: 'only-flow', definition: { name: 'Theirs', plan } }],
  ['saveRelic', 'SaveRelicInput', { name: 'only-store', kind: 'KEY_VALUE' }],
] as const)
  await others.read(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input })

/** The actions of a run, step by step. */
function actionsOf(run: unknown): unknown {
  return at(run, 'steps.edges.*.node.actions')
}

const planned = (...actions: readonly object[]) => ({
  agent: 'planner',
  input: 'Do it.',
  plan: { actions: actions.map((action, place) => ({ name: `a${place}`, ...action })) },
})

describe('KEY-5 equal names in two projects mean two objects', () => {
  test('keys, sessions, threads, bindings: each project has its own, and its models are shown nothing else', async () => {
    const input = { agent: 'talker', input: 'What do you know?', sessionKey: 'shared', threadId: 'thread' }
    const theirs = await others.run({ ...input, input: 'omegamark says', idempotencyKey: 'once' })
    const own = await ours.run({ ...input, input: 'alphamark says', idempotencyKey: 'once' })
    expect([at(theirs, 'status'), at(own, 'status')]).toEqual(['COMPLETED', 'COMPLETED'])
    expect(at(own, 'id')).not.toBe(at(theirs, 'id'))
    expect(at(own, 'session')).toMatchObject({
      memory: ['alphamark is to be remembered'],
      runs: { totalCount: 1 },
    })
    expect(textAt(own, 'summary')).toContain('alphamark says')
    expect(JSON.stringify(own)).not.toContain('omegamark')
    expect(JSON.stringify(theirs)).not.toContain('alphamark')
    const bound = await ours.read(`{ resolveAgent(origin: { channel: "chat", peer: "somebody" }) { name } }`)
    expect(bound).toEqual({ resolveAgent: { name: 'alphamark talker' } })
  })

  test('relics hold the entries of their project, and results are kept for their project alone', async () => {
    const set = { type: 'RELIC', target: 'store.set', parameters: { key: 'k', value: 'omegamark value' } }
    const get = { type: 'RELIC', target: 'store.get', parameters: { key: 'k' } }
    const cached = { type: 'TOOL', target: 'note', parameters: { text: 'cached' }, cache: { ttlMs: 600_000 } }
    const theirs = await others.run(planned(set, cached))
    expect(at(theirs, 'status')).toBe('COMPLETED')
    const before = calls.filter((text) => text === 'cached').length
    const own = await ours.run(planned(get, cached))
    expect(JSON.stringify(actionsOf(own))).toContain('"found":false')
    expect(calls.filter((text) => text === 'cached').length).toBe(before + 1)
    await ours.run(planned(cached))
    expect(calls.filter((text) => text === 'cached').length).toBe(before + 1)
    expect(JSON.stringify(own)).not.toContain('omegamark')
  })

  test('workflows, subagents and gates of one name are those of the project of the run', async () => {
    const ask = { type: 'AGENT', target: 'helper', parameters: { input: 'Who are you?' } }
    const flow = { type: 'WORKFLOW', target: 'flow' }
    const own = await ours.run(planned(ask, flow))
    expect(at(own, 'children.totalCount')).toBe(2)
    expect(JSON.stringify(own)).toContain('alphamark')
    expect(JSON.stringify(own)).not.toContain('omegamark')
  })
})

describe('KEY-5 an agent reaches nothing of another project', () => {
  const reaching = [
    { type: 'AGENT', target: 'only-helper', parameters: { input: 'Hello?' } },
    { type: 'WORKFLOW', target: 'only-flow' },
    { type: 'RELIC', target: 'only-store.get', parameters: { key: 'k' } },
  ]

  test.for(reaching)('a plan names $target, which only another project has', async (action) => {
    expect(at(await others.run(planned(action)), 'status')).toBe('COMPLETED')
    const [name] = action.target.split('.')
    await expect(ours.run(planned(action))).rejects.toThrow(
      new RegExp(String.raw`"INVALID_INPUT".*there is no (agent|workflow|relic) \\"${name}\\"`),
    )
  })

  test('a model calls a target that only another project has, or asks for its results', async () => {
    const noted = await others.run(calling('note', { text: 'omegamark result' }))
    const [reference = ''] = [at(actionsOf(noted), '*.*.id')].flat(2).map((id) => idIn(String(id)))
    const calls = [
      ['spawn_agent', { agent: 'only-helper', input: 'Hello?' }, 'SPAWN_REFUSED'],
      ['workflow_only-flow', {}, 'TOOL_UNKNOWN'],
      ['only-store_get', { key: 'k' }, 'TOOL_UNKNOWN'],
      ['read_output', { reference }, 'OUTPUT_UNKNOWN'],
    ] as const
    for (const [name, args, code] of calls) {
      const own = await ours.run(calling(name, args))
      expect([at(actionsOf(own), '*.*.errorCode')].flat(2), name).toEqual([code])
      expect(JSON.stringify(own), name).not.toContain('omegamark')
    }
  })

  test('the endpoint for callers without GraphQL knows the project of the key alone', async () => {
    const ask = (path: string, key: string) =>
      fetch(`${tenants.url}/api/projects/${path}`, {
        method: path.endsWith('trigger') ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(path.endsWith('trigger') && { body: '"Hello?"' }),
      })
    const run = textAt(await others.run(calling('note', { text: 'omegamark' })), 'id')
    expect((await ask(`omegamark/runs/${run}`, others.key)).status).toBe(200)
    for (const path of ['omegamark/agents/talker/trigger', `omegamark/runs/${run}`]) {
      const [theirs, nobodys] = [
        await ask(path, ours.key),
        await ask(path.replace('omegamark', 'nobody'), ours.key),
      ]
      expect([theirs.status, await theirs.text()]).toEqual([
        404,
        (await nobodys.text()).replace('nobody', 'omegamark'),
      ])
    }
    for (const path of ['agents/only-helper/trigger', `runs/${run}`, `runs/${idIn(run)}`])
      expect((await ask(`alphamark/${path}`, ours.key)).status, path).toBe(404)
  })
})

/** A run whose model makes one call. */
function calling(name: string, args: object) {
  return { agent: 'talker', input: JSON.stringify([{ name, arguments: args }]) }
}

/** The UUID in a global id. */
function idIn(globalId: string): string {
  return parseGlobalId(globalId)?.id ?? ''
}
