import { describe, expect, test } from 'vitest'
import { RungraphError } from '../../../src/domain/errors.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

const clock = createFakeClock()

const circular: Error & { self?: unknown } = new Error('round and round')

circular.self = circular

const thrown: Record<string, unknown> = {
  error: new Error('it broke'),
  string: 'just words',
  undefined: undefined,
  circular,
  bare: Object.create(null),
  coded: new RungraphError('TARGET_UNREACHABLE', { url: 'http://x', reason: 'it is private' }),
}

let running = 0

let most = 0

const fiveRun = Promise.withResolvers<void>()

const tools: readonly Tool[] = [
  testTool('throwing', async (args) => {
    throw thrown[String((args as { what: string }).what)] // the schema of a test tool takes anything
  }),
  testTool('synchronous', () => {
    throw new Error('before any promise')
  }),
  testTool('strict', async (args) => args, {
    check: () => ({ ok: false, problems: ['/city: is required', '/days: expected integer'] }),
  }),
  testTool('broken-check', async (args) => args, {
    check: () => {
      throw new Error('no schema')
    },
  }),
  testTool('raw', async () => 'not raw', { executeRaw: async (text) => `got ${text}` }),
  testTool('huge', async () => 'ü'.repeat(3 * 1024 * 1024)),
  testTool('huge-error', async () => {
    throw new Error('ü'.repeat(3 * 1024 * 1024))
  }),
  testTool('strange', async () => ({
    big: 1n,
    map: new Map([['a', 1]]),
    set: new Set(['a']),
    when: new Date(0),
    error: new Error('it broke'),
    bytes: Buffer.from('abc'),
    text: 'a\u0000\ud800b',
    no: undefined,
  })),
  testTool('nothing', async () => undefined),
  testTool('deaf', () => new Promise(() => undefined)),
  testTool('hurried', () => new Promise(() => undefined), { timeoutMs: 7_000 }),
  testTool('crowd', async () => {
    running += 1
    most = Math.max(most, running)
    if (running === 5) fiveRun.resolve()
    await fiveRun.promise
    running -= 1
    return 'out'
  }),
]

const { database, engine } = await engineForFile({ tools, clock, leaseMs: 600_000 })

const calling = (name: string, args: Json = {}) =>
  sequence({ toolCalls: [{ name, arguments: args }] }, { text: 'I go on.' })

/** Calls one tool, sees that the run goes on, and tells what became of the call for log, row and model. */
async function outcomeOf(name: string, args: Json = {}) {
  return told(await engine.trigger(calling(name, args)))
}

async function told(runId: string) {
  const { row, of } = await engine.finished(runId)
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I go on.', stepCount: 2 })
  const action = await database.prisma.action.findFirstOrThrow({ where: { runId } })
  const message = await database.prisma.message.findFirstOrThrow({ where: { runId, role: 'TOOL' } })
  return {
    failed: of('ActionFailed')[0],
    completed: of('ActionCompleted')[0],
    started: of('ActionStarted')[0],
    action,
    // The column is JSON; what the engine writes there is a tool message.
    message: message.content as { text: string; isError: boolean },
  }
}

