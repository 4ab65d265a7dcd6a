import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSameDatabase } from '../../src/database/same-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

describe('DUR-3 the address past the pooler', () => {
  let database: TestDatabase
  let other: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
    other = await createTestDatabase()
  })

  afterAll(async () => {
    await database.drop()
    await other.drop()
  })

  const through = () =>
    `${database.connectionString}${database.connectionString.includes('?') ? '&' : '?'}application_name=pooled`

  it('leads to the same database', async () => {
    await checkSameDatabase({ url: through(), directUrl: database.connectionString })
  })

  it('is named where nobody answers at it', async () => {
    const nowhere = { url: through(), directUrl: 'postgresql://x:y@127.0.0.1:9/z' }
    await expect(checkSameDatabase(nowhere)).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringContaining('Check DATABASE_DIRECT_URL'),
    })
    const away = { url: nowhere.directUrl, directUrl: database.connectionString }
    await expect(checkSameDatabase(away)).rejects.toMatchObject({
      message: expect.stringContaining('Check DATABASE_URL'),
    })
  })

  it('is refused where it leads to another one of the same server', async () => {
    const wrong = { url: through(), directUrl: other.connectionString }
    await expect(checkSameDatabase(wrong)).rejects.toMatchObject({ code: 'DATABASE_DIFFERENT' })
  })
})
