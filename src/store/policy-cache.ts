import { type Clock, systemClock } from '../domain/clock.ts'
import type { PolicyStore } from '../domain/permission.ts'
import { HeldValues } from './held-values.ts'

interface PolicyCacheOptions {
  /** Maximum age of the policies that decide, in milliseconds. */
  readonly maxAgeMs?: number
  readonly clock?: Pick<Clock, 'elapsed' | 'sleep'>
}

/**
 * Holds the policies of projects in memory, so that a call costs no statement. No call is decided by policies that were read more than
 * `maxAgeMs` ago, and a change resolves only after that time: a call that starts after the mutation has answered is never decided by the
 * former policies, in any process (TAS-1).
 */
export function cachePolicies(
  store: PolicyStore,
  { maxAgeMs = 250, clock = systemClock }: PolicyCacheOptions = {},
): PolicyStore {
  const held = new HeldValues({ read: (projectId) => store.of(projectId), maxAgeMs, clock })

  async function changed(projectId: string): Promise<void> {
    held.drop(projectId)
    await clock.sleep(maxAgeMs, new AbortController().signal)
  }

  return {
    of: (projectId) => held.get(projectId),
    save: async (projectId, policy) => {
      const saved = await store.save(projectId, policy)
      if (saved.kind === 'saved') await changed(projectId)
      return saved
    },
    delete: async (projectId, policyId) => {
      const isDeleted = await store.delete(projectId, policyId)
      if (isDeleted) await changed(projectId)
      return isDeleted
    },
    changed,
  }
}
