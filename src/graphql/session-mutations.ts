import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from './builder.ts'
import { outcome, resultOf } from './error.ts'
import { Session } from './session.ts'

const UpdateSessionInput = builder.inputType('UpdateSessionInput', {
  description: 'What is to be remembered of a session.',
  fields: (t) => ({
    key: t.string({
      description: 'Its key; a session begins where the project has none with it.',
      required: true,
    }),
    memory: t.stringList({
      description:
        'What its runs are told from now on, in place of what was: at most 100 lines of at most 2,000 characters.',
      required: true,
    }),
  }),
})

const UpdateSessionResult = resultOf('UpdateSessionResult', Session, {
  description: 'The changed session, or why it was not changed.',
  errors: ['InvalidInput'],
})

builder.mutationField('updateSession', (t) =>
  t.field({
    type: UpdateSessionResult,
    description: 'Replaces what is remembered of a session.',
    args: { input: t.arg({ type: UpdateSessionInput, description: 'The session.', required: true }) },
    resolve: (_, { input: { key, memory } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, key, memory }
        const { sessionId: id } = await ctx.operations.sessions.updateSession(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Session', select: { id: true } })
        return ctx.prisma.session.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
)
