import type { DeletionOperations } from '../../domain/deletion.ts'
import { builder } from '../builder.ts'
import { boolean, required, string, valueObject } from '../fields.ts'
import { toGlobalId } from '../global-id.ts'
import { mutation } from '../mutation.ts'

type Deleted<Name extends keyof DeletionOperations> = Awaited<ReturnType<DeletionOperations[Name]>>

const includeCopies =
  'Whether to delete also the runs that were forked, retried, replayed or evaluated from what is deleted, which contain its texts. Default false: the deletion is refused if there are any.'

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

const DeletedSession = valueObject<Deleted<'deleteSession'>>(
  'DeletedSession',
  'Deleted session. Nothing of its runs is stored any more, except sums of their usage.',
  { key: string('Key that the session had. It can be used again.') },
  {
    fields: (t) => ({
      id: t.id({
        description: 'Global id that the session had.',
        resolve: ({ sessionId }) => toGlobalId('Session', sessionId),
      }),
      runCount: t.exposeInt('runs', {
        description: 'Number of deleted runs: those of the session, their descendants, and their copies.',
      }),
    }),
  },
)

mutation('deleteRun', {
  description:
    'Deletes a top-level run now and for good, with its descendants and everything that was stored of them. It is refused while one of them is active, and if later runs of the same session were shown what the run said.',
  argument: 'Run to delete.',
  input: {
    id: required.idOf('Run', 'Global id of a top-level run that has ended.'),
    includeCopies: boolean(includeCopies),
  },
  result: DeletedRun,
  gives: 'Deleted run, or the error.',
  resolve: ({ id: runId, includeCopies = false }, ctx) =>
    ctx.operations.deletions.deleteRun({ projectId: ctx.project.id, runId, includeCopies }),
})

mutation('deleteSession', {
  description:
    'Deletes a session now and for good: its memory, its runs, and everything that was stored of them. It is refused while one of the runs is active.',
  argument: 'Session to delete.',
  input: {
    key: required.string('Key of the session.'),
    includeCopies: boolean(includeCopies),
  },
  result: DeletedSession,
  gives: 'Deleted session, or the error.',
  resolve: ({ key, includeCopies = false }, ctx) =>
    ctx.operations.deletions.deleteSession({ projectId: ctx.project.id, key, includeCopies }),
})
