import type { DeletionOperations } from '../../domain/deletion.ts'
import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId } from '../global-id.ts'

type Deleted<Name extends keyof DeletionOperations> = Awaited<ReturnType<DeletionOperations[Name]>>

const includeCopies =
  'Whether to delete also the runs that were forked, retried, replayed or evaluated from what is deleted, which contain its texts. Default false: the deletion is refused if there are any.'

const DeleteRunInput = builder.inputType('DeleteRunInput', {
  description: 'Input of `deleteRun`.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of a top-level run that has ended.', required: true }),
    includeCopies: t.boolean({ description: includeCopies }),
  }),
})

const DeleteSessionInput = builder.inputType('DeleteSessionInput', {
  description: 'Input of `deleteSession`.',
  fields: (t) => ({
    key: t.string({ description: 'Key of the session.', required: true }),
    includeCopies: t.boolean({ description: includeCopies }),
  }),
})

const DeletedRun = builder.objectRef<Deleted<'deleteRun'>>('DeletedRun').implement({
  description: 'Deleted run. Nothing of its tree is stored any more, except sums of its usage.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id that the run had.',
      resolve: ({ runId }) => toGlobalId('Run', runId),
    }),
    runCount: t.exposeInt('runs', {
      description: 'Number of deleted runs: the run, its descendants, and its copies with theirs.',
    }),
  }),
})

const DeletedSession = builder.objectRef<Deleted<'deleteSession'>>('DeletedSession').implement({
  description: 'Deleted session. Nothing of its runs is stored any more, except sums of their usage.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id that the session had.',
      resolve: ({ sessionId }) => toGlobalId('Session', sessionId),
    }),
    key: t.exposeString('key', { description: 'Key that the session had. It can be used again.' }),
    runCount: t.exposeInt('runs', {
      description: 'Number of deleted runs: those of the session, their descendants, and their copies.',
    }),
  }),
})

const DeleteRunResult = resultOf('DeleteRunResult', DeletedRun, {
  description: 'Deleted run, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

const DeleteSessionResult = resultOf('DeleteSessionResult', DeletedSession, {
  description: 'Deleted session, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  deleteRun: t.field({
    type: DeleteRunResult,
    description:
      'Deletes a top-level run now and for good, with its descendants and everything that was stored of them. It is refused while one of them is active, and if later runs of the same session were shown what the run said.',
    args: { input: t.arg({ type: DeleteRunInput, description: 'Run to delete.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.deletions.deleteRun({
          projectId: ctx.project.id,
          runId: readId('Run', input.id, 'id'),
          includeCopies: input.includeCopies ?? false,
        }),
      ),
  }),
  deleteSession: t.field({
    type: DeleteSessionResult,
    description:
      'Deletes a session now and for good: its memory, its runs, and everything that was stored of them. It is refused while one of the runs is active.',
    args: { input: t.arg({ type: DeleteSessionInput, description: 'Session to delete.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.deletions.deleteSession({
          projectId: ctx.project.id,
          key: input.key,
          includeCopies: input.includeCopies ?? false,
        }),
      ),
  }),
}))
