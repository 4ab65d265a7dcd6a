import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { rungraph } from '../checks/run-command.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'

let printed = ''

/** `start --watch` in a folder with one tool, as a user who writes more of them has it. */
const [folder, database] = await Promise.all([
  mkdtemp(join(tmpdir(), 'rungraph watch ')),
  createTestDatabase(),
])
await mkdir(join(folder, 'tools'))
await writeTool('first')
await writeFile(join(folder, '.env'), 'RUNGRAPH_TOOLS=tools\n')
const port = await freePort()
const url = `http://127.0.0.1:${port}/graphql`
const child = spawn(process.execPath, [...rungraph, 'start', '--watch'], {
  cwd: folder,
  env: {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), RUNGRAPH_LOG_LEVEL: 'error' },
    ...{ DATABASE_URL: database.connectionString, RUNGRAPH_DEMO: 'off' },
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
for (const stream of [child.stdout, child.stderr])
  stream?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
afterAll(async () => {
  child?.kill('SIGTERM')
  if (child?.exitCode === null) await once(child, 'close')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

it('CLI-8 the server starts again when a module comes, is broken and is mended, and when .env changes', async () => {
  await expect.poll(tools).toEqual(['first as written'])
  await writeTool('second')
  await expect.poll(tools).toEqual(['first as written', 'second as written'])
  expect(printed).toContain('tools has other modules: starting again.\n')
  await writeFile(join(folder, 'tools/_words.mjs'), 'export const words = ')
  await saveByRename(
    'tools/second.mjs',
    `import { words } from './_words.mjs'\n${textOf('second', 'imports')}`,
  )
  await expect.poll(() => printed).toContain('it has a syntax error')
  await expect.poll(() => printed).toContain('The server has ended with exit code 1.')
  await saveByRename('tools/_words.mjs', `export const words = 'a few'\n`)
  await expect.poll(tools).toEqual(['first as written', 'second imports'])
  for (const save of ['once', 'twice']) {
    await saveByRename('tools/first.mjs', textOf('first', `as renamed ${save}`))
    await expect.poll(tools).toEqual([`first as renamed ${save}`, 'second imports'])
  }
  await mkdir(join(folder, 'others'))
  await writeFile(join(folder, 'others/other.mjs'), textOf('other', 'as written'))
  await writeFile(join(folder, '.env'), 'RUNGRAPH_TOOLS=others\n')
  await expect.poll(tools).toEqual(['other as written'])
  expect(printed).toContain('.env has changed: starting again.\n')
})

function writeTool(name: string): Promise<void> {
  return writeFile(join(folder, `tools/${name}.mjs`), textOf(name, 'as written'))
}

/** As editors and `sed -i` save: a new file takes the place of the old one. */
async function saveByRename(path: string, text: string): Promise<void> {
  await writeFile(join(folder, 'saved'), text)
  await rename(join(folder, 'saved'), join(folder, path))
}

function textOf(name: string, description: string): string {
  const tool = { name, description: `${name} ${description}`, inputSchema: { type: 'object' } }
  return `export default { ...${JSON.stringify(tool)}, effect: 'read', execute: () => 'done' }\n`
}

/** What the server says of its tools; nothing while there is none. */
async function tools(): Promise<readonly string[]> {
  const body = JSON.stringify({ query: '{ tools(filter: { kind: [MODULE] }) { description } }' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
  if (response === null) return []
  const { data }: { data?: { tools: readonly { description: string }[] } } = await response.json()
  return (data?.tools ?? []).map(({ description }) => description).toSorted()
}
