import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createProbe } from '../../src/database/probe.ts'
import { whileDatabaseAnswers } from '../../src/http/access/while-database-answers.ts'
import { createReadiness, probeDatabase } from '../../src/http/health/readiness.ts'
import { createReads } from '../../src/store/read/create-reads.ts'

import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'

const database = forFile(await createTestDatabase())

/** Keeps the process from doing anything, as a large answer of a tool does that is parsed. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const stallMs = 2_500

describe('DUR-4 a process that stood still does not take that for an absence of the database', () => {
  it('when it asks for a sign of it', async () => {
    const sign = createProbe(database.connectionString)()
    stall(stallMs)
    expect(await sign).toBe(true)
  })

  it('when an operation waits, and the process stands still again while it asks', async () => {
    const probe = createProbe(database.connectionString)
    let looks = 0
    const isThere = () => {
      looks += 1
      const sign = probe()
      stall(stallMs)
      return sign
    }
    const slow = () => database.pool.query('select pg_sleep(2.5)').then(() => 'answer')
    expect(await whileDatabaseAnswers(slow, isThere)).toBe('answer')
    expect(looks).toBe(1)
  })

  it('when it is asked whether it is ready', async () => {
    const report = createReadiness({ database: () => probeDatabase(createReads(database)) })()
    stall(stallMs)
    expect(await report).toEqual({ status: 'ready', checks: { database: { status: 'ready' } } })
  })
})

it('DUR-4 a database that takes connections and says nothing is away after two seconds', async () => {
  const silent = createServer((line) => line.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const closed = new Promise<void>((resolve) =>
    silent.once('connection', (line) => line.once('close', resolve)),
  )
  const begun = performance.now()
  expect(await createProbe(`postgres://nobody@127.0.0.1:${port}/none`)()).toBe(false)
  // It would wait for ever.
  expect(performance.now() - begun).toBeLessThan(20_000)
  await closed
  silent.close()
})
