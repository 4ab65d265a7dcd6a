import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { toGlobalId } from '../global-id.ts'
import { UsageObject } from './usage.ts'

export const Session = builder.prismaObject('Session', {
  description: 'A conversation under a key that the caller chose; its runs share one message history.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Session', id) }),
    key: t.exposeString('key', { description: 'The key, unique in the project.' }),
    agent: t.relation('agent', { description: 'The agent of its first run.', nullable: true }),
    memory: t.exposeStringList('memory', {
      description: 'What its runs are told of it, in lines; `updateSession` replaces them.',
    }),
    usage: t.field({
      type: UsageObject,
      description: 'What its runs used.',
      resolve: ({ id }, _, ctx) => ctx.loaders.usage('sessionId').load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
  }),
})

builder.queryField('session', (t) =>
  t.prismaField({
    type: Session,
    description: 'The session with a key; null where the project has none.',
    nullable: true,
    args: { key: t.arg.string({ description: 'The key.', required: true }) },
    resolve: (query, _, { key }, ctx) =>
      ctx.prisma.session.findUnique({
        ...query,
        where: { projectId_key: { projectId: ctx.project.id, key } },
      }),
  }),
)

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
