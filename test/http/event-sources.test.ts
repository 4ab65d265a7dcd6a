import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

const tenants = forFile(await openTenants({ RUNGRAPH_REQUESTS_PER_MINUTE: '100000' }))
const shop = await tenants.createTenant('shop')
const other = await tenants.createTenant('other')
const of = ({ key }: { readonly key: string }) => ({ url: tenants.url, key })
const secret = 'a secret of the shop'

const saveQuery = `mutation ($input: SaveEventSourceInput!) {
  saveEventSource(input: $input) {
    __typename
    ... on SavedEventSource {
      secret
      source { id slug path scheme signatureHeader signatureEncoding eventName nameAt idAt toleranceSeconds maxPerMinute previousSecretUntil }
    }
    ... on Error { code message }
  }
}`

const save = async (input: object, tenant = shop) =>
  at(await read(of(tenant), saveQuery, { input }), 'saveEventSource')

/** A source of a slug of its own. */
async function source(given: object) {
  const slug = `source-${randomUUID()}`
  const saved = await save({ slug, secret, ...given })
  return { slug, path: textAt(saved, 'source.path') }
}

interface Sent {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly method?: string
}

async function post(path: string, { body = '{}', headers = {}, method = 'POST' }: Sent) {
  const answer = await fetch(`${tenants.url}${path}`, { method, body, headers })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const hmac = (key: string, content: string) => createHmac('sha256', key).update(content)

/** A webhook as Stripe signs it. */
function stripe(data: object, key = secret, seconds = Math.floor(Date.now() / 1_000)): Sent {
  const body = JSON.stringify(data)
  const signature = hmac(key, `${seconds}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } }
}

async function eventOf(id: string) {
  const query = `query ($id: ID!) { receivedEvent(id: $id) { name key data sentBy deliveredAt } }`
  return at(await read(of(shop), query, { id }), 'receivedEvent')
}

describe('WAIT-5 a signed webhook', () => {
  test('is an event of its project, once, before its sender has the answer', async () => {
    const { slug, path } = await source({ scheme: 'STRIPE' })
    expect(path).toBe(`/api/projects/shop/events/${slug}`)
    const paid = { id: 'evt_1', type: 'order.paid', data: { order: 'A-1' } }
    const first = await post(path, stripe(paid))
    expect(first).toMatchObject({ status: 202, body: { id: expect.any(String) } })
    expect(await eventOf(first.body.id)).toEqual({
      ...{ name: 'order.paid', key: `${slug}:evt_1`, data: paid, sentBy: `webhook ${slug}` },
      deliveredAt: expect.any(String),
    })
    const again = await post(path, stripe(paid, secret, Math.floor(Date.now() / 1_000) - 20))
    expect(again).toMatchObject({ status: 202, body: first.body })
    const byId = path.replace('/shop/', `/${shop.project.id}/`)
    expect((await post(byId, stripe(paid))).body).toEqual(first.body)
  })

  test('of GitHub is named by its event and its action, and known by its delivery', async () => {
    const { slug, path } = await source({ scheme: 'GITHUB' })
    const body = JSON.stringify({ action: 'opened', issue: { number: 7 } })
    const signed = { 'x-hub-signature-256': `sha256=${hmac(secret, body).digest('hex')}` }
    const headers = { ...signed, 'x-github-event': 'issues', 'x-github-delivery': 'd-1' }
    const { body: answer } = await post(path, { body, headers })
    expect(await eventOf(answer.id)).toMatchObject({ name: 'issues.opened', key: `${slug}:d-1` })
    const bare = await post(path, { body, headers: signed })
    expect(bare).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
    expect(bare.body.error.message).toContain('header:X-GitHub-Event')
  })

  test('of Slack is its event, and the challenge of Slack is answered', async () => {
    const { slug, path } = await source({ scheme: 'SLACK' })
    const send = (data: object) => {
      const body = JSON.stringify(data)
      const seconds = String(Math.floor(Date.now() / 1_000))
      const signature = `v0=${hmac(secret, `v0:${seconds}:${body}`).digest('hex')}`
      const headers = { 'x-slack-request-timestamp': seconds, 'x-slack-signature': signature }
      return post(path, { body, headers })
    }
    const asked = await send({ type: 'url_verification', challenge: 'say this' })
    expect(asked).toMatchObject({ status: 200, body: { challenge: 'say this' } })
    const said = await send({ type: 'event_callback', event_id: 'Ev1', event: { type: 'app_mention' } })
    expect(await eventOf(said.body.id)).toMatchObject({ name: 'app_mention', key: `${slug}:Ev1` })
  })

  test('of Standard Webhooks is taken with the secret that the source was made with', async () => {
    const slug = `source-${randomUUID()}`
    const made = textAt(await save({ slug, scheme: 'STANDARD' }), 'secret')
    const body = JSON.stringify({ type: 'user.created' })
    const seconds = Math.floor(Date.now() / 1_000)
    const key = Buffer.from(made.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64')
    const { body: answer } = await post(`/api/projects/shop/events/${slug}`, {
      body,
      headers: {
        ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds) },
        'webhook-signature': `v1,${signature}`,
      },
    })
    expect(await eventOf(answer.id)).toMatchObject({ name: 'user.created', key: `${slug}:msg_1` })
  })

  test('of any other sender is read where the source says, and else known by its body', async () => {
    const own = { scheme: 'HMAC', signatureHeader: 'X-Shop-Hmac', signatureEncoding: 'BASE64' }
    const body = JSON.stringify({ order: { number: 17 } })
    const headers = { 'x-shop-hmac': hmac(secret, body).digest('base64'), 'x-topic': 'orders/paid' }
    const named = await source({ ...own, nameAt: 'header:X-Topic', idAt: 'order.number' })
    const { body: first } = await post(named.path, { body, headers })
    expect(await eventOf(first.id)).toMatchObject({ name: 'orders/paid', key: `${named.slug}:17` })
    const fixed = await source({ ...own, eventName: 'order.paid' })
    const { body: second } = await post(fixed.path, { body, headers })
    expect(await eventOf(second.id)).toMatchObject({ name: 'order.paid' })
    expect((await post(fixed.path, { body, headers })).body).toEqual(second)
  })

  test('keeps a large number as its digits, and is no fault of the server however deep it is', async () => {
    const { slug, path } = await source({
      scheme: 'HMAC',
      signatureHeader: 'X-S',
      eventName: 'a',
      idAt: 'id',
    })
    const send = (body: string) => post(path, { body, headers: { 'x-s': hmac(secret, body).digest('hex') } })
    const deep = await send(`{"id":"1","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(deep.status).toBe(202)
    const { body } = await send('{"id":12345678901234567890}')
    expect(await eventOf(body.id)).toMatchObject({
      key: `${slug}:12345678901234567890`,
      data: { id: '12345678901234567890' },
    })
  })

  test('is signed with the byte order mark that it begins with', async () => {
    const { path } = await source({ scheme: 'HMAC', signatureHeader: 'x-s', eventName: 'marked' })
    const body = '\ufeff{"order":"A-1"}'
    const sent = await post(path, { body, headers: { 'x-s': hmac(secret, body).digest('hex') } })
    expect(sent.status).toBe(202)
    expect(await eventOf(sent.body.id)).toMatchObject({ name: 'marked', data: { order: 'A-1' } })
  })

  test('whose id is too long for a key is known by the hash of its id', async () => {
    const { slug, path } = await source({ scheme: 'STRIPE' })
    const long = { id: `evt_${'x'.repeat(300)}`, type: 'order.paid' }
    const { body } = await post(path, stripe(long))
    expect(textAt(await eventOf(body.id), 'key')).toMatch(new RegExp(`^${slug}:[0-9a-f]{64}$`))
    expect((await post(path, stripe(long))).body).toEqual(body)
  })
})

