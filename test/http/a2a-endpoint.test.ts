import { type Part, Role, type Task, TaskState } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { askPersonTool, createWaitUntil } from '../../src/tools/waiting-tools.ts'
import { testTool } from '../support/engine.ts'
import { postJson } from '../support/post-json.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

let open: ServedEngine
beforeAll(async () => {
  const pay = testTool('pay', async () => ({ paid: true }))
  open = await serveEngine({ tools: [pay, askPersonTool, createWaitUntil(Date.now)] })
})
afterAll(() => open.close())

/** The client of the official package, which finds the endpoint by the card. */
function clientOf(slug: string) {
  return new ClientFactory().createFromUrl(`${open.url}/api/projects/default/agents/${slug}/a2a/`)
}

function message(
  content: Part['content'],
  { taskId = '', contextId = '', messageId = String(crypto.randomUUID()) } = {},
) {
  const part = { content, metadata: undefined, filename: '', mediaType: '' }
  return {
    tenant: '',
    message: {
      ...{ messageId, taskId, contextId, role: Role.ROLE_USER, parts: [part] },
      ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
    },
    configuration: undefined,
    metadata: undefined,
  }
}

const text = (value: string) => ({ $case: 'text', value }) as const

/** The answer does not wait for the end of the task. */
const atOnce = {
  ...{ acceptedOutputModes: [], historyLength: undefined, taskPushNotificationConfig: undefined },
  returnImmediately: true,
}

function asTask(answer: unknown): Task {
  return Object(answer)
}

test('API-20 a message is a task, which ends with the answer of the run', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Hello back.' }))
  const client = await clientOf(slug)
  const task = asTask(await client.sendMessage(message(text('Hello.'), { contextId: 'talk' })))
  expect(task).toMatchObject({
    contextId: 'talk',
    status: { state: TaskState.TASK_STATE_COMPLETED },
    artifacts: [{ parts: [{ content: text('Hello back.') }] }],
    history: [{ role: Role.ROLE_USER, parts: [{ content: text('Hello.') }] }],
  })
  expect(await client.getTask({ tenant: '', id: task.id })).toEqual(task)
})

test('API-20 a stream has the task, its answer and its end', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Streamed.' }))
  const client = await clientOf(slug)
  const kinds: (string | undefined)[] = []
  for await (const { payload } of client.sendMessageStream(message(text('Hello.'))))
    kinds.push(payload?.$case)
  expect(kinds).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
})

