import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPeople } from '../../../src/auth/people.ts'
import { isRungraphError } from '../../../src/domain/errors.ts'
import type { IdentityProvider } from '../../../src/domain/identity-provider.ts'
import { forTest } from '../../support/for-file.ts'
import { listenOnLoopback } from '../../support/free-port.ts'
import { openIdentityProvider } from '../../support/identity-provider.ts'

const mebibyte = 1024 * 1024

let host: Awaited<ReturnType<typeof openIdentityProvider>>
let reports: string[]
beforeEach(async () => {
  reports = []
  host = forTest(await openIdentityProvider())
  await host.addKey('first')
})

function open(change: Partial<IdentityProvider> = {}) {
  return createPeople({
    provider: { ...host.provider, ...change },
    defaultProject: 'default',
    now: Date.now,
    report: (message) => reports.push(message),
  })
}

async function refusalOf(token: string, people = open()) {
  const refused = await people.recognise(token)
  if (!isRungraphError(refused)) throw new Error('The token was accepted.')
  return refused
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

describe('KEY-9 a person', () => {
  test.for(['RS256', 'ES256', 'EdDSA'] as const)(
    'is recognised by a token that is signed with %s',
    async (alg) => {
      await host.addKey(alg, alg)
      const exp = inSeconds(60)
      expect(await open().recognise(await host.sign({ exp }, alg))).toEqual({
        ...{ name: 'ann@example.com', role: 'OPERATOR', projectSlug: 'default' },
        expiresAt: new Date(exp * 1_000),
      })
    },
  )

  test('has the name, the role and the project of the claims that the settings name', async () => {
    const people = open({
      ...{
        nameClaim: 'preferred_username',
        roleClaim: 'realm_access.roles',
        projectClaim: 'https://x/tenant',
      },
      roles: { support: 'OPERATOR', reader: 'VIEWER', platform: 'ADMIN' },
    })
    const claims = { preferred_username: 'ann', 'https://x/tenant': 'acme' }
    const of = async (roles: readonly string[]) =>
      people.recognise(await host.sign({ ...claims, realm_access: { roles } }))
    expect(await of(['reader', 'support', 'other'])).toMatchObject({
      ...{ name: 'ann', role: 'OPERATOR', projectSlug: 'acme' },
    })
    expect(await of(['platform', 'reader'])).toMatchObject({ role: 'ADMIN' })
    // A name that means a role elsewhere is none here.
    expect(await of(['ADMIN', 'constructor'])).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test.for<[string, Readonly<Record<string, unknown>>, string]>([
    ['has expired', { exp: inSeconds(-31) }, 'has expired'],
    ['is not valid yet', { nbf: inSeconds(600) }, 'claim nbf of the token does not fit'],
    ['is for another audience', { aud: 'another' }, 'contain "rungraph" (RUNGRAPH_JWT_AUDIENCE)'],
    ['is of another issuer', { iss: 'https://elsewhere.example' }, '/" (RUNGRAPH_JWT_ISSUER)'],
    ['names no issuer', { iss: undefined }, 'claim iss of the token is missing'],
    ['has no expiry', { exp: undefined }, 'claim exp of the token is missing. It must be the time'],
    ['has no id', { sub: undefined }, 'claim sub of the token is missing. It must be the id of the person'],
    ['names nobody', { email: undefined }, 'RUNGRAPH_JWT_NAME_CLAIM'],
    ['gives no role', { role: 'GUEST' }, 'RUNGRAPH_JWT_ROLE_CLAIM'],
    ['has the name of nobody', { email: 'loopback' }, 'stands for callers without a key'],
    ['has a name that is too long', { email: 'a'.repeat(300) }, 'is too long: 300 bytes'],
  ])('is refused whose token %s', async ([, claims, reason]) => {
    const refused = await refusalOf(await host.sign(claims))
    expect(refused.code).toBe('UNAUTHENTICATED')
    expect(refused.message).toContain(reason)
  })

  test('clocks may differ by half a minute', async () => {
    expect(await open().recognise(await host.sign({ exp: inSeconds(-20) }))).toMatchObject({
      role: 'OPERATOR',
    })
  })

  test('is refused whose token has no signature, or one that anybody could make', async () => {
    const claims = { sub: 'a', email: 'a', role: 'ADMIN', iss: host.provider.issuer, aud: 'rungraph' }
    const exp = inSeconds(60)
    const unsigned = new UnsecuredJWT({ ...claims, exp }).encode()
    const shared = await new SignJWT({ ...claims, exp })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode('the public key, as a shared secret!'))
    await host.addKey('long', 'RS512')
    for (const token of [unsigned, shared, await host.sign({}, 'long')])
      expect((await refusalOf(token)).code).toBe('UNAUTHENTICATED')
  })

  test('of a key that the provider does not publish is refused', async () => {
    const other = await openIdentityProvider()
    await other.addKey('first')
    await other.addKey('unknown')
    const claims = { iss: host.provider.issuer }
    for (const kid of ['first', 'unknown'])
      expect((await refusalOf(await other.sign(claims, kid))).code).toBe('UNAUTHENTICATED')
    other.close()
  })
})

describe('KEY-9 the keys of the provider', () => {
  test('are read once, and stay valid while it is away', async () => {
    const people = open()
    for (let at = 0; at < 3; at += 1) await people.recognise(await host.sign())
    expect(host.requests).toBe(1)
    host.setAway(true)
    expect(await people.recognise(await host.sign())).toMatchObject({ name: 'ann@example.com' })
    expect(reports).toEqual([])
  })

  test('that cannot be read refuse for the time being, and are reported', async () => {
    host.setAway(true)
    const people = open()
    expect((await refusalOf(await host.sign(), people)).code).toBe('IDENTITY_PROVIDER_UNAVAILABLE')
    expect(reports).toEqual([expect.stringContaining(host.provider.jwksUrl)])
    host.setAway(false)
    expect(await people.recognise(await host.sign())).toMatchObject({ name: 'ann@example.com' })
  })

  test('are read no further than they may be long', async () => {
    let sent = 0
    const endless = createServer((_, response) => Readable.from(spaces()).pipe(response))
    function* spaces() {
      yield '{"keys":['
      for (; sent < 64 * mebibyte; sent += mebibyte) yield ' '.repeat(mebibyte)
      yield ']}'
    }
    const jwksUrl = `http://127.0.0.1:${await listenOnLoopback(endless)}/keys`
    const refused = await refusalOf(await host.sign(), open({ jwksUrl }))
    expect(refused.code).toBe('IDENTITY_PROVIDER_UNAVAILABLE')
    expect(sent).toBeLessThan(32 * mebibyte)
    endless.closeAllConnections()
    endless.close()
  })

  test('are read again for a key that is not known yet', async () => {
    const { provider } = host
    const clock = { now: Date.now() }
    const people = createPeople({
      ...{ provider, defaultProject: 'default', now: () => clock.now },
      report: (message) => reports.push(message),
      // The pause between two readings is not waited for.
      lookAgainAfterMs: 0,
    })
    await people.recognise(await host.sign())
    await host.addKey('second')
    expect(await people.recognise(await host.sign({}, 'second'))).toMatchObject({ role: 'OPERATOR' })
    host.setAway(true)
    await host.addKey('third')
    // The token may be genuine: the answer does not say that it is not.
    expect((await refusalOf(await host.sign({}, 'third'), people)).code).toBe('IDENTITY_PROVIDER_UNAVAILABLE')
    expect(await people.recognise(await host.sign())).toMatchObject({ role: 'OPERATOR' })
  })
})
