import { builder } from '../builder.ts'
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
