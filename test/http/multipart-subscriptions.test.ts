import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { cursorOf } from '../support/cursors.ts'
import { forFile } from '../support/for-file.ts'
import { runFailed } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { openServer } from './open-server.ts'

const delta = (text: string) => ({
  type: 'TextDelta' as const,
  stepNumber: 1,
  data: { messageId: 'm', offset: 0, text },
})

const open = forFile(await openServer({ limits: { keepAliveMs: 100 } }))
const { make, log } = open.graph
const agent = await make.agent()
const made = await Promise.all([make.run(agent, { nextSeq: 1_000 }), make.run(agent, { nextSeq: 1_000 })])
const [first, second] = made.map(({ id }) => id)
log.append(first ?? '', delta('a'), delta('b'), runFailed)
const ended = toGlobalId('Run', first ?? '')
const lasting = { id: second ?? '', runId: toGlobalId('Run', second ?? '') }
afterAll(() => expect(open.graph.reports).toEqual([]))

const document = `subscription Follow($id: ID!, $after: String) {
  runEvents(runId: $id, after: $after) { seq cursor ... on TextDelta { text } } }`
const named = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"'

function post(variables: object, accept: string, query = document) {
  return postJson(open.endpoint, { query, variables }, { headers: { accept } })
}

/** The parts of a whole answer, heartbeats apart. */
function partsOf(text: string): readonly unknown[] {
  const parts = text.split('\r\n--graphql')
  expect(parts.at(0)).toBe('')
  expect(parts.at(-1)).toBe('--\r\n')
  return parts
    .slice(1, -1)
    .map((part) => {
      const [head, body = ''] = part.split('\r\n\r\n')
      expect(head).toBe('\r\nContent-Type: application/json')
      return JSON.parse(body)
    })
    .filter((part) => Object.keys(part).length > 0)
}

function createClient(headers: Readonly<Record<string, string>> = {}, useGETForQueries = false) {
  const link = new HttpLink({ uri: open.endpoint, headers, useGETForQueries })
  return new ApolloClient({ link, cache: new InMemoryCache() })
}

describe('API-4 a subscription as multipart/mixed', () => {
  it.for([false, true])('API-4 is followed by Apollo Client over its HttpLink, by GET: %s', async (byGet) => {
    const seen: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      createClient({}, byGet)
        .subscribe({ query: gql(document), variables: { id: ended } })
        .subscribe({
          next: ({ data }) => seen.push(at(data, 'runEvents.seq')),
          error: reject,
          complete: resolve,
        })
    })
    expect(seen).toEqual([1, 2, 3])
  })

  it('API-4 EVT-2 comes as it is written, goes on after a cursor, and ends with its reader', async () => {
    open.graph.log.append(lasting.id, delta('a'), delta('b'))
    const texts: unknown[] = []
    const variables = { id: lasting.runId, after: cursorOf(lasting.id, 1) }
    const heard = createClient()
      .subscribe({ query: gql(document), variables })
      .subscribe({ next: ({ data }) => texts.push(at(data, 'runEvents.text')) })
    await expect.poll(() => texts).toEqual(['b'])
    open.graph.log.append(lasting.id, delta('c'))
    await expect.poll(() => texts).toEqual(['b', 'c'])
    heard.unsubscribe()
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  it('API-4 what is refused before it begins reaches Apollo Client as errors of GraphQL', async () => {
    const refused = [
      { query: 'subscription { nope }', code: 'GRAPHQL_VALIDATION_FAILED' },
      { query: document, code: 'BAD_REQUEST' },
      { query: 'subscription { runEvents(runId: "nonsense") { seq } }', code: 'INVALID_ID' },
    ]
    for (const { query, code } of refused) {
      const error = await new Promise((resolve, reject) => {
        createClient()
          .subscribe({ query: gql(query), variables: {} })
          .subscribe({
            next: (result) => resolve(result.error),
            error: resolve,
            complete: () => reject(code),
          })
      })
      expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code).toBe(code)
    }
  })

  it('API-4 has a payload in each part, a boundary behind each, and an end', async () => {
    const response = await post({ id: ended }, named)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': named,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    const data = [1, 2, 3].map((seq) => ({ payload: { data: { runEvents: { seq } } } }))
    expect(partsOf(await response.text())).toMatchObject(data)
  })

  it('API-9 says by an empty object that it lives, also before its first result', async () => {
    const response = await post({ id: lasting.runId, after: cursorOf(lasting.id, 3) }, named)
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (text.split('{}').length > 3) break
    }
    expect(
      text.startsWith('\r\n--graphql\r\nContent-Type: application/json\r\n\r\n{}\r\n--graphql\r\n'),
    ).toBe(true)
  })

  const accepted: readonly (readonly [string, string])[] = [
    ['multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json', named],
    ['multipart/mixed; boundary="graphql"; subscriptionSpec="1.0", application/json', named],
    ['Multipart/Mixed;SubscriptionSpec=1.0', named],
    ['multipart/mixed;deferSpec=20220824;subscriptionSpec=1.0, */*', named],
    ['application/json, multipart/mixed;subscriptionSpec=1.0;q=0.9', named],
    ['multipart/mixed;subscriptionSpec=1.0, text/event-stream', named],
    ['text/event-stream, multipart/mixed;subscriptionSpec=1.0', 'text/event-stream'],
    ['text/event-stream, multipart/mixed', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
  ]
  it.for(accepted)('API-4 is what is named first: %s', async ([accept, type]) => {
    const response = await post({ id: ended }, accept)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    await response.text()
  })

  it.for(['multipart/mixed', 'multipart/mixed;subscriptionSpec=2.0', 'application/json'])(
    'API-4 is refused in words where no type of a subscription is accepted: %s',
    async (accept) => {
      const response = await post({ id: ended }, accept)
      expect(response.status).toBe(406)
      expect(await response.text()).toContain('multipart/mixed;subscriptionSpec=\\"1.0\\"')
    },
  )

  it('API-4 a client that accepts nothing else gets its refusal, and its query, as a payload', async () => {
    const refused = await post({}, named, '{ nope }')
    expect(refused.status).toBe(200)
    expect(partsOf(await refused.text())).toMatchObject([
      { payload: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] } },
    ])
    const answer = await post({}, named, '{ __typename }')
    expect(partsOf(await answer.text())).toEqual([{ payload: { data: { __typename: 'Query' } } }])
    const json = await post({}, `${named}, application/json`, '{ __typename }')
    expect(await json.json()).toEqual({ data: { __typename: 'Query' } })
  })
})
