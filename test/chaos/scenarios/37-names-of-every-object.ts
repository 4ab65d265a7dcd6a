import assert from 'node:assert/strict'
import { Refused } from '../clients/graphql-client.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import { nobodyAsks } from '../stage/plans.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** Names that every object of JavaScript answers to, and some that mean something to databases. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']
const foreign = ['$where', '$a.b', 'a.b', '__defineGetter__', '$$', '']

/** As it comes over the wire: an object literal would take `__proto__` for something else. */
const hostile: Readonly<Record<string, unknown>> = JSON.parse(
  `{${[...inherited, ...foreign].map((name) => `${JSON.stringify(name)}: {"maxSteps": 1, "polluted": true}`).join(', ')}}`,
)

/** A run with all of these names, in its context, its plan, what its model says and what its tools give. */
export default {
  number: 37,
  title: 'names that every object has, in all places where names may stand',
  promises: ['DAG-1', 'DAG-5', 'TAS-4', 'RUN-8'],
  async run({ stage, random }) {
    const planner = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    const looper = await stage.createAgent()
    for (const name of inherited) stage.onCall(name, () => hostile)

    const planned = await stage.trigger({
      agent: planner,
      model: nobodyAsks,
      more: { context: hostile, plan: planOf(stage), sessionKey: '__proto__' },
    })
    const asked = await stage.trigger({
      agent: looper,
      model: hostileModel(stage),
      more: { context: hostile },
    })
    const owner = random() < 0.5 ? await stage.cluster.ownerOf(planned.id) : null
    await owner?.kill()

    const ended = await Promise.all([planned.untilStopped(), asked.untilStopped()])
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['COMPLETED', 'COMPLETED'],
    )
    await expectPlainData(stage, planned)
    await expectRefusedCalls(stage, asked)
    await expectRefusedPlans(stage, planner)
    await expectOwnNames(stage)
    // Properties that every object inherits would count as input of each caller: a limit of one step.
    const { limits, answer } = await untouched(stage, looper)
    assert.deepEqual({ limits, answer }, { limits: null, answer: 'Two steps.' })
  },
} satisfies Scenario

/** Each name as that of an action, of what it reads and of what it gives. */
function planOf(stage: Stage) {
  const actions = inherited.map((name, index) => {
    const { name: target, arguments: parameters } = stage.call('idempotent', name)
    const before = inherited[index - 1]
    return {
      name: name === '__proto__' ? 'proto' : name,
      type: 'TOOL',
      target,
      parameters: { ...parameters, constructor: before === undefined ? '$$' : `$${before}` },
      outputKey: name,
    }
  })
  const { name: target, arguments: parameters } = stage.call('read', 'last')
  const when = 'results.constructor.status == "SUCCEEDED" && context.toString.toString.polluted'
  return { actions: [...actions, { name: 'last', type: 'TOOL', target, parameters, when }] }
}

/** Calls tools by these names, and one that there is with arguments of them. */
function hostileModel(stage: Stage) {
  const { name, arguments: known } = stage.call('once', 'hostile')
  const unknownTools = inherited.map((stranger) => ({ name: stranger, arguments: hostile as never }))
  return inTurns(
    calls(...unknownTools, {
      name,
      arguments: { ...known, ...hostile, ['__proto__']: { polluted: true } } as never,
    }),
    says('As ever.'),
  )
}

async function expectPlainData(stage: Stage, run: Run): Promise<void> {
  const answer = await stage.ask<{ run: { context: Record<string, unknown> } }>(
    'query($id: ID!) { run(id: $id) { context } }',
    { id: run.globalId },
  )
  const { context } = answer.run
  assert.deepEqual(
    Object.keys(context).toSorted(),
    Object.keys(hostile).toSorted(),
    'each is a key of the context',
  )
  for (const name of inherited)
    assert.deepEqual(Object.getOwnPropertyDescriptor(context, name)?.value, hostile, name)
  assert.equal(stage.callsOf('last').length, 1)
  const read = stage.callsOf('constructor')[0]?.args
  assert.deepEqual(read?.constructor, hostile, 'what another action gave under that name is read as it is')
}

