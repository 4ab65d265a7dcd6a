import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { testTool } from '../support/engine.ts'
import { openGates, untilStatus } from '../support/gates.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

const names = ['place', 'date', 'email', 'floors', 'extras']
const schema = {
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name, minLength: 1 }])),
}

let open: ServedEngine
beforeAll(async () => {
  const book = testTool('book', async (_args, context) => context.ask('form', { question: 'Where?', schema }))
  open = await serveEngine({ tools: [book] })
})
afterAll(() => open.close())

async function read(path: string): Promise<string> {
  const response = await fetch(`${open.url}${path}`)
  return response.text()
}

test('JDG-5 a form comes in the order in which its schema was written, by GraphQL and REST', async () => {
  const { engine, project, database } = open
  const { slug } = await engine.define(
    sequence({ toolCalls: [{ name: 'book', arguments: {} }] }, { text: '' }),
  )
  const call = { projectId: project.id, agent: { slug }, input: 'Book a room.' }
  const { runId } = await engine.operations.triggerRun(call)
  await untilStatus(engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  const query = `{ gate(id: "${gate?.id}") { context { ... on QuestionContext { schema } } } }`
  expect(await read(`/graphql?query=${encodeURIComponent(query)}`)).toContain(JSON.stringify(schema))
  expect(await read(`/api/projects/default/gates/${gate?.id}`)).toContain(JSON.stringify(schema))
})
