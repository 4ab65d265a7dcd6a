import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createTools, type ToolSource } from '../../../src/tools/tool-registry.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions } from '../../support/engine.ts'
import { engineForTest, forEachTest, forFile } from '../../support/for-file.ts'
import { kill, McpFixture, until } from '../../tools/mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())

function calling(name: string, args: Json = {}): Script {
  return sequence({ text: 'I call it.', toolCalls: [{ name, arguments: args }] }, { text: 'I go on.' })
}

/** An engine whose tools come from there and nowhere else. */
function toolsOf(source: ToolSource): EngineOptions {
  return {
    replace: () => ({
      tools: createTools({ builtIn: [], module: [], sources: [source] }),
    }),
  }
}

/** One server for the file: it dies once in the middle of each of two tools. */
const lasting = forFile(await McpFixture.open())
const server = await lasting.connect(lasting.stdio())
const engine = forFile(await createTestEngine(forFile(await createTestDatabase()), toolsOf(server)))

describe('a run of an agent with tools of an MCP server', () => {
  test('TAS-5 TAS-6 goes on over a crash of the server', async () => {
    const { row, of } = await engine.run(calling('test__look'), { agent: { tools: ['test__look'] } })
    expect(row.status).toBe('COMPLETED')
    expect(of('ActionCompleted')).toMatchObject([{ output: 'seen' }])
    const paid = await engine.run(calling('test__pay'), { agent: { tools: ['test__pay'] } })
    expect(paid.of('ActionFailed')).toMatchObject([{ errorCode: 'OUTCOME_UNKNOWN' }])
  })

  test('TAS-6 calls them, and reads their results', async () => {
    const agent = { tools: ['test__echo'] }
    const { row, of } = await engine.run(calling('test__echo', { text: 'Grüezi' }), { agent })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I go on.' })
    expect(of('ActionCompleted')).toMatchObject([{ name: 'test__echo', output: 'Grüezi' }])
  })

  test('OPS-2 TAS-6 tells the server where the call stands in a trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const trigger = { trace: { traceparent, tracestate: null } }
    await engine.run(calling('test__look'), { agent: { tools: ['test__look'] }, trigger })
    expect(lasting.journal()).toContain(`look in ${traceparent}`)
  })

  test('TAS-6 LIM-12 gives up a slow one, tells the server, and says that the outcome is unknown', async () => {
    const slow = await fixture.connect(fixture.stdio({}, { timeoutMs: 300 }))
    const own = await engineForTest(toolsOf(slow))
    const { row, of } = await own.engine.run(calling('test__slow'), { agent: { tools: ['test__slow'] } })
    expect(row.status).toBe('COMPLETED')
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_TIMEOUT' }])
    expect(of('ActionFailed')[0]?.error).toMatch(/within 300 ms\. Whether it took effect is unknown\./)
    await until(() => fixture.journal().includes('slow was cancelled'))
  })
})

describe('an agent with tools of an MCP server that is not there', () => {
  test('TAS-6 is saved, and its run reads that the server is down', async () => {
    const { config, process } = await fixture.http()
    await kill(process)
    const server = await fixture.connect(config)
    const { engine } = await engineForTest(toolsOf(server))
    const create = (tools: readonly string[]) =>
      engine.operations.createAgent({
        projectId: engine.project.id,
        slug: 'waits',
        definition: { model: 'scripted/waits', tools },
      })
    await expect(create(['other__echo'])).rejects.toThrow('tools: unknown other__echo.')
    await create(['test__echo'])
    engine.scripts.waits = calling('test__echo', { text: 'anybody?' })
    const { runId } = await engine.operations.triggerRun({
      projectId: engine.project.id,
      agent: { slug: 'waits' },
      input: 'Do it.',
    })
    const { row, of } = await engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_UNKNOWN' }])
    expect(of('ActionFailed')[0]?.error).toMatch(
      /^The tool "test__echo" is not available: the MCP server "test" is not available \(.*ECONNREFUSED.*\)\. Known tools: none\.$/,
    )
  })

  test('TAS-6 is refused where the server is there and has no such tool', async () => {
    const definition = { model: 'scripted/x', tools: ['test__nope'] }
    const create = engine.operations.createAgent({ projectId: engine.project.id, slug: 'x', definition })
    await expect(create).rejects.toThrow('tools: unknown test__nope.')
  })
})
