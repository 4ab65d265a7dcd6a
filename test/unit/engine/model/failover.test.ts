import { describe, expect, test } from 'vitest'
import { ModelError, type ModelErrorKind, modelErrorKinds } from '../../../../src/domain/model.ts'
import { type Alternatives, cooldownAfter, nextRecovery } from '../../../../src/engine/model/failover.ts'

const alone: Alternatives = {
  tries: 1,
  random: 0,
  retry: { maxAttempts: 5, baseMs: 1_000, capMs: 60_000 },
  otherProfile: false,
  otherModel: false,
  canCompact: false,
  mayBeTooLong: false,
  isLast: false,
  hasTime: true,
  limitMs: 0,
}

function failure(
  kind: ModelErrorKind,
  details: { retryable?: boolean; retryAfterMs?: number; status?: number } = {},
): ModelError {
  return new ModelError(kind, 'It failed.', { retryable: true, ...details })
}

describe('after a failure', () => {
  test('MOD-5 AUTH: the next credentials, never the same again', () => {
    expect(nextRecovery(failure('AUTH'), alone)).toEqual({ kind: 'next-profile' })
  })

  test('MOD-5 RATE_LIMIT: other credentials at once, where there are some', () => {
    const error = failure('RATE_LIMIT', { retryAfterMs: 100 })
    expect(nextRecovery(error, { ...alone, otherProfile: true })).toEqual({ kind: 'wait-for-limit' })
  })

  test('MOD-5 RATE_LIMIT: a short wait is waited for, a long one only where nobody else can answer', () => {
    const short = failure('RATE_LIMIT', { retryAfterMs: 15_000 })
    const long = failure('RATE_LIMIT', { retryAfterMs: 15_001 })
    const tooLong = failure('RATE_LIMIT', { retryAfterMs: 60_001 })
    const isWaitedFor = (error: ModelError, changes: Partial<Alternatives> = {}) =>
      nextRecovery(error, { ...alone, ...changes }).kind === 'wait-for-turn'
    expect(isWaitedFor(short, { otherModel: true })).toBe(true)
    expect(isWaitedFor(long, { otherModel: true })).toBe(false)
    expect(isWaitedFor(long)).toBe(true)
    expect(isWaitedFor(tooLong)).toBe(false)
    // Without a word of the provider, by the wait of all runs.
    expect(isWaitedFor(failure('RATE_LIMIT'), { otherModel: true, limitMs: 15_000 })).toBe(true)
    expect(isWaitedFor(failure('RATE_LIMIT'), { otherModel: true, limitMs: 15_001 })).toBe(false)
    expect(isWaitedFor(short, { tries: 5 })).toBe(false)
  })

  test('MOD-4 RATE_LIMIT: where nobody else is left it is waited for as often as it takes, an hour at most', () => {
    const last = { ...alone, isLast: true, tries: 500 }
    const told = (retryAfterMs?: number) =>
      failure('RATE_LIMIT', retryAfterMs === undefined ? {} : { retryAfterMs })
    for (const ms of [undefined, 60_001, 3_600_000])
      expect(nextRecovery(told(ms), last)).toEqual({ kind: 'wait-for-limit' })
    expect(nextRecovery(told(3_600_001), last)).toEqual({ kind: 'next-profile' })
    expect(nextRecovery(told(), { ...last, hasTime: false })).toEqual({ kind: 'next-profile' })
    expect(nextRecovery(failure('RATE_LIMIT', { retryable: false }), last)).toEqual({ kind: 'next-profile' })
  })

  test('MOD-5 a request that may be too long is made smaller before the run fails', () => {
    const large = { ...alone, mayBeTooLong: true }
    expect(nextRecovery(failure('BAD_REQUEST', { retryable: false }), large).kind).toBe('compact')
    expect(nextRecovery(failure('OVERLOADED'), { ...large, tries: 5 }).kind).toBe('compact')
    expect(nextRecovery(failure('OVERLOADED'), large).kind).toBe('wait')
    // Some servers know no other answer to it.
    expect(nextRecovery(failure('OVERLOADED', { status: 500 }), { ...large, tries: 2 }).kind).toBe('wait')
    expect(nextRecovery(failure('OVERLOADED', { status: 500 }), { ...large, tries: 3 }).kind).toBe('compact')
    expect(nextRecovery(failure('OVERLOADED', { status: 503 }), { ...large, tries: 3 }).kind).toBe('wait')
    expect(
      nextRecovery(failure('BAD_REQUEST', { retryable: false }), { ...large, otherModel: true }).kind,
    ).toBe('next-model')
    expect(nextRecovery(failure('AUTH', { retryable: false }), large).kind).toBe('next-profile')
  })

  test('MOD-5 CONTEXT_OVERFLOW: smaller and again, or the next model', () => {
    expect(nextRecovery(failure('CONTEXT_OVERFLOW'), { ...alone, canCompact: true })).toEqual({
      kind: 'compact',
    })
    expect(nextRecovery(failure('CONTEXT_OVERFLOW'), alone)).toEqual({ kind: 'next-model' })
  })

  test('MOD-5 TIMEOUT: the next model; where there is none, again while that may help', () => {
    expect(nextRecovery(failure('TIMEOUT'), { ...alone, otherModel: true })).toEqual({ kind: 'next-model' })
    expect(nextRecovery(failure('TIMEOUT'), alone)).toEqual({ kind: 'wait', delayMs: 0 })
    expect(nextRecovery(failure('TIMEOUT', { retryable: false }), alone)).toEqual({ kind: 'next-model' })
  })

  test.for(['OVERLOADED', 'NETWORK', 'UNKNOWN'] as const)(
    'MOD-4 %s: five tries, then the next model',
    (kind) => {
      const moves = [1, 2, 3, 4, 5].map(
        (tries) => nextRecovery(failure(kind), { ...alone, tries, otherModel: true }).kind,
      )
      expect(moves).toEqual(['wait', 'wait', 'wait', 'wait', 'next-model'])
    },
  )

  test.for(modelErrorKinds)('MOD-5 %s is left when trying again cannot help', (kind) => {
    const move = nextRecovery(failure(kind, { retryable: false }), alone)
    expect(move.kind).toBe(kind === 'AUTH' || kind === 'RATE_LIMIT' ? 'next-profile' : 'next-model')
  })

  test('MOD-5 credentials that may not use one model are kept for the others', () => {
    expect(cooldownAfter(failure('AUTH', { status: 403 }))).toBe('model')
    expect(cooldownAfter(failure('AUTH', { status: 401 }))).toBe('credentials')
  })

  test('MOD-5 a fault of the request causes no cool-down', () => {
    const resting = modelErrorKinds.map((kind) => [kind, cooldownAfter(failure(kind))])
    expect(Object.fromEntries(resting)).toEqual({
      AUTH: 'credentials',
      RATE_LIMIT: 'model',
      CONTEXT_OVERFLOW: 'nothing',
      TIMEOUT: 'model',
      OVERLOADED: 'model',
      BAD_REQUEST: 'nothing',
      CONTENT_BLOCKED: 'nothing',
      ANSWER_TOO_LARGE: 'nothing',
      NETWORK: 'model',
      UNKNOWN: 'nothing',
    })
  })
})
