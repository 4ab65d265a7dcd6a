import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { createAuthenticator } from '../auth/authenticator.ts'
import { createKeyOperations } from '../auth/key-operations.ts'
import { createProjectOperations } from '../auth/project-operations.ts'
import type { KeyOperations } from '../domain/api-key.ts'
import type { Authenticator } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import type { ProjectOperations } from '../domain/project.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

import { createApiKeyStore } from '../store/api-key-store.ts'
import { createProjectStore } from '../store/project-store.ts'

/** Services for API keys and the projects that they open. */
export interface OpenKeys {
  readonly projects: ProjectOperations
  readonly operations: KeyOperations
  readonly authenticator: Authenticator
}

/** Puts together what callers may ask about API keys, and what lets them in by them; without any key to the given project. */
export function openKeys(
  pool: pg.Pool,
  openProject: { readonly id: string; readonly slug: string },
  { newId, clock, report }: Pick<EngineServices, 'newId' | 'clock' | 'report'>,
): OpenKeys {
  const keys = createApiKeyStore(pool)
  return {
    operations: createKeyOperations({ keys, newId, now: clock.now }),
    projects: createProjectOperations({ projects: createProjectStore(pool), newId }),
    authenticator: createAuthenticator({ keys, openProject, report }),
  }
}

/** A server that anybody may call listens on this machine only (API, "Who may call"). @throws LOOPBACK_ONLY */
export async function checkHost(host: string, authenticator: Authenticator): Promise<void> {
  if (!isLoopback(host) && (await authenticator.isOpen())) throw new RungraphError('LOOPBACK_ONLY', { host })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')
}
