import type { Clock } from '../../domain/clock.ts'
import type {
  DeleteRun,
  DeleteSession,
  DeletionOperations,
  DeletionOutcome,
  DeletionStore,
} from '../../domain/deletion.ts'
import { RungraphError } from '../../domain/errors.ts'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'

interface Services {
  readonly deletions: DeletionStore
  readonly clock: Pick<Clock, 'now'>
  readonly wakeups: Pick<Wakeups, 'publish'>
}

/** Creates the operations that remove runs and sessions with everything of them (ADM-1). */
export function createDeletionOperations({ deletions, clock, wakeups }: Services): DeletionOperations {
  async function remove(call: DeleteRun | DeleteSession): Promise<DeletionOutcome> {
    const outcome = await deletions.delete(call, new Date(clock.now()))
    wakeups.publish(topics.runs(call.projectId))
    return outcome
  }
  return {
    deleteRun: async (call) => {
      const { id: runId, runs } = deletedOrThrow(await remove(call), { kind: 'run' })
      return { runId, runs }
    },
    deleteSession: async (call) => {
      const { id: sessionId, runs } = deletedOrThrow(await remove(call), { kind: 'session', key: call.key })
      return { sessionId, key: call.key, runs }
    },
  }
}

type Deleted = Extract<DeletionOutcome, { kind: 'deleted' }>

/** @throws NOT_FOUND, RUN_NOT_FINISHED, DELETION_REFUSED */
function deletedOrThrow(
  outcome: DeletionOutcome,
  of: { readonly kind: string; readonly key?: string },
): Deleted {
  switch (outcome.kind) {
    case 'deleted':
      return outcome
    case 'missing':
      throw new RungraphError('NOT_FOUND', of)
    case 'unfinished':
      throw new RungraphError('RUN_NOT_FINISHED', {
        ...{ runId: toWordId('run', outcome.runId), status: outcome.status },
        operation: 'deleted',
      })
    case 'child':
      throw deletionRefused(
        'It is a child run. Delete its whole tree by the id of its top-level run (`root`).',
      )
    case 'unsettled':
      throw deletionRefused('FIRE_AND_FORGET actions of its runs have not ended. Wait until they have.')
    case 'evaluated':
      throw deletionRefused('An evaluation that has not ended uses it. Wait until it ends, or cancel it.')
    case 'copied':
      throw deletionRefused(
        outcome.copies === 1
          ? '1 more tree of runs was forked, retried, replayed or evaluated from it, and has its texts. Delete it too, with `includeCopies: true`.'
          : `${outcome.copies} more trees of runs were forked, retried, replayed or evaluated from it, and have its texts. Delete them too, with \`includeCopies: true\`.`,
      )
    case 'continued':
      throw deletionRefused(
        `Later runs of the session "${outcome.sessionKey}" were shown what it said. Delete the session, with \`deleteSession\`.`,
      )
    case 'renewed':
      throw deletionRefused(
        'A run of the session was triggered meanwhile. The earlier runs and the memory are gone. Delete the session again when that run has ended.',
      )
    default:
      return outcome satisfies never
  }
}

function deletionRefused(reason: string): RungraphError {
  return new RungraphError('DELETION_REFUSED', { reason })
}
