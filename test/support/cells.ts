import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { hashOfKey } from '../../src/auth/authenticator.ts'
import { root } from '../checks/run-command.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { startNginx } from './nginx.ts'
import { startTestServer } from './postgres-server.ts'
import { openProcessFolder } from './rungraph-process.ts'

/** The key of the administrator of a project. */
export function keyOf(project: string): string {
  return `rg_${project.padEnd(43, 'x')}`
}

/** Two cells, each a Rungraph on a PostgreSQL server of its own, and the nginx of examples/cells in front of them. */
export interface Cells {
  readonly databases: readonly [TestDatabase, TestDatabase]
  /** The one address. */
  readonly url: string
  /** The headers by which a request goes to the cell of a project. */
  headersOf(project: string, by?: 'host' | 'header'): Readonly<Record<string, string>>
  /** Answer to a project's administrator through nginx. */
  send(project: string, call: Call): Promise<{ readonly status: number; readonly body: string }>
  /** The data of a GraphQL answer. @throws Error where it has errors */
  ask<Data>(project: string, query: string, variables?: object): Promise<Data>
  close(): Promise<void>
}

interface Call {
  readonly path?: string
  readonly body: object | string
  readonly by?: 'host' | 'header'
  readonly headers?: Readonly<Record<string, string>>
}

export async function openCells(projects: Readonly<Record<string, 1 | 2>>): Promise<Cells> {
  const server = await startTestServer()
  const databases = [await createTestDatabase(), await createTestDatabase(server.connectionString)] as const
  await Promise.all(
    Object.entries(projects).map(([slug, cell]) => createProject(databases[cell === 1 ? 0 : 1], slug)),
  )
  const folder = await openProcessFolder()
  const env = { RUNGRAPH_DEMO: 'on' }
  const processes = await Promise.all(
    databases.map(({ connectionString }) =>
      folder.start('start', { ...env, DATABASE_URL: connectionString }),
    ),
  )
  const files = await mkdtemp(join(tmpdir(), 'rungraph-cells-'))
  const map = join(files, 'projects.map')
  const port = await freePort()
  await writeFile(map, linesOf(projects))
  const hosts = processes.map(({ url }) => new URL(url).host)
  const nginx = await startNginx(await configuration({ hosts, map, port }), port)
  const url = `http://127.0.0.1:${port}`

  const headersOf: Cells['headersOf'] = (project, by = 'host') => ({
    authorization: `Bearer ${keyOf(project)}`,
    ...(by === 'host' ? { host: `${project}.example.com` } : { 'rungraph-project': project }),
  })
  const send: Cells['send'] = async (project, { path = '/graphql', body, by, headers = {} }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const all = { 'content-type': 'application/json', ...headersOf(project, by), ...headers }
    const answer = await request(url + path, { method: 'POST', headers: all, body: text })
    return { status: answer.statusCode, body: await answer.body.text() }
  }
  return {
    databases,
    url,
    headersOf,
    send,
    ask: async <Data>(project: string, query: string, variables = {}) => {
      const { body } = await send(project, { body: { query, variables } })
      const answer: { data: Data; errors?: unknown } = JSON.parse(body)
      if (answer.errors !== undefined) throw new Error(body)
      return answer.data
    },
    close: async () => {
      await nginx.close()
      await folder.close()
      for (const database of databases) await database.drop()
      await server.close()
      await rm(files, { recursive: true, force: true })
    },
  }
}

async function createProject({ prisma }: TestDatabase, slug: string): Promise<void> {
  const { id } = await prisma.project.create({ data: { id: uuidv7(), slug, name: slug } })
  const of = { projectId: id, role: 'ADMIN', createdBy: 'test' } as const
  await prisma.apiKey.create({
    data: { id: uuidv7(), ...of, name: 'boss', secretHash: hashOfKey(keyOf(slug)) },
  })
}

function linesOf(projects: Readonly<Record<string, 1 | 2>>): string {
  return Object.entries(projects)
    .map(([project, cell]) => `${project} cell-${cell};\n`)
    .join('')
}

/** Content of the `http` block of the example, with one API in each cell. */
async function configuration({
  hosts,
  map,
  port,
}: {
  readonly hosts: readonly string[]
  readonly map: string
  readonly port: number
}): Promise<string> {
  const text = await readFile(join(root, 'examples/cells/nginx.conf'), 'utf8')
  const block = text.slice(text.indexOf('http {') + 6, text.lastIndexOf('}'))
  return block
    .replace('access_log off;', '')
    .replaceAll(/10\.0\.([12])\.1[12]:4000/g, (_, cell) => hosts[Number(cell) - 1] ?? '')
    .replace('/etc/nginx/projects.map', map)
    .replace('listen 4000;', `listen 127.0.0.1:${port};`)
}
