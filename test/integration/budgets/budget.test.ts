import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/database/connect.ts'
import { type BudgetRun, type Budgets, projectBudgetKey, runBudgetKey } from '../../../src/domain/budget.ts'
import { createBudgets } from '../../../src/store/runs/budget-store.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { type DayLimits, openForest } from './budget-forest.ts'

const at = new Date('2026-11-21T12:00:00Z')

const worst = { costUsd: '0.3', tokens: 300 }

const database = forFile(await createTestDatabase())
const other = forFile(await openDatabase(database.connectionString))
const forest = await openForest(database.pool)
const budgets = createBudgets(database.pool)

/** A run with a project to itself. */
async function plantOne(limits: { maxCostUsd?: string; maxTokens?: number } = {}, day: DayLimits = {}) {
  const [run] = await forest.plant(await forest.project(day), [{ parent: null, ...limits }])
  if (!run) throw new Error('Nothing was planted.')
  return run
}

async function plantChild(parent: BudgetRun, limits: { maxCostUsd?: string; maxTokens?: number } = {}) {
  const [run] = await forest.plant(parent.projectId, [{ parent, ...limits }])
  if (!run) throw new Error('Nothing was planted.')
  return run
}

async function reserve(
  run: BudgetRun,
  more: { id?: string; worst?: typeof worst; at?: Date; on?: Budgets } = {},
) {
  const on = more.on ?? budgets
  const inForce = await on.inForce(run, more.at ?? at)
  return on.reserve({ id: more.id ?? uuidv7(), run, budgets: inForce, worst: more.worst ?? worst })
}

const reserved = { kind: 'reserved' }

describe('a reservation', () => {
  test('LIM-9 without any limit there is no budget and no row', async () => {
    const run = await plantOne()
    expect(await budgets.inForce(run, at)).toEqual([])
    expect(await forest.budget(runBudgetKey(run.id))).toBeNull()
  })

  test('LIM-9 counts against the run, every run above it and the project, or against none of them', async () => {
    const root = await plantOne({ maxCostUsd: '0.5' }, { maxTokensPerDay: 10_000 })
    const child = await plantChild(await plantChild(root), { maxTokens: 1_000 })
    expect((await budgets.inForce(child, at)).map(({ scope }) => scope)).toEqual(['RUN', 'TREE', 'PROJECT'])
    expect(await reserve(child)).toEqual(reserved)
    expect(await reserve(child)).toEqual({
      kind: 'refused',
      reason: 'COST_LIMIT',
      scope: 'TREE',
      remainingUsd: '0.2',
      remainingTokens: 700,
      mayFree: true,
    })
    const held = { spentUsd: '0', spentTokens: 0, reservedUsd: '0.3', reservedTokens: 300 }
    for (const key of [runBudgetKey(root.id), runBudgetKey(child.id), projectBudgetKey(root.projectId, at)])
      expect(await forest.budget(key)).toEqual(held)
    expect(await forest.holds(root.projectId)).toBe(1)
  })

  test('LIM-9 a child spends at most the rest of its parent, whatever its own limit', async () => {
    const parent = await plantOne({ maxTokens: 500 })
    const child = await plantChild(parent, { maxTokens: 1_000_000 })
    expect(await reserve(parent)).toEqual(reserved)
    expect(await reserve(child)).toMatchObject({ reason: 'TOKEN_LIMIT', scope: 'TREE', remainingTokens: 200 })
    expect(await reserve(child, { worst: { costUsd: '0', tokens: 200 } })).toEqual(reserved)
  })

  test('LIM-9 two engines reserve the last of a budget: one of them gets it', async () => {
    const second = createBudgets(other.pool)
    const run = await plantOne({ maxCostUsd: '0.3' })
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => reserve(run, { on: n % 2 === 0 ? budgets : second })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
    expect(await forest.budget(runBudgetKey(run.id))).toMatchObject({ reservedUsd: '0.3' })
  })

  test('LIM-9 a fraction of a cent that binary numbers do not have is exact', async () => {
    const run = await plantOne({ maxCostUsd: '0.3' })
    const tenth = { costUsd: '0.1', tokens: 1 }
    for (let n = 0; n < 3; n++) expect(await reserve(run, { worst: tenth })).toEqual(reserved)
    expect(await reserve(run, { worst: { costUsd: '0.0000000001', tokens: 1 } })).toMatchObject({
      remainingUsd: '0',
    })
  })

  test('LIM-9 DUR-2 an owner that was replaced reserves nothing', async () => {
    const run = await plantOne({ maxCostUsd: '1' })
    const next = await forest.claimAnew(run)
    expect(await reserve(run)).toEqual({ kind: 'stale' })
    expect(await forest.budget(runBudgetKey(run.id))).toMatchObject({ reservedUsd: '0', reservedTokens: 0 })
    expect(await reserve(next)).toEqual(reserved)
  })

  test('LIM-9 a budget that comes later begins with the spending of the runs below it', async () => {
    const root = await plantOne()
    const child = await plantChild(root)
    const call = { messageId: uuidv7(), costUsd: '0.25', inputTokens: 100, outputTokens: 50, at }
    await forest.record(child, call)
    await forest.record(root, { ...call, messageId: uuidv7() })
    await database.pool.query(
      `update "Run" set "effectiveLimits" = jsonb_set("effectiveLimits", '{maxCostUsd,value}', '"0.9"') where id = $1`,
      [root.id],
    )
    expect(await budgets.spent(root.id)).toEqual({ costUsd: '0.5', tokens: 300 })
    expect(await reserve(child)).toEqual(reserved)
    expect(await reserve(child)).toMatchObject({ remainingUsd: '0.1' })
    expect(await forest.budget(runBudgetKey(root.id))).toMatchObject({ spentUsd: '0.5', spentTokens: 300 })
  })
})

