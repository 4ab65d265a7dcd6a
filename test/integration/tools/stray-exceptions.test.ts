import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../checks/run-command.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { openProcessFolder } from '../../support/rungraph-process.ts'

const timeout = 90_000

const database = forFile(await createTestDatabase())
const folder = forFile(await openProcessFolder())
const server = await folder.start('start', {
  DATABASE_URL: database.connectionString,
  RUNGRAPH_TOOLS: join(root, 'test/fixtures/stray-tool.ts'),
})
await server.ask(`mutation {
  createAgent(input: {
    slug: "stoker"
    definition: { planner: PLAN, protocolMode: STRICT, model: "scripted/chat", tools: ["stray", "pay", "later", "hasty"] }
  }) { ... on Agent { id } }
}`)

/** What becomes of the one action of a run that calls a tool so. */
async function callOf(tool: string, way: string) {
  await server.ask(`mutation {
    triggerRun(input: {
      agent: "stoker"
      input: "${tool} ${way}"
      plan: { actions: [{
        name: "it", type: "TOOL", target: "${tool}", parameters: { way: "${way}" }, retry: { backoffMs: 0 }
      }] }
    }) { ... on Run { id } ... on Error { message } }
  }`)
  const ended = () =>
    database.prisma.action.findFirst({
      where: { target: tool, completedAt: { not: null }, run: { input: { contains: `${tool} ${way}` } } },
    })
  await expect.poll(ended, { timeout: 30_000 }).not.toBeNull()
  const action = await ended()
  return { status: action?.status, errorCode: action?.errorCode, error: String(action?.error ?? '') }
}

const notAwaited = 'A promise that it does not await was rejected: the boiler exploded'

describe('an exception that a tool throws where nobody awaits it', () => {
  it('TAS-4 ends its call alone: the process and its other runs go on, however often', {
    timeout,
  }, async () => {
    const ways = ['timer', 'interval', 'immediate', 'tick', 'microtask', 'emitter', 'pipe'].map(
      async (way) => {
        const { status, errorCode, error } = await callOf('stray', way)
        expect([way, status, errorCode]).toEqual([way, 'FAILED', 'TOOL_FAILED'])
        expect(error).toContain('It threw outside of its promise: the boiler exploded')
      },
    )
    const others = Promise.all([callOf('stray', 'socket'), callOf('pay', 'timer'), callOf('later', 'timer')])
    await Promise.all(ways)
    expect(await others).toMatchObject([
      { error: expect.stringContaining('ECONNREFUSED') },
      {
        status: 'FAILED',
        errorCode: 'OUTCOME_UNKNOWN',
        error: expect.stringMatching(
          /did not end.* It threw outside of its promise: the boiler exploded\. Whether/,
        ),
      },
      { status: 'SUCCEEDED' },
    ])
    await expect.poll(server.printed).toMatch(/Uncaught exception in the module .*stray-tool\.ts/)
    // Work that nobody awaits may fail.
    expect((await callOf('later', 'rejection')).status).toBe('SUCCEEDED')
    await expect.poll(server.printed).toContain('Unhandled promise rejection in the tool "later".')
    expect((await callOf('later', 'no way')).status).toBe('SUCCEEDED')
  })
  it('TAS-4 ends its call where it is a rejection, unless somebody awaits it after all', {
    timeout,
  }, async () => {
    const unawaited = { errorCode: 'TOOL_FAILED', error: expect.stringContaining(notAwaited) }
    const calls = [
      callOf('stray', 'rejection'),
      callOf('stray', 'async'),
      callOf('pay', 'rejection'),
      callOf('stray', 'awaited'),
    ]
    expect(await Promise.all(calls)).toMatchObject([
      unawaited,
      unawaited,
      { errorCode: 'OUTCOME_UNKNOWN' },
      { status: 'SUCCEEDED' },
    ])
  })
  it('TAS-4 ends its call alone in a listener of its signal, too', { timeout }, async () => {
    const ends = ['listener', 'promise', 'child'].map(async (way) => {
      expect([way, await callOf('hasty', way)]).toMatchObject([way, { errorCode: 'TOOL_TIMEOUT' }])
      expect((await callOf('later', `no ${way}`)).status).toBe('SUCCEEDED')
    })
    await Promise.all(ends)
    await expect.poll(server.printed).toMatch(/Uncaught exception in the tool "hasty"/)
  })
})
