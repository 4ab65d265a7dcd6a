import { expect, test } from 'vitest'
import { retryKeyPrefix, toGivenKey, toTokenKey } from '../../../src/domain/idempotency-key.ts'

test.for([
  [null, null],
  ['order-7', 'order-7'],
  [toTokenKey('0123456789abcdef', 'order-7'), 'order-7'],
  [toTokenKey('0123456789abcdef', 'token:0123456789abcdef:x'), 'token:0123456789abcdef:x'],
  ['token:short:x', 'token:short:x'],
  [`${retryKeyPrefix}01a1fc06-04c2-77c6-8fd1-f6493b2473ef`, null],
] as const)('RUN-8 the idempotency key %j is shown as its caller gave it', ([stored, given]) => {
  expect(toGivenKey(stored)).toBe(given)
})
