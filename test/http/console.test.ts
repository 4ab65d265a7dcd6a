import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
/** Sends this `Accept` and no other header of its own; `null`: none. Fetch would send one. */
async function ask(path: string, accept: string | null, method = 'GET') {
  const headers = accept === null ? {} : { accept }
  const request = http.request(open.url + path, { method, headers })
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  request.once('response', resolve).once('error', reject).end()
  const { statusCode: status, headers: answered } = (await promise).resume()
  return { status, headers: answered }
}

const pageAt = (path: string) => fetch(open.url + path, { headers: browser })

/** The files that the page names: what a first visit loads before it shows anything. */
async function filesOfPage(): Promise<readonly string[]> {
  const html = await (await pageAt('/')).text()
  return [...html.matchAll(/(?:src|href)="(?:\.\/)?(assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

describe('CON-8 the console over HTTP', () => {
  test('one page is served at every address of the console, with the path of its files', async () => {
    for (const [path, base] of [
      ['/', './'],
      ['/runs', './'],
      ['/runs/run_01', '../'],
      ['/a/b/c', '../../'],
    ] as const) {
      const page = await pageAt(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(await page.text()).toContain(`<base href="${base}"`)
    }
    const head = await fetch(`${open.url}/runs`, { method: 'HEAD', headers: browser })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('every client that takes a page gets it at the addresses of the console, and nowhere else', async () => {
    const at = async (path: string, accept: string | null, method = 'GET') => {
      const { status, headers } = await ask(path, accept, method)
      return [status, headers['content-type']?.split(';')[0]]
    }
    const page = [200, 'text/html']
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/', '/runs', '/runs/run_01', '/settings?tab=models'])
        for (const accept of ['*/*', null, '', 'text/*', 'image/png, */*;q=0.1'])
          expect([method, path, accept, await at(path, accept, method)]).toEqual([method, path, accept, page])
    // A mistyped probe, a client that prefers data, and what is no reading.
    for (const [path, accept, method] of [
      ['/healthz', '*/*', 'GET'],
      ['/favicon.ico', '*/*', 'GET'],
      ['/runs', 'application/json', 'GET'],
      ['/runs', 'application/json, text/plain, */*', 'GET'],
      ['/runs', '*/*', 'POST'],
    ] as const)
      expect([path, accept, (await at(path, accept, method))[0]]).toEqual([path, accept, 404])
    // The API stays one: a key is asked for, and no page is served.
    expect(await at('/graphql', '*/*')).not.toEqual(page)
  })

  test('the server knows each address of the console', async () => {
    const routes = await readFile(new URL('../../src/console/routes.tsx', import.meta.url), 'utf8')
    const paths = [...routes.matchAll(/\bat\('(\/[^']*)'\)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect([path, (await ask(path, '*/*')).status]).toEqual([path, 200])
  })

  test('GraphiQL, health and the API keep their addresses', async () => {
    expect(await (await pageAt('/graphql')).text()).toContain('GraphiQL')
    expect((await pageAt('/health/live')).headers.get('content-type')).not.toContain('html')
    expect((await pageAt('/api/nothing')).status).toBe(404)
    expect((await pageAt('/graphiql/nothing')).status).toBe(404)
  })

  test('the page runs scripts of this server alone, and each has another nonce for its styles', async () => {
    const [first, second] = await Promise.all([pageAt('/'), pageAt('/')])
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(second.headers.get('content-security-policy')).not.toBe(policy)
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    const html = await first.text()
    expect(html).toContain(nonce)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  test('its files are sent compressed to clients that accept it, and may be kept for good', async () => {
    const [path = ''] = await filesOfPage()
    const zipped = await fetch(`${open.url}/${path}`, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await fetch(`${open.url}/${path}`, { headers: { 'accept-encoding': 'identity' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await zipped.text()).toBe(await plain.text())
    expect(zipped.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${open.url}/assets/nothing.js`)).status).toBe(404)
  })
})
