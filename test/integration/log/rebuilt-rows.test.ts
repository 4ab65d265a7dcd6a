import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { bringUpProject } from '../../../src/log/project/project-rows.ts'
import { type Compared, rebuildRows } from '../../../src/log/project/rebuild-rows.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { callCommand } from '../../support/command-line.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

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
    const { output, code } = await callCommand(['project'], {
      env: { DATABASE_URL: database.connectionString },
    })
    expect(code).toBe(1)
    expect(output).toContain('  output: "forged", in the log "noted"')
    expect(output).toContain('2 of run')
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

  test('DUR-5 are where their logs have them, after they were moved to another run, or to none', async () => {
    changesRowsByHand()
    const { runId } = await engine.run(working())
    const { pool } = database
    // They are looked through by fifties, in the order of their ids.
    await pool.query(
      `insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", input, "effectiveLimits", status)
       select i.id, r."projectId", r."agentId", r."agentVersion", i.id, 'Do it.', '{}', 'COMPLETED'
       from "Run" r, (select ('ffffffff-ffff-ffff-ffff-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 60) n) i
       where r.id = $1`,
      [runId],
    )
    const last = 'ffffffff-ffff-ffff-ffff-000000000060'
    await pool.query(`update "Step" set "runId" = $2, number = 77 where "runId" = $1 and number = 2`, [
      runId,
      last,
    ])
    const nowhere = 'eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee'
    await pool.query(`update "Message" set "runId" = $2 where "runId" = $1 and position = 1`, [
      runId,
      nowhere,
    ])
    const changed = await rebuild(false)
    expect(changed.differences.map((one) => `${one.table} ${one.runId}`).toSorted()).toEqual(
      [`Message ${nowhere}`, `Message ${runId}`, `Step ${last}`].toSorted(),
    )
    await rebuild(true)
    expect((await rebuild(false)).differences).toEqual([])
    expect(await database.prisma.step.count({ where: { runId } })).toBe(3)
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

test.for([['project'], ['backup', 'new.backup'], ['export', uuidv7()], ['reencrypt']])(
  'CLI-1 OPS-4 OPS-7 `rungraph %s` makes no database where there is none',
  async ([...args]) => {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph nowhere '))
    const env = {
      RUNGRAPH_DATA_DIR: join(folder, 'nowhere'),
      ...{ RUNGRAPH_ENCRYPTION_KEY: key('a'), RUNGRAPH_DECRYPTION_KEYS: key('b') },
    }
    await expect(callCommand(args, { env })).rejects.toThrow('there is no database in it')
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  },
)
