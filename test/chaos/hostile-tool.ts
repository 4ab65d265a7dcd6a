import type { PlainTool } from '../../src/index.ts'

const largeBytes = 50 * 1024 * 1024
/** A stream is scanned piece by piece for secrets, which takes longer than for a text as a whole. */
const streamedBytes = 8 * 1024 * 1024

/** Mistakes that a tool's author may make, by the name with which a model asks for them. */
const ways: Readonly<Record<string, () => unknown>> = {
  // A thrown value need not be an Error, nor can every Error be shown.
  'throws a text': () => raise('just a text'),
  'throws undefined': () => raise(undefined),
  'throws null': () => raise(null),
  'throws a cycle': () => raise(selfish(new Error('round and round'))),
  'throws what has no text': () => raise(Object.create(null)),
  'throws what throws': () => raise(new Proxy({}, { get: () => raise(new Error('look away')) })),
  'throws NUL and half a character': () => raise(new Error('a\u0000b\ud800c')),
  'throws a large text': () => raise(new Error('long '.repeat(400_000))),
  'rejects twice': () =>
    new Promise((_, reject) => {
      reject(new Error('first'))
      reject(new Error('second'))
    }),

  // Too large, or no text.
  'gives a large text': () => `begin ${'0123456789abcde\n'.repeat(largeBytes / 16)} end`,
  'gives large bytes': () => new Uint8Array(largeBytes),
  'streams a large text': () => streamed(),
  'gives half characters': () => 'a\ud800b\udc00c',
  'gives NUL': () => ({ 'k\u0000ey': 'a\u0000b' }),

  // No JSON.
  'gives a BigInt': () => ({ value: 2n ** 64n }),
  'gives a date': () => [new Date(0), new Date(Number.NaN)],
  'gives a map': () => ({ map: new Map([['a', 1]]), set: new Set([1, 2]) }),
  'gives a function': () => ({ call: () => 1, kept: true, list: [() => 1] }),
  'gives nothing': () => undefined,
  'gives a symbol': () => ({ symbol: Symbol('s') }),
  'gives no number': () => [Number.NaN, Number.POSITIVE_INFINITY, -0],
  'gives a cycle': () => selfish({ name: 'me' }),
  'gives what refuses': () => ({ toJSON: () => raise(new Error('I will not')) }),
  'gives a getter that throws': () =>
    Object.defineProperty({ a: 1 }, 'b', { enumerable: true, get: () => raise(new Error('no')) }),
  'gives what is deep': () => nested(20_000),
  'gives an error': () => new TypeError('as a value'),
  'gives what throws': () => new Proxy({}, { ownKeys: () => raise(new Error('closed')) }),
  'gives a polluting key': () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
}

/** A tool that does what no tool should, in the process of the worker. */
export const hostileTool: PlainTool = {
  name: 'chaos_hostile',
  description: 'Behaves badly.',
  inputSchema: { type: 'object', properties: { way: { type: 'string' } }, required: ['way'] },
  effect: 'read',
  execute: async ({ way }) => ways[String(way)]?.(),
}

function raise(thrown: unknown): never {
  throw thrown
}

function selfish<Value extends object>(value: Value): Value {
  return Object.assign(value, { self: value })
}

function nested(levels: number): unknown {
  let value: unknown = 'the bottom'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

async function* streamed(): AsyncGenerator<string> {
  yield 'begin '
  for (let given = 0; given < streamedBytes; given += 65_536) yield '0123456789abcde\n'.repeat(4_096)
  yield ' end'
}
