import { Readable } from 'node:stream'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { isStream, readStream } from '../../../../src/engine/actions/tool-result-stream.ts'
import { limitResult } from '../../../../src/engine/run/limit-result.ts'
import { unkeptSecrets } from '../../../support/no-secrets.ts'

const never = new AbortController().signal

async function* of(...pieces: readonly unknown[]) {
  yield* pieces
}

function read(stream: AsyncIterable<unknown>, maxBytes = 1024 * 1024, signal = never) {
  return readStream(stream, { maxBytes, signal, secrets: unkeptSecrets() })
}

/** A stream that reports when it is read and released, and gives its next piece only on request. */
function slow() {
  const asked = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const stream: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked.resolve()
        return new Promise<IteratorResult<unknown>>(() => undefined)
      },
      return: async () => {
        letGo.resolve()
        return { done: true, value: undefined }
      },
    }),
  }
  return { stream, asked: asked.promise, letGo: letGo.promise }
}

describe('a streamed result', () => {
  const text = fc.string({ unit: fc.constantFrom('😀', 'ü', '"', '\n', 'a', '\u0007'), maxLength: 400 })
  const cuts = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 30 })

  test.prop([text, cuts])('LIM-12 is the text of its bytes, wherever these are cut', async (whole, sizes) => {
    const bytes = Buffer.from(whole)
    const pieces: Buffer[] = []
    for (let from = 0, turn = 0; from < bytes.length; turn++) {
      const to = from + (sizes[turn % sizes.length] ?? 0) + 1
      pieces.push(bytes.subarray(from, to))
      from = to
    }
    expect(await read(of(...pieces))).toEqual(limitResult(whole, 1024 * 1024))
  })

  test.prop([text, cuts, fc.integer({ min: 128, max: 600 })])(
    'LIM-12 has the same beginning, end and size as if it had come at once',
    async (whole, sizes, maxBytes) => {
      const pieces: string[] = []
      for (let from = 0, turn = 0; from < whole.length; turn++) {
        const to = from + (sizes[turn % sizes.length] ?? 0) + 1
        pieces.push(whole.slice(from, to))
        from = to
      }
      expect(await read(of(...pieces), maxBytes)).toEqual(limitResult(whole, maxBytes))
    },
  )

  for (const size of [1_000, 70_000, 700_000]) {
    test(`LIM-12 of many blocks, in pieces of ${size}, keeps its ends and counts its middle`, async () => {
      const whole = Array.from({ length: 60_000 }, (_, index) => `line ${index} 😀 "x"\n`).join('')
      const pieces: string[] = []
      for (let from = 0; from < whole.length; from += size) pieces.push(whole.slice(from, from + size))
      expect(await read(of(...pieces), 10_000)).toEqual(limitResult(whole, 10_000))
    })
  }

  test('LIM-12 takes text and bytes mixed, and other values as lines of JSON', async () => {
    const { output } = await read(
      of('a', new Uint8Array([0xc3]), new Uint8Array([0xbc]), { b: 1 }, null, 'c\u0000'),
    )
    expect(output).toBe('aü{"b":1}\nnull\nc')
    expect((await read(of(Uint8Array.from([0xf0, 0x9f]).buffer, 'x'))).output).toBe('\ufffdx')
  })

  test('LIM-12 may be a web stream or a Node stream', async () => {
    const pieces = ['one ', 'two']
    expect((await read(new Response('one two').body ?? of())).output).toBe('one two')
    expect((await read(Readable.from(pieces))).output).toBe('one two')
    expect((await read(Readable.from(pieces, { objectMode: false }))).output).toBe('one two')
    expect([isStream(new ReadableStream()), isStream([]), isStream(null), isStream('text')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('LIM-12 is asked for its next piece only when the one before is taken in', async () => {
    const order: string[] = []
    const stream: AsyncIterable<unknown> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          order.push('asked')
          await null
          order.push('given')
          return order.length < 6 ? { done: false, value: 'x' } : { done: true, value: undefined }
        },
      }),
    }
    expect((await read(stream)).output).toBe('xx')
    expect(order).toEqual(['asked', 'given', 'asked', 'given', 'asked', 'given'])
  })

  test('LIM-12 is released at once when the call is stopped, also while it is waited for', async () => {
    const { stream, asked, letGo } = slow()
    const controller = new AbortController()
    void read(stream, 1_000, controller.signal)
    await asked
    controller.abort(new Error('stopped'))
    await letGo
  })

  test('LIM-12 of a web stream that hangs is cancelled, and of a Node stream destroyed', async () => {
    const cancelled = Promise.withResolvers<void>()
    const web = new ReadableStream({ cancel: () => cancelled.resolve() })
    const destroyed = Promise.withResolvers<void>()
    const node = new Readable({
      read: () => undefined,
      destroy: (_error, done) => {
        destroyed.resolve()
        done(null)
      },
    })
    const controller = new AbortController()
    const both = Promise.allSettled([
      read(web, 1_000, controller.signal),
      read(node, 1_000, controller.signal),
    ])
    controller.abort(new Error('stopped'))
    await Promise.all([cancelled.promise, destroyed.promise])
    expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  })

  test('LIM-12 that never waits and never ends still lets the call be stopped', async () => {
    const controller = new AbortController()
    let isLetGo = false
    async function* endless() {
      try {
        for (;;) yield 'more and more '
      } finally {
        isLetGo = true
      }
    }
    const reading = read(endless(), 1_000, controller.signal)
    setTimeout(() => controller.abort(new Error('stopped')), 20)
    await expect(reading).rejects.toThrow('stopped')
    expect(isLetGo).toBe(true)
  })

  test('TAS-4 that fails in its middle is a failure', async () => {
    async function* failing() {
      yield 'a'
      throw new Error('torn')
    }
    await expect(read(failing())).rejects.toThrow('torn')
  })
})
