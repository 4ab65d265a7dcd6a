import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { answerRoom, type GuardedRequest, guard } from '../../../../src/engine/context/count-tokens.ts'

const compaction = { warnAt: 0.8, compactAt: 0.9, keepRecent: 0.3, models: [] }
const request: GuardedRequest = {
  window: 100_000,
  learntRoom: null,
  tokens: 0,
  maxOutputTokens: null,
  compaction,
}

describe('the guard of a window', () => {
  test('CTX-1 warns above 0.8, compacts above 0.9', () => {
    const kinds = [80_000, 80_001, 90_000, 90_001].map((tokens) => guard({ ...request, tokens }).kind)
    expect(kinds).toEqual(['fits', 'nearly-full', 'nearly-full', 'compact'])
  })

  test('CTX-1 an unknown window guards nothing', () => {
    expect(guard({ ...request, window: null, tokens: 1e9 })).toEqual({ kind: 'fits' })
  })

  test('CTX-1 leaves the answer its bound, but never more than a quarter', () => {
    expect(answerRoom(100_000, null)).toBe(4_096)
    expect(answerRoom(100_000, 10_000)).toBe(10_000)
    expect(answerRoom(8_000, null)).toBe(2_000)
  })

  test('CTX-1 without compaction, only a request that leaves no room for the answer is too large', () => {
    const kinds = [95_904, 95_905].map((tokens) => guard({ ...request, tokens, compaction: null }).kind)
    expect(kinds).toEqual(['nearly-full', 'too-large'])
  })

  test('CTX-1 an overflow causes a compaction, and is no reason to refuse a request', () => {
    const learnt = { ...request, learntRoom: 50_000, tokens: 60_000 }
    expect(guard(learnt)).toMatchObject({ kind: 'compact', line: 50_000, room: 50_000 })
    expect(guard({ ...learnt, window: null })).toMatchObject({ kind: 'compact', room: 50_000 })
    expect(guard({ ...learnt, compaction: null })).toEqual({ kind: 'fits' })
  })

  test.prop([fc.integer({ min: 1_000, max: 1e7 }), fc.integer({ min: 0, max: 2e7 })])(
    'CTX-1 an accepted request leaves room for the answer; the target does not cause another compaction',
    (window, tokens) => {
      const found = guard({ ...request, window, tokens })
      if (found.kind !== 'compact') expect(tokens).toBeLessThanOrEqual(window - answerRoom(window, null))
      else expect(['fits', 'nearly-full']).toContain(guard({ ...request, window, tokens: found.target }).kind)
    },
  )
})