test('API-20 JDG-4 a task that needs a person goes on with the decision', async () => {
  const call = { toolCalls: [{ name: 'pay', arguments: { amount: 5 } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Paid.' }))
  const { operations, project } = open.engine
  const rule = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' } as const
  await operations.policies.savePolicy({ projectId: project.id, agent: { slug }, ...rule })
  const client = await clientOf(slug)
  const waiting = asTask(await client.sendMessage(message(text('Pay.'))))
  expect(waiting.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
  const decision = { $case: 'data', value: { decision: 'APPROVE' } } as const
  await expect(client.sendMessage(message(text('Yes.'), { taskId: waiting.id }))).rejects.toThrow('decision')
  const paid = asTask(await client.sendMessage(message(decision, { taskId: waiting.id })))
  expect(paid).toMatchObject({ id: waiting.id, artifacts: [{ parts: [{ content: text('Paid.') }] }] })
})

test('API-20 JDG-5 a text answers the question that a task asks', async () => {
  const call = { toolCalls: [{ name: 'ask_person', arguments: { question: 'Red or blue?' } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Painted.' }))
  const client = await clientOf(slug)
  const asking = asTask(await client.sendMessage(message(text('Paint.'))))
  expect(asking.status).toMatchObject({ state: TaskState.TASK_STATE_INPUT_REQUIRED })
  expect(JSON.stringify(asking.status?.message?.parts)).toContain('"question":"Red or blue?"')
  const painted = asTask(await client.sendMessage(message(text('Blue.'), { taskId: asking.id })))
  expect(painted).toMatchObject({ id: asking.id, artifacts: [{ parts: [{ content: text('Painted.') }] }] })
})

test('API-20 TAS-14 a task that waits for a time works, and ends by itself', async () => {
  const call = { toolCalls: [{ name: 'wait_until', arguments: { seconds: 1 } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'It is time.' }))
  const client = await clientOf(slug)
  const task = asTask(await client.sendMessage(message(text('Wait.'))))
  expect(task).toMatchObject({ artifacts: [{ parts: [{ content: text('It is time.') }] }] })
})

test('API-20 TAS-14 a task that waits for a time takes a message, and is listed as one that works', async () => {
  const call = { toolCalls: [{ name: 'wait_until', arguments: { seconds: 3600 } }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'It is time.' }))
  const client = await clientOf(slug)
  const send = async (params: ReturnType<typeof message>) =>
    asTask(await client.sendMessage({ ...params, configuration: atOnce }))
  const listed = async (status: TaskState) => {
    const page = { tenant: '', contextId: '', pageToken: '', statusTimestampAfter: undefined }
    return (await client.listTasks({ ...page, status })).tasks.map((task) => task.id)
  }
  const { id } = await send(message(text('Wait.')))
  await vi.waitFor(
    async () => {
      const { status } = await client.getTask({ tenant: '', id })
      expect(JSON.stringify(status?.message?.parts)).toContain('TIME')
    },
    { timeout: 10_000 },
  )
  const steered = await send(message(text('Hurry.'), { taskId: id }))
  expect(steered).toMatchObject({ id, status: { state: TaskState.TASK_STATE_WORKING } })
  expect(await listed(TaskState.TASK_STATE_WORKING)).toEqual([id])
  expect(await listed(TaskState.TASK_STATE_INPUT_REQUIRED)).toEqual([])
  await client.cancelTask({ tenant: '', id, metadata: undefined })
})

test('API-20 RUN-8 a message that is sent again is the same task', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Once.' }))
  const client = await clientOf(slug)
  const params = message(text('Hello.'), { messageId: 'said-once', contextId: 'again' })
  const [first, second] = [await client.sendMessage(params), await client.sendMessage(params)]
  expect(asTask(first).id).toBe(asTask(second).id)
})

test('API-20 RUN-4 a task is cancelled, and found in the list', async () => {
  const call = { toolCalls: [{ name: 'pay', arguments: {} }] }
  const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Paid.' }))
  const { operations, project } = open.engine
  const rule = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' } as const
  await operations.policies.savePolicy({ projectId: project.id, agent: { slug }, ...rule })
  const client = await clientOf(slug)
  const { id } = asTask(await client.sendMessage(message(text('Pay.'))))
  const cancelled = await client.cancelTask({ tenant: '', id, metadata: undefined })
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  await expect(client.cancelTask({ tenant: '', id, metadata: undefined })).rejects.toThrow()
  const { tasks } = await client.listTasks({
    ...{ tenant: '', contextId: '', status: TaskState.TASK_STATE_CANCELED, pageToken: '' },
    statusTimestampAfter: undefined,
  })
  expect(tasks.map((task) => task.id)).toEqual([id])
})

test('API-20 what is not there is an error', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
  const client = await clientOf(slug)
  await expect(client.getTask({ tenant: '', id: 'none' })).rejects.toThrow('none')
  await expect(clientOf('nobody')).rejects.toThrow('404')
})

test('API-20 what cannot be taken is a fault of the request, in words, and a message without an id is no task', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
  const refused = async (method: string, params: object) => {
    const path = `${open.url}/api/projects/default/agents/${slug}/a2a`
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = await postJson(path, body, { headers: { 'a2a-version': '1.0' } })
    return Object(await answer.json()).error
  }
  const code = -32602
  expect(await refused('ListTasks', { pageToken: 'nonsense' })).toMatchObject({
    ...{ code, message: expect.stringContaining('cursor') },
  })
  expect(await refused('ListTasks', { contextId: '\u0000' })).toMatchObject({
    ...{ code, message: expect.stringContaining('NUL') },
  })
  const parts = [{ text: 'Yes.' }]
  expect(
    await refused('SendMessage', { message: { role: 'ROLE_USER', contextId: 'talk', parts } }),
  ).toMatchObject({ code, message: expect.stringContaining('messageId') })
})

test('API-20 a card has the address at which its caller is, also behind a proxy that ends TLS', async () => {
  const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
  const path = `/api/projects/default/agents/${slug}/a2a`
  const urlFor = async (headers: HeadersInit) => {
    const card = await fetch(`${open.url}${path}/.well-known/agent-card.json`, { headers })
    return Object(await card.json()).supportedInterfaces[0].url
  }
  expect(await urlFor({})).toBe(`${open.url}${path}`)
  expect(await urlFor({ 'x-forwarded-proto': 'https' })).toBe(`${open.url.replace('http:', 'https:')}${path}`)
})
