import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { playSeed } from './play-seed.ts'

let dbs: TestDatabase[]
beforeAll(async () => {
  dbs = await Promise.all([1, 2, 3].map(() => createTestDatabase()))
})
afterAll(() => Promise.all(dbs.map((d) => d.drop())))
it('plays', { timeout: 3_600_000 }, async () => {
  let seed = Number(process.env.FROM)
  const to = Number(process.env.TO)
  let runs = 0
  await Promise.all(
    dbs.map(async (database) => {
      while (seed <= to) {
        const s = seed++
        const t = performance.now()
        const o = await playSeed(database, s, { servers: s % 2 === 0 ? 2 : 1, runs: 50 })
        runs += o.runs
        if (performance.now() - t > 4000)
          console.log('SLOW', s, Math.round(performance.now() - t), o.description.slice(0, 300))
        const v = o.violations
        if (v.length > 0) console.log('SEED', s, v.slice(0, 6).join('\n   '))
        for (const id of [...new Set(v.flatMap((x) => x.match(/[0-9a-f-]{36}/)?.[0] ?? []))].slice(0, 1)) {
          const { rows } = await database.pool.query(
            `select seq, type, "stepNumber", epoch, "commitXid", to_char(at, 'SS.MS') as at, left(data::text, 170) as data from "Event" where "runId" = $1 order by seq`,
            [id],
          )
          for (const r of rows)
            console.log('     ', r.seq, r.type, r.stepNumber, 'e', r.epoch, 'x', r.commitXid, r.at, r.data)
          const m = await database.pool.query(
            `select position, role, "stepNumber", left(content::text, 230) as c from "Message" where "runId" = $1 order by position`,
            [id],
          )
          for (const r of m.rows) console.log('      M', r.position, r.role, r.stepNumber, r.c)
          const r = await database.pool.query(
            `select status, "errorCode", "errorMessage", epoch, recoveries, "crashesSinceProgress", "leaseOwner", "createdAt", "claimedAt" from "Run" where id = $1`,
            [id],
          )
          console.log('     R', JSON.stringify(r.rows[0]))
        }
      }
    }),
  )
  console.log('RUNS', runs)
  expect(1).toBe(1)
})
