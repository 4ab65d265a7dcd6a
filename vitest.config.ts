import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

const require = createRequire(import.meta.url)

export default defineConfig({
  resolve: {
    // Some packages import graphql as a module and some require it; two copies do not know each other's types and errors.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // These have runners of their own.
    exclude: ['test/chaos/**', 'test/bench/**', 'test/browser/**'],
    globalSetup: ['test/support/postgres-server.ts'],
    // A test file has a process to itself: signals, environment and open handles are its own.
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
