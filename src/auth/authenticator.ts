import { randomBytes } from 'node:crypto'
import type { ApiKeyStore } from '../domain/api-key.ts'
import { type Admission, type Authenticator, loopbackCaller } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import { sha256 } from '../hash.ts'

/**
 * Interval at which keys are polled. Connections of an ended key, and connections without a key from before the first key, are closed
 * within it, whichever process made the change.
 */
const pollEveryMs = 1_000

interface AuthenticatorServices {
  readonly keys: ApiKeyStore
  /** Project of callers without a key, as long as no key exists. */
  readonly openProject: { readonly id: string; readonly slug: string }
  readonly report: (message: string, error?: unknown) => void
}

/** The authenticator of a process. The database decides about each key (KEY-1). */
export function createAuthenticator({ keys, openProject, report }: AuthenticatorServices): Authenticator {
  /** By key; those who came in without one under `null`. */
  const watched = new Map<string | null, Set<(why: 'over' | 'moving') => void>>()
  let timer: NodeJS.Timeout | undefined
  /** A server that has had a key is never open again. */
  let hasKeys = false

  // Asked anew as long as it is open: the first key, made in any process, is wanted from its making on.
  async function isOpen(): Promise<boolean> {
    hasKeys ||= await keys.exist()
    return !hasKeys
  }

  async function admit(authorization: string | null): Promise<Admission | RungraphError> {
    const text = authorization === null ? null : keyOf(authorization)
    if (text === null) return admitWithout(authorization)
    const key = await keys.find(hashOfKey(text))
    if (key === null) return refused('The API key is not known here, or it was revoked or has expired.')
    const { name, role, isServerAdmin, project, id: keyId } = key
    return { caller: { name, role, isServerAdmin }, project, keyId }
  }

  async function admitWithout(authorization: string | null): Promise<Admission | RungraphError> {
    if (await isOpen()) return { caller: loopbackCaller, project: openProject, keyId: null }
    return refused(
      authorization === null ? 'There is no API key with the request.' : 'The authorization is no API key.',
    )
  }

  /** Which of the admissions that are watched are over; those without a key are once there is one. */
  async function over(): Promise<readonly { readonly id: string | null; readonly isMoving: boolean }[]> {
    const keyIds = [...watched.keys()].filter((keyId) => keyId !== null)
    const ended = keyIds.length === 0 ? [] : await keys.ended(keyIds)
    return watched.has(null) && !(await isOpen()) ? [...ended, { id: null, isMoving: false }] : ended
  }

  async function poll(): Promise<void> {
    try {
      for (const { id, isMoving } of await over())
        for (const onEnd of [...(watched.get(id) ?? [])]) onEnd(isMoving ? 'moving' : 'over')
    } catch (error) {
      report('API keys could not be checked; trying again.', error)
    }
    timer = watched.size === 0 ? undefined : pollLater()
  }

  const pollLater = () => setTimeout(() => void poll(), pollEveryMs).unref()

  return {
    admit,
    isOpen,
    watch: ({ keyId }, onEnd) => {
      // An own one for each watch: two may be given the same function.
      const end: typeof onEnd = (why) => onEnd(why)
      const ends = watched.get(keyId) ?? new Set()
      watched.set(keyId, ends.add(end))
      timer ??= pollLater()
      return () => {
        if (ends.delete(end) && ends.size === 0 && watched.get(keyId) === ends) watched.delete(keyId)
      }
    },
    close: () => {
      clearTimeout(timer)
      watched.clear()
    },
  }
}

function refused(reason: string): RungraphError {
  return new RungraphError('UNAUTHENTICATED', { reason })
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

/** The key of an `Authorization` header (RFC 6750); `null` where there is none that could be one. */
function keyOf(authorization: string): string | null {
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return text?.startsWith(prefix) ? text : null
}
