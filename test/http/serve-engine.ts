import { v7 as uuidv7 } from 'uuid'
import { createServer, type ServerOptions } from '../../src/http/serve/server.ts'
import { createReads } from '../../src/store/read/create-reads.ts'
import { createTestDatabase } from '../support/database.ts'
import { createTestEngine, type EngineOptions } from '../support/engine.ts'
import { gateTo } from '../support/gate-to.ts'
import { nothingKnown } from '../support/graphql-options.ts'
import { defaultServer } from '../support/server-facts.ts'

/** The API on a port of its own, over an engine that executes what it takes, on a database of its own. Its project is `default`. */
export async function serveEngine(options: EngineOptions = {}, given: Partial<ServerOptions> = {}) {
  const database = await createTestDatabase()
  const { prisma } = database
  const project = await prisma.project.create({ data: { id: uuidv7(), slug: 'default', name: 'Default' } })
  const engine = await createTestEngine(database, { project, ...options })
  const reports: unknown[] = []
  const { log, tools, priceOf } = engine.services
  const server = createServer({
    ...{ prisma, reads: createReads(database), log, tools, priceOf, operations: engine.operations },
    server: defaultServer,
    catalogue: nothingKnown,
    authenticator: gateTo(project, database.pool),
    host: '127.0.0.1',
    port: 0,
    connectionsPerAddress: 1_000,
    report: (message, error) => reports.push(error ?? message),
    ...given,
  })
  const { url } = await server.listen()
  return {
    ...{ database, engine, prisma, project, server, url, reports },
    endpoint: `${url}/graphql`,
    async close() {
      await server.close()
      await engine.close()
      await database.drop()
    },
  }
}

export type ServedEngine = Awaited<ReturnType<typeof serveEngine>>
