import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import { importRun } from '../../../src/log/archive/import-run.ts'
import { rebuildRows } from '../../../src/log/project/rebuild-rows.ts'
import { ensureProject } from '../../../src/store/project-store.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'

/** Sorted by `jsonb`, these would be ape, mid, zoology. */
const names = ['zoology', 'mid', 'ape']
const inOrder = <Value>(value: Value) => Object.fromEntries(names.map((name) => [name, value]))

const shape = { type: 'object', required: names, properties: inOrder({ type: 'string' }) }
const asked = { type: 'object', properties: inOrder({ type: 'number' }) }

/** Asks for a form, and gives its answer with what it was called with. */
const form = testTool('form', async (args, context) => {
  const outcome = await context.ask('form', { question: 'Where?', schema: asked })
  return { taken: outcome, called: args }
})

const stage = forFile(await openGateStage({ tools: [form] }))
const there = forFile(await createTestDatabase())

/** The JSON of all that is stored about a run and names all three, in the order of its keys. */
async function storedOf({ pool }: TestDatabase, runId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<Record<string, Json>>(
    `select v.definition, r.context, r."givenContext", g.context as gate, g.resolution, a.parameters, a.output,
       (select json_agg(m.content order by m.position) from "Message" m where m."runId" = r.id) as messages,
       (select json_agg(e.data order by e.seq) from "Event" e where e."runId" = r.id and e.type in ('ActionStarted', 'ActionCompleted')) as events
     from "Run" r join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
     join "Gate" g on g."runId" = r.id join "Action" a on a.id = g."actionId" where r.id = $1`,
    [runId],
  )
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
  )
}

const written = /zoology.*mid.*ape/

async function ask() {
  const turns = [{ calls: [{ name: 'form', arguments: inOrder(1) }] }, { text: JSON.stringify(inOrder('x')) }]
  const player = await stage.define(turns, { agent: { outputSchema: shape } })
  const runId = await stage.trigger(player.slug, { context: inOrder({ a: 1 }) })
  return { player, runId, gate: await stage.gateOf(runId) }
}

describe('the keys of objects stay in the order in which they were written', () => {
  test('MOD-1 CTX-6 in what a model is asked, also by another process', async () => {
    const { player, gate } = await ask()
    await stage.restart()
    await decide(stage.engine, gate.id, 'ANSWER', { answer: inOrder(2) })
    await stage.engine.finished(gate.runId)
    const [first, second] = player.requests.map(({ responseFormat, messages, tools }) => ({
      ...{ schema: JSON.stringify(responseFormat?.schema), tools: JSON.stringify(tools) },
      messages: messages.map((message) => JSON.stringify(message)),
    }))
    expect(first?.schema).toBe(JSON.stringify(shape))
    expect(second).toMatchObject({ schema: first?.schema, tools: first?.tools })
    // A cache of prompts reads the same bytes.
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages)
    const answer = JSON.stringify(JSON.stringify(inOrder(2))).slice(1, -1)
    expect(second?.messages.at(-1)).toContain(answer)
  })

  test('JDG-5 RUN-9 OPS-4 DUR-5 in its rows and events, a fork, an import, and rows that are made anew', async () => {
    changesRowsByHand()
    const { runId, gate } = await ask()
    await decide(stage.engine, gate.id, 'ANSWER', { answer: inOrder(2) })
    await stage.engine.finished(runId)
    const before = await storedOf(stage.database, runId)
    for (const text of Object.values(before)) expect(text).toMatch(written)
    expect(before.definition).toContain(JSON.stringify(shape.properties))
    expect(before.gate).toContain(JSON.stringify(asked.properties))
    expect(before.resolution).toContain(JSON.stringify(inOrder(2)))

    const project = stage.engine.project.id
    const fork = await stage.engine.operations.history.forkRun({ projectId: project, runId, afterStep: 1 })
    await stage.engine.finished(fork.runId)
    const { rows } = await stage.database.pool.query<{ text: string }>(
      `select string_agg(content::text, '' order by position) as text from "Message" where "runId" = $1`,
      [fork.runId],
    )
    expect(rows[0]?.text).toMatch(written)

    const client = await stage.database.pool.connect()
    await rebuildRows(client, { isKept: true }).finally(() => client.release())
    expect(await storedOf(stage.database, runId)).toEqual(before)

    const lines: string[] = []
    for await (const line of exportRun(stage.database.pool, { runId, withTree: false })) lines.push(line)
    const target = { slug: 'there', name: 'There', newId: uuidv7 }
    async function* given() {
      yield* lines
    }
    await importRun(there.pool, given(), (one) => ensureProject(one, target))
    expect(await storedOf(there, runId)).toEqual(before)
  })
})
