import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PromptServer } from '../../../src/domain/prompt-call.ts'
import { runWorkflow } from '../../../src/engine/commands/run-workflow.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

const { database, engine } = await engineForFile({ tools: [testTool('look', async (args) => args)] })
const agent = await engine.define(() => ({ text: 'Nobody asked me.' }))
const { id: projectId } = engine.project

const plan = { actions: [{ name: 'look', type: 'TOOL', target: 'look', parameters: { at: '$a' } }] }
const parameters = { properties: { a: { type: 'string' }, b: { type: 'string' } } }
const workflow = { slug: 'asks' }
await engine.operations.workflows.createWorkflow({ projectId, ...workflow, definition: { plan, parameters } })

/** A server whose answers the test gives. */
function serverOf(name: string, prompt: PromptServer['prompt']): PromptServer {
  return { name, absence: null, instructions: null, prompts: async () => [], prompt }
}

const promptsOf = (...servers: readonly string[]) =>
  servers.map((server, index) => ({ parameter: 'ab'[index] ?? '', prompt: { server, name: 'p' } }))

/** Asks with servers, at a clock that runs a hundred times as fast. */
function start(servers: readonly PromptServer[], call: { readonly idempotencyKey?: string } = {}) {
  const { tools, clock } = engine.services
  const services = {
    ...engine.services,
    tools: { ...tools, servers: () => servers },
    clock: { ...clock, after: (ms: number, then: () => void) => clock.after(ms / 100, then) },
  }
  const prompts = promptsOf(...servers.map(({ name }) => name))
  return runWorkflow({ projectId, workflow, agent, prompts, ...call }, services)
}

/** Never answers, and ends as calls of servers do when nobody waits any more. */
const silent = (ended: (reason: unknown) => void) =>
  serverOf(
    'silent',
    (_name, _args, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended(signal.reason)
          reject(signal.reason)
        }),
      ),
  )

const count = () => database.prisma.run.count({ where: { projectId } })

test('MCP-12 the servers of a workflow are asked at the same time, and not for a key that is known', async () => {
  const both = Promise.withResolvers<void>()
  let asked = 0
  const answer = async () => {
    asked += 1
    if (asked === 2) both.resolve()
    await both.promise
    return `Answer ${asked}`
  }
  const servers = [serverOf('one', answer), serverOf('other', answer)]
  const { runId } = await start(servers, { idempotencyKey: 'once' })
  expect(await start(servers, { idempotencyKey: 'once' })).toEqual({ runId })
  expect(asked).toBe(2)
  const { context } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  expect(context).toMatchObject({ a: 'Answer 2', b: 'Answer 2' })
})

test('MCP-12 RUN-8 two requests with a key at once start one run, whoever asked', async () => {
  let asked = 0
  const server = serverOf('one', async () => {
    asked += 1
    await sleep(1)
    return `Answer ${asked}`
  })
  const [one, two] = await Promise.all([
    start([server], { idempotencyKey: 'at-once' }),
    start([server], { idempotencyKey: 'at-once' }),
  ])
  expect(one).toEqual(two)
})

test('MCP-12 a server that fails ends the question to the others, and one that says nothing ends in time', async () => {
  const before = await count()
  const ends: unknown[] = []
  const failing = serverOf('failing', async () => Promise.reject(new Error('It is broken.')))
  await expect(start([silent((reason) => ends.push(reason)), failing])).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'prompts[1].prompt was not given by the MCP server "failing": It is broken.',
  })
  expect(ends).toHaveLength(1)
  const cannot = (server: string, reason: string) => ({
    code: 'MCP_SERVER_UNAVAILABLE',
    message: `prompts[0].prompt is not available from the MCP server "${server}": ${reason} Try again in a few seconds.`,
  })
  await expect(start([silent(() => undefined)])).rejects.toMatchObject(
    cannot('silent', 'The server does not answer in time.'),
  )
  await expect(start([{ ...failing, absence: 'Connection closed' }])).rejects.toMatchObject(
    cannot('failing', 'Connection closed.'),
  )
  for (const [text, words] of [
    [' ', 'its text is empty'],
    ['a\u0000', 'its text holds a NUL character'],
    ['a'.repeat(1024 * 1024 + 1), 'its text'],
  ] as const)
    await expect(start([serverOf('odd', async () => text)])).rejects.toThrow(words)
  const half = serverOf('half', async () => 'a'.repeat(600_000))
  await expect(start([half, { ...half, name: 'other half' }])).rejects.toMatchObject({
    code: 'INPUT_TOO_LARGE',
  })
  expect(await count()).toBe(before)
})
