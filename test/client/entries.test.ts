import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { root } from '../checks/run-command.ts'

/** Of each entry of the package: what its bundle may import, and how large it may be, in bytes after gzip. */
const entries = [
  ['index', [], 8_300],
  ['react', ['react'], 4_000],
  ['apollo', ['@apollo/client'], 3_500],
  ['urql', ['@urql/core', '@urql/exchange-graphcache'], 3_500],
] as const

test.each(entries)('LIB-1 the entry %s imports %j and has at most %i bytes', async (name, imports, limit) => {
  const bundle = await rolldown({
    cwd: root,
    input: `src/client/${name}.ts`,
    platform: 'browser',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && id !== `src/client/${name}.ts`,
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual(imports)
  expect(output[0].dynamicImports).toEqual([])
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(limit)
})
