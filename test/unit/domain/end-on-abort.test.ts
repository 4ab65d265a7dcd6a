import { describe, expect, it } from 'vitest'
import { endOnAbort, startEndable } from '../../../src/domain/end-on-abort.ts'

const done = { done: true, value: undefined }

describe('EVT-2 a stream that its reader can end', () => {
  it('gives the values, then its end, and calls onEnd once', async () => {
    let ends = 0
    const stream = endOnAbort(numbers(2), undefined, () => ends++)
    const read: number[] = []
    for await (const value of stream) read.push(value)
    expect(read).toEqual([1, 2])
    expect(await stream.return()).toEqual(done)
    expect(ends).toBe(1)
  })

  it('ends at once when the signal aborts, also while a value is awaited', async () => {
    const controller = new AbortController()
    const stream = endOnAbort(silent(), controller.signal)
    const next = stream.next()
    controller.abort()
    expect(await next).toEqual(done)
    expect(await stream.next()).toEqual(done)
  })

  it('tells a source to end that was never read', async () => {
    let returned = 0
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error('read')),
        return: async () => {
          returned += 1
          return done
        },
      }),
    }
    await endOnAbort(source, AbortSignal.abort()).next()
    await endOnAbort(source).return()
    expect(returned).toBe(2)
  })

  it('throws the error of its source, and is over then', async () => {
    let ends = 0
    const stream = endOnAbort(failing(), undefined, () => ends++)
    await expect(stream.next()).rejects.toThrow('broken')
    expect(await stream.next()).toEqual(done)
    expect(ends).toBe(1)
  })

  it('ends the wait of a generator before the generator', async () => {
    let isReleased = false
    const stream = await startEndable(undefined, async function* (signal) {
      try {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield 1
      } finally {
        isReleased = true
      }
    })
    const next = stream.next()
    expect(await stream.return()).toEqual(done)
    expect(isReleased).toBe(true)
    expect(await next).toEqual(done)
  })
})

async function* numbers(count: number): AsyncGenerator<number, void, void> {
  for (let number = 1; number <= count; number++) yield number
}

async function* silent(): AsyncGenerator<number, void, void> {
  await new Promise(() => undefined)
  yield 1
}

async function* failing(): AsyncGenerator<number, void, void> {
  yield* []
  throw new Error('broken')
}
