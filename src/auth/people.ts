import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { type Role, roles } from '../domain/caller.ts'
import { isRungraphError, messageOf, RungraphError, unauthenticated } from '../domain/errors.ts'
import type { IdentityProvider } from '../domain/identity-provider.ts'
import { faultInName } from './caller-name.ts'

/** A person as their token says. */
export interface Person {
  readonly name: string
  readonly role: Role
  readonly projectSlug: string
  readonly expiresAt: Date
}

/** Recognises people by tokens of an identity provider. */
export interface People {
  /** The person of a token, or the refusal: UNAUTHENTICATED, or IDENTITY_PROVIDER_UNAVAILABLE where its keys cannot be read. */
  recognise(token: string): Promise<Person | RungraphError>
}

interface Options {
  readonly provider: IdentityProvider
  /** Slug of the project of people whose tokens name none. */
  readonly defaultProject: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Pause before the keys are read again for one that is not among them, in milliseconds. Default 30,000. */
  readonly lookAgainAfterMs?: number
  readonly report: (message: string, error?: unknown) => void
}

/** Signatures that only the provider can make: a shared secret would let this server make them too. */
const algorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519']

/** Difference between the clocks of the provider and of this server that is accepted, in seconds. */
const clockToleranceSeconds = 30

/** Wait for the keys of the provider, in milliseconds. */
const timeoutMs = 3_000

/** Age at which the keys are read again, in milliseconds. */
const keyLifeMs = 600_000

/** Maximum size of the set of keys, in bytes. Providers publish a few kilobytes. */
const maxSetBytes = 1024 * 1024

/** Creates the recognition of people by an identity provider. The keys are read at the first token. */
export function createPeople(options: Options): People {
  const { provider, defaultProject, now } = options
  const keys = createKeys(options)
  return {
    recognise: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms,
          issuer: provider.issuer,
          audience: provider.audience,
          clockTolerance: clockToleranceSeconds,
          currentDate: new Date(now()),
          requiredClaims: ['exp', 'sub'],
        })
        return toPerson(payload, provider, defaultProject)
      } catch (error) {
        if (isRungraphError(error)) return error
        if (error instanceof errors.JOSEError)
          return unauthenticated(faultOfPersonToken(error, provider), error)
        throw error
      }
    },
  }
}

type KeyLookup = Extract<Parameters<typeof jwtVerify>[1], (...given: never[]) => unknown>

/**
 * The keys of the provider. While it does not answer, the keys that were read last stay valid, and a token with another key is refused for
 * the time being: its holder may be who they say (KEY-9).
 */
function createKeys({ provider: { jwksUrl }, lookAgainAfterMs = 30_000, report }: Options): KeyLookup {
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: lookAgainAfterMs,
    cacheMaxAge: keyLifeMs,
    [customFetch]: fetchSet,
  })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      if (isOfToken(error)) throw error
      report(
        `The keys of the identity provider could not be read from ${jwksUrl}: ${messageOf(error)}`,
        error,
      )
      const last = remote.jwks()
      const unavailable = new RungraphError('IDENTITY_PROVIDER_UNAVAILABLE', {}, error)
      if (last === undefined) throw unavailable
      try {
        return await createLocalJWKSet(last)(header, token)
      } catch (missing) {
        throw missing instanceof errors.JWKSNoMatchingKey ? unavailable : missing
      }
    }
  }
}

/** Fails the body where it has more than `maxSetBytes`: `jose` would read it to its end. */
const fetchSet: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options)
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length
      if (bytes > maxSetBytes) throw new Error(`the set of keys has more than ${maxSetBytes} bytes`)
      controller.enqueue(piece)
    },
  })
  return response.body === null ? response : new Response(response.body.pipeThrough(limit), response)
}

/** Whether the set was read, and the token does not fit it. */
function isOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

function toPerson(
  claims: JWTPayload,
  { nameClaim, roleClaim, projectClaim, roles: mapping }: IdentityProvider,
  defaultProject: string,
): Person | RungraphError {
  const name = claimOf(claims, nameClaim)
  if (typeof name !== 'string' || name.trim() === '')
    return unauthenticated(`The token has no name in its claim ${nameClaim} (RUNGRAPH_JWT_NAME_CLAIM).`)
  const fault = faultInName(name)
  if (fault !== null)
    return unauthenticated(`The claim ${nameClaim} of the token (RUNGRAPH_JWT_NAME_CLAIM) ${fault}`)
  const projectSlug = projectClaim === null ? defaultProject : claimOf(claims, projectClaim)
  if (typeof projectSlug !== 'string')
    return unauthenticated(
      `The token has no project in its claim ${projectClaim} (RUNGRAPH_JWT_PROJECT_CLAIM).`,
    )
  const role = highestRole(claimOf(claims, roleClaim), mapping)
  if (role === null)
    return unauthenticated(
      `The claim ${roleClaim} of the token gives no role here (RUNGRAPH_JWT_ROLE_CLAIM, RUNGRAPH_JWT_ROLES).`,
    )
  return { name, role, projectSlug, expiresAt: new Date(Number(claims.exp) * 1_000) }
}

/** A claim of that very name, or one inside objects; names of claims may be URLs with dots. */
function claimOf(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? Reflect.get(value, part)
          : undefined,
      claims,
    )
}

/** The highest role that the values of a claim give: one text, a text of several words, or a list. */
function highestRole(claim: unknown, mapping: IdentityProvider['roles']): Role | null {
  const values = Array.isArray(claim) ? claim : typeof claim === 'string' ? [claim, ...claim.split(' ')] : []
  const given = values.flatMap((value) => roleOf(String(value), mapping) ?? [])
  return roles.findLast((role) => given.includes(role)) ?? null
}

function roleOf(value: string, mapping: IdentityProvider['roles']): Role | undefined {
  if (Object.keys(mapping).length === 0) return roles.find((role) => role === value)
  return Object.hasOwn(mapping, value) ? mapping[value] : undefined
}

function faultOfPersonToken(error: errors.JOSEError, provider: IdentityProvider): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired. Sign in again.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const state = error.reason === 'missing' ? 'is missing' : 'does not fit this server'
    return `The claim ${error.claim} of the token ${state}. ${expectedOf(error.claim, provider)}`
  }
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The identity provider has no key with which the token is signed.'
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed with an algorithm that is not accepted: RS256, ES256 and EdDSA are.'
  return 'The token is not valid.'
}

/** What a claim must be. Only holders of a token that the provider signed read it. */
function expectedOf(claim: string, { issuer, audience }: IdentityProvider): string {
  switch (claim) {
    case 'iss':
      return `It must be "${issuer}" (RUNGRAPH_JWT_ISSUER).`
    case 'aud':
      return `It must be or contain "${audience}" (RUNGRAPH_JWT_AUDIENCE).`
    case 'sub':
      return 'It must be the id of the person at the identity provider.'
    case 'exp':
      return 'It must be the time when the token expires, in seconds since 1970.'
    default:
      return 'It must be a time that has passed, in seconds since 1970.'
  }
}
