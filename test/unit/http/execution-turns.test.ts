import { describe, expect, it } from 'vitest'
import { ExecutionTurns } from '../../../src/http/access/execution-turns.ts'

/** Asks for turns, and tells in which order they begin. Its time stands still: on a busy machine a slice may end between two of them. */
function open() {
  const turns = new ExecutionTurns({ atOnce: 32, atOncePerCaller: 16, sliceMs: 5, now: () => 0 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    ask: async (caller: string, count: number, signal?: AbortSignal) => {
      const asked = Array.from({ length: count }, async () => {
        const end = await turns.take(caller, { signal })
        begun.push(caller)
        ends.push(end)
      })
      await Promise.race([Promise.allSettled(asked), Promise.resolve()])
      return Promise.allSettled(asked)
    },
    /** Ends the one that began first. */
    end: async () => {
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

describe('API-14 turns', () => {
  it('API-14 are had at once while there are some, without a wait', () => {
    const turns = new ExecutionTurns()
    expect(turns.take('a')).toBeTypeOf('function')
  })

  it('API-14 are those of one caller after another, so that a flood waits behind itself', async () => {
    const { begun, ask, end } = open()
    for (const flooder of ['a', 'b', 'c']) void ask(flooder, 100)
    await new Promise(setImmediate)
    expect(begun).toHaveLength(32)
    void ask('late', 1)
    for (let nth = 0; nth < 4; nth++) await end()
    expect(begun.slice(32)).toContain('late')
  })

  it('API-14 leave room for others, however many one caller asks for', async () => {
    const { begun, ask, end } = open()
    void ask('flood', 1_000)
    await new Promise(setImmediate)
    expect(begun).toHaveLength(16)
    void ask('other', 3)
    await new Promise(setImmediate)
    expect(begun.slice(16)).toEqual(['other', 'other', 'other'])
    await end()
    expect(begun.at(-1)).toBe('flood')
  })

  it('API-14 are not kept for callers that have left', async () => {
    const { begun, ask, end } = open()
    void ask('flood', 16)
    const left = new AbortController()
    const asked = ask('flood', 5, left.signal)
    void ask('flood', 1)
    await new Promise(setImmediate)
    left.abort(new Error('gone'))
    expect((await asked).map(({ status }) => status)).toEqual(Array<string>(5).fill('rejected'))
    await end()
    expect(begun).toHaveLength(17)
  })

  it('API-14 go round the lanes of a caller, so that one behind a proxy waits for the others there once', async () => {
    const turns = new ExecutionTurns({ atOnce: 1, atOncePerCaller: 1, sliceMs: 5, now: () => 0 })
    const begun: string[] = []
    const ask = async (lane: string) => {
      const end = await turns.take('proxy', { lane })
      begun.push(lane)
      end()
    }
    const end = await turns.take('proxy', { lane: 'flood' })
    const asked = ['flood', 'flood', 'flood', 'ann', 'ben'].map(ask)
    end()
    await Promise.all(asked)
    expect(begun).toEqual(['flood', 'ann', 'ben', 'flood', 'flood'])
  })

  it('API-14 that wait for nothing let what has arrived come first, after a slice of time', async () => {
    let now = 0
    const turns = new ExecutionTurns({ atOnce: 4, atOncePerCaller: 2, sliceMs: 5, now: () => now })
    let begun = 0
    const work = async () => {
      const end = await turns.take('flood')
      begun += 1
      now += 1
      end()
    }
    const all = Promise.all(Array.from({ length: 100 }, work))
    await new Promise(setImmediate)
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(20)
    await all
    expect(begun).toBe(100)
  })

  it('API-14 are had in the order of asking, also by those who ask when a slice is over', async () => {
    let now = 0
    const turns = new ExecutionTurns({ atOnce: 4, atOncePerCaller: 4, sliceMs: 5, now: () => now })
    const begun: number[] = []
    const ask = async (nth: number) => {
      const end = await turns.take('a')
      begun.push(nth)
      end()
    }
    const first = ask(0)
    now = 10
    const late = [1, 2].map(ask)
    await new Promise((resolve) => setImmediate(() => resolve(ask(3))))
    await Promise.all([first, ...late])
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('API-14 say for how long the first that waits has waited', async () => {
    let now = 0
    const turns = new ExecutionTurns({ atOnce: 1, atOncePerCaller: 1, sliceMs: 5, now: () => now })
    const end = await turns.take('a')
    expect(turns.waitedMs('a')).toBe(0)
    const second = turns.take('a', { lane: 'x' })
    now = 30
    const third = turns.take('a', { lane: 'y' })
    now = 100
    expect([turns.waitedMs('a'), turns.waitedMs('b')]).toEqual([100, 0])
    end()
    const endSecond = await second
    expect(turns.waitedMs('a')).toBe(70)
    endSecond()
    const endThird = await third
    endThird()
    expect(turns.waitedMs('a')).toBe(0)
  })
})
