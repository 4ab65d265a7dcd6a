import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sequence } from '../../../src/models/scripted.ts'
import { createTools } from '../../../src/tools/tool-registry.ts'
import { root } from '../../checks/run-command.ts'
import { testTool } from '../../support/engine.ts'
import { engineForTest, forEachTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { McpFixture } from '../../tools/mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())
const program = join(root, 'examples/mcp-server/server.ts')

test('MCP-10 MCP-11 MCP-13 an agent is told what the server says, follows a link of a result, and its progress is an event', async () => {
  const server = await fixture.connect(fixture.stdio({}, {}, program))
  const live = createLiveModel()
  const { engine } = await engineForTest({
    providers: [live],
    replace: () => ({ tools: createTools({ builtIn: [], module: [], sources: [server] }) }),
  })
  const prompts: (string | null)[] = []
  const calls = [
    { name: 'test__export_orders', arguments: {} },
    { name: 'test__read_resource', arguments: { uri: 'orders://export.csv' } },
  ]
  live.plays.clerk = async function* (request) {
    prompts.push(request.systemPrompt)
    const call = calls[request.messages.filter(({ role }) => role === 'assistant').length]
    yield call ? answer(request, '', [call]) : answer(request, 'Three orders.')
  }
  const tools = calls.map(({ name }) => name)
  const agent = { model: 'live/clerk', systemPrompt: 'You are a clerk.', tools }
  const { row, of } = await engine.run(() => ({ text: '' }), { agent })
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Three orders.' })
  expect(new Set(prompts).size).toBe(1)
  expect(prompts[0]).toMatch(
    /^You are a clerk\.\n\n## What the MCP server "test" says about its tools\n.*\n\n {2}Prices are in euros\./,
  )
  expect(of('ActionCompleted')).toMatchObject([
    { output: '[resource: All orders, orders://export.csv, text/csv] (test__read_resource reads it)' },
    { output: expect.stringContaining('A-1003,Kim,OPEN,249') },
  ])
  // Of the reports within a second, the first and the last.
  expect(of('ActionProgressed')).toMatchObject([
    { name: 'test__export_orders', progress: 1, progressTotal: 3, progressMessage: 'Order A-1001' },
    { progress: 3, progressTotal: 3, progressMessage: 'Order A-1003' },
  ])
})

test('TAS-16 a tool reports its progress, at most once a second, and the last report is kept', async () => {
  const tool = testTool('work', async (_args, context) => {
    for (let nth = 1; nth <= 50; nth += 1) context.reportProgress({ progress: nth })
    context.reportProgress({ message: `Nearly.${'x'.repeat(600)}` })
    expect(() => context.reportProgress({})).toThrow('progress or a message')
    expect(() => context.reportProgress({ progress: Number.NaN })).toThrow('finite')
    return 'done'
  })
  const { engine } = await engineForTest({ tools: [tool] })
  const { of } = await engine.run(
    sequence({ text: '', toolCalls: [{ name: 'work', arguments: {} }] }, { text: 'Done.' }),
    { agent: { tools: ['work'] } },
  )
  const told = of('ActionProgressed')
  expect(told).toMatchObject([
    { progress: 1, progressTotal: null, progressMessage: null },
    { progress: null },
  ])
  expect(told[1]?.progressMessage).toMatch(/^Nearly\.x+/)
  expect(told[1]?.progressMessage?.length).toBeLessThan(520)
})
