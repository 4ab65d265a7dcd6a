import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { checkServerVersion } from '../../src/database/check-server.ts'

/** A server that says that it is of this version. */
const serverOf = (version: string, number: number) => ({
  query: async () => ({ rows: [{ version, number }] }),
})

describe('DATABASE_TOO_OLD', () => {
  it('names the version of the server and the oldest that is taken', async () => {
    const refusal = checkServerVersion(serverOf('12.22', 120_022))
    await expect(refusal).rejects.toMatchObject({ code: 'DATABASE_TOO_OLD' })
    await expect(refusal).rejects.toThrow('PostgreSQL 12.22. Rungraph needs PostgreSQL 13 or newer.')
    await checkServerVersion(serverOf('13.0', 130_000))
  })

  it('takes the server of the tests', async () => {
    const pool = new pg.Pool({ connectionString: inject('postgres'), max: 1 })
    await checkServerVersion(pool)
    await pool.end()
  })
})
