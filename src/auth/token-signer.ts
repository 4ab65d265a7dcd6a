import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type AccessToken, ability, childRights, type Issuer } from '../domain/access-token.ts'
import { type RungraphError, unauthenticated } from '../domain/errors.ts'

/** Signs access tokens and verifies them, without a database (KEY-7). */
export interface TokenSigner {
  sign(token: AccessToken): Promise<string>
  /** The token of a text; its issuer may have ended since. Gives the refusal, UNAUTHENTICATED, for any other text. */
  verify(text: string): Promise<AccessToken | RungraphError>
}

export interface SigningOptions {
  /** 32 bytes, the same in all processes of a database. */
  readonly key: Uint8Array
  /** Further keys whose tokens are taken, while a key is replaced. Default: none. */
  readonly furtherKeys?: readonly Uint8Array[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Media type of an access token, in its header: it is never taken for a token of the identity provider (RFC 8725, 3.11). */
export const tokenType = 'rungraph+jwt'

const algorithm = 'HS256'
const audience = 'rungraph'

/** Difference between the clocks of two processes that is accepted, in seconds. */
const clockToleranceSeconds = 5

/**
 * Signs with HMAC SHA-256. The header names the key by its fingerprint, so that a token of an earlier key is refused as such: after a
 * change of the key, tokens are issued again.
 */
export function createTokenSigner({ key, furtherKeys = [], now }: SigningOptions): TokenSigner {
  const keyring = createKeyring(key, furtherKeys)
  return {
    sign: ({
      id,
      project,
      subject,
      issuer,
      expiresAt,
      scope,
      abilities: permitted,
      agentId,
      childRights: below,
    }) =>
      new SignJWT({
        project,
        scope,
        abilities: [...permitted],
        agentId,
        ...(below && { childRights: below }),
      })
        .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: keyring.keyId })
        .setJti(id)
        .setIssuer(issuerText(issuer))
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(expiresAt)
        .sign(key),
    verify: async (text) => {
      try {
        const { payload } = await jwtVerify(text, keyring.find, {
          algorithms: [algorithm],
          typ: tokenType,
          audience,
          clockTolerance: clockToleranceSeconds,
          currentDate: new Date(now()),
          requiredClaims: ['jti', 'iss', 'sub', 'exp'],
        })
        return toAccessToken(payload)
      } catch (error) {
        // A failure that is no fault of the token is thrown.
        return unauthenticated(faultOfAccessToken(error), error)
      }
    },
  }
}

/** The keys of a kind of signed texts. */
interface Keyring {
  /** Fingerprint of the key that signs, for the header `kid`. */
  readonly keyId: string
  /** The key that a header names. @throws JWKSNoMatchingKey of jose where it is none of these */
  readonly find: (header: { readonly kid?: string }) => Uint8Array
}

/** A key that signs, and further ones whose signatures are taken, while it is replaced. */
function createKeyring(key: Uint8Array, furtherKeys: readonly Uint8Array[]): Keyring {
  const known = new Map([key, ...furtherKeys].map((one) => [idOfKey(one), one]))
  return {
    keyId: idOfKey(key),
    find: ({ kid = '' }) => {
      const found = known.get(kid)
      if (found) return found
      throw new errors.JWKSNoMatchingKey()
    },
  }
}

interface SignerOptions extends Required<SigningOptions> {
  /** Media type in the header: a text of another type is refused (RFC 8725, 3.11). */
  readonly type: string
}

/** Signs claims with HMAC SHA-256 until a time, and reads them again. */
export function createSigner({ key, furtherKeys, now, type }: SignerOptions) {
  const keyring = createKeyring(key, furtherKeys)
  return {
    sign: (claims: JWTPayload, expiresAt: Date): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid: keyring.keyId })
        .setExpirationTime(expiresAt)
        .sign(key),
    /** @throws JOSEError of jose where the text is not of this signer, has expired, or lacks a claim */
    read: async (text: string, ...required: readonly string[]): Promise<JWTPayload> => {
      const { payload } = await jwtVerify(text, keyring.find, {
        algorithms: [algorithm],
        typ: type,
        currentDate: new Date(now()),
        requiredClaims: ['exp', ...required],
      })
      return payload
    },
  }
}

function idOfKey(key: Uint8Array): string {
  return createHash('sha256').update('rungraph key id').update(key).digest('hex').slice(0, 16)
}

const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  iss: z.string(),
  exp: z.number(),
  project: z.object({ id: z.string(), slug: z.string() }),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('RUN'), runId: z.uuid() }),
    z.object({ kind: z.literal('SESSION'), key: z.string() }),
    z.object({ kind: z.literal('TAG'), tag: z.string() }),
  ]),
  abilities: z.array(ability),
  agentId: z.uuid().nullable(),
  childRights: childRights.optional(),
})

/** @throws ZodError where the signed claims are of another version of Rungraph */
function toAccessToken(payload: unknown): AccessToken {
  const { jti: id, sub: subject, iss, exp, ...permitted } = claims.parse(payload)
  return { id, subject, issuer: readIssuer(iss), expiresAt: new Date(exp * 1_000), ...permitted }
}

function issuerText(issuer: Issuer): string {
  switch (issuer.kind) {
    case 'KEY':
      return `key:${issuer.keyId}`
    case 'PERSON':
      return `person:${issuer.name}`
    case 'LOOPBACK':
      return 'loopback'
    default:
      return issuer satisfies never
  }
}

function readIssuer(text: string): Issuer {
  if (text === 'loopback') return { kind: 'LOOPBACK' }
  const [kind = '', ...rest] = text.split(':')
  const name = rest.join(':')
  return kind === 'key' ? { kind: 'KEY', keyId: name } : { kind: 'PERSON', name }
}

function faultOfAccessToken(error: unknown): string {
  if (error instanceof errors.JWTExpired)
    return 'The access token has expired. Ask your server for a new one.'
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The access token was signed with a key that this server does not have. Ask your server for a new one.'
  if (error instanceof errors.JOSEError || error instanceof z.ZodError)
    return 'The access token is not valid. Ask your server for a new one.'
  throw error
}
