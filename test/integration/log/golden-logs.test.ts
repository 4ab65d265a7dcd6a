import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDemoEngine, demo, quickTools, triggerDemo } from '../../support/demos.ts'
import type { TestEngine } from '../../support/engine.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { expectGolden } from '../../support/golden.ts'

const forgotten = Promise.withResolvers<void>()

let database: TestDatabase

let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  // Actions that nobody waits for end when the logs were read, not somewhere in them.
  const tools = quickTools().map((tool) =>
    tool.name === 'results_cache' ? { ...tool, execute: () => forgotten.promise } : tool,
  )
  engine = await createDemoEngine(database, { tools })
})

afterAll(async () => {
  forgotten.resolve()
  await engine.close()
  await database.drop()
})

/** Those at whose gates a human says yes; the others are looked at up to where they wait. */
const approved = ['demo-approval', 'demo-plan-approval']

/** It plays in projects that `rungraph init` makes, with their own agents. */
const templateScript = 'stand-in'

describe('the log of a whole run', () => {
  test('EVT-1 there is a demonstration of every script', () => {
    const scripted = [...demo.agents, ...demo.agentsOnDemand]
      .map(scriptOf)
      .filter((name) => !name.includes('/'))
    expect(scripted.sort()).toEqual(
      Object.keys(demo.scripts)
        .filter((name) => name !== templateScript)
        .sort(),
    )
  })

  test.for(demo.agents)('EVT-3 $slug is unchanged', async (agent) => {
    const runId = await triggerDemo(engine, agent.slug)
    const events = await untilItRests(runId, approved.includes(agent.slug))
    await expectGolden(scriptOf(agent), byAction(events))
  })
})

function scriptOf({ definition }: (typeof demo.agents)[number]): string {
  return definition.model.replace('scripted/', '')
}

/** The log up to where the run ends, or waits for a human who does not come. */
async function untilItRests(runId: string, isApproved: boolean): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of followInTime((signal) =>
    engine.services.log.follow(runId, { after: 0, signal }),
  )) {
    events.push(event)
    if (event.type !== 'RunWaiting') continue
    if (!isApproved) break
    await untilStatus(engine, database, runId, 'WAITING')
    const [gate] = await openGates(database, runId)
    await decide(engine, gate?.id, 'APPROVE')
  }
  return events
}

/** Which of two child runs ends first hangs on the machine's pace: what tells of one action stands together, in the order of their plan. */
function byAction(events: readonly RunEvent[]): readonly RunEvent[] {
  const children = events.filter(({ type }) => type === 'ChildRunStarted').length
  if (children < 2) return events
  const first = events.findIndex(({ type }) => type === 'ActionStarted')
  const end = events.findIndex(({ type }) => type === 'StepCompleted')
  const ofActions = events.slice(first, end).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  return [...events.slice(0, first), ...ofActions, ...events.slice(end)]
}

function nameOf({ data }: RunEvent): string {
  return 'name' in data ? String(data.name) : ''
}
