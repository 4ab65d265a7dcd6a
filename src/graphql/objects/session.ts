import { builder } from '../builder.ts'
import { required } from '../fields.ts'
import { canBeName } from '../global-id.ts'
import { mutation } from '../mutation.ts'
import { rowObject } from '../row-object.ts'
import { UsageObject } from './usage.ts'

export const Session = rowObject(
  'Session',
  'Conversation under a key that the caller chose. The runs of a session share one message history.',
  {
    key: 'Key of the session, unique in the project.',
    agent: 'Agent of the first run of the session. Null if the session has no run yet.',
    memory: 'Lines of text that the runs of the session receive as memory. `updateSession` replaces them.',
    createdAt: 'Time when the session was created.',
    lastActiveAt:
      'Time when a run of the session was last triggered. If it has no run yet, the time when it was created.',
  },
  (t) => ({
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the runs of the session.',
      resolve: ({ id }, _, ctx) => ctx.loaders.usage('sessionId').load(id),
    }),
    runCount: t.int({
      description: 'Number of runs of the session.',
      resolve: ({ id }, _, ctx, info) => ctx.loaders.read(info, 'sessionRunCounts').load(id),
    }),
  }),
)

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

mutation('updateSession', {
  description: 'Replaces the memory of a session.',
  argument: 'Session, and its new memory.',
  input: {
    key: required.string('Key of the session. A session is created if the project has none with this key.'),
    memory: required.many(
      'String',
      'Lines of text that replace the memory of the session: at most 100 lines of at most 2,000 characters.',
    ),
  },
  result: Session,
  gives: 'Changed session, or the error.',
  errors: ['InvalidInput'],
  resolve: async (session, ctx) =>
    (await ctx.operations.sessions.updateSession({ ...session, projectId: ctx.project.id })).sessionId,
})
