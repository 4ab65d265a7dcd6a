import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import type { AccessToken, Issuer } from '../domain/access-token.ts'
import type { ApiKeyStore } from '../domain/api-key.ts'
import {
  type Admission,
  type Authenticator,
  type EndReason,
  loopbackCaller,
  type Project,
} from '../domain/caller.ts'
import { isRungraphError, type RungraphError, unauthenticated } from '../domain/errors.ts'
import { sha256 } from '../domain/hash.ts'
import { AdmissionWatch } from './admission-watch.ts'
import { createIssuerStates } from './issuer-states.ts'
import type { People } from './people.ts'
import { type TokenSigner, tokenType } from './token-signer.ts'

interface AuthenticatorServices {
  readonly keys: ApiKeyStore
  /** Project of callers without a key, as long as no key exists. */
  readonly openProject: Project
  /** Verifies access tokens; `null`: there are none here. */
  readonly signer?: TokenSigner | null
  /** Recognises people; `null`: no identity provider is configured. */
  readonly people?: People | null
  /** Finds a project by its slug. */
  readonly findProject?: (slug: string) => Promise<Project | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
}

/** The authenticator of a process. The database decides about each key (KEY-1); a token is verified by its signature (KEY-7, KEY-9). */
export function createAuthenticator(services: AuthenticatorServices): Authenticator {
  const { keys, openProject, signer = null, people = null, now, report } = services
  const findProject = services.findProject ?? (async () => null)
  /** A server that has had a key is never open again. */
  let hasKeys = false

  // Asked anew as long as it is open: the first key, made in any process, is wanted from its making on.
  async function isOpen(): Promise<boolean> {
    // Where people sign in, nobody is an administrator for being near.
    if (people !== null) return false
    hasKeys ||= await keys.exist()
    return !hasKeys
  }

  const issuers = createIssuerStates({ keys, isOpen, now: () => performance.now() })
  const watch = new AdmissionWatch({ ended: (keyIds) => keys.ended(keyIds), isOpen, now, report })

  async function admit(authorization: string | null): Promise<Admission | RungraphError> {
    const text = authorization === null ? null : credentialsOf(authorization)
    if (authorization !== null && isBareKey(authorization)) return unauthenticated(bareKey)
    if (text === null) return admitWithout(authorization)
    if (text.startsWith(prefix)) return admitKey(text)
    const type = typeOf(text)
    if (type === tokenType)
      return signer === null ? unauthenticated(unverifiable) : admitToken(await signer.verify(text))
    if (type !== null && people !== null) return admitPerson(people, text)
    return admitWithout(authorization)
  }

  async function admitKey(text: string): Promise<Admission | RungraphError> {
    const key = await keys.find(hashOfKey(text))
    if (key === null)
      return unauthenticated('The API key is not known here, or it was revoked or has expired.')
    const { name, role, isServerAdmin, project, id: keyId, expiresAt } = key
    return {
      caller: { kind: 'KEY', name, role, isServerAdmin, access: null, expiresAt },
      project,
      issuer: { kind: 'KEY', keyId },
    }
  }

  async function admitToken(token: AccessToken | RungraphError): Promise<Admission | RungraphError> {
    if (isRungraphError(token)) return token
    const { subject: name, project, issuer, expiresAt, scope, abilities, agentId, childRights } = token
    const state = await issuers.stateOf(issuer)
    if (state === 'over') return unauthenticated(endedIssuer[issuer.kind])
    const access = { scope, abilities, agentId, childRights }
    return { caller: { kind: 'TOKEN', name, role: 'VIEWER', access, expiresAt }, project, issuer }
  }

  async function admitPerson(of: People, text: string): Promise<Admission | RungraphError> {
    const person = await of.recognise(text)
    if (isRungraphError(person)) return person
    const { name, role, projectSlug, expiresAt } = person
    const project = await findProject(projectSlug)
    if (project === null)
      return unauthenticated(`The token names the project "${projectSlug}", which does not exist here.`)
    const caller = { kind: 'PERSON', name, role, access: null, expiresAt } as const
    return { caller, project, issuer: { kind: 'PERSON', name } }
  }

  async function admitWithout(authorization: string | null): Promise<Admission | RungraphError> {
    if (await isOpen()) return { caller: loopbackCaller, project: openProject, issuer: { kind: 'LOOPBACK' } }
    const kinds = kindsOfCredentials({ signer, people })
    return unauthenticated(
      authorization === null
        ? `There is no ${kinds} with the request.`
        : `The authorization is no ${kinds}. Send one as \`Bearer …\`.`,
    )
  }

  return {
    admit,
    isOpen,
    watch: (admission, onEnd: (why: EndReason) => void) => watch.add(admission, onEnd),
    close: () => watch.close(),
  }
}

/** Why every access token is refused by a server that has no key for them, also where callers need no credentials: it stands for less. */
const unverifiable = 'The access token cannot be verified: this server has no RUNGRAPH_ENCRYPTION_KEY.'

/** Why a token whose issuer ended is refused. */
const endedIssuer: Readonly<Record<Issuer['kind'], string>> = {
  KEY: 'The API key that issued the access token was revoked or has expired.',
  LOOPBACK: 'The access token was issued before the server had API keys.',
  PERSON: 'The person who issued the access token has no access any more.',
}

/** The credentials that a server takes, for messages. */
function kindsOfCredentials({ signer, people }: Pick<AuthenticatorServices, 'signer' | 'people'>): string {
  const others = [...(signer ? ['access token'] : []), ...(people ? ['JWT of the identity provider'] : [])]
  return ['API key', ...others].join(', ').replace(/, ([^,]+)$/, ' or $1')
}

/** Prefix of every key, by which secret scanners and the redaction of logs recognise it. */
const prefix = 'rg_'

/** A new key: 256 random bits, as its caller sends them. */
export function newKeyText(): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** Hash under which a key is stored. A key is too long to be guessed from its hash, so the hash needs no salt and can be looked up. */
export function hashOfKey(text: string): string {
  return sha256(text)
}

/** The credentials of an `Authorization` header (RFC 6750); `null` where there are none that could be a key or a token. */
function credentialsOf(authorization: string): string | null {
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null
  return text !== null && (text.startsWith(prefix) || isJwt(text)) ? text : null
}

/** Whether it is a key without its scheme, which would be nobody's as long as the server has no keys. */
function isBareKey(authorization: string): boolean {
  return authorization.trimStart().startsWith(prefix)
}

const bareKey = 'The API key has no scheme before it. Send it as `Authorization: Bearer …`.'

/** Largest token that is read. */
const maxTokenLength = 8_192

function isJwt(text: string): boolean {
  return text.length <= maxTokenLength && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
}

/** The type in the header of a JWT, empty where it names none; `null`: it is no JWT. */
function typeOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).typ ?? ''
  } catch {
    return null
  }
}
