import { RungraphError } from '../../domain/errors.ts'
import type { FilterOf } from '../../domain/filter-field.ts'
import { gateFilter } from '../../domain/filters.ts'
import type { FeedEvent } from '../../domain/run-log.ts'
import type { GraphQLContext } from '../context.ts'
import { toGlobalId } from '../global-id.ts'
import { Gate } from '../objects/gate.ts'
import { gateList } from '../objects/gate-list.ts'
import { defineUpdates } from './list-updates.ts'

defineUpdates(Gate, gateList, {
  words: ['gate', 'gates'],
  change: 'opened or was resolved',
  description:
    'Gates of the project when they open and when they are resolved, from now on or after a cursor, with their current state. A gate that is resolved at once can arrive once. `gates` has the existing gates.',
  unmatched: 'gates whose status no longer matches the filter, so that a list can remove them.',
  ...{ table: 'Gate', kind: 'gates' },
  follow: ({ log, project }, options) => log.followGates(project.id, options),
  rowOf: gateOf,
  filter: gateFilter,
  changing: ['status'],
  check: checkRun,
})

/** A run that does not exist has no gates, and will have none. @throws NOT_FOUND */
async function checkRun(
  { prisma, project }: GraphQLContext,
  { runId: id }: FilterOf<typeof gateFilter>,
): Promise<void> {
  if (id == null) return
  const run = await prisma.run.findUnique({ where: { id, projectId: project.id }, select: { id: true } })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: toGlobalId('Run', id) })
}

/** The gate of an event. One that opened and is resolved by now comes with the event of its decision, and so not twice. */
async function gateOf({ prisma }: GraphQLContext, event: FeedEvent): Promise<string | null> {
  if (event.type !== 'GateOpened' && event.type !== 'GateResolved') return null
  const { gateId: id } = event.data
  const gate = await prisma.gate.findUnique({ where: { id }, select: { status: true } })
  return gate !== null && (gate.status === 'OPEN') === (event.type === 'GateOpened') ? id : null
}
