import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { noRedaction } from '../../src/domain/redaction.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createOutbox } from '../../src/store/outbox.ts'
import { createVault } from '../../src/store/vault.ts'
import { createWebhookStore } from '../../src/store/webhook-store.ts'
import { createWebhookOperations } from '../../src/webhooks/webhook-operations.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, type Graph, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())

/** Asks with the engine's operations on the same database. */
async function ask(query: string, variables: object = {}, own = graph) {
  const { data, errors } = await own.ask(query, variables, {
    operations: refusing({ webhooks: operationsOf(own) }),
  })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

function operationsOf({ pool, wakeups }: Graph, keys: { readonly isKeyless?: boolean } = {}) {
  return createWebhookOperations({
    webhooks: createWebhookStore(pool),
    outbox: createOutbox({ pool, wakeups }),
    vault: keys.isKeyless ? null : createVault(randomBytes(32)),
    serverKey: null,
    checkAddress: createAddressGuard({}).check,
    sendTest: async () => Promise.reject(new Error('Nothing is sent here.')),
    redactor: noRedaction,
    newId: uuidv7,
    now: Date.now,
  })
}

const fields = 'id url topics enabled disabledAt disabledReason failingSince'
const create = `mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename
  ... on CreatedWebhook { secret webhook { ${fields} } } ... on Error { code message } ... on InvalidInputError { path } } }`
const update = `mutation($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename
  ... on Webhook { ${fields} } ... on Error { code message } ... on InvalidInputError { path } } }`

async function created(input: object = {}): Promise<string> {
  return textAt(
    await ask(create, { input: { url: 'https://example.com/told', ...input } }),
    'createWebhook.webhook.id',
  )
}

describe('HOOK-6 createWebhook', () => {
  test('shows the secret once, and keeps it sealed', async () => {
    const answer = await ask(create, { input: { url: 'https://example.com/told' } })
    const secret = textAt(answer, 'createWebhook.secret')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(at(answer, 'createWebhook.webhook')).toMatchObject({
      url: 'https://example.com/told',
      topics: [
        'RUN_STARTED',
        'RUN_WAITING',
        'RUN_PAUSED',
        'RUN_RESUMED',
        'RUN_COMPLETED',
        'RUN_FAILED',
        'RUN_CANCELLED',
        'GATE_OPENED',
        'GATE_RESOLVED',
      ],
      enabled: true,
      disabledAt: null,
      failingSince: null,
    })
    const { rows } = await graph.pool.query('select secret from "Webhook"')
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
  })

  test('takes some topics, each once', async () => {
    const input = { url: 'http://example.com/', topics: ['RUN_FAILED', 'GATE_OPENED', 'RUN_FAILED'] }
    expect(at(await ask(create, { input }), 'createWebhook.webhook.topics')).toEqual([
      'RUN_FAILED',
      'GATE_OPENED',
    ])
  })

  test('returns the error', async () => {
    const refusals = [
      [
        { url: 'http://10.0.0.7/' },
        'url cannot be used: only public addresses are allowed, and 10.0.0.7 is private. If webhooks may reach it, add it to RUNGRAPH_WEBHOOK_PRIVATE.',
      ],
      [{ url: 'ftp://example.com/' }, 'url cannot be used: only http and https are allowed'],
      [{ url: 'https://u:p@example.com/' }, 'url cannot be used: a URL with a user name'],
      [{ url: 'example.com' }, 'url is not a URL.'],
      [{ url: 'https://example.com/', topics: [] }, 'topics is empty.'],
    ] as const
    for (const [input, message] of refusals) {
      const answer = await ask(create, { input })
      expect(answer).toMatchObject({
        createWebhook: { __typename: 'InvalidInputError', code: 'INVALID_INPUT' },
      })
      expect(textAt(answer, 'createWebhook.message')).toContain(message)
    }
    const wrong = await ask(create, { input: { url: 'example.com' } })
    expect(at(wrong, 'createWebhook.path')).toEqual(['input', 'url'])
  })

  test('is refused where nothing could be signed', async () => {
    const operations = refusing({ webhooks: operationsOf(graph, { isKeyless: true }) })
    const { data } = await graph.ask(create, { input: { url: 'https://example.com/' } }, { operations })
    expect(data).toMatchObject({
      createWebhook: { __typename: 'ConflictError', code: 'SIGNING_KEY_MISSING' },
    })
  })

  test('is refused beyond a hundred of a project', async () => {
    const own = await openGraph()
    await Promise.all(Array.from({ length: 99 }, () => own.make.webhook()))
    const input = { url: 'https://example.com/' }
    const answers = await Promise.all([ask(create, { input }, own), ask(create, { input }, own)])
    expect(answers.map((answer) => at(answer, 'createWebhook.__typename')).toSorted()).toEqual([
      'CreatedWebhook',
      'LimitExceededError',
    ])
    await own.close()
  })
})

describe('HOOK-6 updateWebhook', () => {
  test('changes the given fields, disables and enables', async () => {
    const id = await created()
    expect(
      await ask(update, { input: { id, url: 'https://example.org/', topics: ['RUN_FAILED'] } }),
    ).toMatchObject({
      updateWebhook: { id, url: 'https://example.org/', topics: ['RUN_FAILED'], enabled: true },
    })
    const disabled = await ask(update, { input: { id, enabled: false } })
    expect(disabled).toMatchObject({
      updateWebhook: {
        url: 'https://example.org/',
        topics: ['RUN_FAILED'],
        enabled: false,
        disabledReason: null,
      },
    })
    const again = await ask(update, { input: { id, enabled: false } })
    expect(again).toEqual(disabled)
    expect(await ask(update, { input: { id, enabled: true } })).toMatchObject({
      updateWebhook: { enabled: true, disabledAt: null },
    })
  })

  test('returns the error, and knows none of other projects', async () => {
    const stranger = await createProject(graph.prisma, 'stranger')
    const theirs = await createFactories(graph.prisma, stranger.id).webhook()
    const id = await created()
    expect(await ask(update, { input: { id, url: 'http://127.0.0.1/' } })).toMatchObject({
      updateWebhook: { code: 'INVALID_INPUT', path: ['input', 'url'] },
    })
    for (const field of ['url', 'topics', 'enabled'])
      expect(await ask(update, { input: { id, [field]: null } })).toMatchObject({
        updateWebhook: { code: 'INVALID_INPUT', path: ['input', field] },
      })
    for (const [id, __typename, code] of [
      [toGlobalId('Webhook', theirs.id), 'NotFoundError', 'NOT_FOUND'],
      [toGlobalId('Run', uuidv7()), 'InvalidInputError', 'INVALID_ID'],
      ['nonsense', 'InvalidInputError', 'INVALID_ID'],
    ])
      expect(await ask(update, { input: { id, enabled: false } })).toMatchObject({
        updateWebhook: { __typename, code },
      })
    expect(
      await ask(`query($id: ID!) { node(id: $id) { id } }`, { id: toGlobalId('Webhook', theirs.id) }),
    ).toEqual({
      node: null,
    })
  })
})

test('HOOK-6 deleteWebhook gives the id that is no more, and takes the deliveries with it', async () => {
  const remove =
    'mutation($id: ID!) { deleteWebhook(input: { id: $id }) { ... on DeletedWebhook { id } ... on Error { code } } }'
  const webhook = await graph.make.webhook()
  const run = await graph.make.run(await graph.make.agent())
  const delivery = await graph.make.delivery(webhook, run)
  const id = toGlobalId('Webhook', webhook.id)
  expect(await ask(remove, { id })).toEqual({ deleteWebhook: { id } })
  expect(await ask(remove, { id })).toEqual({ deleteWebhook: { code: 'NOT_FOUND' } })
  expect(await graph.prisma.webhookDelivery.findUnique({ where: { id: delivery.id } })).toBeNull()
})

describe('HOOK-6 the deliveries of a webhook', () => {
  const list = `query($first: Int, $after: String, $status: [DeliveryStatus!]) { webhooks { edges { node { id
    deliveries(first: $first, after: $after, filter: { status: $status }) { totalCount pageInfo { endCursor hasNextPage }
      edges { node { id status topic attempt nextAttemptAt lastError lastStatusCode deliveredAt
        abandonedAt payload run { id status } gate { id status } webhook { id } } } } } } } }`
  const nodes = 'webhooks.edges.*.node.deliveries.edges.*.node'

  test('are listed newest first, page by page, by where they stand', async () => {
    const own = await openGraph()
    const webhook = await own.make.webhook()
    const run = await own.make.run(await own.make.agent())
    const when = new Date('2026-11-21T12:00Z')
    const done = await own.make.delivery(webhook, run, { deliveredAt: when, attempt: 1 })
    const dead = await own.make.delivery(webhook, run, {
      ...{ abandonedAt: when, attempt: 16, lastError: 'Gone.', lastStatusCode: 410 },
    })
    const gate = await own.make.gate(run)
    const about = { ...Object(done.facts), gate: { id: gate.id, kind: gate.kind, status: 'OPEN' } }
    const waiting = await own.make.delivery(webhook, run, {
      ...{ nextAttemptAt: when, topic: 'GATE_OPENED', facts: about },
    })
    const ids = [waiting, dead, done].map(({ id }) => toGlobalId('WebhookDelivery', id))

    const all = await own.read(list)
    expect(at(all, `${nodes}.id`)).toEqual([ids])
    expect(at(all, `${nodes}.status`)).toEqual([['PENDING', 'ABANDONED', 'DELIVERED']])
    expect(at(all, `${nodes}.nextAttemptAt`)).toEqual([[when.toISOString(), null, null]])
    expect(at(all, `${nodes}.lastError`)).toEqual([[null, 'Gone.', null]])
    expect(at(all, `${nodes}.lastStatusCode`)).toEqual([[null, 410, null]])
    expect(at(all, `${nodes}.gate`)).toEqual([
      [{ id: toGlobalId('Gate', gate.id), status: gate.status }, null, null],
    ])
    expect(at(all, `${nodes}.run.id`)).toEqual([ids.map(() => toGlobalId('Run', run.id))])
    const [, payload] = [at(all, `${nodes}.payload`)].flat(2)
    expect(payload).toMatchObject({
      type: 'run.completed',
      data: { runId: toGlobalId('Run', run.id), status: 'COMPLETED', lastSeq: 7 },
    })
    const disable = (disabledAt: Date | null) =>
      own.prisma.webhook.update({ where: { id: webhook.id }, data: { disabledAt } })
    await disable(when)
    expect(at(await own.read(list), `${nodes}.nextAttemptAt`)).toEqual([[null, null, null]])
    await disable(null)
    const first = await own.read(list, { first: 2 })
    expect(at(first, `${nodes}.id`)).toEqual([ids.slice(0, 2)])
    const [after] = at(first, 'webhooks.edges.*.node.deliveries.pageInfo.endCursor') as string[]
    expect(at(await own.read(list, { first: 2, after }), `${nodes}.id`)).toEqual([ids.slice(2)])
    for (const [status, expected] of [
      [['PENDING'], ids.slice(0, 1)],
      [['ABANDONED'], ids.slice(1, 2)],
      [
        ['DELIVERED', 'PENDING'],
        [ids[0], ids[2]],
      ],
      [[], []],
    ])
      expect(at(await own.read(list, { status }), `${nodes}.id`)).toEqual([expected])
    // As many statements for many as for few.
    const few = await own.count(list, { first: 1 })
    for (let n = 0; n < 5; n++) {
      const more = await own.make.webhook()
      for (let m = 0; m < 4; m++) {
        const other = await own.make.run(await own.make.agent())
        const facts = { ...about, gate: { ...about.gate, id: (await own.make.gate(other)).id } }
        await own.make.delivery(more, other, { topic: 'GATE_OPENED', facts })
      }
    }
    expect(await own.count(list, { first: 20 })).toBe(few)
    await own.close()
  })

  test('are read by an index, those that were not delivered too', async () => {
    const own = await openGraph()
    const webhook = await own.make.webhook()
    const run = await own.make.run(await own.make.agent())
    await own.make.delivery(webhook, run)
    await own.pool.query(
      `insert into "WebhookDelivery" (id, "projectId", "webhookId", "runId", topic, facts, "nextAttemptAt", "deliveredAt", "createdAt")
       select gen_random_uuid(), d."projectId", d."webhookId", d."runId", d.topic, d.facts, now(), now(), now() - n * interval '1 second'
       from "WebhookDelivery" d, generate_series(1, 20000) n`,
    )
    await own.pool.query('vacuum analyze "WebhookDelivery"')
    for (const status of [undefined, ['PENDING'], ['ABANDONED'], ['DELIVERED']]) {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await own.read(list, { first: 5, status })
      const calls: readonly (readonly unknown[])[] = query.mock.calls
      query.mockRestore()
      const sent = calls
        .map(([first]) => first as pg.QueryConfig)
        .find(({ text }) => text?.includes('cross join lateral') && text.includes('"WebhookDelivery"'))
      if (!sent) throw new Error('No list was read.')
      const { rows } = await own.pool.query(`explain (format json) ${sent.text}`, [...(sent.values ?? [])])
      expect(JSON.stringify(rows), String(status)).not.toMatch(
        /"Seq Scan"[^{}]*"Relation Name":"WebhookDelivery"/,
      )
      expect(JSON.stringify(rows), String(status)).toContain('"Index Name":"WebhookDelivery_')
    }
    await own.close()
  })

  test('are made anew by redeliver, with a typed answer where that cannot be', async () => {
    const redeliver = `mutation($id: ID!) { redeliver(input: { id: $id }) { __typename
      ... on WebhookDelivery { id status attempt } ... on NotFoundError { message } ... on Error { code } } }`
    const run = await graph.make.run(await graph.make.agent())
    const dead = await graph.make.delivery(await graph.make.webhook(), run, {
      abandonedAt: new Date(),
      attempt: 16,
    })
    const id = toGlobalId('WebhookDelivery', dead.id)
    expect(await ask(redeliver, { id })).toEqual({
      redeliver: { __typename: 'WebhookDelivery', id, status: 'PENDING', attempt: 0 },
    })
    const off = await graph.make.delivery(await graph.make.webhook({ disabledAt: new Date() }), run)
    expect(await ask(redeliver, { id: toGlobalId('WebhookDelivery', off.id) })).toEqual({
      redeliver: { __typename: 'ConflictError', code: 'WEBHOOK_DISABLED' },
    })
    const stranger = await createProject(graph.prisma, 'another-stranger')
    const make = createFactories(graph.prisma, stranger.id)
    const theirs = await make.delivery(await make.webhook(), await make.run(await make.agent()))
    for (const unknown of [theirs.id, uuidv7()].map((id) => toGlobalId('WebhookDelivery', id)))
      expect(await ask(redeliver, { id: unknown })).toEqual({
        redeliver: {
          __typename: 'NotFoundError',
          code: 'NOT_FOUND',
          message: expect.stringMatching(/^No delivery .* in this project\.$/),
        },
      })
  })

  test('have an id by which any of them is found', async () => {
    const run = await graph.make.run(await graph.make.agent())
    const { id } = await graph.make.delivery(await graph.make.webhook(), run)
    const globalId = toGlobalId('WebhookDelivery', id)
    const query = 'query($id: ID!) { node(id: $id) { id ... on WebhookDelivery { topic status } } }'
    expect(await graph.read(query, { id: globalId })).toEqual({
      node: { id: globalId, topic: 'RUN_COMPLETED', status: 'PENDING' },
    })
  })
})
