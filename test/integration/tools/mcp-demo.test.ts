import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { readMcpFile } from '../../../src/tools/mcp/mcp-file.ts'
import { root } from '../../checks/run-command.ts'
import { createTestDatabase } from '../../support/database.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { postJson } from '../../support/post-json.ts'
import { call, kill, McpFixture } from '../../tools/mcp-fixture.ts'

const agents = '{ agents(first: 100) { edges { node { slug } } } tools { name source } }'

interface Answer {
  readonly agents: { readonly edges: readonly { readonly node: { readonly slug: string } }[] }
  readonly tools: readonly { readonly name: string; readonly source: string }[]
}

/** An app with these settings; `work` receives it while it runs. */
async function withApp(
  env: Readonly<Record<string, string>>,
  work: (app: Awaited<ReturnType<typeof composeApp>>, has: Answer) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase()
  const settings = { DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent' }
  const app = await composeApp(readConfig({ ...settings, ...env }))
  try {
    const { url } = await app.start()
    const response = await postJson(`${url}/graphql`, { query: agents })
    const { data }: { data: Answer } = JSON.parse(await response.text())
    await work(app, data)
  } finally {
    await app.close()
    await database.drop()
  }
}

function slugsOf({ agents: { edges } }: Answer): readonly string[] {
  return edges.map(({ node }) => node.slug)
}

test('TAS-6 the MCP server of the examples brings its tools, and a demonstration that uses them', () =>
  withApp({ RUNGRAPH_MCP: join(root, 'examples/mcp.json') }, async (app, has) => {
    expect(has.tools.filter(({ source }) => source === 'mcp:orders').map(({ name }) => name)).toEqual([
      'orders__find_orders',
      'orders__get_order',
      'orders__add_note',
      'orders__export_orders',
      'orders__list_resources',
      'orders__read_resource',
    ])
    expect(slugsOf(has)).toContain('demo-mcp')
    const trigger = {
      projectId: app.project.id,
      agent: { slug: 'demo-mcp' },
      input: 'What of the orders of Kim?',
    }
    const { runId } = await app.operations.triggerRun(trigger)
    const outputs: unknown[] = []
    for await (const { type, data } of followInTime((signal) =>
      app.log.follow(runId, { after: 0, signal }),
    )) {
      expect(type).not.toMatch(/Failed$/)
      if (type === 'ActionCompleted') outputs.push(data)
    }
    expect(outputs).toHaveLength(3)
    expect(outputs.at(-1)).toMatchObject({ output: { id: 'A-1003', notes: ['Kim asked when it ships.'] } })
  }))

test('TAS-6 without that server there is no such demonstration', () =>
  withApp({}, async (_app, has) => {
    expect(slugsOf(has)).toContain('demo-chat')
    expect(slugsOf(has)).not.toContain('demo-mcp')
  }))

test('TAS-6 the server of the examples serves over HTTP as well', async () => {
  const fixture = await McpFixture.open()
  const program = join(root, 'examples/mcp-server/server.ts')
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const [line] = await once(createInterface({ input: child.stderr }), 'line')
    const server = await fixture.connect(fixture.at(String(line).replace('Orders are served at ', '')))
    expect(await call(server, 'test__get_order', { id: 'A-1001' })).toMatchObject({ customer: 'Kim' })
    await expect(call(server, 'test__get_order', { id: 'B-1' })).rejects.toThrow('There is no order B-1.')
  } finally {
    await fixture.close()
    await kill(child)
  }
})

test('TAS-6 the file of the examples is right', async () => {
  const { servers, notes } = await readMcpFile(join(root, 'examples/mcp.json'), {})
  expect(servers.map(({ name }) => name)).toEqual(['orders'])
  expect(notes).toEqual([])
})
