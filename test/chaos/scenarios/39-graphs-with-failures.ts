import assert from 'node:assert/strict'
import type { JsonObject } from '../../../src/domain/json.ts'
import { pick } from '../../support/random.ts'
import type { Scenario } from '../scenario.ts'
import { lockPickupMs } from '../servers/cluster.ts'
import { endsOf, nobodyAsks, planned } from '../stage/plans.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const graphs = 6
const size = 25
/** After the last of its actions a run ends at once: within a second, and as long again for a machine that has other things to do. */
const endsWithinMs = 2_000

/** Behaviour of an action when its turn comes. */
type Fate = 'works' | 'fails' | 'is not wanted'

interface Node {
  readonly name: string
  readonly fate: Fate
  readonly dependsOn: readonly string[]
  readonly waitForAll: boolean
  readonly skipOnError: boolean
}

/**
 * Random graphs in which actions fail or are denied. The end of each action follows from the graph alone, whichever was faster and however
 * often a worker died.
 */
export default {
  number: 39,
  title: 'graphs of actions that wait for what failed or was skipped',
  promises: ['DAG-2', 'DAG-3', 'DAG-6', 'DAG-7', 'DUR-1'],
  async run({ stage, random, figure }) {
    const agent = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    stage.onCall('fails', () => {
      throw new Error('as it must')
    })
    const drawn = Array.from({ length: graphs }, () => drawGraph(random))
    const trigger = (nodes: readonly Node[]) =>
      stage.trigger({ agent, model: nobodyAsks, more: { plan: planOf(stage, nodes) } })
    const runs = await Promise.all(drawn.map(trigger))
    const failFast = await triggerFailFast(stage, agent)

    await stage.nthCall('works', Math.ceil(random() * graphs * 5))
    await (await stage.cluster.ownerOf(pick(runs, random).id))?.kill()

    for (const [index, run] of runs.entries()) {
      const nodes = drawn[index] ?? []
      const expected = statusesOf(nodes)
      const isFailed = nodes.some(({ name, skipOnError }) => expected.get(name) === 'FAILED' && !skipOnError)
      const { status, recoveries } = await run.untilStopped(30_000)
      assert.equal(status, isFailed ? 'FAILED' : 'COMPLETED')
      const ended = await endsOf(stage, run)
      assert.deepEqual(new Map(ended.map(({ name, status }) => [name, status])), expected)
      const late = lag(run)
      // Its worker may have died just there.
      const most = recoveries === 0 ? endsWithinMs : endsWithinMs + lockPickupMs
      figure(`end after the last action, ${recoveries === 0 ? 'undisturbed' : 'worker died'}`, late)
      assert.ok(late < most, `it ended ${late} ms after its last action, with ${recoveries} recoveries`)
    }
    assert.equal((await failFast.untilStopped(30_000)).status, 'FAILED')
    assert.deepEqual(
      (await endsOf(stage, failFast)).map(({ status }) => status),
      ['FAILED', 'CANCELLED', 'CANCELLED', 'CANCELLED'],
    )
    assert.equal(
      stage.callsOf('held').every(({ wasLeft }) => wasLeft),
      true,
      'what was under way is stopped',
    )
    assert.equal(stage.callsOf('never').length, 0)
  },
} satisfies Scenario

/** Dependencies are earlier ones only; a third of the actions end badly. */
function drawGraph(random: () => number): readonly Node[] {
  const names = Array.from({ length: size }, (_, index) => `a${index}`)
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter(() => random() < 2 / Math.max(2, index))
    const fates: readonly Fate[] = ['works', 'works', 'works', 'works', 'fails', 'is not wanted']
    return {
      name,
      fate: pick(fates, random),
      dependsOn: earlier,
      waitForAll: random() < 0.6,
      skipOnError: random() < 0.3,
    }
  })
}

function planOf(stage: Stage, nodes: readonly Node[]): JsonObject {
  return {
    maxParallel: 5,
    actions: nodes.map(({ name, fate, dependsOn, waitForAll, skipOnError }) => ({
      ...planned(stage, fate === 'fails' ? 'fails' : 'works'),
      ...{ name, dependsOn, waitForAll, skipOnError },
      ...(fate === 'is not wanted' && { when: '1 > 2' }),
    })),
  }
}

/** As the documents say it, one action after the other. */
function statusesOf(nodes: readonly Node[]): ReadonlyMap<string, string> {
  const ends = new Map<string, string>()
  const mayMiss = new Set(nodes.flatMap(({ name, skipOnError }) => (skipOnError ? [name] : [])))
  for (const { name, fate, dependsOn, waitForAll } of nodes) {
    const succeeded = (other: string) => ends.get(other) === 'SUCCEEDED'
    const counts = (other: string) => succeeded(other) || (ends.get(other) === 'FAILED' && mayMiss.has(other))
    const isMet = dependsOn.length === 0 || (waitForAll ? dependsOn.every(counts) : dependsOn.some(counts))
    ends.set(name, !isMet || fate === 'is not wanted' ? 'SKIPPED' : fate === 'fails' ? 'FAILED' : 'SUCCEEDED')
  }
  return ends
}

/** One fails while another is running and two wait. */
async function triggerFailFast(stage: Stage, agent: string): Promise<Run> {
  stage.onCall('held', () => new Promise(() => undefined))
  stage.onCall('late', async () => {
    await stage.nthCall('held', 1)
    throw new Error('as it must')
  })
  const never = planned(stage, 'never')
  const actions = [
    planned(stage, 'late'),
    planned(stage, 'held'),
    { ...never, name: 'waits', dependsOn: ['held'] },
    { ...never, name: 'waits_for_it', dependsOn: ['waits'] },
  ]
  const plan = { failFast: true, actions }
  return stage.trigger({ agent, model: nobodyAsks, more: { plan } })
}

/** Milliseconds from the last end of an action to the end of the run, by the log. */
function lag(run: Run): number {
  const ends = ['ActionCompleted', 'ActionFailed', 'ActionSkipped']
  const lastEnd = run.events.findLast(({ type }) => ends.includes(type))
  const end = run.events.at(-1)
  return Date.parse(end?.at ?? '') - Date.parse(lastEnd?.at ?? '')
}
