import { createFileLinks } from '../auth/file-links.ts'
import type { Database } from '../database/connect.ts'
import type { DeletionStore } from '../domain/deletion.ts'
import type { FileLinks } from '../domain/file.ts'
import type { Operations } from '../domain/operations.ts'
import { createCommentOperations } from '../engine/commands/comment-run.ts'
import { createDeletionOperations } from '../engine/commands/delete-runs.ts'
import { createFileOperations } from '../engine/commands/file-operations.ts'
import {
  createHistoryOperations,
  createPolicyOperations,
  createRunOperations,
  createSessionOperations,
  createWorkflowOperations,
} from '../engine/commands/operations.ts'
import { createRatingOperations } from '../engine/commands/rate-run.ts'
import { createTrafficOperations } from '../engine/commands/read-traffic.ts'
import { createRunBatchOperations } from '../engine/commands/run-batch.ts'
import { createRelicAdministration } from '../engine/commands/save-relic.ts'
import { createVersionOperations } from '../engine/commands/version-traffic.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createCanaryStore } from '../store/canary-store.ts'
import { createCommentStore } from '../store/comment-store.ts'
import { createRatingStore } from '../store/rating-store.ts'
import { createReads } from '../store/read/create-reads.ts'
import { createTrafficStore } from '../store/read/model-traffic.ts'
import { createRelicStore } from '../store/relic-store.ts'
import { createDeletionStore } from '../store/retention/delete-trees.ts'

/** The objects of deleted files are erased at once. One that their store does not erase now is erased by retention (FILE-8). */
function erasing(store: DeletionStore, { files, report }: EngineServices): DeletionStore {
  return {
    delete: async (call, now) => {
      const outcome = await store.delete(call, now)
      await files
        .erase()
        .catch((error: unknown) => report('Objects of deleted files are erased later.', error))
      return outcome
    },
  }
}

/** Signed addresses of files need a key. */
function openLinks({ vault, clock }: EngineServices): FileLinks | null {
  const purpose = 'rungraph file links'
  return (
    vault &&
    createFileLinks({
      ...{ key: vault.deriveKey(purpose), furtherKeys: vault.deriveFurtherKeys(purpose) },
      now: clock.now,
    })
  )
}

/** Creates the operations that need only the engine's services. */
export function createEngineOperations(
  services: EngineServices,
  { pool, prisma }: Database,
): Omit<
  Operations,
  | 'webhooks'
  | 'schedules'
  | 'events'
  | 'keys'
  | 'accessTokens'
  | 'projects'
  | 'dataSets'
  | 'evaluations'
  | 'signIns'
> {
  return {
    ...createRunOperations(services),
    sessions: createSessionOperations(services),
    policies: createPolicyOperations(services),
    workflows: createWorkflowOperations(services),
    history: createHistoryOperations(services),
    files: createFileOperations({ ...services, links: openLinks(services) }),
    traffic: createTrafficOperations(createTrafficStore(pool, services.vault)),
    batches: createRunBatchOperations({ ...services, reads: createReads({ prisma, pool }) }),
    comments: createCommentOperations({ ...services, comments: createCommentStore(pool) }),
    ratings: createRatingOperations({ ...services, ratings: createRatingStore(pool) }),
    versions: createVersionOperations({ ...services, canaries: createCanaryStore(pool) }),
    deletions: createDeletionOperations({
      ...services,
      deletions: erasing(createDeletionStore(pool), services),
    }),
    relics: createRelicAdministration({
      ...{ relics: services.relics, redactor: services.redactor, newId: services.newId },
      store: createRelicStore(pool),
    }),
  }
}
