import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mcpDemoAgent, scriptedDemoAgents } from '../../src/agents/demo-agents.ts'
import type { RunEvent } from '../../src/domain/run-event.ts'
import type { Tool } from '../../src/domain/tool.ts'
import { demoScripts } from '../../src/models/demo-scripts.ts'
import type { Script } from '../../src/models/scripted.ts'
import { demoTools } from '../../src/tools/demo-tools.ts'
import { builtInTools } from '../../src/tools/tool-registry.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type TestEngine } from '../support/engine.ts'
import { expectGolden } from '../support/golden.ts'

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5)
const forgotten = Promise.withResolvers<void>()
let database: TestDatabase
let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, { tools: tools() })
})

afterAll(async () => {
  forgotten.resolve()
  await engine.close()
  await database.drop()
})

describe('the log of a whole run', () => {
  test('EVT-1 there is a demonstration of every script', () => {
    expect([...scriptedDemoAgents, mcpDemoAgent].map(scriptOf).sort()).toEqual(
      Object.keys(demoScripts).sort(),
    )
  })

  test.for(scriptedDemoAgents)('EVT-3 $slug is what it was', async (agent) => {
    const name = scriptOf(agent)
    const demo = demoScripts[name]
    if (!demo) throw new Error(`No script ${name}.`)
    const script: Script = (situation) => ({ ...demo(situation), paceMs: 0 })
    const { model: _, ...definition } = agent.definition
    const runId = await engine.trigger(script, {
      agent: { ...definition, promptSections: [] },
      trigger: { input: 'Show me what you can do.' },
    })
    const events = await untilItRests(runId)
    await expectGolden(name, events, [[/script-[0-9a-f-]{36}/g, name]])
  })
})

function scriptOf({ definition }: (typeof scriptedDemoAgents)[number]): string {
  return definition.model.replace('scripted/', '')
}

/** The log up to where the run ends, or waits for a human. */
async function untilItRests(runId: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  const signal = AbortSignal.timeout(20_000)
  for await (const event of engine.services.log.follow(runId, { after: 0, signal })) {
    events.push(event)
    if (event.type === 'GateOpened') break
  }
  return events
}

/** The tools of the demonstrations; what nobody waits for ends when the logs were read, not somewhere in them. */
function tools(): readonly Tool[] {
  const demo = demoTools({ paceMs: 0 }).map((tool) =>
    tool.name === 'results_cache' ? { ...tool, execute: () => forgotten.promise } : tool,
  )
  return [...builtInTools({ now, http: {} }), ...demo]
}
