import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, requireApproval, untilStatus } from '../../support/gates.ts'
import { hastyClock } from '../../support/hasty-clock.ts'
import { createLiveModel } from '../../support/live-model.ts'
import {
  definePlayer,
  faultsOfTree,
  type Part,
  type PartCall,
  play,
  playParts,
  runsOf,
  spawn,
} from '../../support/trees.ts'

const live = createLiveModel()

playParts(live)

const paid: string[] = []

let door = Promise.withResolvers<void>()

const options: EngineOptions = {
  providers: [live],
  tools: [
    testTool(
      'pay',
      async (args) => {
        paid.push(JSON.stringify(args))
        return 'paid'
      },
      { effect: 'once' },
    ),
    testTool('stand', async () => {
      await door.promise
      return 'stood'
    }),
  ],
}

const database = forFile(await createTestDatabase())
let engine: TestEngine = await createTestEngine(database, options)
afterAll(() => engine.close())
await definePlayer(engine)
await requireApproval(engine, 'pay')

/** How often who looks after the runs that wait does so (src/engine/gates/resolve-gate.ts). */
const keeperPollMs = 5_000

/** Another process takes over: nothing of the one before is left. */
async function restart(more: EngineOptions = {}): Promise<void> {
  const { project } = engine
  await engine.close()
  engine = await createTestEngine(database, { ...options, ...more, project })
}

const pay = (n: number): PartCall => ({ tool: 'pay', args: { n } })

const paying = (n: number): Part => ({ turns: [[pay(n)]], say: `Paid ${n}.` })

