import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root, runCommand } from '../checks/run-command.ts'
import { serveEngine } from '../http/serve-engine.ts'
import { demo } from '../support/demos.ts'
import { forFile } from '../support/for-file.ts'
import { installPackages } from '../support/install-packages.ts'

const program = join(root, 'test/outside/relay')

/** The documents of examples/relay, as Relay's compiler takes them. */
await installPackages(program)
const folder = await mkdtemp(join(tmpdir(), 'rungraph-relay-'))
await mkdir(join(folder, 'src/__generated__'), { recursive: true })
await symlink(join(program, 'node_modules'), join(folder, 'node_modules'))
const config = {
  ...{
    src: './src',
    artifactDirectory: './src/__generated__',
    language: 'javascript',
    eagerEsModules: true,
  },
  schema: './schema.graphql',
}
await symlink(join(root, 'schema.graphql'), join(folder, 'schema.graphql'))
await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config))
await copyFile(join(root, 'examples/relay/runs.js'), join(folder, 'src/runs.js'))
const served = forFile(await serveEngine({ scripts: { ...demo.scripts } }))
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('API-48 the documents of examples/relay keep the lists of a page, without errors in them', async () => {
  const compiler = join(program, 'node_modules/relay-compiler/cli.js')
  const compiled = await runCommand([process.execPath, compiler], folder)
  expect(compiled.output).toContain('Compilation completed.')
  const { output } = await runCommand([process.execPath, join(program, 'page.mjs'), folder, served.endpoint])
  const agents = ['Agent clerk']
  const said = output.split('\n').filter((line) => line.startsWith('{'))
  expect(
    said.map((line): unknown => JSON.parse(line)),
    output,
  ).toEqual([
    { answer: expect.objectContaining({ slug: 'clerk' }), runs: [], agents },
    { answer: expect.objectContaining({ code: 'SLUG_TAKEN' }), runs: [], agents },
    { answer: expect.objectContaining({ root: expect.anything() }), runs: ['Run Hello'], agents },
    { answer: expect.objectContaining({ code: 'NOT_FOUND' }), runs: ['Run Hello'], agents },
    // Each run changed several times, and stands in the live list once.
    { runs: ['Run Other', 'Run Hello'], agents },
    { answer: expect.objectContaining({ id: expect.any(String) }), runs: ['Run Other'], agents },
  ])
})
