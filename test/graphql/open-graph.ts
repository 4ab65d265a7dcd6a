import { PrismaPg } from '@prisma/adapter-pg'
import type { ExecutionResult } from 'graphql'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Admission } from '../../src/domain/caller.ts'
import type { Tool } from '../../src/domain/tool.ts'
import { createTrafficOperations } from '../../src/engine/commands/read-traffic.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import type { GraphQLSources } from '../../src/graphql/context.ts'
import { type OperationLimits, operationLimits } from '../../src/http/limits/operation-limits.ts'
import { createGraphQLServer } from '../../src/http/yoga/graphql-server.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { createRunLog } from '../../src/log/run-log.ts'
import { createReads } from '../../src/store/read/create-reads.ts'
import { createTrafficStore } from '../../src/store/read/model-traffic.ts'
import { createVault } from '../../src/store/vault.ts'

import { countListeners } from '../support/counted-wakeups.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { dispatchOf } from '../support/dispatch.ts'
import { createFactories } from '../support/factories.ts'
import { anybody, gateTo } from '../support/gate-to.ts'
import { graphqlOptions, nothingKnown } from '../support/graphql-options.ts'
import { createMemoryRunLog } from '../support/memory-run-log.ts'
import { refusing } from '../support/refusing.ts'
import { defaultServer } from '../support/server-facts.ts'
import { tenantsKey } from '../support/tenants/fill-project.ts'

export { at, textAt } from '../support/data-at.ts'

/** The graph over a database of its own, or another one, asked as clients ask it. */
export async function openGraph(openDatabase: () => Promise<TestDatabase> = createTestDatabase) {
  const database = await openDatabase()
  const prisma = new PrismaClient({
    adapter: new PrismaPg(database.pool),
    log: [{ emit: 'event', level: 'query' }],
  })
  const statements: string[] = []
  prisma.$on('query', ({ query }) => statements.push(query))
  const project = (await findProject(prisma, 'default')) ?? (await createProject(prisma, 'default'))
  const reports: unknown[] = []
  // A single run is followed in memory, trees and gates in the database.
  const log = createMemoryRunLog()
  const wakeups = countListeners(createLocalWakeups())
  const stored = createRunLog({
    dispatch: dispatchOf(database.pool),
    pool: database.pool,
    wakeups,
    leaseMs: 60_000,
    now: Date.now,
    report: (message, error) => reports.push(error ?? message),
  })
  const admission = anybody(project)
  const authenticator = gateTo(project, database.pool, (message, error) => reports.push(error ?? message))
  const sources = {
    project,
    prisma,
    reads: createReads({ prisma, pool: logged(database.pool, statements) }),
    log: { ...stored, follow: log.follow },
    operations: refusing({
      shownOutput: async ({ output }) => output,
      traffic: createTrafficOperations(createTrafficStore(database.pool, createVault(tenantsKey))),
      relics: { ...refusing().relics, shownValue: ({ value }) => value },
    }),
    tools: toolsOf([calculator]),
    priceOf: () => null,
    server: defaultServer,
    catalogue: nothingKnown,
  }

  const serverWith = (replaced: Replaced) =>
    createGraphQLServer({
      ...{ ...graphqlOptions(), ...sources, ...replaced },
      report: (message, error) => reports.push(error ?? message),
    })
  let usual: ReturnType<typeof serverWith> | undefined
  let generous: ReturnType<typeof serverWith> | undefined

  /** Asks the server that knows the documents of earlier questions, or another one with some of the sources replaced. */
  async function ask<Data = Answer>(query: string, variables: object = {}, replaced?: Replaced) {
    usual ??= serverWith({})
    return askAt<Data>(replaced ? serverWith(replaced) : usual, query, variables, replaced)
  }

  async function askAt<Data>(
    server: ReturnType<typeof serverWith>,
    query: string,
    variables: object,
    replaced: Partial<Admission> = {},
  ) {
    const response = await server.fetch('http://localhost/graphql', question(query, variables), {
      admission: { ...admission, ...replaced },
    })
    // A test reads the data that it selects.
    return (await response.json()) as ExecutionResult<Data>
  }

  return {
    sources,
    /** Who asks. */
    admission,
    authenticator,
    project,
    prisma,
    /** For operations of the engine on the same rows. */
    database,
    log,
    /** The log in the database, with its wake-ups. */
    stored,
    wakeups,
    pool: database.pool,
    /** Reports of the server to its operator. */
    reports,
    make: createFactories(prisma, project.id),
    ask,
    /** The data of an answer that has no errors. */
    async read<Data = Answer>(query: string, variables: object = {}): Promise<Data> {
      const { data, errors } = await ask<Data>(query, variables)
      if (errors !== undefined || data == null) throw new Error(JSON.stringify(errors))
      return data
    },
    /** How many statements a question takes, with some of the sources replaced. */
    async count(
      query: string,
      variables: object = {},
      replaced?: Partial<GraphQLSources & Admission>,
    ): Promise<number> {
      statements.length = 0
      generous ??= serverWith({ limits: beyondLimits })
      const server = replaced ? serverWith({ ...replaced, limits: beyondLimits }) : generous
      const { errors } = await askAt(server, query, variables, replaced)
      if (errors !== undefined) throw new Error(JSON.stringify(errors))
      return statements.length
    },
    async close() {
      authenticator.close()
      await stored.settled()
      await wakeups.close()
      await prisma.$disconnect()
      await database.drop()
    },
  }
}

/** Statements do not grow with the rows: they are counted of more rows than an answer may have. */
const beyondLimits: OperationLimits = { ...operationLimits, cost: 1_000_000 }

/** A question as a request over HTTP. */
export function question(query: string, variables: object = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
  }
}

type Replaced = Partial<GraphQLSources & Admission> & { readonly limits?: OperationLimits }

export type Graph = Awaited<ReturnType<typeof openGraph>>

export type Answer = Readonly<Record<string, unknown>>

/** The pool of those who read without Prisma: it adds what it is asked to the list, too. */
function logged(pool: pg.Pool, statements: string[]): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (name !== 'query' || typeof found !== 'function') return found
      return (asked: pg.QueryConfig) => {
        statements.push(asked.text)
        return target.query(asked)
      }
    },
  })
}

function findProject(prisma: PrismaClient, slug: string) {
  return prisma.project.findUnique({ where: { slug }, select: { id: true, slug: true } })
}

export async function createProject(prisma: PrismaClient, slug: string) {
  return prisma.project.create({ data: { id: uuidv7(), slug, name: slug }, select: { id: true, slug: true } })
}

const calculator: Tool = {
  name: 'calculator',
  description: 'Works out a sum.',
  inputSchema: { type: 'object' },
  effect: 'read',
  source: 'built-in',
  check: (value) => ({ ok: true, value }),
  execute: async () => 42,
}

function toolsOf(tools: readonly Tool[]) {
  return { list: () => tools, find: (name: string) => tools.find((tool) => tool.name === name) ?? null }
}
