import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { refuseNull } from '../mutation.ts'
import { Run } from './run.ts'
import { findRun } from './run-mutations.ts'

builder.prismaObjectFields(Run, (t) => ({
  tags: t.stringList({
    description: 'Tags of the run, in alphabetical order. Empty if it has none.',
    select: { tags: { select: { tag: true } } },
    resolve: ({ tags }) => tags.map(({ tag }) => tag).toSorted(),
  }),
  metadata: t.expose('metadata', {
    type: 'JSON',
    description:
      'Metadata of the run: a flat object whose values are strings, numbers or booleans. Empty if it has none.',
  }),
}))

const UpdateRunInput = builder.inputType('UpdateRunInput', {
  description: 'Input of `updateRun`. What you leave out stays unchanged.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the run.', required: true }),
    tags: t.stringList({
      description: 'Tags that replace all tags of the run. Not together with `addTags` or `removeTags`.',
    }),
    addTags: t.stringList({ description: 'Tags to add. A tag that the run has already stays.' }),
    removeTags: t.stringList({ description: 'Tags to remove. A tag that the run does not have is ignored.' }),
    metadata: t.field({
      type: 'JSON',
      description:
        'Entries of the metadata to set, as an object. Null as the value of an entry removes it; entries that you leave out stay.',
    }),
  }),
})

const UpdateRunResult = resultOf('UpdateRunResult', Run, {
  description: 'Changed run, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationField('updateRun', (t) =>
  t.field({
    type: UpdateRunResult,
    description:
      'Changes the tags and metadata of a run, whatever its status. Runs that were made from it before keep theirs.',
    args: { input: t.arg({ type: UpdateRunInput, description: 'Run, and its changes.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        refuseNull(input, ['tags', 'addTags', 'removeTags', 'metadata'])
        const { updateRun } = ctx.operations
        const changed = await updateRun({
          projectId: ctx.project.id,
          runId: readId('Run', input.id, 'id'),
          tags: input.tags ?? undefined,
          addTags: input.addTags ?? undefined,
          removeTags: input.removeTags ?? undefined,
          metadata: input.metadata ?? undefined,
        })
        return findRun(changed, ctx, info)
      }),
  }),
)
