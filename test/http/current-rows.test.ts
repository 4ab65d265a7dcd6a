import { isCompositeType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { followingFields, followingTypes } from '../../src/http/yoga/use-current-rows.ts'
import { sequence } from '../../src/models/scripted.ts'
import { testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { serveEngine } from './serve-engine.ts'

const held = Promise.withResolvers<string>()

const open = forFile(
  await serveEngine({
    tools: [
      testTool('note', async () => 'noted', { effect: 'read' }),
      testTool('hold', async () => held.promise, { effect: 'read' }),
    ],
  }),
)

test('API-12 DUR-5 what is said to follow from logs is in the schema', () => {
  expect([...followingTypes].filter((name) => !isCompositeType(schema.getType(name)))).toEqual([])
  for (const place of followingFields) {
    const [name = '', field = ''] = place.split('.')
    const type = schema.getType(name)
    expect(isObjectType(type) && Object.keys(type.getFields())).toContain(field)
  }
})

test('API-12 DUR-5 a query shows no less of a run that goes on than its events did', async () => {
  const runId = await open.engine.trigger(
    sequence(
      { text: 'First.', toolCalls: [{ name: 'note', arguments: {} }] },
      { text: 'Second.', toolCalls: [{ name: 'hold', arguments: {} }] },
      { text: 'Done.' },
    ),
  )
  await expect
    .poll(async () => {
      const events = await open.engine.services.log.read(runId, { after: 0, limit: 100 })
      return events.filter(({ type }) => type === 'ActionStarted').length
    })
    .toBe(2)
  const response = await postJson(open.endpoint, {
    query: `query($id: ID!) { node(id: $id) { ... on Run {
      steps(first: 5) { nodes { number success actions { name status output } } } usage { requests } messages(first: 9) { totalCount } } } }`,
    variables: { id: toGlobalId('Run', runId) },
  })
  held.resolve('held')
  expect(await response.json()).toMatchObject({
    data: {
      node: {
        steps: {
          nodes: [
            { number: 1, success: true, actions: [{ name: 'note', status: 'SUCCEEDED', output: 'noted' }] },
            { number: 2, success: null, actions: [{ name: 'hold', status: 'RUNNING', output: null }] },
          ],
        },
        usage: { requests: 2 },
        messages: { totalCount: 4 },
      },
    },
  })
  await open.engine.finished(runId)
})
