import { expect, test } from 'vitest'
import { filterSliced, inSlices } from '../../../src/domain/in-slices.ts'
import { meetsFilter, seenEvent } from '../../../src/engine/gates/wake-by-event.ts'

test('WAIT-3 WAIT-4 conditions that take long over a large event leave other work its turns', async () => {
  // As dear as one may be over so much data.
  const condition = 'event.data.list.exists(x, event.data.list.exists(y, -1 == -2))'
  const data = { list: Array.from({ length: 1_000 }, (_, index) => index) }
  const row = { id: 'e', projectId: 'p', name: 'order', key: 'k', data, sealed: null, sentBy: null }
  const event = seenEvent({ ...row, receivedAt: new Date(0), expiresAt: new Date(0) }, null)
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const conditions = Array.from({ length: 3 }, () => condition)
  expect(await inSlices(filterSliced(conditions, (one) => meetsFilter(one, event, null)))).toEqual([])
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(3)
})
