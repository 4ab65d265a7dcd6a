import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { createAuthenticator } from '../auth/authenticator.ts'
import { installEnvironmentKey, readEnvironmentKey } from '../auth/environment-key.ts'
import { createKeyOperations } from '../auth/key-operations.ts'
import { createPeople } from '../auth/people.ts'
import { createProjectOperations } from '../auth/project-operations.ts'
import { createTokenOperations } from '../auth/token-operations.ts'
import { createTokenSigner } from '../auth/token-signer.ts'
import type { Authenticator } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import type { IdentityProvider } from '../domain/identity-provider.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import type { Config } from '../settings/config.ts'
import { createApiKeyStore } from '../store/api-key-store.ts'
import { createProjectStore, findProject } from '../store/project-store.ts'
import { findAgentId, hasKeyNamed, hasRun } from '../store/token-subjects.ts'
import type { AppCode } from './app-options.ts'

/**
 * Combines the operations on API keys and access tokens and the authenticator; without any key, callers are admitted to the given project.
 */
export function openKeys(
  pool: pg.Pool,
  openProject: { readonly id: string; readonly slug: string },
  services: Pick<EngineServices, 'newId' | 'clock' | 'report' | 'vault'>,
  { provider, admit = () => null }: Pick<AppCode, 'admit'> & { readonly provider: IdentityProvider | null },
) {
  const { newId, clock, report, vault } = services
  const { now } = clock
  const keys = createApiKeyStore(pool)
  const purpose = 'rungraph access tokens'
  const signer =
    vault &&
    createTokenSigner({ key: vault.deriveKey(purpose), furtherKeys: vault.deriveFurtherKeys(purpose), now })
  const people = provider && createPeople({ provider, defaultProject: openProject.slug, now, report })
  const authenticator = createAuthenticator({
    ...{ keys, openProject, signer, people, now, report },
    findProject: (slug) => findProject(pool, slug),
  })
  return {
    operations: createKeyOperations({ keys, newId, now }),
    projects: createProjectOperations({ projects: createProjectStore(pool), newId }),
    tokens: createTokenOperations({
      ...{ signer, newId, now },
      subjects: {
        hasRun: (projectId, runId) => hasRun(pool, projectId, runId),
        hasKeyNamed: (projectId, name) => hasKeyNamed(pool, projectId, name),
        findAgent: (projectId, agent) => findAgentId(pool, projectId, agent),
      },
    }),
    authenticator: {
      ...authenticator,
      admit: async (authorization: string | null) =>
        admit(authorization) ?? authenticator.admit(authorization),
    },
  }
}

/** Makes the key of RUNGRAPH_ADMIN_KEY if it is set, before the process listens. */
export async function installAdminKey(
  { adminKey }: Config,
  { pool, projectId, newId, warn }: AdminKeyServices,
): Promise<void> {
  if (adminKey === null) return
  const keys = createApiKeyStore(pool)
  const note = await installEnvironmentKey(readEnvironmentKey(adminKey), { keys, projectId, newId })
  if (note !== null) warn(note)
}

interface AdminKeyServices {
  readonly pool: pg.Pool
  readonly projectId: string
  readonly newId: () => string
  readonly warn: (line: string) => void
}

/** A server that anybody may call listens on this machine only (API, "Who may call"). @throws LOOPBACK_ONLY */
export async function checkHost(host: string, authenticator: Authenticator): Promise<void> {
  if (!isLoopback(host) && (await authenticator.isOpen())) throw new RungraphError('LOOPBACK_ONLY', { host })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')
}
