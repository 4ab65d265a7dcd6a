import type { Database } from '../../src/database/connect.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import { parsePlan } from '../../src/domain/plan.ts'
import { checkPlan } from '../../src/engine/plan/check-plan.ts'
import type { CheckedPlan, PlanSurroundings } from '../../src/engine/plan/checked-plan.ts'
import { succeeded } from '../../src/engine/plan/readiness.ts'
import { schedulePlan } from '../../src/engine/plan/schedule-plan.ts'
import { layeredNeeds, layeredPlan } from './layered-plan.ts'
import { livePlan } from './plan-life.ts'
import type { Result } from './result.ts'
import { inRounds } from './rounds.ts'

const maxParallel = 64

/** E. The scheduler beside one written by hand, the check of a plan, and how long a plan holds up the event loop. */
export async function benchPlan(
  database: Database,
  { rounds }: { readonly rounds: number },
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const count of [1_000, 10_000]) results.push(await benchScheduler(count, rounds))
  results.push(await benchCheck(10_000, rounds))
  for (const [phase, { wallMs, cpuMs }] of await livePlan(database, 10_000))
    results.push({
      work: `E  10,000 actions, ${phase}`,
      unit: 'ms of standstill at most',
      figures: { 'by the clock': wallMs, 'of the processor': cpuMs },
      ratio: 50 / cpuMs,
      goal: 1,
    })
  return results
}

async function benchScheduler(count: number, rounds: number): Promise<Result> {
  const needs = layeredNeeds(count)
  const checked = checkedPlan(layeredPlan(count))
  // A thread's time is counted in steps of some systems' clocks: many times over is more than one of them.
  const times = 100_000 / count
  const nanoseconds = (work: () => Promise<void>) => async () => {
    const ms = await processorMs(async () => {
      for (let n = 0; n < times; n++) await work()
    })
    return (ms * 1_000_000) / (times * count)
  }
  const figures = await inRounds(
    [
      { name: 'hand-written', measure: nanoseconds(() => runBare(needs)) },
      { name: 'rungraph', measure: nanoseconds(() => runOurs(checked)) },
    ] as const,
    2 * rounds,
  )
  return {
    work: `E  scheduling ${count.toLocaleString('en')} actions`,
    unit: 'ns per action',
    figures,
    ratio: figures['hand-written'] / figures.rungraph,
    goal: 1 / 4,
  }
}

async function benchCheck(count: number, rounds: number): Promise<Result> {
  const plan = layeredPlan(count)
  const figures = await inRounds(
    [
      { name: 'its form', measure: () => processorMs(async () => parsePlan(plan)) },
      { name: 'all of it', measure: () => processorMs(async () => checkedPlan(plan)) },
    ] as const,
    2 * rounds,
  )
  return {
    work: `E  checking ${count.toLocaleString('en')} actions`,
    unit: 'ms',
    figures,
    ratio: 200 / figures['all of it'],
    goal: 1,
  }
}

/** How long this thread computed: on a machine with other work the clock says something else. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function checkedPlan(plan: JsonObject): CheckedPlan {
  const parsed = parsePlan(plan)
  const check = parsed.ok ? checkPlan(parsed.plan, surroundings) : parsed
  if (!check.ok) throw new Error(check.problems.map(({ path, problem }) => `${path} ${problem}`).join('\n'))
  return check.checked
}

const any = () => true

const surroundings: PlanSurroundings = {
  knows: { TOOL: any, LLM: any, DECISION: any, AGENT: any, RELIC: any, WORKFLOW: any },
  contextKeys: new Set(),
}

async function runOurs(checked: CheckedPlan): Promise<void> {
  const { signal } = new AbortController()
  await schedulePlan(checked, {
    context: {},
    maxParallel,
    signal,
    backgroundSignal: signal,
    perform: async () => succeeded(null),
    adopt: () => undefined,
    record: () => undefined,
  })
}

/** What somebody would write who needs nothing but this: counters of what is waited for, and a queue of what is ready. */
async function runBare(needs: readonly (readonly number[])[]): Promise<void> {
  const open = needs.map(({ length }) => length)
  const neededBy: number[][] = needs.map(() => [])
  for (const [position, others] of needs.entries())
    for (const other of others) neededBy[other]?.push(position)
  const ready = [...open.keys()].filter((position) => open[position] === 0)
  const done = Promise.withResolvers<void>()
  const perform = async (): Promise<null> => null
  let next = 0
  let running = 0

  async function run(position: number): Promise<void> {
    await perform()
    running -= 1
    for (const other of neededBy[position] ?? []) {
      const left = (open[other] ?? 0) - 1
      open[other] = left
      if (left === 0) ready.push(other)
    }
    fill()
  }

  function fill(): void {
    for (; running < maxParallel && next < ready.length; next++) {
      running += 1
      void run(ready[next] ?? 0)
    }
    if (running === 0) done.resolve()
  }

  fill()
  await done.promise
}
