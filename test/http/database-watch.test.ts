import { createSchema, createYoga } from 'graphql-yoga'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toCallerError } from '../../src/graphql/errors.ts'
import { useDatabaseWatch } from '../../src/http/yoga/graphql-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const unavailable = { errors: [{ extensions: { code: 'DATABASE_UNAVAILABLE', retryable: true } }] }

/** A server whose one answer comes when it is given, over a database that is there or not. */
function serve(isThere: () => boolean) {
  const given = Promise.withResolvers<string>()
  const looks = vi.fn(async () => isThere())
  const ended = vi.fn(async () => ({ done: true, value: undefined }))
  const events = { [Symbol.asyncIterator]: () => events, next: ended, return: ended }
  const yoga = createYoga({
    schema: createSchema({
      typeDefs: 'type Query { answer: String } type Subscription { followed: String }',
      resolvers: {
        Query: { answer: () => given.promise },
        Subscription: { followed: { subscribe: () => given.promise.then(() => events) } },
      },
    }),
    plugins: [useDatabaseWatch(looks)],
    maskedErrors: { maskError: toCallerError },
    logging: false,
  })
  const ask = (query: string, accept = 'application/json') =>
    yoga.fetch('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query }),
    })
  return { ask, give: given.resolve, looks, ended }
}

describe('DUR-3 a caller that waits long', () => {
  test('waits on for a database that is there, however long it takes', async () => {
    const { ask, give, looks } = serve(() => true)
    const asked = ask('{ answer }')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(looks).toHaveBeenCalledTimes(30)
    give('At last.')
    const response = await asked
    expect([response.status, await response.json()]).toEqual([200, { data: { answer: 'At last.' } }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('receives the error within three seconds where it is not, and a late answer is dropped', async () => {
    const { ask, give } = serve(() => false)
    const asked = ask('{ answer }')
    await vi.advanceTimersByTimeAsync(3_000)
    const response = await asked
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.json()).toMatchObject(unavailable)
    give('Too late.')
  })

  test('for the beginning of a subscription has it ended where it begins too late', async () => {
    const { ask, give, ended } = serve(() => false)
    const asked = ask('subscription { followed }', 'text/event-stream')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await (await asked).text()).toContain('DATABASE_UNAVAILABLE')
    give('Too late.')
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  })
})
