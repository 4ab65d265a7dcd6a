import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clientEntries } from '../src/user-code/entry-points.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Schemas of the API for code generators, and where they are in the repository. */
const schemas = { 'schema.graphql': 'schema.graphql', 'core.graphql': 'docs/reference/core.graphql' }
/** Where `npm pack` finds the package. */
const folder = join(dist, 'rungraph-client')

/**
 * Writes the package `rungraph-client` into `dist/rungraph-client`: the entry points for browsers without the server and its PostgreSQL. Its
 * files are those of the package `rungraph`, and so are its version, its licence and its optional peers. `npm run build` has compiled them.
 */
export async function writeClientPackage(): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await rm(folder, { recursive: true, force: true })
  const names = Object.keys(clientEntries)
  for (const name of names) {
    await copyWithImports('.', `${name}.js`)
    await copyWithImports('types', `${name}.d.ts`)
  }
  await cp(join(root, 'src/client/README.md'), join(folder, 'README.md'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const [name, source] of Object.entries(schemas)) await cp(join(root, source), join(folder, name))
  const text = JSON.stringify(describe(manifest), null, 2)
  await writeFile(join(folder, 'package.json'), `${text}\n`)
}

function describe(manifest: Readonly<Record<string, unknown>>): object {
  const { version, license, repository, homepage, bugs, peerDependencies, peerDependenciesMeta } = manifest
  return {
    name: 'rungraph-client',
    version,
    description:
      'Clients of Rungraph for browsers and servers: start agents, follow their runs, decide about their gates.',
    license,
    ...{ repository, homepage, bugs },
    type: 'module',
    sideEffects: false,
    keywords: ['rungraph', 'agents', 'graphql', 'subscriptions', 'apollo', 'urql', 'react'],
    exports: Object.fromEntries([
      ...Object.keys(clientEntries).map((name) => [
        name.replace('client', '.'),
        { types: `./types/${name}.d.ts`, default: `./${name}.js` },
      ]),
      ...[...Object.keys(schemas), 'package.json'].map((name) => [`./${name}`, `./${name}`]),
    ]),
    files: ['client.js', 'client', 'types', ...Object.keys(schemas)],
    // `WebSocket` is a global from then on.
    engines: { node: '>=22' },
    ...{ peerDependencies, peerDependenciesMeta },
  }
}

/** A file of the build, at the place that it has there, and what it imports of it. */
async function copyWithImports(from: string, path: string): Promise<void> {
  const source = join(dist, from, path)
  const target = join(folder, from, path)
  await mkdir(dirname(target), { recursive: true })
  await cp(source, target)
  await cp(`${source}.map`, `${target}.map`).catch(() => undefined)
  const text = await readFile(source, 'utf8')
  for (const [, imported = ''] of text.matchAll(/\bfrom "(\.[^"]+)\.js"/g)) {
    const ending = path.endsWith('.d.ts') ? '.d.ts' : '.js'
    await copyWithImports(from, `${join(dirname(path), imported)}${ending}`)
  }
}
