import { expect, test } from 'vitest'
import { canonicalJson, sha256, sha256OfJson } from '../../../src/domain/hash.ts'

test('RUN-8 DAG-9 stored hashes stay the same', () => {
  expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c')
  expect(sha256(new TextEncoder().encode('é'))).toBe(sha256('é'))
  expect(sha256('é', 'base64url').slice(0, 16)).toBe('SplVfkAzw1Od4utl')
  expect(sha256OfJson({ b: [1, null], a: { d: 'x', c: 2 } })).toBe(
    sha256('{"a":{"c":2,"d":"x"},"b":[1,null]}'),
  )
})

test('RUN-8 the order of keys makes no difference, that of items does', () => {
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  expect(canonicalJson(undefined)).toBe('')
})
