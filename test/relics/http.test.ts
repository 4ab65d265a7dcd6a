import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { callOf, failureOf, newProject, openRelics, saveRelic } from '../support/relics.ts'
import { WebServer } from '../tools/web-server.ts'

const secret = 'hunter2-canary'
const environment: Record<string, string | undefined> = { RELIC_TOKEN: secret }
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how settings name a variable.
const bearer = 'Bearer ${RELIC_TOKEN}'

const database = forFile(await createTestDatabase())
const relics = forFile(openRelics(database, { environment }))
const projectId = await newProject(database)
const stranger = forFile(await new WebServer((_, response) => response.end('strange')).open())
const server = forFile(await new WebServer((request, response) => void answer(request, response)).open())

/** Tells what it was asked, or does what the path says. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const to = searchParams.get('to')
  if (to !== null) {
    response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end()
    return
  }
  switch (pathname) {
    case '/v1/break':
      response.destroy()
      return
    case '/v1/loop':
      response.writeHead(302, { location: '/v1/loop' }).end()
      return
    case '/v1/text':
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=latin1' })
        .end(Buffer.from('Zürich', 'latin1'))
      return
    case '/v1/large':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":9007199254740993}')
      return
    case '/v1/wrong':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"no')
      return
    case '/v1/binary':
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0, 0]))
      return
    case '/v1/bomb':
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000, 'x')))
      return
    case '/v1/nothing':
      response.writeHead(204).end()
      return
    case '/v1/missing':
      response.writeHead(404, { 'retry-after': '3', 'set-cookie': 'a=b' }).end('Not here.')
      return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, url, headers } = request
  response
    .writeHead(200, { 'content-type': 'application/vnd.api+json; charset=utf-8' })
    .end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
}

let count = 0

/** A relic of its own, and how it is asked. */
async function newRelic(settings: Record<string, Json> = {}, of = relics) {
  const name = `api${++count}`
  await saveRelic(database, {
    projectId,
    name,
    kind: 'HTTP',
    settings: { baseUrl: server.url('/v1'), allowPrivate: true, ...settings },
  })
  const request = (parameters: Json) => of.perform(callOf(projectId, `${name}.request`, parameters))
  return { name, request }
}

const writing = { methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] }

describe('DAG-8 a HTTP relic', () => {
  test('asks below its address, with a query, and gives status, headers and JSON', async () => {
    const { request } = await newRelic()
    const query = { q: 'a&b=c', tag: ['x', 'y'], n: 7, flag: true }
    expect(await request({ path: '/users', query })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/vnd.api+json; charset=utf-8' },
      body: { method: 'GET', url: '/v1/users?q=a%26b%3Dc&tag=x&tag=y&n=7&flag=true', body: '' },
      isCut: false,
    })
  })

  test('any status is a result; text is text, nothing is null, and binary content is only counted', async () => {
    const { request } = await newRelic()
    expect(await request({ path: '/missing' })).toEqual({
      status: 404,
      headers: { 'retry-after': '3' },
      body: 'Not here.',
      isCut: false,
    })
    expect(await request({ path: '/text' })).toMatchObject({ body: 'Zürich' })
    expect(await request({ path: '/large' })).toMatchObject({ body: { id: '9007199254740993' } })
    expect(await request({ path: '/wrong' })).toMatchObject({ body: '{"no' })
    expect(await request({ path: '/nothing' })).toMatchObject({ status: 204, body: null })
    expect(await request({ path: '/binary' })).toMatchObject({ body: '[3 bytes of binary data, not shown]' })
    expect(await request({ method: 'head', path: '/users' })).toMatchObject({ status: 200, body: null })
  })

  test('reads no more of a body than its settings say, decompressed', async () => {
    const { request } = await newRelic({ maxBytes: 100 })
    expect(await request({ path: '/bomb' })).toMatchObject({ isCut: true, body: 'x'.repeat(100) })
  })

  test('sends a body as JSON, or as the text that it is, with the key of the call', async () => {
    const { request } = await newRelic(writing)
    expect(await request({ method: 'POST', path: '/users', body: { name: 'Ann' } })).toMatchObject({
      body: {
        method: 'POST',
        body: '{"name":"Ann"}',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'run/1/act' },
      },
    })
    const headers = { 'Content-Type': 'text/csv' }
    expect(await request({ method: 'PUT', path: '/users', body: 'a,b', headers })).toMatchObject({
      body: { body: 'a,b', headers: { 'content-type': 'text/csv' } },
    })
    const read = await request({ path: '/users' })
    expect(read).not.toHaveProperty('body.headers.idempotency-key')
    const { message } = await failureOf(request({ path: '/users', body: 1 }))
    expect(message).toContain('/body: GET takes none')
  })

  test('TAS-5 tells where nobody knows whether a request took effect', async () => {
    const { request } = await newRelic(writing)
    expect((await failureOf(request({ method: 'POST', path: '/break' }))).message).toContain(
      'effect is unknown',
    )
    expect((await failureOf(request({ path: '/break' }))).message).not.toContain('unknown')
    const gone = await new WebServer(() => undefined).open()
    const away = await newRelic({ ...writing, baseUrl: gone.url('') })
    await gone.close()
    const { message } = await failureOf(away.request({ method: 'POST', path: '/' }))
    expect(message).toMatch(/ECONNREFUSED/)
    expect(message).not.toContain('unknown')
  })

  test('takes no method and no header that it is not allowed', async () => {
    const { request } = await newRelic({ headers: { 'x-team': 'blue' } })
    const seen = server.requests.length
    for (const method of ['POST', 'DELETE', 'TRACE', 'CONNECT', 'GET\r\n']) {
      const { code, message } = await failureOf(request({ method, path: '/users' }))
      expect([code, message]).toEqual([
        'RELIC_PARAMETERS_INVALID',
        expect.stringContaining('one of GET, HEAD'),
      ])
    }
    for (const headers of [
      { Host: 'evil' },
      { 'idempotency-key': 'x' },
      { 'a\r\nb': 'x' },
      { a: 'x\r\nb: y' },
    ])
      expect((await failureOf(request({ path: '/users', headers }))).code).toBe('RELIC_PARAMETERS_INVALID')
    expect(server.requests).toHaveLength(seen)
    const sent = await request({ path: '/users', headers: { 'X-Team': 'red', 'x-other': 'y' } })
    expect(sent).toMatchObject({ body: { headers: { 'x-team': 'blue', 'x-other': 'y' } } })
  })

  test('TAS-5 its effect follows from its methods', async () => {
    const effectOf = async (settings: Record<string, Json>) => {
      const { name } = await newRelic(settings)
      return (await relics.describe(projectId, [name]))[0]?.effect
    }
    expect(await effectOf({})).toBe('read')
    expect(await effectOf({ methods: ['GET', 'PUT', 'DELETE'] })).toBe('idempotent')
    expect(await effectOf(writing)).toBe('once')
    expect(await effectOf({ ...writing, honoursIdempotencyKey: true })).toBe('idempotent')
  })
})

