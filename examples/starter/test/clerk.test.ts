import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestApp, sequence, type TestApp } from 'rungraph/testing'
import clerk from '../agents/clerk.ts'
import findOrder from '../tools/find-order.ts'

/** The agent with a script in place of its model: the test costs nothing, and gives the same each time. */
const scripted = { ...clerk, definition: { ...clerk.definition, model: 'scripted/clerk' } }

let app: TestApp

before(async () => {
  app = await createTestApp({
    agents: [scripted],
    tools: [findOrder],
    scripts: {
      clerk: sequence(
        { toolCalls: [{ name: 'find_order', arguments: { orderId: 'A-1002' } }] },
        { text: 'The office chair is on its way.' },
      ),
    },
  })
})
after(() => app.close())

test('the clerk looks an order up before it answers', async () => {
  const run = await app.run('clerk', 'Where is order A-1002?')
  assert.equal(run.status, 'COMPLETED')
  assert.equal(run.answer, 'The office chair is on its way.')
  const [found] = run.of('ActionCompleted')
  assert.deepEqual(found?.output, {
    ...{ orderId: 'A-1002', customer: 'Grace', item: 'Office chair' },
    ...{ paidUsd: 320, status: 'SHIPPED' },
  })
})
