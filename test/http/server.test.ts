import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Readiness } from '../../src/http/health/readiness.ts'
import { createServer } from '../../src/http/serve/server.ts'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())

const json = { 'content-type': 'application/json' }
const browser = { accept: 'text/html,application/xhtml+xml' }

function post(body: string | ReadableStream, headers: Record<string, string> = json) {
  return fetch(open.endpoint, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

async function ready(url: string) {
  const response = await fetch(`${url}/health/ready`)
  return [response.status, await response.json()]
}

describe('API over HTTP', () => {
  test('answers a query by POST and by GET, a mutation by POST only', async () => {
    const query = '{ agents { totalCount } }'
    const answer = { data: { agents: { totalCount: 0 } } }
    expect(await (await post(JSON.stringify({ query }))).json()).toEqual(answer)
    const get = (text: string) =>
      fetch(`${open.endpoint}?query=${encodeURIComponent(text)}`, { headers: { accept: 'application/json' } })
    expect(await (await get(query)).json()).toEqual(answer)
    const refused = await get('mutation { abortRun(input: { id: "x" }) { __typename } }')
    expect(refused.status).toBe(405)
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_MALFORMED' } }] })
  })

  test('sends a browser at /graphql/ to GraphiQL', async () => {
    const slash = await fetch(`${open.endpoint}/`, { headers: browser, redirect: 'manual' })
    expect([slash.status, slash.headers.get('location')]).toEqual([302, '/graphql'])
  })

  test('shows GraphiQL with example operations, from this server alone', async () => {
    const page = await (await fetch(open.endpoint, { headers: browser })).text()
    for (const name of ['Agents', 'TriggerRun', 'Runs', 'RunEvents', 'Usage']) expect(page).toContain(name)
    expect(page).toContain("'text/event-stream'")
    expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="(https?:)?\/\//)
    expect(page.length).toBeLessThan(20_000)
  })

  test('API-8 lets no page of another origin show GraphiQL in a frame', async () => {
    const { headers } = await fetch(open.endpoint, { headers: browser })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  test('API-16 runs no script in GraphiQL but its own, which speak to this server alone', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const response = await fetch(open.endpoint, { headers: browser })
        return { policy: response.headers.get('content-security-policy') ?? '', page: await response.text() }
      }),
    )
    const nonceOf = (policy = '') => /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? 'none'
    expect(nonceOf(first?.policy)).not.toBe(nonceOf(second?.policy))
    const directives = Object.fromEntries(
      (first?.policy ?? '').split('; ').map((directive) => [directive.split(' ')[0], directive]),
    )
    expect(directives['script-src']).toBe(`script-src 'self' 'nonce-${nonceOf(first?.policy)}'`)
    for (const name of ['default-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(directives[name]).toBe(`${name} 'none'`)
    expect(directives['connect-src']).toBe("connect-src 'self'")
    const inline = (first?.page ?? '').match(/<script(?![^>]* src=)[^>]*>/g) ?? []
    expect(inline).toEqual(Array<string>(4).fill(`<script nonce="${nonceOf(first?.policy)}">`))
  })

  test('has the parts of GraphiQL sent once, and zipped', async () => {
    const page = await (await fetch(open.endpoint, { headers: browser })).text()
    const addresses = [...page.matchAll(/"(graphiql\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.map((address) => address.split('/')[2])).toEqual([
      ...['style.css', 'editor.js', 'json.js', 'graphql.js', 'graphiql.js'],
    ])
    for (const address of addresses) {
      const url = new URL(address, open.endpoint)
      const part = await fetch(url)
      expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(part.headers.get('content-encoding')).toBe('gzip')
      expect((await part.text()).length).toBeGreaterThan(500_000)
    }
    const old = await fetch(`${open.url}/graphiql/0123456789abcdef/graphiql.js`)
    expect(old.status).toBe(404)
  })

  test('says that it lives, and that it is ready while the database answers', async () => {
    expect((await fetch(`${open.url}/health/live`)).status).toBe(200)
    expect(await ready(open.url)).toEqual([
      200,
      { status: 'ready', checks: { database: { status: 'ready' } } },
    ])
    const lost = await openServer()
    await lost.graph.database.close()
    expect((await fetch(`${lost.url}/health/live`)).status).toBe(200)
    const database = { status: 'unready', reason: 'it fails' }
    expect(await ready(lost.url)).toEqual([503, { status: 'unready', checks: { database } }])
    await lost.close()
  })

  test('is ready while a part of it is degraded, and names the part', async () => {
    const reason = 'readers poll'
    let wakeups: Readiness = { status: 'degraded', reason }
    const server = await openServer({ readiness: { wakeups: () => wakeups } })
    const checks = { database: { status: 'ready' }, wakeups: { status: 'degraded', reason } }
    expect(await ready(server.url)).toEqual([200, { status: 'degraded', checks }])
    wakeups = { status: 'ready' }
    await expect
      .poll(() => ready(server.url), { timeout: 5_000 })
      .toMatchObject([200, { status: 'ready', checks: { wakeups } }])
    await server.close()
  })

  test('is not ready while anything that it needs is not, does not answer, or cannot be asked', async () => {
    const server = await openServer({
      readiness: {
        queue: () => ({ status: 'unready', reason: 'it stands still' }),
        silent: () => new Promise<never>(() => undefined),
        broken: () => {
          throw new Error('postgres://app:hunter2@host/db')
        },
      },
    })
    expect(await ready(server.url)).toEqual([
      503,
      {
        status: 'unready',
        checks: {
          database: { status: 'ready' },
          queue: { status: 'unready', reason: 'it stands still' },
          silent: { status: 'unready', reason: 'no answer within 2000 ms' },
          broken: { status: 'unready', reason: 'it fails' },
        },
      },
    ])
    await server.close()
  })

  test('examples of GraphiQL are valid, and run', async () => {
    const page = await (await fetch(open.endpoint, { headers: browser })).text()
    const [, options = ''] = /querySelector\('#root'\), \{ \.\.\.(\{.*\}), fetcher/.exec(page) ?? []
    const tabs: { query: string; variables?: string }[] = JSON.parse(options).defaultTabs
    for (const { query, variables } of tabs.filter((tab) => tab.query.includes('\nquery'))) {
      const response = await post(JSON.stringify({ query, variables: JSON.parse(variables ?? '{}') }))
      expect(await response.json()).not.toHaveProperty('errors')
    }
    expect(tabs).toHaveLength(5)
  })
})

describe('API a request that is too large', () => {
  const large = JSON.stringify({
    query: '{ agents { totalCount } }',
    variables: { input: 'x'.repeat(5_000_000) },
  })
  const refusal = {
    errors: [
      {
        message: expect.stringMatching(
          /^The request is \d+ bytes; the maximum is 2097152\. Store the data elsewhere and pass a reference\.$/,
        ),
        extensions: { code: 'INPUT_TOO_LARGE' },
      },
    ],
  }

  test('is refused with the remedy, and the connection stays usable', async () => {
    const response = await post(large)
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual(refusal)
    expect((await post(JSON.stringify({ query: '{ agents { totalCount } }' }))).status).toBe(200)
  })

  test('is refused with the remedy if it has no Content-Length', async () => {
    const response = await post(new Blob([large]).stream())
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual(refusal)
    const small = await post(new Blob([JSON.stringify({ query: '{ agents { totalCount } }' })]).stream())
    expect(await small.json()).toEqual({ data: { agents: { totalCount: 0 } } })
  })
})

test('API a body is taken by its media type in any case (RFC 9110, 8.3.1)', async () => {
  for (const type of ['application/JSON', 'Application/Json ; charset=UTF-8', 'APPLICATION/GRAPHQL+JSON']) {
    const answered = await post('{"query":"{ __typename }"}', { 'content-type': type })
    expect([type, answered.status, await answered.json()]).toEqual([
      type,
      200,
      { data: { __typename: 'Query' } },
    ])
  }
})

describe('API-15 a number in JSON that would become another one', () => {
  const call = 'triggerRun(input: { agent: "none", input: "x", context: CONTEXT }) { __typename }'
  const query = `mutation ($context: JSON) { ${call.replace('CONTEXT', '$context')} }`
  // Written by hand: `JSON.stringify` makes another number of it, or null.
  const asVariable = (number: string) =>
    `{"query":${JSON.stringify(query)},"variables":{"context":{"a":[1,${number}]}}}`
  const asLiteral = (number: string) =>
    JSON.stringify({ query: `mutation { ${call.replace('CONTEXT', `{ a: [1, ${number}] }`)} }` })

  test.each(['9007199254740993', '-9007199254740993', '18446744073709551615', '1e400', '-1e400'])(
    'is refused with where it stands: %s',
    async (number) => {
      for (const body of [asVariable(number), asLiteral(number)]) {
        const { data, errors } = await (await post(body)).json()
        expect(data ?? null).toBeNull()
        expect(errors[0].extensions.code).toBe('INVALID_INPUT')
        expect(errors[0].message).toContain(`JSON at "a.1" has ${number}, which is beyond`)
        expect(errors[0].message).toContain(`Write it as a string: "${number}".`)
      }
    },
  )

  test.each(['9007199254740991', '-9007199254740991', '"9007199254740993"', '1e21', '0.1', '1.5e300'])(
    'is no other number: %s',
    async (number) => {
      const text = 'query ($metadata: JSON) { runs(filter: { metadata: $metadata }) { totalCount } }'
      const literal = { query: `{ runs(filter: { metadata: { a: ${number} } }) { totalCount } }` }
      const variable = `{"query":${JSON.stringify(text)},"variables":{"metadata":{"a":${number}}}}`
      for (const body of [variable, JSON.stringify(literal)])
        expect(await (await post(body)).json()).toEqual({ data: { runs: { totalCount: 0 } } })
    },
  )

  test('is refused in the variables of a GET, in a filter', async () => {
    const filter = 'query ($metadata: JSON) { runs(filter: { metadata: $metadata }) { totalCount } }'
    const search = new URLSearchParams({
      query: filter,
      variables: '{"metadata":{"order":9007199254740993}}',
    })
    const response = await fetch(`${open.endpoint}?${search}`, { headers: { accept: 'application/json' } })
    const { errors } = await response.json()
    expect(errors[0].message).toContain('JSON at "order" has 9007199254740993, which is beyond')
  })

  test('is named as it was written where another type refuses it', async () => {
    const text = 'query ($id: ID!) { run(id: $id) { id } }'
    const body = `{"query":${JSON.stringify(text)},"variables":{"id":9007199254740993}}`
    const { errors } = await (await post(body)).json()
    expect(errors[0].message).toMatch(/cannot represent value: 9007199254740993/)
  })
})

describe('API requests that are refused', () => {
  test('a page of another origin, whatever it sends', async () => {
    const body = JSON.stringify({ query: '{ agents { totalCount } }' })
    const foreign = await post(body, { ...json, origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect((await post(body, { ...json, origin: open.url })).status).toBe(200)
    expect((await post(body, { ...json, origin: 'null' })).status).toBe(403)
  })

  test('a name that somebody else points to this machine', async () => {
    const status = await new Promise((resolve, reject) => {
      const call = request(
        `${open.endpoint}?query={__typename}`,
        { headers: { host: 'evil.example' } },
        (response) => resolve(response.resume().statusCode),
      )
      call.on('error', reject).end()
    })
    expect(status).toBe(403)
  })

  test('files without their map', async () => {
    const form = new FormData()
    form.set('operations', '{"query":"{ __typename }"}')
    const refused = await fetch(open.endpoint, { method: 'POST', body: form })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_MALFORMED' } }] })
  })

  test('broken JSON, with nothing of the parser in the answer', async () => {
    const response = await post('{"query": ')
    expect(response.status).toBe(400)
    const answer = await response.json()
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_MALFORMED' } }] })
    expect(JSON.stringify(answer)).not.toMatch(/SyntaxError|stack|position/)
  })
})

test('API a port in use is named, with the remedy', async () => {
  const port = Number(new URL(open.url).port)
  const second = createServer({
    ...open.graph.sources,
    authenticator: open.graph.authenticator,
    host: '127.0.0.1',
    port,
    connectionsPerAddress: 1_000,
    report: () => {},
  })
  await expect(second.listen()).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    data: { host: '127.0.0.1', port },
  })
  await second.close()
})
