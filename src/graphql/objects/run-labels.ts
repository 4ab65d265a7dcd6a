import { labelsChange } from '../../domain/run-calls.ts'
import { builder } from '../builder.ts'
import { required } from '../fields.ts'
import { canBeName } from '../global-id.ts'
import { mutation } from '../mutation.ts'
import { inputFields } from '../shape.ts'
import { Run } from './run.ts'

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

const maxTags = 500

builder.queryField('runTags', (t) =>
  t.stringList({
    description: `Tags that runs of the project have, in order, at most ${maxTags}.`,
    extensions: { listSize: maxTags },
    args: {
      from: t.arg.string({
        description:
          'Tag, or the beginning of one, at which the list begins. If you leave it out, it begins with the first.',
      }),
    },
    resolve: async (_, { from }, { reads, project }) => {
      const first = from ?? ''
      return canBeName(first) ? [...(await reads.tags(project.id, first, maxTags))] : []
    },
  }),
)

mutation('updateRun', {
  description:
    'Changes the tags and metadata of a run, whatever its status. Runs that were made from it before keep theirs.',
  argument: 'Run, and its changes.',
  note: 'What you leave out stays unchanged.',
  input: { id: required.idOf('Run'), ...inputFields(labelsChange) },
  nulls: 'REFUSED',
  result: Run,
  gives: 'Changed run, or the error.',
  errors: ['InvalidInput', 'NotFound'],
  resolve: async ({ id: runId, ...labels }, ctx) =>
    (await ctx.operations.updateRun({ ...labels, projectId: ctx.project.id, runId })).runId,
})
