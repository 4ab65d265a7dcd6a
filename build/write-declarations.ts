import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { clientEntries, serverEntries } from '../src/user-code/entry-points.ts'

const root = join(import.meta.dirname, '..')
const entries = { ...serverEntries, ...clientEntries }

/**
 * Writes the types of the package's entry points into `dist/types`: TypeScript declares each file of the source, and rolldown takes
 * from these what the entry points mention. The types of zod and of Standard Schema are taken in as well, so that a user needs no
 * package for them. @throws an Error with what TypeScript or rolldown says
 */
export async function writeDeclarations(): Promise<void> {
  const draft = join(root, `dist/declarations-${process.pid}`)
  await mkdir(draft, { recursive: true })
  try {
    await declareSource(draft)
    await build({
      cwd: root,
      input: Object.fromEntries(
        Object.entries(entries).map(([name, source]) => [name, declarationOf(draft, source)]),
      ),
      external: /^(?!zod|@standard-schema\/spec)[^./]/,
      resolve: { conditionNames: ['import', 'types'] },
      // It reads declarations, and generates none.
      plugins: [dts({ dtsInput: true, oxc: true, tsconfig: false })],
      logLevel: 'silent',
      output: {
        dir: join(root, 'dist/types'),
        cleanDir: true,
        codeSplitting: { groups: [{ name: 'zod.d', test: /[\\/]node_modules[\\/]/ }] },
        // The comments that silence TypeScript at the variances of zod's types are lost during bundling.
        postBanner: ({ name }) => (name.startsWith('zod') ? '// @ts-nocheck' : ''),
      },
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** By TypeScript, which `npm run check` lets check the source: here it only prints the types. */
async function declareSource(draft: string): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
      ...{ rootDir: root, outDir: draft, typeRoots: [join(root, 'node_modules/@types')] },
      ...{ lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
    },
    files: Object.values(entries).map((source) => join(root, source)),
    include: [],
  }
  const path = join(draft, 'tsconfig.json')
  await writeFile(path, JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of the package cannot be written:\n${stdout.trim()}`)
}

function declarationOf(draft: string, source: string): string {
  return join(draft, source.replace(/\.tsx?$/, '.d.ts'))
}
