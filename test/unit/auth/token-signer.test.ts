import { randomBytes } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTokenSigner, tokenType } from '../../../src/auth/token-signer.ts'
import type { AccessToken, Issuer, TokenScope } from '../../../src/domain/access-token.ts'
import { isRungraphError } from '../../../src/domain/errors.ts'

const key = randomBytes(32)
const start = Date.UTC(2026, 10, 23, 12)
const runId = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'

const token: AccessToken = {
  id: 'one',
  project: { id: 'p', slug: 'a-project' },
  subject: 'ann',
  issuer: { kind: 'KEY', keyId: 'k' },
  scope: { kind: 'RUN', runId },
  abilities: ['READ', 'ABORT'],
  agentId: null,
  expiresAt: new Date(start + 60_000),
}

/** A signer whose clock is so many seconds after the start. */
function signerAt(seconds: number, of = key) {
  return createTokenSigner({ key: of, now: () => start + seconds * 1_000 })
}

async function reasonOf(text: string, seconds = 0): Promise<string> {
  const refused = await signerAt(seconds).verify(text)
  if (!isRungraphError(refused)) throw new Error('The token was accepted.')
  expect(refused.code).toBe('UNAUTHENTICATED')
  return refused.message
}

describe('KEY-7 an access token', () => {
  const scopes: readonly TokenScope[] = [
    { kind: 'RUN', runId },
    { kind: 'SESSION', key: 'a session' },
    { kind: 'TAG', tag: 'a tag' },
  ]
  const issuers: readonly Issuer[] = [
    { kind: 'KEY', keyId: 'k' },
    { kind: 'LOOPBACK' },
    { kind: 'PERSON', name: 'key:of nobody' },
  ]
  test.for(scopes)('gives the signed content: %j', async (scope) => {
    for (const issuer of issuers) {
      const text = await signerAt(0).sign({ ...token, scope, issuer })
      expect(await signerAt(59).verify(text)).toEqual({ ...token, scope, issuer })
    }
  })

  test('expires', async () => {
    const text = await signerAt(0).sign(token)
    expect(await reasonOf(text, 66)).toContain('has expired')
  })

  test('of another key is refused, and of one that claims to be this key', async () => {
    const text = await signerAt(0, randomBytes(32)).sign(token)
    expect(await reasonOf(text)).toContain('a key that this server does not have')
    const [header] = (await signerAt(0).sign(token)).split('.')
    const [, payload, signature] = text.split('.')
    expect(await reasonOf([header, payload, signature].join('.'))).toContain('is not valid')
  })

  test('that was changed is refused', async () => {
    const [header, payload = '', signature] = (await signerAt(0).sign(token)).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = { ...claims, abilities: ['READ', 'ABORT', 'DECIDE'] }
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url')
    expect(await reasonOf([header, forged, signature].join('.'))).toContain('is not valid')
  })

  const signed = async (change: (jwt: SignJWT) => SignJWT, header: object = {}) => {
    const [own = ''] = (await signerAt(0).sign(token)).split('.')
    const { kid } = JSON.parse(Buffer.from(own, 'base64url').toString())
    const { project, scope, abilities, agentId } = token
    const jwt = new SignJWT({ project, scope, abilities, agentId })
      .setProtectedHeader({ alg: 'HS256', typ: tokenType, kid, ...header })
      .setJti('one')
      .setIssuer('key:k')
      .setSubject('ann')
      .setAudience('rungraph')
      .setExpirationTime(new Date(start + 60_000))
    return change(jwt).sign(key)
  }

  test.for<[string, (jwt: SignJWT) => SignJWT, object?]>([
    ['another audience', (jwt) => jwt.setAudience('another service')],
    ['a time to come', (jwt) => jwt.setNotBefore(new Date(start + 30_000))],
    ['another type', (jwt) => jwt, { typ: 'JWT' }],
    ['another algorithm', (jwt) => jwt, { alg: 'HS512' }],
  ])('for %s is refused', async ([, change, header]) => {
    expect(isRungraphError(await signerAt(0).verify(await signed((jwt) => jwt)))).toBe(false)
    expect(await reasonOf(await signed(change, header))).toContain('is not valid')
  })

  test('without a signature, an expiry or a scope is refused', async () => {
    const { project, scope, abilities, agentId } = token
    const unsigned = new UnsecuredJWT({ project, scope, abilities, agentId })
    expect(await reasonOf(unsigned.setSubject('ann').encode())).toContain('is not valid')
    const [, payload = ''] = (await signerAt(0).sign(token)).split('.')
    const { exp: _exp, ...endless } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { scope: _scope, ...boundless } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const header = JSON.parse(
      Buffer.from((await signerAt(0).sign(token)).split('.')[0] ?? '', 'base64url').toString(),
    )
    for (const claims of [endless, boundless]) {
      const text = await new SignJWT(claims).setProtectedHeader(header).sign(key)
      expect(await reasonOf(text)).toContain('is not valid')
    }
  })
})
