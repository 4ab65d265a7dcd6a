import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { postJson } from '../../support/post-json.ts'
import { openProcessFolder } from '../../support/rungraph-process.ts'
import { openSilentLine } from '../../support/silent-line.ts'

const timeout = 90_000

const database = forFile(await createTestDatabase())
const line = forFile(await openSilentLine(database.connectionString))
const folder = forFile(await openProcessFolder())
const server = await folder.start('start', {
  DATABASE_URL: line.connectionString,
  RUNGRAPH_ROLE: 'api',
  RUNGRAPH_LOG_LEVEL: 'info',
})

/** Answer that a client reads, and its time in milliseconds. */
async function ask(query: string) {
  const startedAt = performance.now()
  const response = await postJson(server.url, { query })
  const answer: unknown = await response.json()
  return { status: response.status, answer, afterMs: performance.now() - startedAt }
}

async function readiness(): Promise<readonly [number, unknown]> {
  const response = await fetch(new URL('/health/ready', server.url))
  return [response.status, await response.json()]
}

const question = '{ agents(first: 1) { totalCount } }'

const mutation = 'mutation { triggerRun(input: { agent: "demo-chat", input: "Hello" }) { __typename } }'

const unavailable = {
  errors: [{ extensions: { code: 'DATABASE_UNAVAILABLE', retryable: true } }],
}

describe('a process that serves while its database is out of reach', () => {
  it('DUR-3 tells every caller soon to try again, is not ready, lives, and serves when it is back', {
    timeout,
  }, async () => {
    expect((await ask(question)).status).toBe(200)
    // Every connection stays open, and no data arrives by them any more: no client is notified that they broke.
    line.silence()
    const asked = await Promise.all([...Array.from({ length: 30 }, () => ask(question)), ask(mutation)])
    for (const { status, answer, afterMs } of asked) {
      expect(status).toBe(503)
      expect(answer).toMatchObject(unavailable)
      // Two looks of two seconds each; whoever waits for the connection waits for many minutes.
      expect(afterMs).toBeLessThan(30_000)
    }
    expect(await readiness()).toMatchObject([503, { checks: { database: { status: 'unready' } } }])
    expect((await fetch(new URL('/health/live', server.url))).status).toBe(200)
    line.restore()
    line.bury()
    await expect.poll(async () => (await ask(question)).status, { timeout: 30_000 }).toBe(200)
    await expect.poll(async () => (await readiness())[0], { timeout: 30_000 }).toBe(200)
    // The log tells it in two lines, whatever failed meanwhile.
    await expect
      .poll(() => server.printed(), { timeout: 30_000 })
      .toContain('PostgreSQL answers again, after')
    expect(server.printed().match(/PostgreSQL does not answer: /g)).toHaveLength(1)
    expect(server.printed()).not.toContain('"stack"')
  })
})
