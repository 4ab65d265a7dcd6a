import { once } from 'node:events'
import { Agent, request as requestOver, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer as startExpress } from '../../examples/embed-express/server.ts'
import { startServer as startFastify } from '../../examples/embed-fastify/server.ts'
import { startServer as startHono } from '../../examples/embed-hono/server.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import { uuidOf } from '../../src/graphql/global-id.ts'
import { createTestApp, sequence } from '../../src/testing/index.ts'
import { forFile } from '../support/for-file.ts'

const servers: Server[] = []

const app = forFile(
  await createTestApp({
    server: inject('postgres'),
    agents: [defineAgent({ slug: 'greeter', model: 'scripted/greeter' })],
    scripts: { greeter: sequence({ text: 'Good morning to you.', chunkDelayMs: 5 }) },
    requestsPerMinuteWithoutKey: 500,
  }),
)

afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const json = { 'content-type': 'application/json' }
const trigger = `mutation { triggerRun(input: { agent: "greeter", input: "Hello" }) {
  ... on Run { id } } }`
const follow = `subscription($run: ID!) { runEvents(runId: $run) { __typename } }`

async function triggered(address: string): Promise<string> {
  const body = JSON.stringify({ query: trigger })
  const response = await fetch(`${address}/graphql`, { method: 'POST', headers: json, body })
  const { data } = (await response.json()) as { data: { triggerRun: { id: string } } }
  return data.triggerRun.id
}

