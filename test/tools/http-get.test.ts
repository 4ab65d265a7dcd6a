import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Resolve } from '../../src/net/address-guard.ts'
import { createHttpGet, type HttpGetOptions } from '../../src/tools/get-page.ts'
import { forFile } from '../support/for-file.ts'
import { callTool, failureOf, problemsOf } from './call-tool.ts'
import { WebServer } from './web-server.ts'

const text = { 'content-type': 'text/plain; charset=utf-8' }
const pages: Readonly<Record<string, RequestListener>> = {
  '/plain': (_request, response) => response.writeHead(200, text).end('Grüezi, 世界'),
  '/missing': (_request, response) => response.writeHead(404, text).end('Not here.'),
  '/untyped': (_request, response) => response.end('some text'),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/latin': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset="ISO-8859-1"' })
      .end(Buffer.from('Zürich', 'latin1')),
  '/strange': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=klingon' }).end('Qapla’'),
  '/broken': (_request, response) => response.writeHead(200, text).end(Buffer.from([0x61, 0xff, 0x62])),
  '/binary': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])),
  '/zipped': (_request, response) =>
    response.writeHead(200, { ...text, 'content-encoding': 'gzip' }).end(gzipSync('unpacked')),
  '/bomb': (_request, response) =>
    response
      .writeHead(200, { ...text, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(20_000_000, 'x'))),
  '/endless': (_request, response) => fill(response.writeHead(200, text)),
  '/silent': () => undefined,
  '/stalled': (_request, response) => response.writeHead(200, text).write('a beginning'),
  '/loop': (_request, response) => redirect(response, '/loop'),
  '/to-metadata': (_request, response) => redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  '/to-file': (_request, response) => redirect(response, 'file:///etc/hosts'),
  '/to-nonsense': (_request, response) => redirect(response, 'http://['),
  '/nowhere': (_request, response) => response.writeHead(302, text).end('no location'),
}

const server = forFile(await new WebServer((request, response) => answer(request, response)).open())

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const hop = /^\/hops\/(\d+)$/.exec(path)?.[1]
  const to = /^\/to\/(.+)$/.exec(path)?.[1]
  if (hop !== undefined) redirect(response, hop === '1' ? '/plain' : `/hops/${Number(hop) - 1}`)
  else if (to !== undefined) redirect(response, decodeURIComponent(to))
  else pages[path]?.(request, response)
}

/** With a body that never ends, which nobody should wait for. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).write('Moved.')
}

/** Writes as long as somebody reads. */
function fill(response: ServerResponse): void {
  response.once('drain', () => fill(response))
  for (let more = true; more && !response.destroyed; ) more = response.write('é'.repeat(8192))
}

const loopback: HttpGetOptions = { allowPrivate: ['127.0.0.1'] }

function get(url: string, options = loopback, signal?: AbortSignal): Promise<unknown> {
  return callTool(createHttpGet(options), { url }, signal)
}

/** Why a URL cannot be fetched. */
async function reasonOf(url: string, options = loopback): Promise<string> {
  const { code, message } = await failureOf(() => get(url, options))
  expect(code).toBe('TARGET_UNREACHABLE')
  return message
}

/** A name server that says for each name where it is, and remembers what it was asked. */
function resolverOf(addresses: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = []
  const resolve: Resolve = (name, _options, callback) => {
    const answers = addresses[name] ?? []
    const before = asked.filter((other) => other === name).length
    asked.push(name)
    callback(null, [{ address: answers[Math.min(before, answers.length - 1)] ?? '', family: 4 }])
  }
  return { asked, resolve }
}

