import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedDemoAgents } from '../../src/agents/demo-agents.ts'
import type { RunEvent } from '../../src/domain/run-event.ts'
import { demoScripts } from '../../src/models/demo-scripts.ts'
import type { Script } from '../../src/models/scripted.ts'
import { builtInTools } from '../../src/tools/tool-registry.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type TestEngine } from '../support/engine.ts'

/**
 * The whole log of each demonstration, as it was looked at and found right. Ids are numbered in the order in which they
 * appear, times are left out, deltas of one message are joined. After a change that is meant, write them anew and read the diff:
 * `UPDATE_GOLDEN=1 npm test -- test/integration/golden-logs.test.ts`
 */
const isUpdate = process.env.UPDATE_GOLDEN === '1'

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
    const lines = `${normalise(run.events, name).join('\n')}\n`
    const file = new URL(`../golden/${name}.golden.jsonl`, import.meta.url)
    if (isUpdate) await writeFile(file, lines)
    expect(lines.split('\n')).toEqual((await readFile(file, 'utf8')).split('\n'))
  })
})

function scriptOf({ definition }: (typeof scriptedDemoAgents)[number]): string {
  return definition.model.replace('scripted/', '')
}

/** One line of JSON per event, the same for each run of the script. */
function normalise(events: readonly RunEvent[], script: string): readonly string[] {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const number = ids.get(id) ?? `id-${ids.size + 1}`
    ids.set(id, number)
    return number
  }
  return joinDeltas(events).map(({ type, stepNumber, data }) =>
    JSON.stringify({ type, stepNumber, ...data })
      .replace(/script-[0-9a-f-]{36}/g, script)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered)
      .replace(/"durationMs":\d+/g, '"durationMs":0'),
  )
}

/** How a text is cut into deltas hangs on the machine's pace; the text does not. */
function joinDeltas(events: readonly RunEvent[]): readonly RunEvent[] {
  const joined: RunEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    const both = last && join(last, event)
    if (both) joined[joined.length - 1] = both
    else joined.push(event)
  }
  return joined
}

function join(first: RunEvent, next: RunEvent): RunEvent | null {
  if (first.type === 'TextDelta' && next.type === 'TextDelta' && isOneStream(first.data, next.data))
    return { ...first, data: { ...first.data, text: first.data.text + next.data.text } }
  if (first.type === 'ReasoningDelta' && next.type === 'ReasoningDelta' && isOneStream(first.data, next.data))
    return { ...first, data: { ...first.data, text: first.data.text + next.data.text } }
  return null
}

interface Delta {
  readonly messageId: string
  readonly offset: number
  readonly text: string
}

function isOneStream(first: Delta, next: Delta): boolean {
  return first.messageId === next.messageId && next.offset === first.offset + first.text.length
}
