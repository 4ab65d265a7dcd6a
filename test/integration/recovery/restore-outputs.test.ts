import { expect, test } from 'vitest'
import type { ActionRow } from '../../../src/domain/run-log.ts'
import type { StoredState } from '../../../src/domain/run-store.ts'
import { TaskComplete, type Tool } from '../../../src/domain/tool.ts'
import { type ScriptedTurn, sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'

const rows = Array.from({ length: 4_000 }, (_, row) => ({ row, name: `row "${row}" – ü😀` }))

const tools: readonly Tool[] = [
  testTool('small', async () => 'a page'),
  testTool('lines', async () => rows.map(({ name }) => name).join('\n')),
  testTool('table', async () => rows),
  testTool('emoji', async () => '😀'.repeat(30_000)),
  testTool('broken', async () => {
    throw new Error('It is broken.')
  }),
  testTool('answer', async () => {
    throw new TaskComplete(rows.map(({ name }) => name).join(' '))
  }),
]

const calls = (...names: readonly string[]): ScriptedTurn => ({
  toolCalls: names.map((name) => ({ name, arguments: {} })),
})

const one = ['small', 'lines', 'table', 'emoji', 'broken', 'small']

/** Results of its calls that the run's model read; ids of actions differ from run to run. */
async function toldOf(database: TestDatabase, runId: string) {
  const stored = await database.prisma.message.findMany({
    where: { runId, role: 'TOOL' },
    orderBy: { position: 'asc' },
  })
  const ids = await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  // The two runs are at different times.
  let told = JSON.stringify(stored.map(({ content }) => ({ ...Object(content), at: null })))
  for (const { id, position, callId } of ids)
    told = told.replaceAll(id, `action ${position}`).replaceAll(callId ?? id, `call ${position}`)
  return JSON.parse(told)
}

/** Plays turns with a process that dies at its checkpoint, and one that goes on. */
async function diesAndGoesOn(database: TestDatabase, ...turns: readonly ScriptedTurn[]) {
  const restored: StoredState[] = []
  const doomed = createDoomed(
    (commit) => commit.messages?.some(({ message }) => message.role === 'tool') ?? false,
  )
  const first = await createTestEngine(database, { tools, replace: doomed.replace })
  const runId = await first.trigger(sequence(...turns))
  await doomed.dead
  const second = await createTestEngine(database, {
    tools,
    scripts: first.scripts,
    replace: (services) => ({
      runs: {
        restore: async (run) => {
          const state = await services.runs.restore(run)
          restored.push(state)
          return state
        },
      },
    }),
  })
  await first.die()
  const { row } = await second.finished(runId)
  await second.close()
  doomed.bury()
  await first.close()
  const actions: readonly ActionRow[] = restored.at(-1)?.openStep?.actions ?? []
  return { runId, row, actions }
}

test('DUR-1 CTX-3 after a crash the large outputs of an open step are no longer in memory, and its model reads the same', async () => {
  const whole = await createTestDatabase()
  const cut = await createTestDatabase()
  const engine = await createTestEngine(whole, { tools })
  const undisturbed = await engine.run(sequence(calls(...one), { text: 'Read.' }))
  const { runId, row, actions } = await diesAndGoesOn(cut, calls(...one), { text: 'Read.' })
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Read.', recoveries: 1 })
  const told = await toldOf(cut, runId)
  expect(told).toHaveLength(one.length)
  expect(told).toEqual(await toldOf(whole, undisturbed.runId))
  expect(actions).toHaveLength(one.length)
  expect(JSON.stringify(actions).length).toBeLessThan(100_000)
  const stored = await cut.prisma.action.findFirst({ where: { runId, target: 'table' } })
  expect(stored?.output).toHaveLength(rows.length)
  await engine.close()
  await whole.drop()
  await cut.drop()
})

test('DUR-1 LOOP-3 an answer of a crashed step is kept whole, however long', async () => {
  const database = await createTestDatabase()
  const { row } = await diesAndGoesOn(database, calls('answer'))
  expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'DONE_TOOL' })
  expect(row.summary).toBe(rows.map(({ name }) => name).join(' '))
  await database.drop()
})