describe('WAIT-5 a webhook is refused', () => {
  test('with one answer, whether the source, the signature or the time is wrong', async () => {
    const { slug, path } = await source({ scheme: 'STRIPE', toleranceSeconds: 60 })
    const paid = { id: 'evt_1', type: 'order.paid' }
    const late = Math.floor(Date.now() / 1_000) - 90
    const answers = await Promise.all([
      post(path, { body: JSON.stringify(paid) }),
      post(path, stripe(paid, 'another secret of it')),
      post(path, stripe(paid, secret, late)),
      post(`${path}-not`, stripe(paid)),
      post(path.replace('/shop/', '/nobody/'), stripe(paid)),
      post(path.replace('/shop/', '/other/'), stripe(paid)),
      post(path.replace('/shop/', '/%00/'), stripe(paid)),
      post(`/api/projects/shop/events/%ff`, stripe(paid)),
    ])
    const [{ body } = { body: null }] = answers
    expect(body).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([401, body])
    const key = `${slug}:evt_1`
    expect(await tenants.prisma.receivedEvent.count({ where: { key } })).toBe(0)
    // No key of the API is a signature.
    const authorization = `Bearer ${shop.key}`
    expect((await post(path, { body: JSON.stringify(paid), headers: { authorization } })).status).toBe(401)
  })

  test('if it is no POST, encoded, too large, no JSON, or no event', async () => {
    const { path } = await source({ scheme: 'STRIPE' })
    const put = await post(path, { ...stripe({ id: '1', type: 'a' }), method: 'PUT' })
    // Only a webhook needs no key.
    expect(put.status).toBe(401)
    const authorization = `Bearer ${shop.key}`
    const asPut = await post(path, { method: 'PUT', headers: { authorization } })
    expect([asPut.status, asPut.headers.get('allow')]).toEqual([405, 'POST'])
    const encoded = stripe({ id: '1', type: 'a' })
    const gzip = await post(path, { ...encoded, headers: { ...encoded.headers, 'content-encoding': 'gzip' } })
    expect(gzip.status).toBe(415)
    expect((await post(path, stripe({ id: '1', type: 'a', data: 'x'.repeat(300_000) }))).status).toBe(413)
    const noJson = { body: 'order=1', headers: stripe({}).headers }
    expect((await post(path, noJson)).status).toBe(401)
    const seconds = Math.floor(Date.now() / 1_000)
    const signature = hmac(secret, `${seconds}.order=1`).digest('hex')
    const signed = await post(path, {
      body: 'order=1',
      headers: { 'stripe-signature': `t=${seconds},v1=${signature}` },
    })
    expect(signed).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
    const unnamed = await post(path, stripe({ id: '1' }))
    expect(unnamed.body.error.message).toContain('type is no text and no number in the webhook')
  })

  test('when its address has sent too many, signed or not', async () => {
    const settings = { RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '3' }
    const strict = await openTenants(settings)
    try {
      const path = `${strict.url}/api/projects/shop/events/none`
      const sent = []
      for (let nth = 0; nth < 4; nth++) sent.push((await fetch(path, { method: 'POST', body: '{}' })).status)
      expect(sent).toEqual([401, 401, 401, 429])
    } finally {
      await strict.close()
    }
  })

  test('when the source has sent as many as it may in a minute', async () => {
    const { path } = await source({ scheme: 'STRIPE', maxPerMinute: 2 })
    for (const id of ['1', '2']) expect((await post(path, stripe({ id, type: 'a' }))).status).toBe(202)
    const third = await post(path, stripe({ id: '3', type: 'a' }))
    expect(third).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(third.headers.get('retry-after')).toBe('60')
    const elsewhere = await source({ scheme: 'STRIPE', maxPerMinute: 2 })
    expect((await post(elsewhere.path, stripe({ id: '3', type: 'a' }))).status).toBe(202)
  })
})

