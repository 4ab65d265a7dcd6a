import { startPrivatePostgres } from '../../src/database/private-postgres.ts'

/*
 * A process that uses a private PostgreSQL: `node postgres-user.ts <data folder>`.
 * Sends its parent the connection string, and exits on request.
 */

const server = await startPrivatePostgres({ dataDir: process.argv[2] ?? '', log: () => {} })
process.once('message', async () => {
  await server.close()
  process.disconnect()
})
process.send?.(server.connectionString)
