import { createServer } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { listenOnLoopback } from './free-port.ts'

type Algorithm = 'RS256' | 'ES256' | 'EdDSA' | 'HS256' | 'RS512'

interface Signing {
  readonly alg: Algorithm
  readonly key: CryptoKey
  readonly jwk: JWK
}

/** An identity provider on loopback, which publishes its keys and signs what it is asked to. */
export async function openIdentityProvider() {
  const keys = new Map<string, Signing>()
  let isAway = false
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    if (isAway) return void response.writeHead(500).end()
    const set = { keys: [...keys.values()].map(({ jwk }) => jwk) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(set))
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const issuer = `${url}/`
  const provider = {
    ...{ jwksUrl: `${url}/keys`, issuer, audience: 'rungraph' },
    ...{ nameClaim: 'email', roleClaim: 'role', projectClaim: null, roles: {} },
  }
  return {
    provider,
    /** The settings of a server that trusts it. */
    settings: {
      RUNGRAPH_JWT_JWKS_URL: provider.jwksUrl,
      RUNGRAPH_JWT_ISSUER: issuer,
      RUNGRAPH_JWT_AUDIENCE: provider.audience,
    },
    get requests() {
      return requests
    },
    /** Adds a key under a name. */
    addKey: async (kid: string, alg: Exclude<Algorithm, 'HS256'> = 'ES256') => {
      const { privateKey, publicKey } = await generateKeyPair(alg)
      keys.set(kid, { alg, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } })
    },
    /** Signs claims; by default they are of an OPERATOR and valid for a minute. */
    sign: (claims: Readonly<Record<string, unknown>> = {}, kid = 'first') => {
      const signing = keys.get(kid)
      if (!signing) throw new Error(`There is no key ${kid}.`)
      const now = Math.floor(Date.now() / 1_000)
      const all = { sub: 'ann-1', email: 'ann@example.com', role: 'OPERATOR', aud: 'rungraph', iss: issuer }
      return new SignJWT({ ...all, exp: now + 60, ...claims })
        .setProtectedHeader({ alg: signing.alg, kid })
        .sign(signing.key)
    },
    /** Answers nothing of use from now on, or again. */
    setAway: (away: boolean) => {
      isAway = away
    },
    close: () => void server.close(),
  }
}
