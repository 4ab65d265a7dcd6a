import { defineConfig } from 'vitest/config'

/** `npm run test:image`: builds the image once, and tries it in containers. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['build-image.ts'],
    pool: 'forks',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
