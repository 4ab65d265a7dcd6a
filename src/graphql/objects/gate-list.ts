import { gateFilter } from '../../domain/filters.ts'
import { builder } from '../builder.ts'
import { readId } from '../global-id.ts'
import { defineList } from '../paging/list.ts'
import { moment, toOrder } from '../paging/order.ts'
import { Gate } from './gate.ts'

const orders = { CREATED_AT: moment('createdAt', 'Time when the gate opened.') }

export const gates = defineList(Gate, {
  table: 'Gate',
  words: ['gate', 'gates'],
  filter: gateFilter,
  // Those that an access token reaches, if there is one.
  where: ({ project, caller }, filter) => ({
    ...{ kind: 'gates', projectId: project.id },
    filter: { ...filter, within: caller.access?.scope },
  }),
  orders,
  order: toOrder(orders, { field: 'CREATED_AT', direction: 'DESC' }),
})

builder.queryFields((t) => ({
  gate: t.prismaField({
    type: Gate,
    description: 'Gate with this id. Null if the project has no such gate.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the gate, or its UUID as logs show it.', required: true }),
    },
    resolve: (query, _, { id }, { prisma, project }) =>
      prisma.gate.findUnique({ ...query, where: { id: readId('Gate', id, 'id'), projectId: project.id } }),
  }),
  gates: t.field(gates.field({ description: 'Gates of the project, newest first if you give no order.' })),
}))
