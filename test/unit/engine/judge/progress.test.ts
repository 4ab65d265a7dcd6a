import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  addTests,
  artifactProgress,
  testProgress,
  toProgress,
} from '../../../../src/engine/judge/criteria.ts'

const count = fc.nat({ max: 1_000_000 })

const share = fc.double({ min: 0, max: 1, noNaN: true })

const metrics = fc.record(
  { passed: count, failed: count, coverage: share },
  { requiredKeys: ['passed', 'failed'] },
)

describe('progress as a number', () => {
  test('JDG-2 tests are the share that passes, with known coverage as half of it', () => {
    expect(testProgress({ passed: 0, failed: 0 })).toBe(0)
    expect(testProgress({ passed: 0, failed: 0, coverage: 1 })).toBe(0)
    expect(testProgress({ passed: 3, failed: 1 })).toBe(0.75)
    expect(testProgress({ passed: 3, failed: 1, coverage: 0 })).toBe(0.375)
    expect(testProgress({ passed: 4, failed: 0, coverage: 0.5 })).toBe(0.75)
    expect(testProgress({ passed: 4, failed: 0, coverage: 1 })).toBe(1)
  })

  test('JDG-2 artifacts never say that all is done', () => {
    expect([0, 1, 3].map(artifactProgress)).toEqual([0, 0.5, 0.75])
  })

  test.prop([metrics])(
    'JDG-2 tests give 0 to 1, and 1 only where everything passes and is covered',
    (tests) => {
      const progress = testProgress(tests)
      expect(progress).toBeGreaterThanOrEqual(0)
      expect(progress).toBeLessThanOrEqual(1)
      const isWhole = tests.failed === 0 && tests.passed > 0 && (tests.coverage ?? 1) > 1 - 1e-12
      expect(progress > 1 - 1e-13).toBe(isWhole)
    },
  )

  test.prop([metrics, fc.integer({ min: 1, max: 1_000 })])(
    'JDG-2 mending tests is progress, and breaking them is none',
    (tests, more) => {
      const mended = { ...tests, passed: tests.passed + more, failed: tests.failed }
      const broken = { ...tests, failed: tests.failed + more }
      expect(testProgress(mended)).toBeGreaterThanOrEqual(testProgress(tests))
      expect(testProgress(broken)).toBeLessThanOrEqual(testProgress(tests))
    },
  )

  test.prop([fc.nat({ max: 10_000 })])(
    'JDG-2 each artifact is a step forward, and 1 is never reached',
    (changes) => {
      expect(artifactProgress(changes + 1)).toBeGreaterThan(artifactProgress(changes))
      expect(artifactProgress(changes)).toBeLessThan(1)
    },
  )

  test.prop([fc.double()])('JDG-2 whatever a model says is 0 to 1', (said) => {
    const progress = toProgress(said)
    expect(progress >= 0 && progress <= 1).toBe(true)
    if (said > 0 && said <= 1) expect(progress).toBe(said)
  })

  test.prop([fc.array(metrics, { minLength: 1, maxLength: 10 })])(
    'JDG-2 several reports of one step are one: their sums, and the least coverage that is known',
    (reports) => {
      const all = addTests(reports)
      expect(all.passed + all.failed).toBe(
        reports.reduce((sum, { passed, failed }) => sum + passed + failed, 0),
      )
      const known = reports.flatMap(({ coverage }) => coverage ?? [])
      expect(all.coverage).toBe(known.length > 0 ? Math.min(...known) : undefined)
    },
  )
})
