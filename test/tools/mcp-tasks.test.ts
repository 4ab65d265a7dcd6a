import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { ToolContext } from '../../src/domain/tool.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { maxTaskMs, pauseOf, toTask } from '../../src/tools/mcp/mcp-task.ts'
import { forEachTest } from '../support/for-file.ts'
import { revisions } from './answering-mcp-server.ts'
import { context, failureOf } from './call-tool.ts'
import { call, McpFixture, toolOf, until } from './mcp-fixture.ts'
import { TaskServer, type TaskServerOptions } from './task-server.ts'

const fixture = forEachTest(() => McpFixture.open())
const servers = forEachTest(async () => {
  const open: TaskServer[] = []
  return { open, close: async () => void (await Promise.all(open.map((server) => server.close()))) }
})

async function connected(options: TaskServerOptions): Promise<{ server: TaskServer; mcp: McpServer }> {
  const server = await new TaskServer(options).open()
  servers.open.push(server)
  return { server, mcp: await fixture.connect(fixture.at(server.url)) }
}

describe.each(revisions)('a call that goes on as a task, in %s', (revision) => {
  it('MCP-15 is waited for, and its result is that of the call', async () => {
    const { server, mcp } = await connected({ revision })
    expect(toolOf(mcp, 'test__pay').isResumable).toBe(true)
    expect(await call(mcp, 'test__pay')).toBe('Done.')
    const isLegacy = revision === '2025-11-25'
    expect(server.journal).toEqual([isLegacy ? 'call pay as a task' : 'call pay', 'get task-1', 'get task-1'])
  })

  it('MCP-15 is asked for where the tool takes it, and no other', async () => {
    const { server, mcp } = await connected({ revision, isOptional: true })
    expect(await call(mcp, 'test__look')).toBe('Done.')
    expect(await call(mcp, 'test__at_once')).toBe('At once.')
    expect(server.journal.at(-1)).toBe('call at_once')
  })

  it('MCP-15 fails as it does, with its words', async () => {
    const { mcp } = await connected({ revision, end: 'failed' })
    const failure = await failureOf(() => call(mcp, 'test__pay'))
    expect(failure).toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('The till is empty.'),
    })
  })

  it('MCP-15 fails where it asks for something, and is cancelled', async () => {
    const { server, mcp } = await connected({ revision, end: 'input_required' })
    const failure = await failureOf(() => call(mcp, 'test__pay'))
    expect(failure.message).toMatch(/asks its user for something, and nobody is there to answer/)
    await until(() => server.journal.includes('cancel task-1'))
  })

  it('MCP-15 is made again where its server lost the task, unless its effect is once', async () => {
    const { server, mcp } = await connected({ revision, polls: 3 })
    const forgetAtFirst = async (name: string) => {
      server.journal.length = 0
      const made = call(mcp, name)
      await until(() => server.journal.some((line) => line.startsWith('get')))
      server.forgetTasks()
      return made
    }
    expect(await forgetAtFirst('test__look')).toBe('Done.')
    expect(server.calls()).toBe(2)
    const failure = await failureOf(() => forgetAtFirst('test__pay'))
    expect(failure.code).toBe('OUTCOME_UNKNOWN')
    expect(server.calls()).toBe(1)
  })

  it('MCP-15 is asked for by the process that continues it, at once, and not made again', async () => {
    const { server, mcp } = await connected({ revision, polls: 3 })
    const known: { id?: unknown } = {}
    const begin: ToolContext['begin'] = async (_key, start) => {
      known.id ??= await start('key')
      return known.id === null ? null : { id: known.id as never, forget: () => undefined }
    }
    const dying = new AbortController()
    const tool = toolOf(mcp, 'test__pay')
    const first = tool.execute({}, { ...context, begin, signal: dying.signal })
    await until(() => server.journal.includes('get task-1'))
    dying.abort(new Error('The process ends.'))
    await expect(first).rejects.toThrow()
    expect(await tool.execute({}, { ...context, begin })).toBe('Done.')
    expect(server.calls()).toBe(1)
  })
})

describe('the state of a task', () => {
  it('MCP-15 is read of both generations, and of nothing that has no id', () => {
    const v1 = toTask({ taskId: 'a', status: 'working', pollInterval: 5 })
    expect(v1).toMatchObject({ taskId: 'a', intervalMs: 5, result: null })
    const v2 = toTask({ taskId: 'a', status: 'completed', pollIntervalMs: 7, result: { content: [] } })
    expect(v2).toMatchObject({ intervalMs: 7, result: { content: [] } })
    for (const wrong of [
      { taskId: '', status: 'working' },
      { taskId: 'a', status: 'lost' },
      { status: 'failed' },
    ])
      expect(toTask(wrong)).toBeNull()
    expect(toTask({ taskId: 'x'.repeat(1_001), status: 'working' })).toBeNull()
  })

  it('MCP-15 is asked for at the interval of the server within bounds; of a long task a run waits at rest', () => {
    const age = (ageMs: number) => ({ ageMs, limitMs: maxTaskMs })
    expect(pauseOf(null, age(0))).toEqual({ kind: 'hold', ms: 1000 })
    expect(pauseOf(1, age(0))).toEqual({ kind: 'hold', ms: 200 })
    expect(pauseOf(120_000, age(0))).toEqual({ kind: 'rest', ms: 120_000 })
    expect(pauseOf(null, age(60_000))).toEqual({ kind: 'rest', ms: 12_000 })
    expect(pauseOf(null, age(50_000_000))).toEqual({ kind: 'rest', ms: 3_600_000 })
    expect(pauseOf(1e12, age(0))).toEqual({ kind: 'rest', ms: 3_600_000 })
    expect(pauseOf(1000, { ageMs: 0, limitMs: 300 })).toEqual({ kind: 'hold', ms: 300 })
    expect(pauseOf(1000, { ageMs: 300, limitMs: 300 })).toEqual({ kind: 'over', ms: 0 })
  })

  it('MCP-15 that lasts is waited for at rest', async () => {
    const { mcp } = await connected({ revision: '2026-07-28', pollMs: 90_000 })
    const waits: (readonly [string, Date])[] = []
    const waitUntil = async (key: string, time: Date) => {
      waits.push([key, time])
      throw new Error('It rests.')
    }
    const tool = toolOf(mcp, 'test__pay')
    await expect(tool.execute({}, { ...context, waitUntil })).rejects.toThrow('It rests.')
    expect(waits).toHaveLength(1)
    expect(Number(waits[0]?.[1]) - systemClock.now()).toBeGreaterThan(80_000)
  })
})
