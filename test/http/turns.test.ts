import { describe, expect, test } from 'vitest'
import { inSendOrder, SendQueue } from '../../src/http/sockets/send-queue.ts'

/** Results that a test gives out one by one. */
function source() {
  const asked: PromiseWithResolvers<IteratorResult<string, void>>[] = []
  let isReturned = false
  return {
    give: (value: string) => asked.shift()?.resolve({ done: false, value }),
    end: () => asked.shift()?.resolve({ done: true, value: undefined }),
    get isReturned() {
      return isReturned
    },
    results: {
      next: () => {
        const next = Promise.withResolvers<IteratorResult<string, void>>()
        asked.push(next)
        return next.promise
      },
      return: async () => {
        isReturned = true
        for (const next of asked.splice(0)) next.resolve({ done: true, value: undefined })
        return { done: true as const, value: undefined }
      },
    },
  }
}

/** The value of a promise so far, or that it is pending. */
function soFar<Value>(promise: Promise<Value>): Promise<Value | 'pending'> {
  const later = new Promise<'pending'>((resolve) => setImmediate(() => resolve('pending')))
  return Promise.race([promise, later])
}

const given = (value: string) => ({ done: false, value })
const ended = { done: true, value: undefined }

function two() {
  const turns = new SendQueue()
  const [a, b] = [source(), source()]
  const first = inSendOrder(turns, { results: a.results })
  const second = inSendOrder(turns, { results: b.results })
  return { turns, a, b, first, second }
}

describe('EVT-5 the operations of a socket', () => {
  test('take turns: the next result waits until the one before is written', async () => {
    const { a, b, first, second } = two()
    const [one, other] = [first.next(), second.next()]
    a.give('a1')
    b.give('b1')
    expect(await one).toEqual(given('a1'))
    expect(await soFar(other)).toBe('pending')
    const next = first.next()
    expect(await other).toEqual(given('b1'))
    a.give('a2')
    expect(await soFar(next)).toBe('pending')
    const after = second.next()
    expect(await next).toEqual(given('a2'))
    b.end()
    expect(await after).toEqual(ended)
  })

  test('hold nobody up while they wait for something to say', async () => {
    const { b, first, second } = two()
    const quiet = first.next()
    for (const value of ['b1', 'b2']) {
      const next = second.next()
      b.give(value)
      expect(await next).toEqual(given(value))
    }
    expect(await soFar(quiet)).toBe('pending')
  })

  test('pass their turn on when they are let go in it, or while they wait for it', async () => {
    const { turns, a, b, first, second } = two()
    const c = source()
    const third = inSendOrder(turns, { results: c.results })
    const [one, other, last] = [first.next(), second.next(), third.next()]
    a.give('a1')
    b.give('b1')
    c.give('c1')
    await one
    await second.return?.()
    expect(b.isReturned).toBe(true)
    expect(await soFar(last)).toBe('pending')
    await first.return?.()
    expect(await other).toEqual(ended)
    expect(await last).toEqual(given('c1'))
  })
})

describe('DUR-4 the operations of a socket that drains', () => {
  test('send the results at hand, read no more, and do not complete', async () => {
    const { turns, a, b, first, second } = two()
    const [one, other] = [first.next(), second.next()]
    a.give('a1')
    b.give('b1')
    await one
    const drained = turns.drain()
    expect(await soFar(drained)).toBe('pending')
    const more = first.next()
    expect(await other).toEqual(given('b1'))
    const moreOfOther = second.next()
    await drained
    expect(await soFar(Promise.race([more, moreOfOther]))).toBe('pending')
    await Promise.all([first.return?.(), second.return?.()])
    expect(await Promise.all([more, moreOfOther])).toEqual([ended, ended])
  })

  test('wait for an answer that is still worked at', async () => {
    const turns = new SendQueue()
    const { give, end, results } = source()
    const answer = inSendOrder(turns, { results, release: turns.hold() })
    const drained = turns.drain()
    const sent = answer.next()
    give('the answer')
    expect(await sent).toEqual(given('the answer'))
    expect(await soFar(drained)).toBe('pending')
    const over = answer.next()
    end()
    expect(await over).toEqual(ended)
    await drained
  })

  test('do not wait for an answer that nobody wants any more', async () => {
    const turns = new SendQueue()
    const answer = inSendOrder(turns, { results: source().results, release: turns.hold() })
    const drained = turns.drain()
    await answer.return?.()
    await drained
  })
})
