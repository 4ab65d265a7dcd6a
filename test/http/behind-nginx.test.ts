import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as requestOver } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createClient } from 'graphql-ws'
import { Agent, fetch as secureFetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { root, runCommand } from '../checks/run-command.ts'
import { codeIn } from '../support/document-code.ts'
import { freePort } from '../support/free-port.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { startNginx, withoutNginx } from '../support/nginx.ts'
import { openBareSocket, refusalOf } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer
let nginx: Awaited<ReturnType<typeof startNginx>>
/** The ports of proxies, by what is special about each. */
const ports = { plain: 0, stubborn: 0, squeezing: 0, hasty: 0, page: 0, example: 0, secure: 0 }
let certificate: Awaited<ReturnType<typeof makeCertificate>>
let run: { readonly id: string }
let variables: { readonly runId: string }

const follow = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }'
const delta = textDelta('a')

describe.skipIf(withoutNginx !== null)('API-9 behind nginx', () => {
  beforeAll(async () => {
    open = await openServer({ limits: { keepAliveMs: 300 } })
    for (const name of ['plain', 'stubborn', 'squeezing', 'hasty', 'page', 'example', 'secure'] as const)
      ports[name] = await freePort()
    certificate = await makeCertificate()
    nginx = await startNginx(configuration(), ports.plain)
  })
  beforeEach(async () => {
    run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
    variables = { runId: toGlobalId('Run', run.id) }
  })
  afterAll(async () => {
    await nginx.close()
    await open.close()
    await rm(certificate.folder, { recursive: true, force: true })
  })

  /** Proxies as people write them, each with one thing more than the one before needs; and the one of the example. */
  function configuration(): string {
    const api = `proxy_pass ${open.url};`
    const server = (port: number, more: string) => `
      server { listen 127.0.0.1:${port}; location / { ${api} ${more} } }`
    const upgrade =
      'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";'
    const gzip = 'gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;'
    return [
      server(ports.plain, 'proxy_buffering on;'),
      server(ports.stubborn, 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;'),
      server(ports.squeezing, `proxy_buffering on; ${gzip}`),
      server(ports.hasty, `${upgrade} proxy_read_timeout 5s; proxy_send_timeout 5s;`),
      page(),
      example(),
    ].join('\n')
  }

  /** The configuration that docs/live.md shows. */
  function page(): string {
    const [shown = ''] = codeIn('docs/live.md', 'nginx')
    const own = shown
      .replaceAll('$websocket', '$websocket_of_page')
      .replaceAll('$connection_header', '$connection_header_of_page')
      .replace(/proxy_pass [^;]+;/, `proxy_pass ${open.url};`)
    return own.replace(/location[\s\S]+/, (block) => `server { listen 127.0.0.1:${ports.page}; ${block} }`)
  }

  /** Content of the `http` block of the example, with both APIs in one place. */
  function example(): string {
    const text = readFileSync(join(root, 'examples/compose/nginx.conf'), 'utf8')
    const block = text.slice(text.indexOf('http {') + 6, text.lastIndexOf('}'))
    return block
      .replace('access_log off;', '')
      .replaceAll(/api-[12]:4000 resolve/g, new URL(open.url).host)
      .replace(/resolver .*;/, '')
      .replace('listen 8443 ssl;', `listen 127.0.0.1:${ports.example}; listen 127.0.0.1:${ports.secure} ssl;`)
      .replaceAll('/etc/nginx/certs', certificate.folder)
  }

  const at = (port: number, path = '/graphql') => `http://127.0.0.1:${port}${path}`

  async function stream(port: number) {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const body = JSON.stringify({ query: follow, variables })
    const response = await fetch(at(port), { method: 'POST', headers, body })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    return { response, read: async () => (await reader?.read())?.value ?? '', cancel: () => reader?.cancel() }
  }

  /** Reads until a text comes. */
  async function until(read: () => Promise<string>, text: string): Promise<string> {
    for (let seen = ''; ; ) {
      const more = await read()
      seen += more
      if (seen.includes(text)) return seen
      if (more === '') throw new Error(`The stream ended after ${seen}`)
    }
  }

  test.for(['plain', 'squeezing', 'example'] as const)(
    'an event stream gives each event when it happens, through a proxy that is %s',
    async (name) => {
      const { response, read } = await stream(ports[name])
      expect(response.status).toBe(200)
      for (const seq of [1, 2, 3]) {
        open.graph.log.append(run.id, delta)
        await until(read, `"seq":${seq}}`)
      }
      open.graph.log.append(run.id, runFailed)
      await until(read, 'event: complete')
    },
  )

  test('a proxy that ignores the header holds the stream back until its end', async () => {
    const begun = stream(ports.stubborn)
    await open.graph.log.until(() => open.graph.log.readers === 1)
    // More than any other test has: all of them have been sent.
    open.graph.log.append(run.id, ...Array.from({ length: 20 }, () => delta))
    await open.graph.log.until(() => open.graph.log.furthest === 20)
    open.graph.log.append(run.id, runFailed)
    const { read } = await begun
    expect(await read()).toContain('event: complete')
  })

  test('a response that is no stream is compressed as the proxy is configured', async () => {
    const query = encodeURIComponent('{ __schema { types { name description } } }')
    const response = await fetch(`${at(ports.squeezing)}?query=${query}`)
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(await response.json()).toMatchObject({ data: { __schema: {} } })
  })

  test.for(['plain', 'hasty', 'page', 'example'] as const)(
    'a request that offers another protocol is served through a proxy that is %s',
    async (name) => {
      const headers = {
        'content-type': 'application/json',
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
      }
      const asked = requestOver(at(ports[name]), { method: 'POST', headers })
      asked.end(JSON.stringify({ query: '{ __typename }' }))
      const [answer] = await once(asked, 'response')
      expect([answer.statusCode, await json(answer)]).toEqual([200, { data: { __typename: 'Query' } }])
    },
  )

  test.for(['hasty', 'page', 'example'] as const)(
    'a WebSocket passes through a proxy that is %s',
    async (name) => {
      const socket = await openBareSocket(at(ports[name]))
      socket.subscribe('1', follow, variables)
      for (const seq of [1, 2]) {
        open.graph.log.append(run.id, delta)
        expect(await socket.next()).toMatchObject({ type: 'next', payload: { data: { runEvents: { seq } } } })
      }
      open.graph.log.append(run.id, runFailed)
      expect(await socket.next()).toMatchObject({ type: 'next' })
      expect(await socket.next()).toEqual({ id: '1', type: 'complete' })
      socket.close()
    },
  )

  test('no WebSocket passes where the proxy leaves the upgrade out: a GET without a query arrives', async () => {
    const { status, body } = await refusalOf(at(ports.plain))
    expect([status, body]).toEqual([400, expect.stringContaining('Must provide query string.')])
  })

  test('both live on through a proxy that cuts off connections that are silent for longer than they are', async () => {
    const { read } = await stream(ports.hasty)
    const socket = await openBareSocket(at(ports.hasty))
    socket.subscribe('1', follow, variables)
    // Twenty of them take longer than this proxy waits.
    for (let pings = 0; pings < 20; pings++) await until(read, ':\n\n')
    open.graph.log.append(run.id, delta, runFailed)
    await until(read, 'event: complete')
    expect(await socket.next()).toMatchObject({ type: 'next', payload: { data: { runEvents: { seq: 1 } } } })
    socket.close()
  })

  test('the example speaks TLS: queries, event streams and WebSockets pass, and metrics do not', async () => {
    const dispatcher = new Agent({ connect: { ca: certificate.text } })
    const url = `https://localhost:${ports.secure}`
    const headers = { 'content-type': 'application/json' }
    const ask = (body: object, accept = 'application/json') =>
      secureFetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, accept },
        body: JSON.stringify(body),
        dispatcher,
      })
    expect(await (await ask({ query: '{ __typename }' })).json()).toEqual({ data: { __typename: 'Query' } })
    expect((await secureFetch(`${url}/metrics`, { dispatcher })).status).toBe(404)
    const client = createClient({
      url: `${url.replace('https', 'wss')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string) {
          super(address, protocols, { ca: certificate.text })
        }
      },
    })
    const followed = client.iterate({ query: follow, variables })
    const response = await ask({ query: follow, variables }, 'text/event-stream')
    const pieces = response.body?.[Symbol.asyncIterator]()
    const read = async () => Buffer.from((await pieces?.next())?.value ?? []).toString()
    open.graph.log.append(run.id, delta)
    await until(read, '"seq":1}')
    expect((await followed.next()).value).toMatchObject({ data: { runEvents: { seq: 1 } } })
    open.graph.log.append(run.id, runFailed)
    await until(read, 'event: complete')
    await client.dispose()
    await dispatcher.close()
  })

  test('the example passes everything else on: queries, health, and pages of its own address', async () => {
    const query = JSON.stringify({ query: '{ __typename }' })
    const headers = { 'content-type': 'application/json', origin: `http://127.0.0.1:${ports.example}` }
    const answer = await fetch(at(ports.example), { method: 'POST', headers, body: query })
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
    expect((await fetch(at(ports.example, '/health/ready'))).status).toBe(200)
    const large = JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(1_500_000) } })
    const plain = { 'content-type': 'application/json' }
    expect((await fetch(at(ports.example), { method: 'POST', headers: plain, body: large })).status).toBe(200)
  })
})

/** A certificate for localhost that nobody signed, as in examples/compose/cluster.yaml. */
async function makeCertificate(): Promise<{ readonly folder: string; readonly text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-tls-'))
  const [key, file] = [join(folder, 'tls.key'), join(folder, 'tls.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = await runCommand([
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    ...subject,
    '-keyout',
    key,
    '-out',
    file,
  ])
  if (!made.ok) throw new Error(made.output)
  return { folder, text: await readFile(file, 'utf8') }
}
