import { describe, expect, it } from 'vitest'
import { parseAudit } from '../../../src/domain/action-audit.ts'

describe('TAS-2 the audit of a stored action', () => {
  it('is read back as it was written', () => {
    const audit = {
      ...{ agent: 'buyer', decision: 'DENY', rule: 'hook', identicalCalls: 1, resultBytes: 12, done: true },
      ...{ gate: 'g', gateStatus: 'EXPIRED', decidedBy: null, cycle: { period: 2, round: 3 } },
      tests: [{ passed: 1, failed: 2 }],
      artifacts: { a: { deep: [1] } },
    }
    expect(parseAudit(audit)).toStrictEqual(audit)
  })

  it('is empty where there is none, and without fields that another version wrote differently', () => {
    expect(parseAudit(null)).toStrictEqual({})
    expect(parseAudit({ agent: 'buyer', resultBytes: '?', cycle: 1 })).toEqual({ agent: 'buyer' })
  })
})
