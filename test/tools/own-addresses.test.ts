import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressGuard, type Resolve } from '../../src/net/address-guard.ts'
import { createOwnAddresses } from '../../src/net/own-addresses.ts'
import { getPage } from '../../src/tools/get-page.ts'
import { createMcpFetch } from '../../src/tools/mcp/mcp-fetch.ts'
import { failureOf } from './call-tool.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const everything = { allowPrivate: ['*'] }

async function ownOf(names: Readonly<Record<string, readonly string[]>>, ...urls: readonly string[]) {
  const own = createOwnAddresses(async (name) => names[name] ?? Promise.reject(new Error('ENOTFOUND')))
  for (const url of urls) own.add(url)
  await own.settled()
  return own
}

async function isReached(url: string, own: Awaited<ReturnType<typeof ownOf>>): Promise<boolean> {
  try {
    createAddressGuard({ ...everything, own }).check(new URL(url))
    return true
  } catch {
    return false
  }
}

/** A server of HTTP on all interfaces that answers with where it sends. */
async function serve(location?: (port: number) => string): Promise<number> {
  const server = createServer((_request, response) => {
    // A server that listens on a TCP port has an address of this kind.
    const { port } = server.address() as AddressInfo
    if (location) response.writeHead(302, { location: location(port) }).end()
    else response.end('reached')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const interfaces = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
const hosts = [
  ...['localhost', 'LOCALHOST.', 'x.localhost', '127.0.0.1', '127.1', '0x7f.1', '2130706433', '127.9.9.9'],
  ...['0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0::1]'],
  ...interfaces
    .filter((address) => !address.startsWith('fe80'))
    .map((one) => (isIP(one) === 6 ? `[${one}]` : one)),
]

describe('TAS-8 addresses of Rungraph itself', () => {
  it.for(hosts)('TAS-8 is not reached as %s, whatever the settings allow', async (host) => {
    for (const listening of [
      'http://127.0.0.1:4000',
      'http://0.0.0.0:4000',
      'http://[::]:4000',
      'http://localhost:4000',
    ]) {
      const own = await ownOf({}, listening)
      expect([listening, await isReached(`http://${host}:4000/graphql`, own)]).toEqual([listening, false])
      expect([listening, await isReached(`http://${host}:4001/`, own)]).toEqual([listening, true])
    }
  })

  it('TAS-8 is not reached at its own port without one in the URL', async () => {
    expect(await isReached('http://127.0.0.1/', await ownOf({}, 'http://127.0.0.1:80'))).toBe(false)
    expect(await isReached('https://127.0.0.1/', await ownOf({}, 'http://127.0.0.1:443'))).toBe(false)
  })

  it('TAS-8 its database and Redis are not, by their names or their addresses', async () => {
    const names = { 'db.internal': ['10.0.0.5'], 'cache.internal': ['10.0.0.6', 'fd00::6'] }
    const own = await ownOf(names, 'postgres://u:p@db.internal/x', 'rediss://:p@cache.internal:6380/0')
    for (const url of [
      'http://db.internal:5432/',
      'http://10.0.0.5:5432/',
      'http://[fd00::6]:6380/',
      'http://cache.internal:6380',
    ])
      expect([url, await isReached(url, own)]).toEqual([url, false])
    for (const url of ['http://10.0.0.5:80/', 'http://10.0.0.7:5432/', 'http://localhost:5432/'])
      expect([url, await isReached(url, own)]).toEqual([url, true])
  })

  it('TAS-8 nothing private is at the port of a database whose name leads nowhere yet', async () => {
    const own = await ownOf({}, 'postgres://u:p@db.internal:5433/x')
    expect(await isReached('http://10.0.0.5:5433/', own)).toBe(false)
    expect(await isReached('http://8.8.8.8:5433/', own)).toBe(true)
  })

  it('TAS-8 is not reached by a name that leads there', async () => {
    const own = await ownOf({}, 'http://127.0.0.1:4000')
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    const guard = createAddressGuard({ ...everything, own }, resolve)
    const lookUp = (port: number) =>
      new Promise((settle, fail) => {
        guard.lookupAt(port)('rebind.test', { all: true }, (error, found) =>
          error ? fail(error) : settle(found),
        )
      })
    expect((await failureOf(() => lookUp(4000))).message).toBe(
      'rebind.test cannot be fetched: it is an address of Rungraph itself, or of its database.',
    )
    expect(await lookUp(4001)).toEqual([{ address: '127.0.0.1', family: 4 }])
  })

  it('TAS-8 is not reached through a redirect, of a tool or of an MCP server', async () => {
    const port = await serve()
    const elsewhere = await serve(() => `http://127.0.0.1:${port}/graphql`)
    const own = await ownOf({}, `http://127.0.0.1:${port}`)
    const guard = createAddressGuard({ ...everything, own })
    const url = `http://127.0.0.1:${elsewhere}/`
    const signal = AbortSignal.timeout(10_000)
    expect((await failureOf(() => getPage(url, { guard, maxBytes: 100, signal }))).code).toBe(
      'TARGET_UNREACHABLE',
    )
    const mcp = createMcpFetch(guard)
    await expect(mcp.fetch(url)).rejects.toMatchObject({ cause: { code: 'TARGET_UNREACHABLE' } })
    await expect(mcp.fetch(`http://localhost:${port}/mcp`)).rejects.toMatchObject({
      code: 'TARGET_UNREACHABLE',
    })
    await mcp.close()
  })
})

describe('TAS-6 patterns with ports', () => {
  const check = (url: string, allowPrivate: readonly string[]) => {
    try {
      createAddressGuard({ allowPrivate }).check(new URL(url))
      return true
    } catch {
      return false
    }
  }

  it.for([
    ['127.0.0.1:9000', 'http://127.0.0.1:9000/', 'http://127.0.0.1:9001/'],
    ['[::1]:9000', 'http://[::1]:9000/', 'http://[::1]/'],
    ['[::1]', 'http://[::1]:9000/', 'http://[::2]:9000/'],
    ['10.0.0.0/8:9000', 'http://10.2.3.4:9000/', 'http://10.2.3.4:80/'],
    ['10.0.0.0/8', 'http://10.2.3.4/', 'http://11.2.3.4.internal.localhost/'],
    ['[fd00::/8]:443', 'https://[fd12::1]/', 'http://[fd12::1]/'],
    ['localhost:443', 'https://localhost/', 'http://localhost/'],
    ['*:8080', 'http://192.168.1.1:8080/', 'http://192.168.1.1/'],
  ] as const)('TAS-6 %s lets %s pass, and not %s', ([pattern, allowed, refused]) => {
    expect([check(allowed, [pattern]), check(refused, [pattern])]).toEqual([true, false])
  })

  it('TAS-6 apply to the addresses of a name, too', async () => {
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [{ address: '10.1.1.1', family: 4 }])
    const lookUp = (pattern: string, port: number) =>
      new Promise<boolean>((settle) => {
        const guard = createAddressGuard({ allowPrivate: [pattern] }, resolve)
        guard.lookupAt(port)('app.internal', { all: true }, (error) => settle(error === null))
      })
    expect(await lookUp('*.internal:443', 443)).toBe(true)
    expect(await lookUp('*.internal:443', 80)).toBe(false)
    expect(await lookUp('10.0.0.0/8:443', 443)).toBe(true)
    expect(await lookUp('10.0.0.0/8:443', 80)).toBe(false)
    expect(await lookUp('192.168.0.0/16', 80)).toBe(false)
  })
})
