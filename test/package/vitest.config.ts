import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const dist = join(import.meta.dirname, '../../dist')

/** `npm run test:package`: installations take a minute, which is too long for `npm test`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['pack.ts'],
    pool: 'forks',
    // Much of what they do is waiting.
    maxWorkers: 3,
    // The clients of the tests are those that were packed.
    alias: [
      { find: /^.*\/src\/client\/client\.ts$/, replacement: join(dist, 'client.js') },
      { find: /^.*\/src\/client\/(apollo|urql)\.ts$/, replacement: join(dist, 'client/$1.js') },
    ],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
