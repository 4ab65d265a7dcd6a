import { describe, expect, test } from 'vitest'
import type { Tool } from '../../../src/domain/tool.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, forTest } from '../../support/for-file.ts'

const secret = 'super-secret-value-0123456789'
let work: Tool['execute'] = async () => undefined
const options = {
  tools: [testTool('work', async (args, context) => work(args, context))],
  redactor: createRedactor({ values: [secret] }),
}
const { engine, database } = await engineForFile(options)

const script = () => sequence({ text: '', toolCalls: [{ name: 'work', arguments: {} }] }, { text: 'Done.' })

/** A run that calls the tool once. */
const called = (does: Tool['execute'], by = engine) => {
  work = does
  return by.run(script(), { agent: { tools: ['work'] } })
}

describe('TAS-17 the log of a call', () => {
  test('is in the log of its run, in order, between the beginning and the end of the call', async () => {
    const { events, of } = await called(async (_args, { log, step }) => {
      log.info('Begins.', { count: 2, at: new Date(0) })
      log.debug('Nobody asked for it.')
      await step('first', () => log.warn('In a step.'))
      log.error('Broken', new TypeError('no such order'))
      return 'done'
    })
    expect(of('ActionLogged')).toMatchObject([
      { name: 'work', level: 'INFO', message: 'Begins.', data: { count: 2, at: '1970-01-01T00:00:00.000Z' } },
      { level: 'WARN', message: 'In a step.' },
      { level: 'ERROR', message: 'Broken', data: 'TypeError: no such order' },
    ])
    const order = events.map(({ type }) => type).filter((type) => type.startsWith('Action'))
    expect(order).toEqual([
      ...['ActionStarted', 'ActionLogged', 'ActionLogged', 'ActionStepCompleted'],
      ...['ActionLogged', 'ActionCompleted'],
    ])
    expect(events.find(({ type }) => type === 'ActionLogged')?.stepNumber).toBe(1)
  })

  test('TAS-13 has each line once, however often the call begins again', async () => {
    const { of } = await called(async (_args, { log, step, waitUntil }) => {
      log.info('Offered.')
      await step('first', () => log.info('In a step.'))
      await waitUntil('soon', new Date(Date.now() + 50))
      log.info('Between waits.')
      await waitUntil('later', new Date(Date.now() + 50))
      log.info('Goes on.')
    })
    expect(of('ActionLogged').map(({ message }) => message)).toEqual([
      ...['Offered.', 'In a step.', 'Between waits.', 'Goes on.'],
    ])
  })

  test('has the lines for the search of a fault where the server has that level', async () => {
    const deep = forTest(
      await createTestEngine(database, { ...options, replace: () => ({ keepsDebugLines: true }) }),
    )
    const { of } = await called(async (_args, { log }) => log.debug('Deep.'), deep)
    expect(of('ActionLogged')).toMatchObject([{ level: 'DEBUG', message: 'Deep.' }])
  })

  test('is bounded, and its last line says how much is left out', async () => {
    const { runId, of } = await called(async (_args, { log }) => {
      log.info('x'.repeat(5_000), { text: 'y'.repeat(100_000) })
      for (let nth = 1; nth <= 1_500; nth += 1) log.info(`line ${nth}`)
    })
    const lines = of('ActionLogged')
    expect(lines).toHaveLength(1_001)
    expect(lines[0]?.message.length).toBeLessThan(2_100)
    expect(lines[0]?.data).toMatch(/^\{"text":"y+\n\[… cut from \d+ characters …\]/)
    expect(lines.at(-2)?.message).toBe('line 999')
    expect(lines.at(-1)).toMatchObject({
      level: 'WARN',
      message: '501 more lines are not kept: a call has up to 1000 lines and 262144 characters.',
    })
    // They are no entries of their own.
    const segments = await database.prisma.eventSegment.count({ where: { runId } })
    expect(segments).toBeLessThan(12)
    const wordy = await called(async (_args, { log }) => {
      for (let nth = 1; nth <= 200; nth += 1) log.info('z'.repeat(2_000))
    })
    expect(wordy.of('ActionLogged').at(-1)?.message).toMatch(/^68 more lines are not kept/)
  })

  test('never fails a call, whatever it is given, and ends with the call', async () => {
    const late = Promise.withResolvers<void>()
    const { row, of } = await called(async (_args, { log }) => {
      const circle: Record<string, unknown> = {}
      circle.circle = circle
      const hostile = new Proxy(
        {},
        {
          get: () => {
            throw new Error('never')
          },
        },
      )
      for (const value of [circle, hostile, 1n, Symbol('s'), null, () => 1, 'a\u0000b\ud800'])
        Reflect.apply(log.info, log, [value, value])
      void late.promise.then(() => log.error('Too late.'))
      return 'done'
    })
    late.resolve()
    expect(row.status).toBe('COMPLETED')
    expect(of('ActionLogged').map(({ message }) => message)).toEqual([
      ...['{"circle":"[Circular]"}', '{}', '1', 'null', 'null', 'null', 'ab\ufffd'],
    ])
  })

  test('TAS-7 has no secret, and none cut in two', async () => {
    const { of } = await called(async (_args, { log }) => {
      log.info(`Key ${secret}`, { key: secret })
      for (let at = 985; at < 1_000; at += 1) log.info(`${'x'.repeat(at)}${secret}${'x'.repeat(5_000)}`)
    })
    const lines = JSON.stringify(of('ActionLogged'))
    expect(of('ActionLogged')).toHaveLength(16)
    expect(lines).not.toContain('super')
    expect(lines).not.toContain('789x')
  })

  test('has the lines of a call that fails, and those of each attempt', async () => {
    const { of, events } = await called(async (_args, { log }) => {
      log.info('Tries.')
      throw new Error('It broke.')
    })
    expect(of('ActionLogged')).toMatchObject([{ message: 'Tries.' }])
    const types = events.map(({ type }) => type)
    expect(types.indexOf('ActionLogged')).toBeLessThan(types.indexOf('ActionFailed'))
  })

  test('DUR-1 stays where a process dies in the call, and the call that is repeated writes its own', async () => {
    const database = forTest(await createTestDatabase())
    const dying = forTest(await createTestEngine(database, options))
    let calls = 0
    work = async (_args, { log }) => {
      calls += 1
      log.info(`Call ${calls}.`)
      if (calls === 1) await new Promise(() => undefined)
    }
    const runId = await dying.trigger(script(), { agent: { tools: ['work'] } })
    await dying.seen(runId, 'ActionLogged')
    await dying.die()
    const { project, scripts } = dying
    const next = forTest(await createTestEngine(database, { ...options, project, scripts }))
    const { of } = await next.finished(runId)
    expect(of('ActionLogged')).toMatchObject([{ message: 'Call 1.' }, { message: 'Call 2.' }])
  })
})
