import assert from 'node:assert/strict'
import type { JsonObject } from '../../../src/domain/json.ts'
import { shuffled } from '../../support/random.ts'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'
import { endsOf, nobodyAsks, planned, refusalOf } from '../stage/plans.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'
import { countUnderWay } from '../stage/under-way.ts'

/** The most that a plan may have. */
const most = 10_000
/** How many the one that is executed has: large, and done in some seconds. Of those so many call a tool. */
const wideSize = 1_500
const leaves = 300
const maxParallel = 20

/**
 * Plans that cannot be executed are refused before anything of them runs, whether a model or a caller wrote them; a large one is executed
 * within its limit of parallel actions, also when its worker dies in the middle of it.
 */
export default {
  number: 38,
  title: 'plans that are circular, broken, or very large',
  promises: ['DAG-1', 'DAG-2', 'DAG-3', 'LIM-12', 'DUR-1'],
  async run({ stage, random, figure }) {
    const agent = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT', maxParallel })
    const trigger = (plan: JsonObject) => stage.trigger({ agent, model: nobodyAsks, more: { plan } })

    for (const { plan, words, code = 'INVALID_INPUT' } of shuffled(brokenPlans(stage), random)) {
      const beganAt = performance.now()
      const message = await refusalOf(code, trigger(plan))
      figure('refusal', performance.now() - beganAt)
      assert.match(message, words)
    }
    await expectSentBack(stage)
    assert.equal(stage.callsOf('never').length, 0, 'nothing of them ran')

    const counted = countUnderWay(() => random() * 10)
    stage.onCall('leaf', counted.behaviour)
    stage.onCall('fails', () => {
      throw new Error('as it must')
    })
    const wide = await trigger({ actions: wideActions(stage), maxParallel })
    const waitAny = await trigger({ actions: allFailing(stage) })
    await stage.nthCall('leaf', Math.ceil(leaves * (0.1 + 0.6 * random())), 60_000)
    const owner = await stage.cluster.ownerOf(wide.id)
    await owner?.kill()

    await expectAllDone(stage, wide)
    assert.ok(counted.peak() <= maxParallel, `${counted.peak()} were under way at once`)
    assert.equal((await waitAny.untilStopped()).status, 'FAILED')
    assert.deepEqual(
      (await endsOf(stage, waitAny)).map(({ status }) => status),
      ['FAILED', 'FAILED', 'SKIPPED', 'SKIPPED'],
    )
  },
} satisfies Scenario

interface Broken {
  readonly plan: JsonObject
  readonly words: RegExp
  /** Default: INVALID_INPUT. */
  readonly code?: string
}

/** Plans that must not begin, with the expected message for each. */
function brokenPlans(stage: Stage): readonly Broken[] {
  const action = (name: string, more: JsonObject = {}) => ({ ...planned(stage, 'never'), name, ...more })
  const ring = Array.from({ length: most }, (_, n) => action(`n${n}`, { dependsOn: [`n${(n + 1) % most}`] }))
  const nested = JSON.parse(`${'{"in":'.repeat(300)}1${'}'.repeat(300)}`)
  return [
    {
      plan: {
        actions: [
          action('first'),
          action('a', { dependsOn: ['c'] }),
          action('b', { dependsOn: ['a'] }),
          action('c', { dependsOn: ['b', 'first'] }),
        ],
      },
      words: /a → c → b → a/,
    },
    { plan: { actions: [action('a', { dependsOn: ['a'] })] }, words: /cannot wait for itself/ },
    { plan: { actions: [action('a', { dependsOn: ['nobody'] })] }, words: /there is no action "nobody"/ },
    { plan: { actions: [action('a'), action('a')] }, words: /"a" is the name of actions\[0\] too/ },
    {
      plan: { actions: [action('a', { outputKey: 'own', parameters: { name: 'x', of: '$own' } })] },
      words: /"\$own" is its own output/,
    },
    { plan: { actions: [...ring, action('more')] }, words: /10000/ },
    // A cycle of thousands is listed in part.
    { plan: { actions: ring }, words: /n0 → n1 → .+ → …/ },
    // Too deep for the variables of any operation.
    { plan: { actions: [action('a', { parameters: nested })] }, words: /deep/, code: 'OPERATION_TOO_LARGE' },
  ]
}

/** A model's plan is sent back to it with the same words, three times; then the run ends. */
async function expectSentBack(stage: Stage): Promise<void> {
  const action = planned(stage, 'never')
  const actions = [
    { ...action, name: 'a', dependsOn: ['b'] },
    { ...action, name: 'b', dependsOn: ['a'] },
  ]
  const run = await stage.trigger({
    agent: await stage.createAgent({ planner: 'PLAN' }),
    model: inTurns(says(JSON.stringify({ plan: { actions } }))),
  })
  const { status, errorCode } = await run.untilStopped()
  assert.deepEqual({ status, errorCode }, { status: 'FAILED', errorCode: 'PLAN_INVALID' })
  const warnings = run.eventsOf('Warning').filter(({ code }) => code === 'PLAN_REJECTED')
  assert.equal(warnings.length, 3)
  for (const { message } of warnings) assert.match(String(message), /a → b → a/)
}

/** One root, leaves that wait for it, one that waits for any and one for all of them, and a branch of a thousand that is not taken. */
function wideActions(stage: Stage): readonly JsonObject[] {
  const names = Array.from({ length: leaves }, (_, n) => `leaf${n}`)
  const root = {
    name: 'root',
    type: 'DECISION',
    branches: [{ name: 'few', when: '1 < 2' }, { name: 'many' }],
  }
  const leaf = { ...planned(stage, 'leaf'), dependsOn: ['root'], branch: 'root/few' }
  const joins = [
    { ...planned(stage, 'any'), dependsOn: names, waitForAll: false },
    { ...planned(stage, 'all'), dependsOn: names },
  ]
  const rest = wideSize - leaves - joins.length - 1
  const never = { ...planned(stage, 'never'), branch: 'root/many' }
  const untaken = Array.from({ length: rest }, (_, n) => ({ ...never, name: `n${n}` }))
  return [root, ...names.map((name) => ({ ...leaf, name })), ...joins, ...untaken]
}

/** One that waits for any of two that fail. */
function allFailing(stage: Stage): readonly JsonObject[] {
  const fails = planned(stage, 'fails')
  return [
    { ...fails, name: 'a' },
    { ...fails, name: 'b' },
    { ...planned(stage, 'never'), name: 'any', dependsOn: ['a', 'b'], waitForAll: false },
    { ...planned(stage, 'never'), name: 'after', dependsOn: ['any'] },
  ]
}

async function expectAllDone(stage: Stage, run: Run): Promise<void> {
  assert.equal((await run.untilStopped(90_000)).status, 'COMPLETED')
  const ends = await endsOf(stage, run)
  assert.equal(ends.length, wideSize)
  const byStatus = Map.groupBy(ends, ({ status }) => status)
  assert.deepEqual([...byStatus.keys()].toSorted(), ['SKIPPED', 'SUCCEEDED'])
  assert.equal(byStatus.get('SUCCEEDED')?.length, leaves + 3)
}
