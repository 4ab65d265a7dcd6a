import { type BaseEvent, HttpAgent, type RunAgentResult } from '@ag-ui/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { askPersonTool } from '../../src/tools/waiting-tools.ts'
import { testTool } from '../support/engine.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

let open: ServedEngine
beforeAll(async () => {
  open = await serveEngine({
    tools: [
      askPersonTool,
      testTool('note', async () => 'noted'),
      testTool('pay', async () => ({ paid: true })),
    ],
  })
})
afterAll(() => open.close())

/** The client of AG-UI's official package, which checks the order of the events. */
function clientOf(slug: string, threadId?: string) {
  const url = `${open.url}/api/projects/default/agents/${slug}/ag-ui`
  return new HttpAgent({ url, ...(threadId && { threadId }) })
}

async function say(agent: HttpAgent, content: string) {
  const id = crypto.randomUUID()
  agent.addMessage({ id, role: 'user', content })
  return follow(agent, { runId: id })
}

async function follow(agent: HttpAgent, given: Parameters<HttpAgent['runAgent']>[0]) {
  const events: BaseEvent[] = []
  const result: RunAgentResult = await agent.runAgent(given, {
    onEvent: ({ event }) => {
      events.push(event)
    },
  })
  return { events, types: events.map(({ type }) => type), result }
}

test('API-19 a run is told step by step, with its calls and its answer', async () => {
  const { slug } = await open.engine.define(
    sequence(
      { text: 'One moment.', toolCalls: [{ name: 'note', arguments: { line: 7 } }] },
      { text: 'Noted.' },
    ),
  )
  const agent = clientOf(slug)
  const { types, result } = await say(agent, 'Note it.')
  expect(types).toEqual(
    expect.arrayContaining([
      'RUN_STARTED',
      'STEP_STARTED',
      'TOOL_CALL_START',
      'TOOL_CALL_RESULT',
      'RUN_FINISHED',
    ]),
  )
  expect(result.result).toMatchObject({ status: 'COMPLETED', summary: 'Noted.' })
  expect(agent.messages).toMatchObject([
    { role: 'user', content: 'Note it.' },
    { role: 'assistant', content: 'One moment.' },
    { role: 'assistant', toolCalls: [{ function: { name: 'note', arguments: '{"line":7}' } }] },
    { role: 'tool', content: 'noted' },
    { role: 'assistant', content: 'Noted.' },
  ])
})

test('API-19 CTX-6 a thread is a session', async () => {
  const { slug } = await open.engine.define(({ messages }) => ({ text: `${messages.length} messages` }))
  const agent = clientOf(slug, 'thread-of-two')
  await say(agent, 'First.')
  await say(agent, 'Second.')
  expect(agent.messages.map(({ content }) => content)).toEqual([
    'First.',
    '1 messages',
    'Second.',
    '3 messages',
  ])
})

test('API-19 JDG-4 what waits for a person interrupts the run, which goes on with the decision', async () => {
  const call = { toolCalls: [{ name: 'pay', arguments: { amount: 5 } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Paid.' }))
  const { operations, project } = open.engine
  const rule = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' } as const
  await operations.policies.savePolicy({ projectId: project.id, agent: { slug }, ...rule })
  const agent = clientOf(slug)
  const { events } = await say(agent, 'Pay.')
  expect(events.at(-1)).toMatchObject({
    type: 'RUN_FINISHED',
    outcome: { type: 'interrupt', interrupts: [{ reason: 'ACTION_APPROVAL' }] },
  })
  const { outcome } = Object(events.at(-1))
  const [{ id: interruptId }] = outcome.interrupts
  const { types, result } = await follow(agent, {
    runId: crypto.randomUUID(),
    resume: [{ interruptId, status: 'resolved', payload: { decision: 'APPROVE' } }],
  })
  expect(types).toContain('TOOL_CALL_RESULT')
  expect(result.result).toMatchObject({ status: 'COMPLETED', summary: 'Paid.' })
})

test('API-19 JDG-5 a question interrupts the run with the schema of its answer', async () => {
  const schema = { type: 'object', properties: { size: { enum: ['S', 'M'] } }, required: ['size'] }
  const call = { toolCalls: [{ name: 'ask_person', arguments: { question: 'Which size?', schema } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Ordered.' }))
  const agent = clientOf(slug)
  const { events } = await say(agent, 'Order.')
  const { outcome } = Object(events.at(-1))
  const [{ id: interruptId, ...asked }] = outcome.interrupts
  expect(asked).toMatchObject({ reason: 'INPUT', message: 'Which size?' })
  expect(asked.responseSchema.properties.answer).toEqual(schema)
  const answer = (size: string) =>
    follow(agent, {
      runId: crypto.randomUUID(),
      resume: [{ interruptId, status: 'resolved', payload: { decision: 'ANSWER', answer: { size } } }],
    })
  await expect(answer('XL')).rejects.toThrow('does not fit the schema')
  expect((await answer('M')).result.result).toMatchObject({ status: 'COMPLETED', summary: 'Ordered.' })
})

test('API-19 RUN-8 a repeated request gives the same run', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Once.' }))
  const ask = async () => {
    const agent = clientOf(slug, 'again')
    agent.addMessage({ id: 'one', role: 'user', content: 'Hi.' })
    return (await follow(agent, { runId: 'the-run' })).result.result
  }
  expect(await ask()).toEqual(await ask())
})

test('API-19 API-8 what is not AG-UI is refused by field', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
  const post = async (agent: string, body: unknown) => {
    const path = `${open.url}/api/projects/default/agents/${agent}/ag-ui`
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
    return [response.status, await response.json()]
  }
  const input = { threadId: 't', runId: 'r', messages: [], tools: [], context: [] }
  expect(await post(slug, { ...input, messages: 'Hi' })).toMatchObject([
    400,
    { error: { path: ['messages'] } },
  ])
  expect(await post(slug, input)).toMatchObject([400, { error: { path: ['messages'] } }])
  const messages = [{ id: '1', role: 'user', content: 'Hi' }]
  expect(await post('nobody', { ...input, messages })).toMatchObject([400, {}])
})
