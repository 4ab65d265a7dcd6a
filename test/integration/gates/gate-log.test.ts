import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { GateRow } from '../../../src/domain/gate.ts'
import type { NewEvent, RunEvent } from '../../../src/domain/run-event.ts'
import type { RunLog } from '../../../src/domain/run-log.ts'
import type { Held } from '../../../src/domain/run-store.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { holdTransaction } from '../../support/held-transaction.ts'
import { commitOf, note, openLog, openTestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

/** A reader of gates does not look at it. */
const agentId = uuidv7()

function gateOf({ runId }: Held, projectId = stores.projectId): GateRow {
  return {
    id: uuidv7(),
    projectId,
    ...{ runId, agentId },
    stepId: null,
    actionId: null,
    kind: 'MONITOR',
    reason: 'It looks odd.',
    context: {},
    status: 'OPEN',
    note: null,
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    expiresAt: null,
    onExpiry: null,
    decider: 'OPERATOR',
    respondent: null,
    createdAt: new Date(),
  }
}

function happened(type: 'GateOpened' | 'GateResolved', gateId: string): NewEvent {
  return { type, stepNumber: null, data: { gateId } }
}

/** Opens a gate and resolves it, among other events. */
async function openAndResolve(run: Held, log: RunLog = stores.log): Promise<readonly string[]> {
  const gate = gateOf(run)
  await log.commit(commitOf(run, [note('before'), happened('GateOpened', gate.id)], { gates: [gate] }))
  const resolved = { ...gate, status: 'APPROVED', resolvedAt: new Date() } as const
  await log.commit(commitOf(run, [happened('GateResolved', gate.id), note('after')], { gates: [resolved] }))
  return [`GateOpened ${gate.id}`, `GateResolved ${gate.id}`]
}

function nameOf(event: RunEvent): string {
  return event.type === 'GateOpened' || event.type === 'GateResolved'
    ? `${event.type} ${event.data.gateId}`
    : event.type
}

function start(log: RunLog = stores.log, projectId = stores.projectId) {
  return log.followGates(projectId, { after: null, signal: AbortSignal.timeout(30_000) })
}

async function take(events: AsyncGenerator<RunEvent, void, void>, count: number): Promise<readonly string[]> {
  const names: string[] = []
  while (names.length < count) {
    const { value } = await events.next()
    if (value === undefined) break
    names.push(nameOf(value))
  }
  return names
}

describe('the gates of a project, followed', () => {
  it('JDG-4 come when they open and when they are resolved, from that moment on, each once', async () => {
    const [run] = await stores.claimed(1)
    if (!run) throw new Error('One was asked for.')
    await openAndResolve(run)
    const events = await start()
    const wanted = [...(await openAndResolve(run)), ...(await openAndResolve(run))]
    expect(await take(events, 4)).toEqual(wanted)
    await events.return()
  })

  it('JDG-4 that were opened before and are held back until later do not come; those opened meanwhile do', async () => {
    const [run] = await stores.claimed(1)
    if (!run) throw new Error('One was asked for.')
    const held = await holdTransaction(database.pool)
    await openAndResolve(run)
    const events = await start()
    const wanted = await openAndResolve(run)
    const reading = take(events, 2)
    await held.end()
    expect(await reading).toEqual(wanted)
    await events.return()
  })

  it('JDG-4 reach every subscriber, none lost and none twice, while several processes write to many runs', async () => {
    const runs = await stores.claimed(8)
    // None of these processes receives wakeups of another: the polls find what it wrote.
    const logs = [0, 1, 2].map(() => openLog(database.pool))
    const followers = await Promise.all(logs.map((log) => start(log)))
    const reading = followers.map((events) => take(events, runs.length * 10))
    const written = await Promise.all(
      runs.map(async (run, n) => {
        const names: string[] = []
        for (let round = 0; round < 5; round++) {
          const held = round === n % 5 ? await holdTransaction(database.pool) : null
          const both = openAndResolve(run, logs[(n + round) % 3])
          await held?.end()
          names.push(...(await both))
        }
        return names
      }),
    )
    const [one, ...others] = await Promise.all(reading)
    expect([...(one ?? [])].toSorted()).toEqual(written.flat().toSorted())
    for (const other of others) expect(other).toEqual(one)
    for (const names of written) expect(one?.filter((name) => names.includes(name))).toEqual(names)
    for (const events of followers) await events.return()
  })

  it('JDG-4 are those of their project alone, and no other event’s hint goes out for them', async () => {
    const hints: string[] = []
    const log = openLog(database.pool, {
      ...createLocalWakeups(),
      publish: (topic) => hints.push(topic),
    })
    const other = await openTestStores(database)
    const [foreign] = await other.claimed(1)
    const [own] = await stores.claimed(1)
    if (!foreign || !own) throw new Error('One was asked for of each.')
    const events = await start()
    const gate = gateOf(foreign, other.projectId)
    await log.commit(commitOf(foreign, [happened('GateOpened', gate.id)], { gates: [gate] }))
    await log.commit(commitOf(own, [note('nothing')]))
    expect(hints.filter((topic) => topic.startsWith('gates:'))).toEqual([`gates:${other.projectId}`])
    const wanted = await openAndResolve(own)
    expect(await take(events, 2)).toEqual(wanted)
    await events.return()
    await other.close()
  })
})
