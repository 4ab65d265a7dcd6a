import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'
import { createMaintenance } from '../../../src/engine/worker/maintenance.ts'
import { deleteExpired } from '../../../src/store/retention/expired-rows.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { createLocalDispatch } from '../../support/local-dispatch.ts'

const database = forFile(await createTestDatabase())

it('DAG-9 all expired rows are deleted, and nothing else', async () => {
  const projectId = uuidv7()
  const entry = (hash: string, expiresAt: Date) => ({ projectId, hash, output: 1, expiresAt })
  const past = new Date(Date.now() - 1_000)
  const future = new Date(Date.now() + 60_000)
  const old = Array.from({ length: 2_500 }, (_, place) => entry(`old ${place}`, past))
  await database.prisma.actionCache.createMany({ data: [...old, entry('new', future)] })
  await deleteExpired(database.pool)
  const left = await database.prisma.actionCache.findMany({ where: { projectId } })
  expect(left.map(({ hash }) => hash)).toEqual(['new'])
})

it('MCPAUTH-4 a sign-in that was begun and not finished is deleted when it expires', async () => {
  const begun = (stateHash: string, expiresAt: Date) => {
    const server = { server: 'notes', url: 'https://notes.example.com/mcp' }
    return { id: uuidv7(), stateHash, ...server, sealed: 'sealed', expiresAt }
  }
  await database.prisma.mcpSignInState.createMany({
    data: [begun('old', new Date(Date.now() - 1_000)), begun('new', new Date(Date.now() + 60_000))],
  })
  await deleteExpired(database.pool)
  const left = await database.prisma.mcpSignInState.findMany()
  expect(left.map(({ stateHash }) => stateHash)).toEqual(['new'])
})

it('EVT-7 a chore that says so is done as a process begins, others are not', async () => {
  const dispatch = createLocalDispatch()
  const done = Promise.withResolvers<void>()
  const rare = { cron: '0 0 1 1 *' }
  const later = vi.fn(async () => undefined)
  const maintenance = createMaintenance({ dispatch, report: vi.fn() }, [
    { ...rare, key: 'later', perform: later },
    { ...rare, key: 'first', perform: async () => done.resolve(), isAtStart: true },
  ])
  await maintenance.start()
  await done.promise
  await maintenance.close()
  await dispatch.close()
  expect(later).not.toHaveBeenCalled()
})

it('DUR-3 a chore is done when its job comes, and again where it failed', async () => {
  const dispatch = createLocalDispatch()
  const report = vi.fn()
  const done = Promise.withResolvers<void>()
  const perform = vi.fn(async () => done.resolve()).mockRejectedValueOnce(new Error('The disk is full.'))
  const maintenance = createMaintenance({ dispatch, report }, [{ key: 'tidy', cron: '0 0 1 1 *', perform }])
  await maintenance.start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    await dispatch.enqueue([
      { lane: 'maintenance', key: 'tidy' },
      { lane: 'maintenance', key: 'unknown' },
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    await done.promise
    expect(perform).toHaveBeenCalledTimes(2)
    expect(report).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
    await maintenance.close()
    await dispatch.close()
  }
})
