import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../checks/run-command.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type HeldModel, heldAnswers, heldTexts, openHeldModel } from '../support/held-model.ts'
import { createHeldAgent, readRun, triggerHeld } from '../support/held-run.ts'
import { findProgram } from '../support/programs.ts'
import { openProcessFolder, type ProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'

const timeout = 120_000
const python = findProgram('python3')
let model: HeldModel
let database: TestDatabase
let folder: ProcessFolder
let settings: Readonly<Record<string, string>>
let server: RungraphProcess

beforeAll(async () => {
  ;[model, database, folder] = await Promise.all([openHeldModel(), createTestDatabase(), openProcessFolder()])
  settings = {
    DATABASE_URL: database.connectionString,
    OPENAI_CHAT_BASE_URL: model.baseUrl,
    PORT: String(await freePort()),
  }
  server = await folder.start('start', settings)
  await createHeldAgent(server)
  return async () => {
    await folder.close()
    await database.drop()
    model.close()
  }
}, timeout)

/** A follower, and what it printed so far. */
function follow(command: string, args: readonly string[], url = server.url) {
  const child = spawn(command, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, RUNGRAPH_URL: url },
  })
  const printed = { text: '', events: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    printed.text += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed.events += chunk
  })
  followers.push(child)
  return { printed, ended: once(child, 'close') }
}
const followers: ChildProcess[] = []
afterAll(() => {
  for (const child of followers) child.kill('SIGKILL')
})

it.runIf(python)(
  'EVT-2 DUR-1 the followers of the examples, Node and Python, have every event once over a kill -9',
  {
    timeout,
  },
  async () => {
    const runs = await Promise.all([triggerHeld(server, 'for Node'), triggerHeld(server, 'for Python')])
    const [node, py] = [
      follow(process.execPath, ['examples/follow-run.ts', runs[0]]),
      follow(python ?? '', ['examples/follow_run.py', runs[1]]),
    ]
    for (const { printed } of [node, py])
      await expect.poll(() => printed.text, { timeout }).toContain(heldAnswers.first)
    await server.kill('SIGKILL')
    server = await folder.start('start', settings)
    model.finish()
    for (const [place, { printed, ended }] of [node, py].entries()) {
      expect(await ended).toEqual([0, null])
      const { status, summary, recoveries, events } = await readRun(server, runs[place] ?? '')
      expect({ status, summary, recoveries }).toEqual({
        status: 'COMPLETED',
        summary: heldTexts.answer,
        recoveries: 1,
      })
      const others = events.filter(({ type }) => type !== 'TextDelta')
      expect(
        [...printed.events.matchAll(/^\[(\d+) (\w+)\]/gm)].map(([, seq, type]) => `${seq} ${type}`),
      ).toEqual(others.map(({ seq, type }) => `${seq} ${type}`))
      expect(printed.text.split('\n')).toEqual([heldTexts.first, heldAnswers.first, heldTexts.answer, ''])
    }
  },
)

it.each([
  ['elsewhere on the server', () => `${server.url}/elsewhere`, 1],
  ['no URL', () => 'nonsense', 2],
])('the Node program says that there is nothing to follow: %s', { timeout }, async (_, url, code) => {
  const { printed, ended } = follow(process.execPath, ['examples/follow-run.ts', 'any'], url())
  expect(await ended).toEqual([code, null])
  expect(printed.events).toMatch(/^(There is nothing here|RUNGRAPH_URL is no URL)/)
})

it('the Node program prints the remedy where the server requires a key', { timeout }, async () => {
  const runId = await triggerHeld(server, 'for nobody')
  // From here on the server wants a key of everybody.
  await server.ask('mutation { createApiKey(input: { name: "ops", role: ADMIN }) { __typename } }', {})
  const { printed, ended } = follow(process.execPath, ['examples/follow-run.ts', runId])
  expect(await ended).toEqual([1, null])
  expect(printed.events).toBe(
    'The server closed the connection: 4403 UNAUTHENTICATED: There is no API key with the request. Use an API key or token that is in force. Set RUNGRAPH_KEY (npx rungraph keys).\n',
  )
})
