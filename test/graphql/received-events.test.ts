import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const { make, prisma, project } = graph
const run = await make.run(await make.agent())

async function event(minute: number, startedRunIds: readonly string[] = []) {
  const id = uuidv7()
  const at = new Date(Date.UTC(2026, 10, 1, 0, minute))
  const times = { receivedAt: at, deliveredAt: at, expiresAt: new Date('2099-01-01') }
  const data = { id, projectId: project.id, name: 'order.paid', key: id, data: minute, ...times }
  return prisma.receivedEvent.create({ data: { ...data, startedRunIds: [...startedRunIds] } })
}

test('WAIT-4 an event shows the runs that it started, without those that were removed', async () => {
  const { id } = await event(1, [uuidv7(), run.id])
  const answer = await graph.read('query($id: ID!) { receivedEvent(id: $id) { data runs { id } } }', {
    id: toGlobalId('ReceivedEvent', id),
  })
  expect(answer).toEqual({ receivedEvent: { data: 1, runs: [{ id: toGlobalId('Run', run.id) }] } })
})

test('WAIT-3 an event that resolved many gates leaves the others theirs', async () => {
  const many = await event(2)
  const few = await event(3)
  for (let nth = 0; nth < 210; nth++) await make.gate(run, { kind: 'EVENT', resolvedBy: `event:${many.id}` })
  const last = await make.gate(run, { kind: 'EVENT', resolvedBy: `event:${few.id}` })
  const { receivedEvents } = Object(
    await graph.read('{ receivedEvents(first: 2) { nodes { data gates { id } } } }'),
  )
  expect(receivedEvents.nodes[0]).toEqual({ data: 3, gates: [{ id: toGlobalId('Gate', last.id) }] })
  expect(receivedEvents.nodes[1].gates).toHaveLength(100)
})
