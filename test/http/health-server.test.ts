import { afterEach, expect, test } from 'vitest'
import { createHealthServer, type HealthServer } from '../../src/http/health/health-server.ts'
import type { ReadinessCheck } from '../../src/http/health/readiness.ts'

let open: HealthServer | undefined

afterEach(() => open?.close())

let at = 0

async function serve(readiness: Readonly<Record<string, ReadinessCheck>>) {
  const now = () => at
  open = createHealthServer({ host: '127.0.0.1', port: 0, setting: 'RUNGRAPH_HEALTH_PORT', readiness, now })
  return (await open.listen()).url
}

test('DUR-4 a process that serves nothing else says that it lives, and whether it is ready', async () => {
  let standsStill = false
  const url = await serve({
    database: () => ({ status: 'ready' }),
    claims: () => (standsStill ? { status: 'unready', reason: 'it hangs' } : { status: 'ready' }),
    wakeups: () => ({ status: 'degraded', reason: 'readers poll' }),
  })
  const ready = async () => {
    const response = await fetch(`${url}/health/ready`)
    return [response.status, await response.json()]
  }
  const checks = { database: { status: 'ready' }, wakeups: { status: 'degraded', reason: 'readers poll' } }
  expect(await ready()).toEqual([
    200,
    { status: 'degraded', checks: { ...checks, claims: { status: 'ready' } } },
  ])
  standsStill = true
  at += 1_000
  expect(await ready()).toEqual([
    503,
    { status: 'unready', checks: { ...checks, claims: { status: 'unready', reason: 'it hangs' } } },
  ])
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
})

test('DUR-4 a check that throws counts as failed, and does not show the error', async () => {
  const url = await serve({
    database: async () => {
      throw new Error('password authentication failed for "boss"')
    },
  })
  const response = await fetch(`${url}/health/ready`)
  expect(response.status).toBe(503)
  expect(await response.text()).not.toContain('boss')
})

test('API nothing else is there, and pages of other origins get nothing', async () => {
  const url = await serve({})
  expect((await fetch(`${url}/graphql`)).status).toBe(404)
  expect((await fetch(`${url}/health/ready`, { method: 'POST' })).status).toBe(404)
  const foreign = await fetch(`${url}/health/ready`, { headers: { origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
})

test('API a port in use is named with its setting', async () => {
  const url = await serve({})
  const port = Number(new URL(url).port)
  const second = createHealthServer({
    host: '127.0.0.1',
    port,
    setting: 'RUNGRAPH_HEALTH_PORT',
    readiness: {},
  })
  await expect(second.listen()).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: expect.stringContaining('set RUNGRAPH_HEALTH_PORT to a free one'),
  })
  await second.close()
})
