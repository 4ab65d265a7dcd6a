import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { failureReason, wholeFailureReason } from '../../../src/domain/failure-reason.ts'

const caused = (message: string, cause: unknown) => new Error(message, { cause })
const coded = (message: string, more: object) => Object.assign(new Error(message), more)
class NoMoney extends Error {}
const round = new Error('round')
round.cause = caused('and round', round)

describe('why something failed', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('It broke.'), 'It broke.'],
    ['a cause behind a sentence', caused('It broke.', new Error('No disk.')), 'It broke: No disk.'],
    ['an error without words', new TypeError(), 'TypeError'],
    ['an error of a class without words', new NoMoney(), 'NoMoney'],
    [
      'an answer of GraphQL',
      coded('GraphQL Error', {
        response: { status: 200, data: null, errors: [{ message: 'The seat is taken.' }] },
      }),
      'GraphQL Error: The seat is taken.',
    ],
    ['a text', 'just words', 'just words'],
    ['a number', 7, '7'],
    ['nothing', undefined, 'It failed, and does not say why.'],
    ['null', null, 'It failed, and does not say why.'],
    [
      'a cause',
      caused('fetch failed', coded('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' })),
      'fetch failed: connect ECONNREFUSED 127.0.0.1:1',
    ],
    ['causes of causes', caused('a', caused('b', caused('c', 'd'))), 'a: b: c: d'],
    [
      'a cause that the message has already',
      caused('It broke: no disk', new Error('no disk')),
      'It broke: no disk',
    ],
    ['a cause that is an object', caused('a', { code: 'E_B', detail: 'b' }), 'a: b (code E_B)'],
    ['an object', { code: 'E42', detail: 'the ledger is closed' }, 'the ledger is closed (code E42)'],
    ['an object with a message', { message: 'Not today.', status: 503 }, 'Not today. (status 503)'],
    [
      'a problem of RFC 9457',
      { title: 'Out of credit', detail: 'You have 30.', status: 403 },
      'Out of credit, You have 30. (status 403)',
    ],
    ['an object of its own', { ledger: 'closed' }, '{"ledger":"closed"}'],
    ['an object with nothing', {}, '[object Object]'],
    [
      'an error of PostgreSQL',
      coded('duplicate key', { code: '23505', detail: 'Key (id)=(7) already exists.' }),
      'duplicate key, Key (id)=(7) already exists. (code 23505)',
    ],
    [
      'several errors',
      new AggregateError([new Error('first'), 'second', { detail: 'third' }]),
      'first: second: third',
    ],
    [
      'several errors under a title',
      new AggregateError([new Error('first'), new Error('second')], 'All failed'),
      'All failed: first: second',
    ],
    [
      'several errors within a cause',
      caused('fetch failed', new AggregateError([new Error('::1'), new Error('127.0.0.1')])),
      'fetch failed: ::1: 127.0.0.1',
    ],
    [
      'errors of a service',
      { errors: [{ message: 'a is wrong' }, { message: 'b too' }], message: 'Refused' },
      'Refused: a is wrong: b too',
    ],
    [
      'a suppressed error',
      new SuppressedError(new Error('late'), new Error('early'), 'both'),
      'both: late: early',
    ],
    ['a circle', round, 'round: and round'],
    [
      'an answer of a service',
      coded('Request failed with status code 402', {
        response: { status: 402, data: { detail: 'No money.' } },
      }),
      'Request failed with status code 402: No money.',
    ],
    [
      'an answer of a service that is a text',
      coded('Response code 409 (Conflict)', { response: { body: 'The seat is taken.' } }),
      'Response code 409 (Conflict): The seat is taken.',
    ],
    ['an error of JSON-RPC', coded('No money', { data: { detail: 'You have 3.' } }), 'No money: You have 3.'],
    ['an answer that was not read', coded('Refused', { response: new Response('x') }), 'Refused'],
    ['an error of the platform', new DOMException('It took too long.', 'TimeoutError'), 'It took too long.'],
    ['a response', new Response('x', { status: 404 }), 'an answer of HTTP with the status 404'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    [
      'errors within errors',
      new AggregateError([new AggregateError([new Error('a')]), caused('b', { code: 'E_C' })]),
      'a: b: {"code":"E_C"}',
    ],
  ])('TAS-4 is told of %s', (_what, error, reason) => {
    expect(failureReason(error)).toBe(reason)
  })

  it.each<[string, () => unknown, string]>([
    [
      'that was thrown',
      () => Response.json({ detail: 'You have 3.' }, { status: 402, statusText: 'Payment Required' }),
      'an answer of HTTP with the status 402 Payment Required: You have 3.',
    ],
    [
      'that an error holds',
      () => coded('Request failed', { response: new Response('The seat is taken.', { status: 409 }) }),
      'Request failed: The seat is taken.',
    ],
    [
      'that is the cause',
      () => caused('No seat', Response.json({ message: 'It is taken.' }, { status: 409 })),
      'No seat: an answer of HTTP with the status 409: It is taken.',
    ],
    ['without a body', () => new Response(null, { status: 204 }), 'an answer of HTTP with the status 204'],
    ['that is no answer', () => new Error('It broke.'), 'It broke.'],
  ])('TAS-4 is told of an answer of HTTP %s', async (_what, thrown, reason) => {
    expect(await wholeFailureReason(thrown())).toBe(reason)
  })

  it('TAS-4 is told of the beginning of an answer without end', async () => {
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(Buffer.from('x'.repeat(1000)))
    const reason = await wholeFailureReason(new Response(new ReadableStream({ pull }), { status: 500 }))
    expect(reason.length).toBeLessThan(4100)
  })

  it('TAS-4 is told of what came of an answer that somebody reads', async () => {
    const response = new Response('x', { status: 500 })
    response.body?.getReader()
    expect(await wholeFailureReason(response)).toBe('an answer of HTTP with the status 500')
  })

  it('TAS-4 is told of a request of the platform that reaches nobody', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => server.close(resolve))
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((reason: unknown) => reason)
    expect(failureReason(error)).toBe(`fetch failed: connect ECONNREFUSED 127.0.0.1:${port}`)
  })

  it('TAS-4 is bounded, and never throws', () => {
    expect(
      failureReason(new AggregateError(Array.from({ length: 1000 }, (_, n) => new Error(`e${n}`)))).length,
    ).toBeLessThan(5000)
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    expect(typeof failureReason(hostile)).toBe('string')
    expect(typeof failureReason(Object.create(null))).toBe('string')
  })
})
