import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { scratchFolder } from './test/support/scratch-folder.ts'

process.env.TMPDIR = scratchFolder()
const require = createRequire(import.meta.url)

/** Where a file leaves nothing behind that another would see: they share processes. */
const together = ['contract', 'graphql', 'models', 'relics', 'tools', 'unit'].map(testsOf)
/** These have runners of their own. */
const elsewhere = ['chaos', 'bench'].map(testsOf)

function testsOf(folder: string): string {
  return `test/${folder}/**/*.test.ts`
}

function project(name: string, which: { include: string[]; exclude?: string[]; isolate: boolean }) {
  return {
    resolve: {
      // Some packages import graphql as a module and some require it; two copies do not know each other's types and errors.
      alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }],
    },
    test: {
      ...which,
      name,
      pool: 'forks' as const,
      // A poll ends when it finds what it waits for; its default of a second is too short on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres-server.ts'],
    // Much of what they do is waiting, for a server or a lease.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      project('together', { include: together, isolate: false }),
      // They start, kill and watch: signals, environment and open handles are each file's own.
      project('apart', {
        include: ['test/**/*.test.ts'],
        exclude: [...together, ...elsewhere],
        isolate: true,
      }),
    ],
  },
})
