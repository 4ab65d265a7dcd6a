import { defineConfig } from 'vitest/config'

/** `npm run test:package`: installations take a minute, which is too long for `npm test`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    pool: 'forks',
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
