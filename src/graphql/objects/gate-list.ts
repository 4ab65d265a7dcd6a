import { gateFilter } from '../../domain/filters.ts'
import { defineList } from '../paging/list.ts'
import { timeColumn, toOrder } from '../paging/order.ts'
import { queryById } from '../row-object.ts'
import { Gate } from './gate.ts'

const orders = { CREATED_AT: timeColumn('createdAt', 'Time when the gate opened.') }

export const gateList = defineList(Gate, {
  table: 'Gate',
  words: ['gate', 'gates'],
  filter: gateFilter,
  // Those that an access token reaches, if there is one.
  where: ({ project, caller }, filter) => {
    const forPerson = filter?.kind || filter?.ids ? undefined : true
    return {
      ...{ kind: 'gates', projectId: project.id },
      filter: { ...filter, forPerson, within: caller.access?.scope },
    }
  },
  orders,
  order: toOrder(orders, { field: 'CREATED_AT', direction: 'DESC' }),
})

queryById('Gate', Gate)

gateList.query('gates', 'Gates of the project, newest first if you give no order.')
