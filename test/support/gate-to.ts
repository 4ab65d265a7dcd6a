import type pg from 'pg'
import { createAuthenticator } from '../../src/auth/authenticator.ts'
import { type Admission, type Authenticator, loopbackCaller } from '../../src/domain/caller.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'

/** Caller without a key on a server without keys. */
export function anybody(project: Admission['project']): Admission {
  return { caller: loopbackCaller, project, issuer: { kind: 'LOOPBACK' } }
}

/** Lets callers in by the keys of a database; without any to the project. */
export function gateTo(
  project: Admission['project'],
  pool: pg.Pool,
  report: (message: string, error?: unknown) => void = () => undefined,
): Authenticator {
  return createAuthenticator({ keys: createApiKeyStore(pool), openProject: project, now: Date.now, report })
}