describe('http_get', () => {
  it('gives status, content type and text', async () => {
    expect(await get(server.url('/plain'))).toEqual({
      url: server.url('/plain'),
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: 'Grüezi, 世界',
    })
  })

  it.each([
    ['/missing', 404, 'Not here.'],
    ['/untyped', 200, 'some text'],
    ['/empty', 204, ''],
    ['/nowhere', 302, 'no location'],
    ['/latin', 200, 'Zürich'],
    ['/strange', 200, 'Qapla’'],
    ['/broken', 200, 'a\ufffdb'],
    ['/binary', 200, '[6 bytes of binary data, not shown]'],
    ['/zipped', 200, 'unpacked'],
  ])('reads %s as status %i and text %j', async (path, status, body) => {
    expect(await get(server.url(path))).toMatchObject({ status, body })
  })

  it.each(['/endless', '/bomb'])('cuts the body of %s, and says so', async (path) => {
    const page = await get(server.url(path), { ...loopback, maxBytes: 1001 })
    const first = path === '/bomb' ? 'x'.repeat(1001) : 'é'.repeat(500)
    expect(page).toMatchObject({ body: `${first}\n[cut: only the first 1001 bytes were read]` })
  })

  it('reads 256 KiB where nothing else was said', async () => {
    const page = await get(server.url('/endless'))
    expect(page).toMatchObject({
      body: expect.stringMatching(/^é{131072}\n\[cut: only the first 262144 bytes/),
    })
  })

  it.each(['/silent', '/stalled'])('is stopped by the signal while it waits for %s', async (path) => {
    const stop = new AbortController()
    const seen = server.requests.length
    const page = get(server.url(path), loopback, stop.signal)
    const closed = expect(page).rejects.toThrow('The run was aborted.')
    await expect.poll(() => server.requests.length).toBeGreaterThan(seen)
    const socket = server.requests.at(-1)?.socket
    stop.abort(new Error('The run was aborted.'))
    await closed
    if (socket && !socket.destroyed) await once(socket, 'close')
  })

  it('is stopped by the signal while it waits for the address of a name', async () => {
    const stop = new AbortController()
    const asked = Promise.withResolvers<void>()
    const page = get('http://slow.test/', { resolve: () => asked.resolve() }, stop.signal)
    const closed = expect(page).rejects.toThrow('The run was aborted.')
    await asked.promise
    stop.abort(new Error('The run was aborted.'))
    await closed
  })

  it('does nothing once the signal is aborted', async () => {
    const seen = server.requests.length
    await expect(
      get(server.url('/plain'), loopback, AbortSignal.abort(new Error('Stopped.'))),
    ).rejects.toThrow('Stopped.')
    expect(server.requests).toHaveLength(seen)
  })

  it('says why a server cannot be reached', async () => {
    const gone = await new WebServer(() => undefined).open()
    const url = gone.url('/')
    await gone.close()
    expect(await reasonOf(url)).toMatch(/cannot be fetched: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/)
  })

  it.each(['not a url', '/plain', 'http://'])('refuses %j, which is no URL', async (url) => {
    expect(await reasonOf(url)).toMatch(/it is not a URL\.$/)
  })

  it('TAS-7 refuses a password in a URL, and does not repeat it', async () => {
    const message = await reasonOf('http://ada:s3cret@example.com/')
    expect(message).toBe('example.com cannot be fetched: a URL with a user name or password is not allowed.')
  })

  it('TAS-4 wants a text for its URL', async () => {
    expect(await problemsOf(createHttpGet(), { url: 7 })).toEqual([expect.stringMatching(/^\/url: /)])
  })

  it('TAS-5 only reads', () => expect(createHttpGet().effect).toBe('read'))
})

describe('http_get and private addresses', () => {
  it('TAS-6 does not reach them unless they are configured', async () => {
    const seen = server.requests.length
    const { port } = server
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      '0',
      '[::1]',
    ]) {
      expect(await reasonOf(`http://${host}:${port}/plain`, {})).toMatch(/only public addresses are allowed/)
    }
    expect(server.requests).toHaveLength(seen)
  })

  it('TAS-6 follows five redirects, and no more', async () => {
    expect(await get(server.url('/hops/5'))).toMatchObject({ url: server.url('/plain'), status: 200 })
    expect(await reasonOf(server.url('/hops/6'))).toMatch(/it redirects more than 5 times\.$/)
    expect(await reasonOf(server.url('/loop'))).toMatch(/it redirects more than 5 times\.$/)
  })

  it.each([
    ['/to-metadata', /^http:\/\/169\.254\.169\.254\/.* 169\.254\.169\.254 is link-local\.$/],
    ['/to-file', /only http and https are allowed, not file:\.$/],
    ['/to-nonsense', /it is not a URL\.$/],
  ])('TAS-6 checks where %s redirects to', async (path, reason) => {
    expect(await reasonOf(server.url(path))).toMatch(reason)
  })

  it('TAS-6 checks the name and the address of a redirect', async () => {
    const { resolve } = resolverOf({ 'open.test': ['127.0.0.1'], 'inner.test': ['127.0.0.1'] })
    const options = { resolve, allow: ['*.test'], allowPrivate: ['open.test'] }
    const to = (target: string) => server.url(`/to/${encodeURIComponent(target)}`, 'open.test')
    const seen = server.requests.length

    expect(await reasonOf(to(server.url('/plain', 'inner.test')), options)).toMatch(
      /one of its addresses is not/,
    )
    expect(await reasonOf(to('http://example.com/'), options)).toMatch(/not in the list of allowed hosts/)
    expect(server.requests.slice(seen).map(({ headers }) => headers.host)).toEqual([
      `open.test:${server.port}`,
      `open.test:${server.port}`,
    ])
  })

  it('TAS-6 refuses a public name that has become a private address', async () => {
    const { asked, resolve } = resolverOf({ 'rebind.test': ['127.0.0.1'] })
    const seen = server.requests.length
    expect(await reasonOf(server.url('/plain', 'rebind.test'), { resolve })).toMatch(
      /one of its addresses is not/,
    )
    expect(asked).toEqual(['rebind.test'])
    expect(server.requests).toHaveLength(seen)
  })

  it('TAS-6 connects to the address that was checked, though the next answer is another', async () => {
    const { asked, resolve } = resolverOf({ 'rebind.test': ['127.0.0.1', '127.0.0.99'] })
    await get(server.url('/plain', 'rebind.test'), { resolve, allowPrivate: ['rebind.test'] })
    expect(asked).toEqual(['rebind.test'])
    expect(server.requests.at(-1)?.socket.localAddress).toBe('127.0.0.1')
  })
})
