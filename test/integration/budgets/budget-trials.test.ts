import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/database/connect.ts'
import { type BudgetRun, projectBudgetKey, runBudgetKey } from '../../../src/domain/budget.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import { addDecimals, toDecimal } from '../../../src/domain/decimal.ts'
import type { PriceOf } from '../../../src/domain/usage.ts'
import { type Reservation, reserveBudget } from '../../../src/engine/model/reserve-budget.ts'
import { createBudgets } from '../../../src/store/runs/budget-store.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { pick, randomOf, ticks } from '../../support/random.ts'
import { trialSeeds } from '../../support/trials.ts'
import { forbidOvershoot, openForest } from './budget-forest.ts'

/** Children of one tree that call models at the same time. */
const children = 16

const seeds = trialSeeds(1_000)

/** How many trials run at the same time: enough to keep the connections of both engines busy. */
const lanes = 8

const at = new Date('2026-11-21T12:00:00Z')

const database = forFile(await createTestDatabase())
const other = forFile(await openDatabase(database.connectionString))
const forest = await openForest(database.pool)
await forbidOvershoot(database.pool)

/** A call at its worst: 100 tokens in and 100 out, 30 cents. */
const worst = { inputTokens: 100, outputTokens: 100 }

const priceOf: PriceOf = ({ usage }) => ({ costUsd: costOf(usage), priceVersion: 'test', pricedAs: 'test' })

