import type { ExecutionResult } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import type { AppCode } from '../../../src/app/app-options.ts'
import { type App, composeApp } from '../../../src/app.ts'
import type { Role } from '../../../src/domain/caller.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../database.ts'
import { postJson } from '../post-json.ts'
import { signInServer, tenantsKey } from './fill-project.ts'
import type { Question } from './schema-walk.ts'

/** A server with API keys, on a database of its own. */
export async function openTenants(settings: Readonly<Record<string, string>>, overrides: AppCode = {}) {
  const database = await createTestDatabase()
  const { prisma, pool } = database
  const config = readConfig({
    ...{ DATABASE_URL: database.connectionString, PORT: '0' },
    RUNGRAPH_ENCRYPTION_KEY: tenantsKey.toString('base64'),
    ...{ RUNGRAPH_DEMO: 'off', RUNGRAPH_LOG_LEVEL: 'silent' },
    ...settings,
  })
  const reports: unknown[] = []
  const report = (message: string, error?: unknown) => reports.push(error ?? message)
  const mcp = {
    mcpServers: { [signInServer.name]: { url: signInServer.url, auth: { type: 'oauth', per: 'user' } } },
  }
  const app: App = await composeApp(config, { report, mcp, ...overrides })
  const { url } = await app.start()
  if (url === null) throw new Error('It does not serve.')

  return {
    ...{ app, url, pool, prisma, reports },
    /** A project, and the key of its administrator. */
    createTenant: async (slug: string) => {
      const project = await prisma.project.create({
        data: { id: uuidv7(), slug, name: `${slug} project` },
        select: { id: true, slug: true },
      })
      const keyOf = async (name: string, role: Role) => {
        const call = { projectId: project.id, name, role, by: `${slug} founder` }
        return (await app.operations.keys.createKey(call)).key
      }
      return { project, keyOf, key: await keyOf(`${slug} admin`, 'ADMIN') }
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

export type Tenants = Awaited<ReturnType<typeof openTenants>>

/** Question and its caller. */
export interface Asking {
  readonly url: string
  readonly key: string
}

/** The text of the answer to a question. */
export async function answerTo(
  { url, key }: Asking,
  { query, variables }: Pick<Question, 'query' | 'variables'>,
): Promise<string> {
  const response = await postJson(
    `${url}/graphql`,
    { query, variables },
    { headers: { accept: 'application/json', authorization: `Bearer ${key}` } },
  )
  return response.text()
}

/** The data of an answer without errors. */
export async function read(asking: Asking, query: string, variables: Question['variables'] = {}) {
  const { data, errors }: ExecutionResult = JSON.parse(await answerTo(asking, { query, variables }))
  if (errors || !data) throw new Error(`${query}: ${JSON.stringify(errors)}`)
  return data
}

/** Does the same with all of them, a few at a time, and keeps their order. */
export async function withAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const places = items.entries()
  const takeNext = async () => {
    for (const [index, item] of places) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, takeNext))
  return results
}