describe.each([
  ['Hono', startHono],
  ['Express', startExpress],
  ['Fastify', startFastify],
])('an app below a path of %s', (_name, start) => {
  let origin = ''
  let address = ''
  beforeAll(async () => {
    const server = await start(app, 0)
    if (!server.listening) await once(server, 'listening')
    servers.push(server)
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    address = `${origin}/ai`
  })

  it("EMB-3 executes operations, beside the host's own routes", async () => {
    expect(await (await fetch(`${origin}/`)).text()).toBe('The shop')
    const { status, answer } = await app.followToEnd(await runIdOf(address))
    expect([status, answer]).toEqual(['COMPLETED', 'Good morning to you.'])
  })

  it('EMB-3 streams the events of a run, and by the endpoint that triggers one', async () => {
    const body = JSON.stringify({ query: follow, variables: { run: await triggered(address) } })
    const headers = { ...json, accept: 'text/event-stream' }
    const events = await (await fetch(`${address}/graphql`, { method: 'POST', headers, body })).text()
    expect(events).toMatch(/RunStarted[\s\S]*TextDelta[\s\S]*RunCompleted[\s\S]*event: complete/)

    const path = '/api/projects/default/agents/greeter/trigger'
    const run = await fetch(`${address}${path}`, { method: 'POST', headers: json, body: '{"input":"Hello"}' })
    const location = run.headers.get('location') ?? ''
    expect([run.status, location]).toEqual([
      200,
      expect.stringMatching(/^\/ai\/api\/projects\/default\/runs\//),
    ])
    expect(await (await fetch(`${origin}${location}`)).json()).toMatchObject({ status: 'COMPLETED' })
  })

  it('EMB-3 opens WebSockets, and leaves those of other paths to the host', async () => {
    const client = createClient({ url: `${address.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket })
    const variables = { run: await triggered(address) }
    const types: unknown[] = []
    for await (const { data } of client.iterate({ query: follow, variables })) types.push(data?.runEvents)
    expect(types).toContainEqual({ __typename: 'RunCompleted' })
    await client.dispose()

    const elsewhere = new WebSocket(`${origin.replace('http', 'ws')}/chat`)
    const [error] = await once(elsewhere, 'error')
    expect(String(error)).toMatch(/socket hang up|ECONNRESET/)
  })

  it('EMB-3 serves requests that offer to change to another protocol', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    for (const method of ['POST', 'GET', 'POST']) {
      const path = method === 'GET' ? '?query={__typename}' : ''
      const asked = requestOver(`${address}/graphql${path}`, {
        agent,
        method,
        headers: { ...json, ...upgrade },
      })
      asked.end(method === 'GET' ? undefined : '{"query":"{ __typename }"}')
      const [response] = await once(asked, 'response')
      expect([response.statusCode, await readJson(response)]).toEqual([
        200,
        { data: { __typename: 'Query' } },
      ])
    }
    agent.destroy()
  })

  it('EMB-3 has health, GraphiQL and the console', async () => {
    expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ready' })
    const page = { headers: { accept: 'text/html' } }
    expect(await (await fetch(`${address}/graphql`, page)).text()).toContain('GraphiQL')
    const board = await fetch(`${address}/runs/7`, page)
    const html = await board.text()
    expect(html).toContain('<base href="../"')
    const [, asset] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? []
    expect((await fetch(`${address}/${asset}`)).headers.get('content-type')).toContain('text/javascript')
  })

  it('EMB-3 holds origins, hosts, sizes and methods as on a port of its own', async () => {
    const post = (
      headers: Record<string, string>,
      body = JSON.stringify({ query: '{ agents { edges { node { slug } } } }' }),
    ) => fetch(`${address}/graphql`, { method: 'POST', headers: { ...json, ...headers }, body })
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({}, JSON.stringify({ query: `{ a }${' '.repeat(2_200_000)}` }))).status).toBe(413)
    const answer = await post({})
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=500;w=60')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await post({ authorization: 'Bearer rg_wrong' })).status).toBe(401)
  })

  it('EMB-3 ends a stream whose client leaves', async () => {
    const leaving = new AbortController()
    const body = JSON.stringify({ query: 'subscription { projectEvents { __typename } }' })
    const open = async () => {
      const text = await (await app.fetch(new Request('http://127.0.0.1/metrics'))).text()
      return text
        .split('\n')
        .filter((line) => line.includes('kind="event_stream"'))
        .join('\n')
    }
    const headers = { ...json, accept: 'text/event-stream' }
    const stream = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers,
      body,
      signal: leaving.signal,
    })
    expect(stream.status).toBe(200)
    await expect.poll(open).toMatch(/ 1$/)
    leaving.abort()
    await expect.poll(open).toMatch(/ 0$/)
  })
})

describe('an app behind a route of Next.js', () => {
  const url = 'https://shop.example/api/ai/graphql'
  const ask = async (headers: Record<string, string>, body: object) => {
    const route = await import('../../examples/embed-next/route.ts')
    return route.POST(
      new Request(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }),
    )
  }
  beforeAll(() => {
    // The route takes the app that is there, as after a change of the file in development.
    Object.assign(globalThis, { rungraph: Promise.resolve(app) })
  })
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'rungraph')
  })

  it('EMB-3 serves nobody from elsewhere while there is no key', async () => {
    expect((await ask({}, { query: '{ caller { name } }' })).status).toBe(403)
    const local = new Request('http://localhost/graphql?query={caller{name}}')
    expect((await app.fetch(local, { remoteAddress: '203.0.113.7' })).status).toBe(403)
    expect((await app.fetch(local, { remoteAddress: undefined })).status).toBe(403)
    expect((await app.fetch(local, { remoteAddress: '::1' })).status).toBe(200)
  })

  it('EMB-3 serves holders of a key, and streams to them until they leave', async () => {
    const { key } = await app.operations.keys.createKey({
      ...{ projectId: app.project.id, name: 'shop', role: 'ADMIN', by: 'test' },
    })
    const authorization = `Bearer ${key}`
    expect(await (await ask({ authorization }, { query: '{ caller { name } }' })).json()).toEqual({
      data: { caller: { name: 'shop' } },
    })
    const query = 'subscription { projectEvents { __typename } }'
    const stream = await ask({ authorization, accept: 'text/event-stream' }, { query })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const run = app.run('greeter', 'Hello')
    expect(await firstOf(stream)).toMatch(/event: next|^:/)
    await run
  })

  it('EMB-3 rejects with the reason of a request that is aborted, and refuses requests outside its path', async () => {
    const route = await import('../../examples/embed-next/route.ts')
    const signal = AbortSignal.abort(new Error('The user has left.'))
    await expect(route.GET(new Request(url, { signal }))).rejects.toThrow('The user has left.')
    const elsewhere = await route.GET(new Request('https://shop.example/api/other'))
    expect(elsewhere.status).toBe(404)
    const page = await route.GET(
      new Request('https://shop.example/api/ai', { headers: { accept: 'text/html' } }),
    )
    expect([page.status, page.headers.get('location')]).toEqual([308, '/api/ai/'])
    for (const { headers } of [elsewhere, page]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

/** The first piece of an answer; then its reader leaves. */
async function firstOf({ body }: Response): Promise<string | undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = await reader?.read()
  await reader?.cancel()
  return read?.value
}

async function runIdOf(address: string): Promise<string> {
  const id = await triggered(address)
  return uuidOf('Run', id) ?? ''
}