describe('WAIT-5 an event source', () => {
  test('takes two secrets for a while after its secret was changed', async () => {
    const { slug, path } = await source({ scheme: 'STRIPE' })
    await save({ slug, secret: 'the next secret of it' })
    for (const key of [secret, 'the next secret of it'])
      expect((await post(path, stripe({ id: key, type: 'a' }, key))).status).toBe(202)
    const saved = await save({ slug, secret: 'the last secret of it', keepOldForMs: 0 })
    expect(saved).toMatchObject({ secret: null, source: { previousSecretUntil: expect.any(String) } })
    expect((await post(path, stripe({ id: 'b', type: 'a' }, 'the next secret of it'))).status).toBe(401)
    expect((await post(path, stripe({ id: 'b', type: 'a' }, 'the last secret of it'))).status).toBe(202)
  })

  test('keeps what a change leaves out, and no text of its secret', async () => {
    const { slug } = await source({ scheme: 'HMAC', signatureHeader: 'X-A', eventName: 'a', idAt: 'b.c' })
    const saved = at(await save({ slug, maxPerMinute: 7, eventName: null, nameAt: 'd' }), 'source')
    expect(saved).toMatchObject({
      ...{ slug, scheme: 'HMAC', signatureHeader: 'X-A', signatureEncoding: 'HEX', eventName: null },
      ...{ nameAt: 'd', idAt: 'b.c', toleranceSeconds: 300, maxPerMinute: 7, previousSecretUntil: null },
    })
    const row = await tenants.prisma.eventSource.findFirstOrThrow({ where: { slug } })
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('is one of its project, and refuses what it is sent when it is deleted', async () => {
    const { slug, path } = await source({ scheme: 'STRIPE' })
    await save({ slug, scheme: 'STRIPE', secret: 'a secret of another' }, other)
    const query = `mutation ($input: DeleteEventSourceInput!) { deleteEventSource(input: $input) { __typename } }`
    const { id } = await tenants.prisma.eventSource.findFirstOrThrow({
      where: { slug, projectId: shop.project.id },
    })
    expect(await read(of(other), query, { input: { id } })).toEqual({
      deleteEventSource: { __typename: 'NotFoundError' },
    })
    expect((await post(path, stripe({ id: '1', type: 'a' }))).status).toBe(202)
    await read(of(shop), query, { input: { id } })
    expect((await post(path, stripe({ id: '2', type: 'a' }))).status).toBe(401)
  })

  const wrong: readonly [string, object, string][] = [
    ['no scheme', {}, 'scheme is left out'],
    ['a slug with capitals', { slug: 'Shop' }, 'slug is "Shop"'],
    ['a short secret', { scheme: 'STRIPE', secret: 'short' }, 'secret must have 16 to 1000 characters'],
    [
      'a secret of another form',
      { scheme: 'STANDARD', secret: 'not in base64 at all!' },
      'secret is not in base64',
    ],
    [
      'a header of another scheme',
      { scheme: 'STRIPE', signatureHeader: 'X-A' },
      'signatureHeader is for the scheme HMAC',
    ],
    [
      'HMAC without a header',
      { scheme: 'HMAC', eventName: 'a' },
      'signatureHeader must be the name of a header',
    ],
    ['HMAC without a name', { scheme: 'HMAC', signatureHeader: 'X-A' }, 'nameAt is left out'],
    ['a place that is none', { scheme: 'STRIPE', nameAt: 'a..b' }, 'nameAt must be the name of a field'],
    ['a header that is none', { scheme: 'STRIPE', idAt: 'header:a b' }, 'idAt must be the name of a field'],
    ['no tolerance', { scheme: 'STRIPE', toleranceSeconds: 0 }, 'toleranceSeconds is 0'],
    ['no rate', { scheme: 'STRIPE', maxPerMinute: 6_001 }, 'maxPerMinute is 6001'],
    ['a long rotation', { scheme: 'STRIPE', keepOldForMs: 700_000_000 }, 'keepOldForMs is 700000000'],
  ]
  test.for(wrong)('is refused with %s', async ([, given, message]) => {
    const answer = await save({ slug: `source-${randomUUID()}`, ...given })
    expect(answer).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
  })

  test('needs its secret with another scheme', async () => {
    const { slug } = await source({ scheme: 'STRIPE' })
    expect(await save({ slug, scheme: 'SLACK' })).toMatchObject({
      message: expect.stringContaining('secret is left out'),
    })
  })
})
