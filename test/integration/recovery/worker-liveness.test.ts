import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareStanding } from '../../../src/database/prepare-session.ts'
import { holdLiveness, type LivenessTiming } from '../../../src/store/runs/worker-liveness.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { openSilentLine, type SilentLine } from '../../support/silent-line.ts'

const quick: LivenessTiming = { retryMs: 20, answerWithinMs: 1_500, askEveryMs: 50 }

let line: SilentLine

let logged: string[]

const open: { close(): Promise<void> }[] = []

const database = forFile(await createTestDatabase())

beforeEach(async () => {
  logged = []
  line = await openSilentLine(database.connectionString)
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((liveness) => liveness.close()))
  line.close()
})

async function hold(timing: Partial<LivenessTiming> = {}) {
  const { connectionString } = line
  const key = randomInt(1, 2 ** 31 - 1)
  const log = (message: string) => logged.push(message)
  const liveness = await holdLiveness({ connectionString, prepare: prepareStanding, key, timing, log })
  open.push(liveness)
  return { key, liveness }
}

async function holders(key: number): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and granted and classid = 7777 and objid = $1`,
    [key],
  )
  return rows[0]?.count ?? -1
}

const gone = expect.stringMatching(/^The worker's lock is not held: .+\.$/)

const back = "The worker's lock is held again."

describe('the lock that says that a worker lives', () => {
  it('DUR-2 tells its worker when it is lost, each time once, and not when it is closed', async () => {
    const { liveness } = await hold(quick)
    const told = vi.fn()
    liveness.onLost(told)
    expect(liveness.isHeld()).toBe(true)
    line.silence()
    await eventually(liveness.isHeld).toBe(false)
    expect(told).toHaveBeenCalledOnce()
    line.restore()
    await eventually(liveness.isHeld).toBe(true)
    await liveness.close()
    expect(told).toHaveBeenCalledOnce()
  })

  it('DUR-2 moves to another connection when its own falls silent, though the server still counts the old one', async () => {
    const { key } = await hold(quick)
    line.silence()
    await eventually(() => logged.slice(0, 1)).toEqual([gone])
    line.restore()
    await eventually(() => logged.slice(0, 2)).toEqual([gone, back])
    expect(await holders(key)).toBe(2)
    line.bury()
    await eventually(() => holders(key)).toBe(1)
  })

  it('DUR-2 is reported once when it is lost, and once when it is held again', async () => {
    const { key } = await hold()
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7777 and objid = $1`,
      [key],
    )
    await eventually(() => logged).toEqual([gone, back])
    expect(await holders(key)).toBe(1)
  })

  it('DUR-4 is not waited for when the connection is silent and the process ends', async () => {
    const { liveness } = await hold(quick)
    line.silence()
    await liveness.close()
    expect(logged).toEqual([])
  })

  it('DUR-2 cannot be taken where nobody answers', async () => {
    line.silence()
    await expect(hold({ answerWithinMs: 200 })).rejects.toThrow('timeout')
  })
})