function costOf({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): string {
  return toDecimal((inputTokens + 2 * outputTokens) / 1_000)
}

test('LIM-9 sixteen parallel children never spend and reserve more than their limits together, whatever fails', {
  timeout: 240_000,
}, async () => {
  const left = seeds.values()
  const totals = { held: 0, refused: 0, crashed: 0, lowered: 0, waited: 0 }
  const lane = async () => {
    // Each lane takes the next of those that are left.
    for (const seed of left) await trial(seed, totals)
  }
  await Promise.all(several(lanes, lane))
  console.log(`${seeds.length} trials of ${children} children, the first with seed ${seeds[0]}:`, totals)
  // The trials are worth something only where all of this happened.
  for (const count of Object.values(totals)) expect(count).toBeGreaterThan(seeds.length / 10)
})

type Totals = { held: number; refused: number; crashed: number; lowered: number; waited: number }

interface Trial {
  readonly random: () => number
  /** How many turns of the event loop lie between two acts of a child at most. */
  readonly pace: number
  readonly totals: Totals
  readonly clock: Clock
  /** Tells who has waited longest that it is worth another try. */
  readonly released: () => void
  /** Usage, as the budgets must have it at the end. */
  readonly booked: { costUsd: string; tokens: number }[]
}

/** One tree with random limits, and a budget for five calls at the top. An amount beyond a limit throws in the database. */
async function trial(seed: number, totals: Totals): Promise<void> {
  const random = randomOf(seed)
  const bell = createSignal(totals)
  const booked: { costUsd: string; tokens: number }[] = []
  const { root, leaves, projectId } = await plantTree(random)
  // Sixteen who open the same budgets at once take most of a trial's time: every fourth tree is enough of that.
  if (seed % 4 !== 0) await forest.open(projectId, projectBudgetKey(projectId, at))
  // All at the same moment, or spread as calls are: the first keep each other waiting, most of it to no use.
  const pace = random() < 0.25 ? 4 : 100
  const set: Trial = { random, pace, totals, clock: bell.clock, released: bell.ring, booked }
  await Promise.all(leaves.map((leaf, n) => child(leaf, n % 2 === 0 ? database.pool : other.pool, set)))
  const all = {
    spentUsd: addDecimals(...booked.map((used) => used.costUsd)),
    spentTokens: booked.reduce((sum, used) => sum + used.tokens, 0),
  }
  expect(await forest.holds(projectId), `seed ${seed}`).toBe(0)
  const budget = await forest.budget(runBudgetKey(root.id))
  expect(budget, `seed ${seed}`).toEqual({ ...all, reservedUsd: '0', reservedTokens: 0 })
  expect(booked.length, `seed ${seed}`).toBeGreaterThan(0)
  const day = await forest.budget(projectBudgetKey(projectId, at))
  if (day) expect(day, `seed ${seed}`).toEqual(budget)
}

/** A root, up to two levels below it, and the children on the lowest; limits of so many calls at their worst. */
async function plantTree(random: () => number) {
  const limit = (calls: number) => ({
    maxCostUsd: random() < 0.7 ? toDecimal(calls * 0.3) : null,
    maxTokens: random() < 0.5 ? calls * 200 : null,
  })
  const day = random() < 0.3 ? limit(4) : { maxCostUsd: null, maxTokens: null }
  const projectId = await forest.project({ maxCostUsdPerDay: day.maxCostUsd, maxTokensPerDay: day.maxTokens })
  const roots = await forest.plant(projectId, [{ parent: null, maxCostUsd: '1.5', maxTokens: 1_000 }])
  let level = roots
  for (let depth = Math.floor(random() * 3); depth > 0; depth--) {
    const parents = level
    const seedlings = several(1 + Math.floor(random() * 3), () => ({
      parent: pick(parents, random),
      ...limit(1 + random() * 4),
    }))
    level = await forest.plant(projectId, seedlings)
  }
  const seedlings = several(children, () => ({
    parent: pick(level, random),
    ...(random() < 0.3 ? limit(1 + random() * 2) : {}),
  }))
  return { root: pick(roots, random), projectId, leaves: await forest.plant(projectId, seedlings) }
}

function several<Item>(count: number, make: () => Item): readonly Item[] {
  return Array.from({ length: count }, make)
}

/** A child with one or two calls. Its process may die in each: another goes on with the run. */
async function child(leaf: BudgetRun, pool: pg.Pool, set: Trial): Promise<void> {
  const budgets = createBudgets(pool)
  let run = leaf
  for (let calls = 1 + Math.floor(set.random() * 1.25); calls > 0; calls--) {
    await ticks(set.pace, set.random)
    const messageId = uuidv7()
    const hold = await reserveBudget(
      {
        messageId,
        provider: 'p',
        model: 'm',
        worstInputTokens: () => worst.inputTokens,
        maxOutputTokens: worst.outputTokens,
        floor: set.random() < 0.7 ? worst.outputTokens : 20,
        signals: [never],
      },
      {
        ...{ run, budgets, priceOf, clock: set.clock, random: set.random },
        journal: { durable: async () => undefined },
      },
    )
    if (hold.kind !== 'held') {
      set.totals.refused += 1
      set.released()
      return
    }
    run = await makeCall({ messageId, hold, run, recover: budgets.recover }, set)
    set.released()
  }
}

interface HeldCall {
  readonly messageId: string
  readonly hold: Extract<Reservation, { kind: 'held' }>
  readonly run: BudgetRun
  readonly recover: ReturnType<typeof createBudgets>['recover']
}

async function makeCall({ messageId, hold, run, recover }: HeldCall, set: Trial): Promise<BudgetRun> {
  const { random, totals, booked } = set
  totals.held += 1
  const most = hold.maxOutputTokens ?? 0
  if (most < worst.outputTokens) totals.lowered += 1
  const used = random() < 0.2 ? { inputTokens: 0, outputTokens: 0 } : usedOf(random, most)
  const spent = { costUsd: costOf(used), tokens: used.inputTokens + used.outputTokens }
  await ticks(set.pace, set.random)
  const dies = random() < 0.2
  const isRecorded = !dies || random() < 0.5
  if (isRecorded) await forest.record(run, { messageId, costUsd: spent.costUsd, ...used, at })
  if (!dies) {
    await Promise.all(
      [hold, ...(random() < 0.1 ? [hold] : [])].map((each) =>
        each.settle({ ...used, costUsd: spent.costUsd }),
      ),
    )
    booked.push(spent)
    return run
  }
  totals.crashed += 1
  await ticks(set.pace, set.random)
  const owned = await forest.claimAnew(run)
  await recover({ runId: owned.id, epoch: owned.epoch })
  const full = { inputTokens: worst.inputTokens, outputTokens: most }
  booked.push(isRecorded ? spent : { costUsd: costOf(full), tokens: worst.inputTokens + most })
  // The dead owner was only slow, and settles what is settled.
  if (random() < 0.3) await hold.settle({ ...used, costUsd: spent.costUsd })
  return owned
}

function usedOf(random: () => number, most: number) {
  return {
    inputTokens: Math.ceil(random() * worst.inputTokens),
    outputTokens: random() < 0.3 ? most : Math.floor(random() * most),
  }
}

/** The call that has waited longest continues as soon as another is done; one that begins to wait just after that continues at once. */
function createSignal(totals: Totals) {
  const waiting = new Set<() => void>()
  let rangForNobody = false
  const clock: Clock = {
    now: () => at.getTime(),
    elapsed: () => at.getTime(),
    after: () => () => undefined,
    sleep: async () => {
      totals.waited += 1
      if (rangForNobody) {
        rangForNobody = false
        return
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      await promise
    },
  }
  const ring = () => {
    const [longest] = waiting
    if (!longest) rangForNobody = true
    else if (waiting.delete(longest)) longest()
  }
  return { clock, ring }
}

const never = new AbortController().signal
