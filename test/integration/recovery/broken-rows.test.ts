import { describe, expect, it } from 'vitest'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { untilStatus } from '../../support/gates.ts'

const database = forFile(await createTestDatabase())

const script = sequence(
  { text: 'First I wait.', toolCalls: [{ name: 'wait', arguments: {} }] },
  { text: 'It is done.' },
)

/** How a run can be broken: its next owner reads this, and cannot. */
const damages = {
  'the state of its loop': `update "Run" set "loopState" = '{"doomLoop": 5}' where id = $1`,
  'the definition of its agent': `update "AgentVersion" v set definition = '{"model": 5}' from "Run" r where r.id = $1 and v."agentId" = r."agentId"`,
}

/** A run that was broken in the middle of a call, whose owner died then; and an engine that looks for runs. */
async function afterDamage(
  damage: string,
  look: (engine: TestEngine, runId: string) => Promise<void>,
): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<string>()
  const execute = () => {
    begun.resolve()
    return released.promise
  }
  const tools = [testTool('wait', execute, { effect: 'once' })]
  const first = await createTestEngine(database, { tools })
  const runId = await first.trigger(script)
  await begun.promise
  await database.pool.query(damage, [runId])
  await first.die()
  const next = await createTestEngine(database, { tools, scripts: first.scripts, project: first.project })
  try {
    await look(next, runId)
  } finally {
    await next.close()
    released.resolve('Late.')
    await first.close()
  }
}

function row(runId: string) {
  return database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
}

describe('a run whose rows cannot be read', { timeout: 60_000 }, () => {
  it.for(Object.entries(damages))('RUN-3 ends in a crash loop, whole, where it is %s', async ([, damage]) => {
    await afterDamage(damage, async (engine, runId) => {
      const { row: ended, types, of } = await engine.finished(runId)
      expect(ended).toMatchObject({ status: 'FAILED', errorCode: 'CRASH_LOOP', recoveries: 6 })
      expect(types.slice(-4)).toEqual(['ActionFailed', 'StepCompleted', 'Terminating', 'RunFailed'])
      expect(of('ActionFailed')).toMatchObject([{ name: 'wait', errorCode: 'OUTCOME_UNKNOWN' }])
      expect(await row(runId)).toMatchObject({ leaseOwner: null, epoch: 7 })
      expect(await database.prisma.action.findMany({ where: { runId } })).toMatchObject([
        { status: 'CANCELLED' },
      ])
      // It held up no other.
      expect((await engine.run(sequence({ text: 'I am well.' }))).row.status).toBe('COMPLETED')
    })
  })

  it.for(Object.entries(damages))(
    'EVT-11 RUN-4 ends when it is aborted, where it is %s',
    async ([, damage]) => {
      await afterDamage(damage, async (engine, runId) => {
        await engine.operations.abortRun({ projectId: engine.project.id, runId, by: 'ops' })
        await untilStatus(engine, database, runId, 'CANCELLED')
        const { types, of } = await engine.finished(runId)
        expect(types.slice(-4)).toEqual(['ActionFailed', 'StepCompleted', 'Terminating', 'RunCompleted'])
        expect(of('Terminating')).toMatchObject([{ terminationReason: 'ABORTED', abortedBy: 'ops' }])
        expect(of('RunCompleted')).toMatchObject([{ status: 'CANCELLED', totalSteps: 1 }])
      })
    },
  )

  it.for(['42501', '53100'])(
    'RUN-3 DUR-1 goes on once it can be written, where %s refused it for long',
    async (state) => {
      const engine = await createTestEngine(database)
      await database.pool.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${state}'; end $$;
      create trigger refuse before insert on "EventSegment" for each row execute function refuse()`)
      const runId = await engine.trigger(sequence({ text: 'I am well.' }))
      const recoveries = async () => (await row(runId)).recoveries
      await expect.poll(recoveries, { timeout: 40_000, interval: 50 }).toBeGreaterThan(7)
      // A trigger cannot be dropped under those who write: that waits for a lock of the table, in a circle with them.
      await database.pool.query(
        'create or replace function refuse() returns trigger language plpgsql as $$ begin return new; end $$',
      )
      const { row: ended, types } = await engine.finished(runId)
      expect(ended).toMatchObject({ status: 'COMPLETED', summary: 'I am well.' })
      expect(types.filter((type) => type === 'RunStarted' || type === 'RunCompleted')).toHaveLength(2)
      await engine.close()
      await database.pool.query('drop trigger refuse on "EventSegment"; drop function refuse()')
    },
  )

  it('RUN-4 has a whole log also where it never began', async () => {
    const engine = await createTestEngine(database)
    const runId = await engine.trigger(script, { trigger: { startAt: new Date(Date.now() + 500) } })
    await database.pool.query(damages['the definition of its agent'], [runId])
    await expect.poll(async () => (await row(runId)).recoveries, { timeout: 20_000 }).toBeGreaterThan(1)
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    const { types } = await engine.finished(runId)
    expect(types).toEqual(['RunStarted', 'Terminating', 'RunCompleted'])
    await engine.close()
  })
})
