import { serverReport } from '../../domain/server-facts.ts'
import { builder } from '../builder.ts'
import { objectOf } from '../shape.ts'

const Server = objectOf(serverReport, {
  fields: (t) => ({
    now: t.field({
      type: 'DateTime',
      description:
        'Present time by the clock of the database, by which gates expire and events have their times.',
      resolve: (_facts, _args, { server: { now = Date.now } }) => new Date(now()),
    }),
  }),
})

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    description:
      'Process that answers the request. Behind a load balancer, another one may answer the next request.',
    resolve: (_, __, ctx) => ctx.server,
  }),
)