describe('TAS-6 where a HTTP relic goes', () => {
  test('only below its allowed paths', async () => {
    const { request } = await newRelic({ paths: ['/users'] })
    const seen = server.requests.length
    for (const path of [
      '/admin',
      '/users/../admin',
      '/users/%2e%2e/admin',
      '//evil.test/',
      'http://evil.test/',
    ]) {
      const { code, message } = await failureOf(request({ path }))
      expect([code, message]).toEqual(['RELIC_PARAMETERS_INVALID', expect.stringContaining('/path: ')])
    }
    expect(server.requests).toHaveLength(seen)
    expect(await request({ path: '/users/7' })).toMatchObject({ status: 200 })
  })

  test('follows a redirect on the same host and below an allowed path, and no other', async () => {
    const { request } = await newRelic({ paths: ['/users'] })
    const via = (to: string) => request({ path: '/users/go', query: { to } })
    expect(await via('/v1/users/7')).toMatchObject({ body: { url: '/v1/users/7' } })
    expect(await via('7')).toMatchObject({ body: { url: '/v1/users/7' } })
    for (const [to, reason] of [
      ['/v1/admin', 'not below an allowed path'],
      ['/v1/users/../admin', 'not below an allowed path'],
      ['/v1/users/%2e%2e%2fadmin', '`..`'],
      [stranger.url('/v1/users'), 'is allowed'],
      [`//127.0.0.1:${stranger.port}/v1/users`, 'is allowed'],
      ['file:///etc/hosts', 'is allowed'],
      ['http://169.254.169.254/v1/users', 'is allowed'],
      ['http://[', 'no address'],
    ] as const)
      expect((await failureOf(via(to))).message).toContain(reason)
    expect(stranger.requests).toEqual([])
  })

  test('follows no more than five, and none that would change something', async () => {
    const { request } = await newRelic(writing)
    const loop = await failureOf(request({ path: '/loop' }))
    expect(loop.message).toContain('more than 5 times')
    const posted = await request({ method: 'POST', path: '/users', query: { to: '/v1/other', status: 307 } })
    expect(posted).toMatchObject({ status: 307, headers: { location: '/v1/other' } })
  })

  test('to no private address, unless both the relic and the operator say so', async () => {
    const seen = server.requests.length
    const closed = openRelics(database, { environment, private: [] })
    for (const { request } of [
      await newRelic({ allowPrivate: false }),
      await newRelic({}, closed),
      await newRelic({ baseUrl: `http://2130706433:${server.port}`, allowPrivate: false }),
      await newRelic({ baseUrl: 'http://169.254.169.254' }),
      await newRelic({ baseUrl: `http://localhost:${server.port}` }),
    ]) {
      const { code, message } = await failureOf(request({ path: '/' }))
      expect([code, message]).toEqual([
        'TARGET_UNREACHABLE',
        expect.stringContaining('only public addresses'),
      ])
    }
    expect(server.requests).toHaveLength(seen)
    await closed.close()
  })
})

describe('TAS-7 the secrets of a HTTP relic', () => {
  const headers = { authorization: bearer, 'x-both': bearer }

  test('are sent, and shown nowhere: not where the service repeats them, not in errors', async () => {
    const { request, name } = await newRelic({ headers })
    const result = await request({ path: '/users' })
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`)
    expect(result).toMatchObject({ body: { headers: { authorization: 'Bearer [redacted]' } } })
    expect(JSON.stringify(result)).not.toContain(secret)
    const { message } = await failureOf(request({ path: '/go', query: { to: `http://${secret}.test/` } }))
    expect(message).not.toContain(secret)
    const stored = await database.prisma.relic.findFirstOrThrow({ where: { name } })
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('are read at each call; one that is not set is named', async () => {
    const { request } = await newRelic({ headers })
    environment.RELIC_TOKEN = 'another-one'
    await request({ path: '/users' })
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer another-one')
    delete environment.RELIC_TOKEN
    expect((await failureOf(request({ path: '/users' }))).message).toContain('RELIC_TOKEN is not set')
    environment.RELIC_TOKEN = secret
  })
})