const gatesOf = (rootId: string) =>
  database.prisma.gate.findMany({
    where: { run: { rootId }, status: 'OPEN' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Resolves when so many runs of the tree wait, and gives the gates that are open in it. */
async function allWaiting(rootId: string, count: number) {
  await eventually(
    async () => (await runsOf(database, rootId)).filter(({ status }) => status === 'WAITING').length,
  ).toBe(count)
  return gatesOf(rootId)
}

const waitsOf = ({ types }: { readonly types: readonly string[] }) =>
  types.filter((type) => /^(RunWaiting|RunContinued|ChildRun|RunCompleted)/.test(type))

describe('a parent whose child waits at a gate', () => {
  test('JDG-4 SUB-1 waits too and holds nothing; decided after a restart, the child goes on, and then the parent', async () => {
    const runId = await play(engine, { turns: [[spawn(paying(1))]], say: 'All paid.' })
    const [gate] = await allWaiting(runId, 2)
    for (const run of await runsOf(database, runId))
      expect(run).toMatchObject({ status: 'WAITING', leaseOwner: null, leaseKey: null })
    await restart()
    await decide(engine, gate?.id, 'APPROVE')
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All paid.', recoveries: 0 })
    expect(waitsOf(run)).toEqual([
      'ChildRunStarted',
      'RunWaiting',
      'RunContinued',
      'ChildRunEnded',
      'RunCompleted',
    ])
    expect(run.of('RunWaiting')).toEqual([{ gates: 0, childRuns: 1 }])
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'Paid 1.' }])
    expect(paid).toEqual(['{"n":1}'])
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })

  test('JDG-4 SUB-1 reads the answer of its child to a refusal', async () => {
    const runId = await play(engine, { turns: [[spawn(paying(2))]] })
    const [gate] = await allWaiting(runId, 2)
    await decide(engine, gate?.id, 'REJECT', { note: 'No.' })
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'Paid 2.' }])
  })

  test('JDG-4 SUB-1 waits through all levels, and all of them go on at once', async () => {
    const below = (n: number): Part =>
      n === 0 ? paying(3) : { turns: [[spawn(below(n - 1))]], say: `Level ${n}.` }
    const runId = await play(engine, below(3))
    const [gate] = await allWaiting(runId, 4)
    // Nobody looks after those that wait: the decision itself wakes them.
    await restart({
      replace: (services) => ({
        clock: {
          sleep: (ms, signal) => services.clock.sleep(ms === 1_000 ? 3_600_000 : ms, signal),
        },
      }),
    })
    await decide(engine, gate?.id, 'APPROVE')
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Level 3.' })
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
    await restart()
  })

  test('JDG-4 SUB-1 goes on working with its other children first, and waits only when all is done but that', async () => {
    door = Promise.withResolvers()
    const runId = await play(engine, {
      turns: [[spawn(paying(4)), spawn({ turns: [[{ tool: 'stand' }]], say: 'Stood.' })]],
    })
    await allWaiting(runId, 1)
    expect((await runsOf(database, runId))[0]?.status).toBe('RUNNING')
    door.resolve()
    const [gate] = await allWaiting(runId, 2)
    const actions = await database.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
    expect(actions.map(({ status, output }) => [status, output])).toEqual([
      ['RUNNING', null],
      ['SUCCEEDED', 'Stood.'],
    ])
    await decide(engine, gate?.id, 'APPROVE')
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
  })

  test('JDG-4 SUB-1 is not held up by a gate that was decided before the rest was done', async () => {
    door = Promise.withResolvers()
    const runId = await play(engine, { turns: [[spawn(paying(5)), spawn({ turns: [[{ tool: 'stand' }]] })]] })
    const [gate] = await allWaiting(runId, 1)
    await decide(engine, gate?.id, 'APPROVE')
    await eventually(async () => (await runsOf(database, runId)).map(({ status }) => status)).toContain(
      'COMPLETED',
    )
    door.resolve()
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(
      run
        .of('ActionCompleted')
        .map(({ output }) => output)
        .toSorted(),
    ).toEqual(['Done.', 'Paid 5.'])
  })

  test.for([
    ['the child’s first', [1, 0]],
    ['its own first', [0, 1]],
  ] as const)(
    'JDG-4 SUB-1 waits at gates of both, decided in any order with restarts between: %s',
    async ([_, order]) => {
      const before = paid.length
      const runId = await play(engine, { turns: [[pay(6), spawn(paying(7))]] })
      await allWaiting(runId, 2)
      const [child] = (await runsOf(database, runId)).filter(({ depth }) => depth === 1)
      const gates = [await openGates(database, runId), await openGates(database, child?.id ?? '')].flat()
      expect(gates).toHaveLength(2)
      await restart()
      await decide(engine, gates[order[0]]?.id, 'APPROVE')
      await untilStatus(engine, database, runId, 'WAITING')
      await eventually(() => paid.length).toBe(before + 1)
      await untilStatus(engine, database, runId, 'WAITING')
      await restart()
      await decide(engine, gates[order[1]]?.id, 'APPROVE')
      const run = await engine.finished(runId)
      expect(run.row).toMatchObject({ status: 'COMPLETED', stepCount: 2 })
      expect(paid.slice(before).toSorted()).toEqual(['{"n":6}', '{"n":7}'])
      expect(await faultsOfTree(engine, database, runId)).toEqual([])
    },
  )

  test('JDG-4 DUR-1 is found by the sweep over waiting runs, where the process that decided died', async () => {
    await restart({ clock: hastyClock(keeperPollMs) })
    const runId = await play(engine, { turns: [[spawn(paying(8))]] })
    const [gate] = await allWaiting(runId, 2)
    const { log, runs } = engine.services
    const found = await runs.gates.find(engine.project.id, gate?.id ?? '')
    if (!found) throw new Error('There is no gate.')
    // As the decision is written; nobody is notified.
    const written = await log.commit({
      runId: found.gate.runId,
      epoch: null,
      from: ['WAITING'],
      afterGateDecisions: found.gateDecisions,
      run: {
        status: 'RUNNING',
        terminationReason: null,
        resumedAt: null,
        gateDecisions: found.gateDecisions + 1,
      },
      gates: [{ ...found.gate, status: 'APPROVED', resolvedBy: 'nobody', resolvedAt: new Date() }],
      events: [{ type: 'GateResolved', stepNumber: 1, data: { gateId: found.gate.id } }],
    })
    expect(written.kind).toBe('written')
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.types).toContain('RunContinued')
    await restart()
  })

  test('RUN-4 JDG-4 SUB-1 goes on at once where that child alone is aborted', async () => {
    const runId = await play(engine, { turns: [[spawn(paying(9))]] })
    await allWaiting(runId, 2)
    const [, child] = await runsOf(database, runId)
    await engine.operations.abortRun({ projectId: engine.project.id, runId: child?.id ?? '' })
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'CHILD_CANCELLED' }])
    expect(await gatesOf(runId)).toEqual([])
  })

  test('RUN-4 SUB-3 that was to be aborted by a process that died is ended by another, with all below it', async () => {
    await restart({ clock: hastyClock(keeperPollMs) })
    const runId = await play(engine, { turns: [[spawn({ turns: [[spawn(paying(10))]] })]] })
    await allWaiting(runId, 3)
    expect(await engine.services.runs.requestAbort(runId, 'Enough.')).toBe('WAITING')
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', abortReason: 'Enough.' })
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
    await restart()
  })
})
