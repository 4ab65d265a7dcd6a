import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedDemoAgents } from '../../src/agents/demo-agents.ts'
import { demoScripts } from '../../src/models/demo-scripts.ts'
import type { Script } from '../../src/models/scripted.ts'
import { builtInTools } from '../../src/tools/tool-registry.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type TestEngine } from '../support/engine.ts'
import { expectGolden } from '../support/golden.ts'

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5)
let database: TestDatabase
let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, { tools: builtInTools({ now, http: {} }) })
})

afterAll(async () => {
  await engine.close()
  await database.drop()
})

describe('the log of a whole run', () => {
  test('EVT-1 there is a demonstration of every script', () => {
    expect(scriptedDemoAgents.map(scriptOf).sort()).toEqual(Object.keys(demoScripts).sort())
  })

  test.for(scriptedDemoAgents)('EVT-3 $slug is what it was', async (agent) => {
    const name = scriptOf(agent)
    const demo = demoScripts[name]
    if (!demo) throw new Error(`No script ${name}.`)
    const script: Script = (situation) => ({ ...demo(situation), paceMs: 0 })
    const { tools, maxSteps } = agent.definition
    const run = await engine.run(script, {
      agent: { name: agent.definition.name, tools, maxSteps },
      trigger: { input: 'Show me what you can do.' },
    })
    await expectGolden(name, run.events, [[/script-[0-9a-f-]{36}/g, name]])
  })
})

function scriptOf({ definition }: (typeof scriptedDemoAgents)[number]): string {
  return definition.model.replace('scripted/', '')
}
