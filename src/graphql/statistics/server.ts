import { serverReport } from '../../domain/server-facts.ts'
import { builder } from '../builder.ts'
import { objectOf } from '../shape.ts'

const Server = objectOf(serverReport, {
  fields: (t) => ({
    now: t.field({
      type: 'DateTime',
      description: 'Present time by the clock of the process.',
      resolve: () => new Date(),
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