describe('a tool call that goes wrong', () => {
  test('TAS-4 of an unknown tool names the known ones', async () => {
    const { failed, action, message } = await outcomeOf('teleport')
    expect(failed).toMatchObject({ errorCode: 'TOOL_UNKNOWN', attempt: 1 })
    expect(failed?.error).toMatch(/^Unknown tool "teleport"\. Known tools: throwing, synchronous, .*crowd\.$/)
    expect(action).toMatchObject({
      status: 'FAILED',
      errorCode: 'TOOL_UNKNOWN',
      completedAt: expect.any(Date),
    })
    expect(message).toMatchObject({ isError: true, text: `Error: ${failed?.error}` })
  })

  test('TAS-4 of a tool that the agent was not given is unknown too, and the given ones alone are named', async () => {
    const runId = await engine.trigger(calling('raw'), { agent: { tools: ['huge'], requireDoneTool: false } })
    expect((await told(runId)).failed?.error).toBe('Unknown tool "raw". Known tools: huge.')
  })

  test.for(['{"city": ', 'Berlin', '', '[1]', '{"a":1}{'])(
    'TAS-4 with the arguments %j shows them as {_raw} and is an error result',
    async (text) => {
      const { started, failed, action } = await outcomeOf('strict', text)
      expect(started?.parameters).toEqual({ _raw: text })
      expect(action.parameters).toEqual({ _raw: text })
      expect(failed).toMatchObject({ errorCode: 'TOOL_ARGUMENTS_UNPARSEABLE' })
    },
  )

  test('LIM-12 with arguments larger than a result may be shows them cut; the row has all', async () => {
    const text = `{"city": "${'ü'.repeat(1024 * 1024)}`
    const { started, failed, action } = await outcomeOf('strict', text)
    expect(started?.parameters).toMatch(
      /^\{"_raw":"\{\\"city\\": \\"ü+\n\[… cut from \d+ characters …\]\nü+"\}$/,
    )
    expect(Buffer.byteLength(JSON.stringify(started?.parameters))).toBeLessThan(1024 * 1024)
    expect(action.parameters).toEqual({ _raw: text })
    expect(failed).toMatchObject({ errorCode: 'TOOL_ARGUMENTS_UNPARSEABLE' })
  })

  test('TAS-4 with unparseable arguments reaches a tool that takes them raw', async () => {
    const { started, completed } = await outcomeOf('raw', '{"city": ')
    expect(started?.parameters).toEqual({ _raw: '{"city": ' })
    expect(completed?.output).toBe('got {"city": ')
  })

  test('TAS-4 with arguments that do not fit the schema lists the paths', async () => {
    const { failed, message } = await outcomeOf('strict', { town: 'x' })
    expect(failed?.errorCode).toBe('TOOL_ARGUMENTS_INVALID')
    expect(message.text).toMatch(/schema: \/city: is required; \/days: expected integer\.$/)
  })

  test.for([
    ['error', 'it broke'],
    ['string', 'just words'],
    ['undefined', 'It failed, and does not say why.'],
    ['circular', 'round and round'],
    ['bare', 'Something was thrown that cannot be shown.'],
  ] as const)('TAS-4 throwing %s is an error result', async ([what, error]) => {
    const { failed, message } = await outcomeOf('throwing', { what })
    expect(failed).toMatchObject({ errorCode: 'TOOL_FAILED', error })
    expect(message).toMatchObject({ isError: true, text: `Error: ${error}` })
  })

  test('TAS-4 throwing before it gives a promise, or in its check, is an error result too', async () => {
    expect((await outcomeOf('synchronous')).failed?.error).toBe('before any promise')
    expect((await outcomeOf('broken-check')).failed?.error).toBe('no schema')
  })

  test('TAS-4 throwing an error of the table keeps its code', async () => {
    const { failed } = await outcomeOf('throwing', { what: 'coded' })
    expect(failed).toMatchObject({ errorCode: 'TARGET_UNREACHABLE' })
  })

  test.for([
    ['deaf', 60_000],
    ['hurried', 7_000],
  ] as const)('LIM-12 %s ignores its signal and is given up after %i ms', async ([name, timeoutMs]) => {
    const runId = await engine.trigger(calling(name))
    await clock.sleeperOf(timeoutMs)
    await clock.advance(timeoutMs - 1)
    expect(await database.prisma.action.count({ where: { runId, completedAt: { not: null } } })).toBe(0)
    await clock.advance(1)
    const { failed, action } = await told(runId)
    expect(failed).toMatchObject({
      errorCode: 'TOOL_TIMEOUT',
      error: expect.stringContaining(`${timeoutMs} ms`),
    })
    expect(action).toMatchObject({ status: 'FAILED', durationMs: timeoutMs })
  })
})

describe('the result of a tool', () => {
  test('LIM-12 is cut to a mebibyte, with its true size said', async () => {
    const { action } = await outcomeOf('huge')
    const output = String(action.output)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(1024 * 1024)
    expect(output).toMatch(/^ü+\n\[cut: the result had 6291458 bytes; at most 1048576 are kept\]\nü+$/)
    expect(action.audit).toMatchObject({ decision: 'ALLOW', resultBytes: 6_291_458 })
  })

  test('LIM-12 is cut in an error to the part that the model is shown', async () => {
    const { failed, message } = await outcomeOf('huge-error')
    expect(Buffer.byteLength(failed?.error ?? '')).toBeLessThanOrEqual(16_000)
    expect(message.text).toMatch(
      /^Error: ü+\n\[cut: the result had 6291458 bytes; at most 16000 are kept\]\nü+$/,
    )
  })

  test('TAS-4 is rendered where JSON or PostgreSQL could not say it', async () => {
    const { completed, action } = await outcomeOf('strange')
    expect(completed?.output).toEqual({
      big: '1',
      map: [['a', 1]],
      set: ['a'],
      when: '1970-01-01T00:00:00.000Z',
      error: 'Error: it broke',
      bytes: '[3 bytes]',
      text: 'a\ufffdb',
    })
    expect(action.output).toEqual(completed?.output)
    expect((await outcomeOf('nothing')).completed?.output).toBeNull()
  })

  test('LIM-12 comes from at most five calls at a time, in the order of the plan', async () => {
    const toolCalls = Array.from({ length: 12 }, (_, n) => ({ name: 'crowd', arguments: { n } }))
    const { of, runId } = await engine.run(sequence({ toolCalls }, { text: 'Done.' }))
    expect(most).toBe(5)
    expect(of('ActionCompleted')).toHaveLength(12)
    expect(of('ActionStarted').map((started) => started.parameters)).toEqual(
      toolCalls.map((call) => call.arguments),
    )
    const rows = await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
    expect(rows.map((row) => row.name).slice(0, 3)).toEqual(['crowd', 'crowd-2', 'crowd-3'])
  })
})
