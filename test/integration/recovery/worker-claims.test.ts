import { afterAll, describe, expect, test } from 'vitest'
import type { ClaimedRun } from '../../../src/domain/run-store.ts'
import { mostClaims, readWorkerClaims } from '../../../src/domain/worker-claim.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { commitOf, openTestStores, type TestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const first = await openTestStores(database)
const second = await first.another()
afterAll(() => Promise.all([first, second].map((stores) => stores.close())))

const nameOf = ({ key }: TestStores) => `worker ${key}`

async function claimsOf(runId: string) {
  const { workerClaims } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  return readWorkerClaims(workerClaims)
}

async function claim(stores: TestStores): Promise<ClaimedRun> {
  const [run] = await stores.claim({ limit: 1 })
  if (!run) throw new Error('There was nothing to claim.')
  return run
}

const heldOf = ({ id: runId, epoch }: ClaimedRun) => ({ runId, epoch })

function expire(id: string) {
  return database.prisma.run.update({
    where: { id },
    data: { leaseExpiresAt: new Date(0), crashesSinceProgress: 0 },
  })
}

describe('API-59 the workers that had a run', () => {
  test('are named after its end, with why one was lost', async () => {
    const before = Date.now()
    await first.queue(1)
    const run = await claim(first)
    expect(await claimsOf(run.id)).toEqual([
      { name: nameOf(first), version: '0.1.0', recoveries: 0, since: expect.any(Date) },
    ])
    await expire(run.id)
    const again = await claim(second)
    const stop = { status: 'COMPLETED', leaseOwner: null, leaseKey: null } as const
    await second.log.commit(commitOf(heldOf(again), [], { run: stop }))
    const claims = await claimsOf(run.id)
    expect(claims).toMatchObject([
      { name: nameOf(first), recoveries: 0, lost: 'LEASE_EXPIRED' },
      { name: nameOf(second), recoveries: 1 },
    ])
    expect(claims[1]).not.toHaveProperty('lost')
    for (const { since } of claims) expect(Math.abs(since.getTime() - before)).toBeLessThan(60_000)
  })

  test('are one where a worker gives a run back and has it again, and two where others had it in between', async () => {
    await first.queue(1)
    const run = await claim(first)
    const release = (stores: TestStores, { id: runId, epoch }: ClaimedRun) =>
      stores.runs.release([{ runId, epoch }])
    await release(first, run)
    const same = await claim(first)
    expect(same).toMatchObject({ id: run.id, recovered: false })
    expect(await claimsOf(run.id)).toHaveLength(1)
    await release(first, same)
    await release(second, await claim(second))
    const back = await claim(first)
    const claims = await claimsOf(run.id)
    expect(claims.map(({ name }) => name)).toEqual([first, second, first].map(nameOf))
    expect(claims.every(({ lost }) => lost === undefined)).toBe(true)
    await first.log.commit(commitOf(heldOf(back), [], { run: { status: 'CANCELLED' } }))
  })

  test('are the last ten, also of one that lost the run and took it over itself', async () => {
    await first.queue(1)
    const { id } = await claim(first)
    for (let recoveries = 1; recoveries <= mostClaims + 3; recoveries += 1) {
      await expire(id)
      await claim(first)
    }
    const claims = await claimsOf(id)
    expect(claims.map(({ recoveries }) => recoveries)).toEqual(
      Array.from({ length: mostClaims }, (_, index) => index + 4),
    )
    expect(claims.map(({ lost }) => lost === 'LEASE_EXPIRED')).toEqual(
      claims.map((_, index) => index < mostClaims - 1),
    )
  })

  test('are known of a run that is claimed as it is accepted', async () => {
    const engine = await createTestEngine(database)
    try {
      const { runId } = await engine.run(sequence({ text: 'Done.' }))
      expect(await claimsOf(runId)).toMatchObject([{ name: `test ${process.pid}`, recoveries: 0 }])
    } finally {
      await engine.close()
    }
  })
})
