import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root, runCommand } from '../checks/run-command.ts'
import { deadLinks } from '../support/document-links.ts'
import {
  filesIn,
  type InstalledServer,
  install,
  ownEnvironment,
  run,
  startInstalled,
} from './installed-project.ts'

const scratch = inject('scratch')
const project = inject('project')
const folder = join(scratch, 'client')
const installed = join(folder, 'node_modules/rungraph-client')
/** What a page installs beside the client. */
const peers = ['@apollo/client', 'urql', '@urql/core', '@urql/exchange-graphcache', 'react', '@types/react']
let tarball: string
let server: InstalledServer

beforeAll(async () => {
  const packed = join(scratch, 'packed-client')
  await Promise.all([mkdir(packed), mkdir(folder)])
  await run(root, ['npm', 'pack', './dist/rungraph-client', '--pack-destination', packed])
  tarball = join(packed, (await readdir(packed))[0] ?? '')
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run(folder, [...install, tarball])
  server = await startInstalled(project, {
    ...ownEnvironment(dirname(process.execPath)),
    RUNGRAPH_DATA_DIR: join(scratch, 'data-of-client'),
  })
})
afterAll(() => server?.stop())

describe('the package rungraph-client', () => {
  it('PKG-9 installs itself and nothing else, with the files of rungraph/client', async () => {
    const names = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
    expect(names).toEqual(['rungraph-client'])
    const files = await filesIn(installed)
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${(bytes / 1e3).toFixed(1)} kB in ${files.size} files`)
    expect(bytes).toBeLessThan(800e3)
    for (const name of ['client.js', 'client/react.js', 'client/apollo.js', 'client/urql.js'])
      expect(await readFile(join(installed, name))).toEqual(
        await readFile(join(project, 'node_modules/rungraph/dist', name)),
      )
    for (const [name, source] of [
      ['schema.graphql', 'schema.graphql'],
      ['core.graphql', 'docs/reference/core.graphql'],
    ] as const)
      expect(await readFile(join(installed, name))).toEqual(await readFile(join(root, source)))
    expect(deadLinks(installed, 'README.md')).toEqual([])
  })

  it('PKG-9 satisfies publint and Are The Types Wrong', async () => {
    const schemas = ['./schema.graphql', './core.graphql']
    for (const command of [
      ['publint', 'run', tarball, '--strict'],
      ['attw', tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...schemas],
    ]) {
      const { ok, output } = await runCommand(command)
      expect(ok, output).toBe(true)
    }
  })

  it('PKG-9 follows a run of a server from a program of Node', async () => {
    await writeFile(join(folder, 'follow.js'), program)
    const env = { ...ownEnvironment(dirname(process.execPath)), RUNGRAPH_URL: server.url }
    const printed = JSON.parse(await run(folder, ['node', 'follow.js'], env))
    expect(printed.seqs).toEqual(printed.seqs.map((_: unknown, index: number) => index + 1))
    expect(printed).toMatchObject({ last: 'RunCompleted', status: 'COMPLETED' })
    expect(printed.text).toBe(printed.summary)
  })

  it.each(['nodenext', 'bundler'])(
    'PKG-9 types pages with Apollo Client and urql, with the resolution %s',
    async (how) => {
      const pages = join(scratch, `pages-${how}`)
      await cp(join(import.meta.dirname, 'pages'), pages, { recursive: true })
      await writeFile(join(pages, 'package.json'), '{ "type": "module" }')
      for (const name of peers) {
        await mkdir(dirname(join(pages, 'node_modules', name)), { recursive: true })
        await symlink(join(root, 'node_modules', name), join(pages, 'node_modules', name))
      }
      await cp(installed, join(pages, 'node_modules/rungraph-client'), { recursive: true })
      // A package that Apollo Client needs has declarations that `nodenext` refuses; `bundler` checks ours.
      const skipLibCheck = how === 'nodenext'
      const compilerOptions = {
        ...{ target: 'es2022', strict: true, noEmit: true, skipLibCheck, types: [] },
        ...{ lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'] },
        ...{ module: how === 'bundler' ? 'esnext' : how, moduleResolution: how },
      }
      const files = ['apollo.ts', 'urql.ts', 'hooks.ts']
      await writeFile(join(pages, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      const { ok, output } = await runCommand(['tsc', '-p', join(pages, 'tsconfig.json')])
      expect(ok, output).toBe(true)
    },
  )
})

const program = `import { Client } from 'rungraph-client'
const client = new Client({ url: process.env.RUNGRAPH_URL })
const { id } = await client.trigger({ agent: 'demo-chat', input: 'Hello' })
const seqs = []
let text = ''
let last
for await (const event of client.follow(id)) {
  seqs.push(event.seq)
  if (event.__typename === 'TextDelta') text += event.text
  last = event.__typename
}
const { status, summary } = await client.result(id)
console.log(JSON.stringify({ seqs, text, last, status, summary }))
`