async function expectRefusedCalls(stage: Stage, run: Run): Promise<void> {
  const failed = run.eventsOf('ActionFailed')
  assert.deepEqual(
    failed.map(({ errorCode }) => errorCode),
    inherited.map(() => 'TOOL_UNKNOWN'),
  )
  assert.equal(run.eventsOf('ActionCompleted').length, 1)
  const given = stage.callsOf('hostile')[0]?.args ?? {}
  assert.deepEqual(Object.getOwnPropertyDescriptor(given, '__proto__')?.value, { polluted: true })
}

/** A name that no action writes is no key, however many objects have it; and a path goes through data alone. */
async function expectRefusedPlans(stage: Stage, agent: string): Promise<void> {
  const { name: target, arguments: parameters } = stage.call('read', 'never')
  const planWith = (action: object) => ({
    actions: [{ name: 'a', type: 'TOOL', target, parameters, ...action }],
  })
  const trigger = (plan: object) =>
    stage.trigger({ agent, model: nobodyAsks, more: { context: { plain: {} }, plan } })
  const never = [
    ...inherited.map((name) => ({ parameters: { ...parameters, of: `$${name}` } })),
    ...inherited.map((name) => ({ parameters: { ...parameters, of: `Of \${${name}.name}` } })),
    ...inherited.map((name) => ({ dependsOn: [name === '__proto__' ? 'proto' : name] })),
    ...inherited.map((name) => ({ target: name })),
    ...inherited.map((name) => ({ when: `has(context.${name})` })),
    { outputKey: '$where' },
    { name: '__proto__' },
  ]
  await Promise.all(
    never.map((action) =>
      assert.rejects(
        trigger(planWith(action)),
        (error) => error instanceof Refused && error.code === 'INVALID_INPUT',
        JSON.stringify(action),
      ),
    ),
  )
  const through = await Promise.all(
    inherited.map((name) => trigger(planWith({ parameters: { ...parameters, of: `$plain.${name}.name` } }))),
  )
  for (const run of through) {
    await run.untilStopped()
    assert.deepEqual(
      run.eventsOf('ActionFailed').map(({ errorCode }) => errorCode),
      ['REFERENCE_MISSING'],
    )
  }
  assert.equal(stage.callsOf('never').length, 0)
}

/** Names of agents, keys and sessions are looked up among the existing ones. */
async function expectOwnNames(stage: Stage): Promise<void> {
  for (const agent of inherited)
    await assert.rejects(
      stage.trigger({ agent, model: nobodyAsks }),
      (error) => error instanceof Refused && error.code === 'NOT_FOUND',
    )
  for (const slug of ['__proto__', 'toString', '$where'])
    await assert.rejects(
      stage
        .ask(
          'mutation($slug: String!) { createAgent(input: { slug: $slug, definition: { model: "openai-chat/chaos" } }) { ... on Error { code } ... on Agent { id } } }',
          { slug },
        )
        .then((data) => {
          throw new Refused(JSON.stringify(data), '')
        }),
      /INVALID_INPUT/,
    )
}

async function untouched(stage: Stage, agent: string) {
  const run = await stage.trigger({
    agent,
    model: stage.oneCall('read', 'step', 'Two steps.'),
    more: { idempotencyKey: `${stage.callsOf('last')[0]?.runId}:constructor` },
  })
  const { status, summary } = await run.untilStopped()
  assert.equal(status, 'COMPLETED')
  const answer = await stage.ask<{ run: { effectiveLimits: { maxSteps: { value: number | null } } } }>(
    'query($id: ID!) { run(id: $id) { effectiveLimits { maxSteps { value } } } }',
    { id: run.globalId },
  )
  return { limits: answer.run.effectiveLimits.maxSteps.value, answer: summary }
}
