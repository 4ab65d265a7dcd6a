import { describe, expect, it } from 'vitest'
import { done } from '../../src/domain/tool.ts'
import { defineTool } from '../../src/tools/define-tool.ts'
import { builtInTools, createTools, type ToolSource } from '../../src/tools/tool-registry.ts'
import { callTool, failureOf, problemsOf } from './call-tool.ts'

const now = () => Date.UTC(2026, 10, 21, 23, 5, 9)
const builtIn = builtInTools({ now, http: {} })

function named(name: string) {
  return defineTool({ name, description: 'A tool.', input: { type: 'object' }, execute: () => name })
}

function find(name: string) {
  const tool = createTools({ builtIn, module: [] }).find(name)
  if (!tool) throw new Error(`There is no ${name}.`)
  return tool
}

describe('the registry of tools', () => {
  it('TAS-6 holds the built-in tools and those of the module', () => {
    const tools = createTools({ builtIn, module: [named('weather')] })
    expect(tools.list().map(({ name, source, effect }) => [name, source, effect])).toEqual([
      ['calculator', 'built-in', 'read'],
      ['current_time', 'built-in', 'read'],
      ['http_get', 'built-in', 'read'],
      ['read_output', 'built-in', 'read'],
      ['done', 'built-in', 'read'],
      ['exit_loop', 'built-in', 'read'],
      ['todo', 'built-in', 'read'],
      ['report_uncertainty', 'built-in', 'read'],
      ['ask_person', 'built-in', 'read'],
      ['wait_until', 'built-in', 'read'],
      ['wait_for_event', 'built-in', 'read'],
      ['weather', 'module', 'once'],
    ])
    expect(tools.find('weather')?.name).toBe('weather')
  })

  it('TAS-4 finds nothing under a name that no tool has', () => {
    const tools = createTools({ builtIn, module: [] })
    for (const name of ['Calculator', '', 'constructor', '__proto__']) expect(tools.find(name)).toBeNull()
  })

  it('TAS-6 refuses two tools of one name', async () => {
    const { code, message } = await failureOf(() => createTools({ builtIn, module: [named('done')] }))
    expect(code).toBe('TOOL_INVALID')
    expect(message).toContain(
      'The tool "done" cannot be used: there is another tool of this name, or may be (built-in)',
    )
  })
})

describe('the registry of tools that come and go', () => {
  const source = (tools: readonly string[], absence: string | null = null): ToolSource => ({
    source: 'mcp:shop',
    prefix: 'shop',
    list: () => tools.map(named),
    absenceReason: () => absence,
  })

  it('TAS-6 holds the present tools of its sources', () => {
    const present: string[] = []
    const tools = createTools({ builtIn, module: [], sources: [source(present)] })
    expect(tools.find('shop__buy')).toBeNull()
    present.push('shop__buy')
    expect(tools.find('shop__buy')?.name).toBe('shop__buy')
    expect(tools.list().at(-1)?.name).toBe('shop__buy')
    expect(tools.list().slice(0, -1)).toEqual(builtIn)
  })

  it('TAS-6 says why a tool is not there that may come', () => {
    const tools = createTools({ builtIn, module: [], sources: [source([], 'the shop is closed')] })
    expect(tools.absenceReason?.('shop__buy')).toBe('the shop is closed')
    for (const name of ['shop', 'shop_buy', 'shopping__buy', '__buy', ''])
      expect(tools.absenceReason?.(name)).toBeNull()
  })

  it('TAS-6 refuses names that two tools could have', async () => {
    const twice = await failureOf(() =>
      createTools({ builtIn, module: [], sources: [source([]), source([])] }),
    )
    expect(twice.message).toContain('rename one of the two')
    const taken = await failureOf(() =>
      createTools({ builtIn, module: [named('shop__buy')], sources: [source([])] }),
    )
    expect(taken.message).toContain(
      'The tool "shop__buy" cannot be used: there is another tool of this name, or may be (mcp:shop)',
    )
  })
})

describe('done', () => {
  it('LOOP-2 LOOP-3 ends the run with its message', async () => {
    expect(await callTool(find('done'), { message: 'All set.' })).toEqual(done('All set.'))
    for (const args of [{}, { message: null }, { message: '' }])
      expect(await callTool(find('done'), args)).toEqual(done(''))
    expect(await callTool(find('done'), { message: 7 })).toEqual(done('7'))
    expect(await callTool(find('done'), { text: 'Good.' })).toEqual(done('Good.'))
    expect(await problemsOf(find('done'), { message: ['x'] })).toEqual([
      expect.stringMatching(/^\/message: /),
    ])
    expect(await problemsOf(find('done'), { text: 'Good.', note: 'Or this.' })).toEqual([
      expect.stringMatching(/^\/text: /),
    ])
  })
})

describe('exit_loop', () => {
  it('LOOP-6 ends the loop with its result', async () => {
    expect(await callTool(find('exit_loop'), { result: 'Good.' })).toEqual(done('Good.'))
    for (const args of [{}, { result: null }, { result: '' }])
      expect(await callTool(find('exit_loop'), args)).toEqual(done(''))
    expect(await callTool(find('exit_loop'), { result: true })).toEqual(done('true'))
    expect(await callTool(find('exit_loop'), { message: 'Good.' })).toEqual(done('Good.'))
    expect(await problemsOf(find('exit_loop'), { result: {} })).toEqual([
      expect.stringMatching(/^\/result: /),
    ])
  })
})

describe('todo', () => {
  it('LOOP-4 takes the whole list and gives the open entries', async () => {
    const todos = [{ text: 'a' }, { text: 'b', status: 'IN_PROGRESS' }, { text: 'c', status: 'DONE' }]
    expect(await callTool(find('todo'), { todos })).toBe('3 items, 2 of them not finished.')
  })

  it.each([
    [{}, /^\/todos: /],
    [{ todos: [{ text: '' }] }, /^\/todos\/0\/text: /],
    [{ todos: [{ text: 'a', status: 'LATER' }] }, /^\/todos\/0\/status: /],
  ])('LOOP-4 refuses %o', async (args, problem) => {
    expect(await problemsOf(find('todo'), args)).toEqual([expect.stringMatching(problem)])
  })
})

describe('current_time', () => {
  it.each([
    [undefined, '2026-11-21T23:05:09+00:00', 'Saturday'],
    ['UTC', '2026-11-21T23:05:09+00:00', 'Saturday'],
    ['Europe/Berlin', '2026-11-22T00:05:09+01:00', 'Sunday'],
    ['America/New_York', '2026-11-21T18:05:09-05:00', 'Saturday'],
    ['Asia/Kathmandu', '2026-11-22T04:50:09+05:45', 'Sunday'],
  ])('gives the time of the clock in %s', async (timeZone, time, weekday) => {
    const result = await callTool(find('current_time'), timeZone === undefined ? {} : { timeZone })
    expect(result).toEqual({ time, timeZone: timeZone ?? 'UTC', weekday })
  })

  it('TAS-4 says which time zone it does not know', async () => {
    expect(await failureOf(() => callTool(find('current_time'), { timeZone: 'Mars/Olympus' }))).toEqual({
      code: 'TOOL_FAILED',
      message: '"Mars/Olympus" is no time zone. Use an IANA name such as Europe/Berlin.',
    })
  })
})