describe('the day of a project', () => {
  test('LIM-9 all its runs share the limit, and midnight UTC begins another', async () => {
    const run = await plantOne({}, { maxCostUsdPerDay: '0.5' })
    const [second] = await forest.plant(run.projectId, [{ parent: null }])
    const late = new Date('2026-11-21T23:59:59.999Z')
    expect(await reserve(run, { at: late })).toEqual(reserved)
    if (!second) throw new Error('Nothing was planted.')
    expect(await reserve(second, { at: late })).toMatchObject({ reason: 'COST_LIMIT', scope: 'PROJECT' })
    expect(await reserve(second, { at: new Date('2026-11-22T00:00:00.000Z') })).toEqual(reserved)
  })

  test('LIM-9 begins with the cost of the calls of the day, and not those of another day', async () => {
    const run = await plantOne({}, { maxTokensPerDay: 1_000 })
    for (const time of ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'])
      await forest.record(run, { messageId: uuidv7(), costUsd: '0.1', inputTokens: 400, at: new Date(time) })
    expect(await reserve(run)).toEqual(reserved)
    expect(await forest.budget(projectBudgetKey(run.projectId, at))).toMatchObject({ spentTokens: 400 })
  })

  test('LIM-9 a limit that is taken away and comes back the same day finds all that was spent', async () => {
    const run = await plantOne({}, { maxCostUsdPerDay: '1' })
    const setLimit = (value: string | null) =>
      database.pool.query(`update "Project" set "maxCostUsdPerDay" = $2 where id = $1`, [
        run.projectId,
        value,
      ])
    const spend = async () => {
      const id = uuidv7()
      expect(await reserve(run, { id })).toEqual(reserved)
      await budgets.settle(id, { costUsd: '0.3', tokens: 1 })
    }
    await spend()
    await setLimit(null)
    for (let n = 0; n < 3; n++) await spend()
    await setLimit('1.3')
    expect(await reserve(run)).toMatchObject({ reason: 'COST_LIMIT', remainingUsd: '0.1', mayFree: false })
  })
})

describe('a settlement', () => {
  test('LIM-9 books the usage and releases the rest, once', async () => {
    const run = await plantOne({ maxCostUsd: '1' })
    const id = uuidv7()
    await reserve(run, { id })
    const settle = () => budgets.settle(id, { costUsd: '0.05', tokens: 70 })
    await Promise.all([settle(), settle(), settle()])
    await settle()
    expect(await forest.budget(runBudgetKey(run.id))).toEqual({
      spentUsd: '0.05',
      spentTokens: 70,
      reservedUsd: '0',
      reservedTokens: 0,
    })
    expect(await forest.holds(run.projectId)).toBe(0)
  })

  test('LIM-9 of a hold of a dead owner is at its cost where the call is recorded, and else at its worst case', async () => {
    const run = await plantOne({ maxCostUsd: '10' })
    const [recorded, unknown, own] = [uuidv7(), uuidv7(), uuidv7()]
    await reserve(run, { id: recorded })
    await reserve(run, { id: unknown })
    await forest.record(run, { messageId: recorded, costUsd: '0.02', inputTokens: 20, outputTokens: 1, at })
    const next = await forest.claimAnew(run)
    await reserve(next, { id: own })
    const recover = () => budgets.recover({ runId: next.id, epoch: next.epoch })
    await Promise.all([recover(), recover()])
    await budgets.settle(unknown, { costUsd: '0', tokens: 0 })
    // Holds of the present owner are its own affair.
    expect(await forest.budget(runBudgetKey(run.id))).toEqual({
      spentUsd: '0.32',
      spentTokens: 321,
      reservedUsd: '0.3',
      reservedTokens: 300,
    })
    expect(await budgets.spent(run.id)).toEqual({ costUsd: '0.32', tokens: 321 })
  })
})
