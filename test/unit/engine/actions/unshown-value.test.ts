import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isStream } from '../../../../src/engine/actions/tool-result-stream.ts'
import { unshownValue } from '../../../../src/engine/actions/unshown-value.ts'

class Client {
  readonly #secret = 1
  ask() {
    return this.#secret
  }
}

class Order {
  readonly id = 7
}

/** As a bundler names the classes of a library. */
class t {
  readonly bodyInit = 'x'
  text() {
    return Promise.resolve(this.bodyInit)
  }
  arrayBuffer() {
    return Promise.resolve(new ArrayBuffer(this.bodyInit.length))
  }
}

class Names {
  readonly map = {}
  get() {
    return this.map
  }
  has() {
    return this.map === null
  }
  append() {
    return this.map
  }
}

class OwnHeaders extends Names {
  getSetCookie() {
    return [this.map]
  }
}

class OwnForm extends Names {
  getAll() {
    return [this.map]
  }
  forEach() {
    return this.map
  }
}

const readOut = Readable.from(['x'])
await readOut.toArray()

describe('a result of a tool that has no form as JSON', () => {
  it.each<[string, unknown, string]>([
    ['a Response', new Response('x'), 'Return `await response.json()`'],
    [
      'a Response of another realm',
      runInNewContext('class Response {}; Object.assign(new Response(), { size: 0 })'),
      'Return `await response.json()`',
    ],
    [
      'a Response of a library',
      Object.assign(new t(), { status: 200, headers: {}, size: 0 }),
      'Return `await response.json()`',
    ],
    ['a Request of a library', Object.assign(new t(), { method: 'GET', url: '/' }), 'Return its `url`'],
    ['a file of a library', Object.assign(new t(), { size: 1 }), '`await blob.text()`'],
    ['headers of a library', new OwnHeaders(), 'Object.fromEntries(headers)'],
    ['form data of a library', new OwnForm(), 'Object.fromEntries(data)'],
    [
      'the answer of a client with its request',
      { data: { id: 7 }, status: 200, headers: {}, config: {}, request: new EventEmitter() },
      'Return its `data`',
    ],
    ['a stream of Node that was read', readOut, 'such as `response.body`'],
    ['a Blob', new Blob(['x']), '`await blob.text()`'],
    ['a File', new File(['x'], 'a.txt'), '`await blob.text()`'],
    ['a RegExp', /x/, 'Return `String(expression)`'],
    ['a WeakMap', new WeakMap(), 'Return an object'],
    ['headers', new Headers({ a: 'b' }), 'Object.fromEntries(headers)'],
    ['search parameters', new URLSearchParams('a=b'), 'Object.fromEntries(parameters)'],
    ['form data', new FormData(), 'Object.fromEntries(data)'],
    ['a request', new Request('http://a.example'), 'Return its `url`'],
    ['a function', () => 1, 'Return what it gives'],
    ['a symbol', Symbol('x'), 'Return its description'],
    ['an ArrayBuffer', new ArrayBuffer(3), 'Buffer.from(buffer)'],
    [
      'a generator',
      (function* () {
        yield 1
      })(),
      '[...iterator]',
    ],
    ['an iterator', new Map([['a', 1]]).values(), '[...iterator]'],
    ['a promise', Promise.resolve(1), 'Await it'],
    // biome-ignore lint/suspicious/noThenProperty: as queries of databases are.
    ['a query that nobody awaited', { then: () => undefined }, 'Await it'],
    ['a stream', new ReadableStream(), 'Return the stream itself'],
    ['a stream of Node', Readable.from(['x']), 'Return the stream itself'],
    ['a writable stream', new WritableStream(), 'an object of the class WritableStream'],
    ['a signal', AbortSignal.abort(), 'an object of the class AbortSignal'],
    ['an object with nothing to show', new Client(), 'an object of the class Client'],
    ['an emitter', new EventEmitter(), 'an object of the class EventEmitter'],
    ['an object of the language', Math, 'an object of the class Math'],
    [
      'what makes a Response of itself',
      { toJSON: () => new Response('x') },
      'Return `await response.json()`',
    ],
    // biome-ignore lint/suspicious/useAwait: as a mistake.
    ['what makes a promise of itself', { toJSON: async () => 1 }, 'Await it'],
  ])('TAS-4 is an error that says what to return: %s', (_what, value, remedy) => {
    expect(unshownValue(value)).toContain(remedy)
    if (typeof value !== 'object') return
    const within = unshownValue({ list: [{ value }] })
    expect(within).toMatch(/^Its result has, at \/list\/0\/value, /)
    expect(within).toContain(remedy)
  })

  it('TAS-4 is no stream that is read once more', () => {
    expect(isStream(readOut)).toBe(false)
    expect(isStream(Readable.from([]))).toBe(true)
  })

  it('TAS-4 is found beside a getter that throws', () => {
    const hostile = Object.defineProperty({ words: /x/ }, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(unshownValue(hostile)).toMatch(/^Its result has, at \/words, a regular expression/)
  })

  it('TAS-4 is found within a Map and a Set', () => {
    expect(unshownValue(new Map([['a', /x/]]))).toMatch(/^Its result has, at \/0\/1, a regular expression/)
    expect(unshownValue({ all: new Set([/x/]) })).toMatch(
      /^Its result has, at \/all\/0, a regular expression/,
    )
  })

  it.each<[string, unknown]>([
    ['data', { a: [1, 'b', null, true, { c: undefined }] }],
    ['an object of a class', new Order()],
    ['a record of an HTTP call', { data: 1, status: 200, headers: {}, config: {}, request: { url: '/' } }],
    ['a message with a text of its own', Object.assign(new t(), { status: 'OK', headers: {} })],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a date', new Date(0)],
    ['a URL', new URL('http://a.example')],
    ['an error', new Error('x')],
    ['an error of the platform', new DOMException('x')],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a text in a box', Object('x')],
    ['bytes', Buffer.from('x')],
    ['a big integer', 1n],
    ['nothing', undefined],
    ['an empty object', {}],
    ['a field that is a function', { a: 1, ask: () => 1 }],
    ['what says its own form', { toJSON: () => 'x' }],
    ['what leaves out of its form what has none', { client: /x/, toJSON: () => ({ id: 7 }) }],
    ['an emitter with data', Object.assign(new EventEmitter(), { id: 7 })],
    [
      'a circle',
      (() => {
        const circle: Record<string, unknown> = {}
        circle.self = circle
        return circle
      })(),
    ],
  ])('TAS-4 is not %s', (_what, value) => {
    expect(unshownValue(value)).toBeNull()
  })
})
