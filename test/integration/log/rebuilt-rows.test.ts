import { describe, expect, test } from 'vitest'
import { bringUpProject } from '../../../src/log/project/project-rows.ts'
import { type Compared, rebuildRows } from '../../../src/log/project/rebuild-rows.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

const held = Promise.withResolvers<string>()

const { database, engine } = await engineForFile({
  tools: [
    testTool('note', async () => 'noted', { effect: 'read' }),
    testTool('hold', async () => held.promise, { effect: 'read' }),
  ],
})

const working = () =>
  sequence(
    { text: 'First.', toolCalls: [{ name: 'note', arguments: { a: null, b: 'ü\n"' } }] },
    { text: 'Second.', toolCalls: [{ name: 'note', arguments: {} }] },
    { text: 'Done.' },
  )

async function rebuild(isKept: boolean): Promise<Compared> {
  const client = await database.pool.connect()
  try {
    return await rebuildRows(client, { isKept })
  } finally {
    client.release()
  }
}

describe('the rows of runs', () => {
  test('DUR-5 are made anew from the logs, after they were changed, deleted and added by hand', async () => {
    changesRowsByHand()
    const { runId } = await engine.run(working())
    expect(await rebuild(false)).toMatchObject({ runs: 1, differences: [] })
    await database.pool.query(`update "Action" set output = '"forged"' where "runId" = $1 and position = 0`, [
      runId,
    ])
    await database.pool.query(`delete from "Message" where "runId" = $1 and position = 2`, [runId])
    const changed = await rebuild(false)
    expect(changed.differences.map(({ table }) => table).toSorted()).toEqual(['Action', 'Action', 'Message'])
    expect(changed.differences.find(({ table }) => table === 'Message')).toMatchObject({ runId, found: null })
    // A comparison changes nothing.
    expect((await rebuild(false)).differences).toEqual(changed.differences)
    expect((await rebuild(true)).differences).toEqual(changed.differences)
    expect((await rebuild(false)).differences).toEqual([])
    expect(await database.prisma.action.findMany({ where: { runId } })).toMatchObject([
      { output: 'noted' },
      { output: 'noted' },
    ])
  })

  test('DUR-5 of a run that goes on are as new as its log for who brings them up', async () => {
    const runId = await engine.trigger(
      sequence({ text: 'Wait.', toolCalls: [{ name: 'hold', arguments: {} }] }, { text: 'Done.' }),
    )
    await engine.seen(runId, 'ActionStarted')
    await bringUpProject(database.pool, engine.project.id)
    const where = { runId }
    expect(await database.prisma.action.findMany({ where })).toMatchObject([
      { name: 'hold', status: 'RUNNING' },
    ])
    held.resolve('held')
    expect((await engine.finished(runId)).row).toMatchObject({ status: 'COMPLETED', unprojectedFrom: null })
    expect(await database.prisma.action.findMany({ where })).toMatchObject([
      { output: 'held', status: 'SUCCEEDED' },
    ])
    expect((await rebuild(false)).differences).toEqual([])
  })
})
