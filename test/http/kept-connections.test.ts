import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { composeApp } from '../../src/app.ts'
import { createHealthServer } from '../../src/http/health/health-server.ts'
import { type LiveLimits, liveLimits } from '../../src/http/limits/live-limits.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createTestDatabase } from '../support/database.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer | undefined

afterEach(async () => {
  await open?.close()
  open = undefined
})

async function serve(limits: Partial<LiveLimits> = {}): Promise<OpenServer> {
  open = await openServer({ limits })
  return open
}

/** What a server says of how long it keeps the connection. */
const kept = async (address: string) => (await fetch(address)).headers.get('keep-alive')

/** A connection that is kept for further requests. */
async function connection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return {
    /** The first line of the answer to a request. */
    async ask(): Promise<string> {
      socket.write('GET /graphql?query={__typename} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      const [answer] = await once(socket, 'data')
      return String(answer).split('\r\n', 1)[0] ?? ''
    },
    closed: once(socket, 'close'),
  }
}

test('API-9 an idle connection is kept for longer than proxies keep theirs, on every port', async () => {
  const { url: api, endpoint } = await serve()
  const health = createHealthServer({ host: '127.0.0.1', port: 0, readiness: {} })
  const { url } = await health.listen()
  const addresses = [`${endpoint}?query={__typename}`, `${api}/health/live`, `${url}/health/live`]
  expect(await Promise.all(addresses.map(kept))).toEqual(addresses.map(() => 'timeout=75'))
  // nginx and the load balancers of AWS: 60 s.
  expect(liveLimits.idleConnectionMs).toBeGreaterThan(60_000)
  await health.close()
})

test('API-9 an idle connection is kept for as long as it is set, whatever time a request has', async () => {
  const { url } = await serve({ headersWithinMs: 150, requestWithinMs: 300, idleConnectionMs: 1_000 })
  const { ask, closed } = await connection(url)
  for (let nth = 0; nth < 3; nth++) {
    expect(await ask()).toBe('HTTP/1.1 200 OK')
    // Longer than the headers, and than the whole of a request may take.
    await delay(450)
  }
  expect(await ask()).toBe('HTTP/1.1 200 OK')
  await closed
})

test('API-9 RUNGRAPH_KEEP_ALIVE_MS sets how long an idle connection is kept', async () => {
  const { connectionString, drop } = await createTestDatabase()
  const own = { DATABASE_URL: connectionString, PORT: '0', RUNGRAPH_HEALTH_PORT: '0', RUNGRAPH_DEMO: 'off' }
  const app = await composeApp(
    readConfig({ ...own, RUNGRAPH_LOG_LEVEL: 'silent', RUNGRAPH_KEEP_ALIVE_MS: '620000' }),
  )
  const { url, healthUrl } = await app.start()
  const times = [await kept(`${url}/graphql?query={__typename}`), await kept(`${healthUrl}/health/live`)]
  await app.close()
  await drop()
  expect(times).toEqual(['timeout=620', 'timeout=620'])
})
