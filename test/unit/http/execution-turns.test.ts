import { describe, expect, it } from 'vitest'
import { ExecutionTurns } from '../../../src/http/access/execution-turns.ts'

/** Asks for turns, and tells in which order they begin. */
function open() {
  const turns = new ExecutionTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    ask: async (caller: string, count: number, signal?: AbortSignal) => {
      const asked = Array.from({ length: count }, async () => {
        const end = await turns.take(caller, signal)
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
})
