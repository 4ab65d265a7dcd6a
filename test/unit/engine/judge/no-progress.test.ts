import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { initialProgress, trackProgress } from '../../../../src/engine/judge/judgement.ts'

const track = (...progress: readonly number[]) => progress.reduce(trackProgress, initialProgress)

describe('no progress', () => {
  test('LIM-10 counts the judged steps since the highest so far', () => {
    expect(track(0, 0)).toEqual({ best: 0, stale: 2 })
    expect(track(0.2, 0.4)).toEqual({ best: 0.4, stale: 0 })
    expect(track(0.4, 0.1, 0.4)).toEqual({ best: 0.4, stale: 2 })
    expect(track(0.4, 0.1, 0.5)).toEqual({ best: 0.5, stale: 0 })
  })

  test.prop([fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 })])(
    'LIM-10 is the same as looking for the first of the highest',
    (all) => {
      const best = Math.max(0, ...all)
      const since = best === 0 ? all.length : all.length - 1 - all.indexOf(best)
      expect(track(...all)).toEqual({ best, stale: since })
    },
  )
})
