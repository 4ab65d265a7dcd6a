import { builder } from './builder.ts'
import { toGlobalId } from './global-id.ts'
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
