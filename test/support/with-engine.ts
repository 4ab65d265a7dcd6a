import { createTestDatabase, type TestDatabase } from './database.ts'
import { createTestEngine, type EngineOptions, type TestEngine } from './engine.ts'

/** An engine with a database to itself, for as long as `work` takes: workers of one database take each other's runs. */
export async function withEngine(
  options: EngineOptions,
  work: (engine: TestEngine, database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase()
  try {
    const engine = await createTestEngine(database, options)
    try {
      await work(engine, database)
    } finally {
      await engine.close()
    }
  } finally {
    await database.drop()
  }
}
