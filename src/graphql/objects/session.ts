import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { canBeName, toGlobalId } from '../global-id.ts'
import { UsageObject } from './usage.ts'

export const Session = builder.prismaObject('Session', {
  description:
    'Conversation under a key that the caller chose. The runs of a session share one message history.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the session.', resolve: ({ id }) => toGlobalId('Session', id) }),
    key: t.exposeString('key', { description: 'Key of the session, unique in the project.' }),
    agent: t.relation('agent', {
      description: 'Agent of the first run of the session. Null if the session has no run yet.',
      nullable: true,
    }),
    memory: t.exposeStringList('memory', {
      description:
        'Lines of text that the runs of the session receive as memory. `updateSession` replaces them.',
    }),
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the runs of the session.',
      resolve: ({ id }, _, ctx) => ctx.loaders.usage('sessionId').load(id),
    }),
    runCount: t.int({
      description: 'Number of runs of the session.',
      resolve: ({ id }, _, ctx, info) =>
        ctx.loaders
          .ofField<string, number>(info, 'count', (ids) => ctx.reads.sessionRunCounts(ctx.project.id, ids))
          .load(id),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the session was created.',
    }),
    lastActiveAt: t.expose('lastActiveAt', {
      type: 'DateTime',
      description:
        'Time when a run of the session was last triggered. If it has no run yet, the time when it was created.',
    }),
  }),
})

builder.queryField('session', (t) =>
  t.prismaField({
    type: Session,
    description: 'Session with this key. Null if the project has no such session.',
    nullable: true,
    args: { key: t.arg.string({ description: 'Key of the session.', required: true }) },
    resolve: (query, _, { key }, ctx) =>
      canBeName(key)
        ? ctx.prisma.session.findUnique({
            ...query,
            where: { projectId_key: { projectId: ctx.project.id, key } },
          })
        : null,
  }),
)

const UpdateSessionInput = builder.inputType('UpdateSessionInput', {
  description: 'Input of `updateSession`.',
  fields: (t) => ({
    key: t.string({
      description: 'Key of the session. A session is created if the project has none with this key.',
      required: true,
    }),
    memory: t.stringList({
      description:
        'Lines of text that replace the memory of the session: at most 100 lines of at most 2,000 characters.',
      required: true,
    }),
  }),
})

const UpdateSessionResult = resultOf('UpdateSessionResult', Session, {
  description: 'Changed session, or the error.',
  errors: ['InvalidInput'],
})

builder.mutationField('updateSession', (t) =>
  t.field({
    type: UpdateSessionResult,
    description: 'Replaces the memory of a session.',
    args: {
      input: t.arg({ type: UpdateSessionInput, description: 'Session, and its new memory.', required: true }),
    },
    resolve: (_, { input: { key, memory } }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, key, memory }
        const { sessionId: id } = await ctx.operations.sessions.updateSession(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Session', select: { id: true } })
        return ctx.prisma.session.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
)
