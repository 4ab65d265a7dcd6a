import { beforeEach, describe, expect, test } from 'vitest'
import { createSlotBroker } from '../../../src/engine/worker/local-slots.ts'
import { type EngineOptions, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForFile } from '../../support/for-file.ts'
import { requireApproval, untilStatus } from '../../support/gates.ts'
import { createLiveModel, untilAborted } from '../../support/live-model.ts'
import {
  definePlayer,
  faultsOfTree,
  type Part,
  type PartCall,
  play,
  playParts,
  runsOf,
} from '../../support/trees.ts'

const live = createLiveModel()

const waits = new Map<string, AbortSignal>()

const tools = [
  testTool('wait', async (_args, { signal, runId }) => {
    waits.set(runId, signal)
    return untilAborted(signal)
  }),
  testTool('pay', async () => 'paid'),
  testTool('close', async () => {
    isBusy = true
    return 'closed'
  }),
]

/** While it is true, no engine takes up a run. */
let isBusy = false

/** While it is there, no child is inserted before it resolves. */
let insertsChild: ((parentId: string) => Promise<void>) | null = null

const options: EngineOptions = {
  tools,
  providers: [live],
  replace: (services) => ({
    slots: createSlotBroker(), // the store's own has no worker: all goes through the queue
    runs: {
      claim: async (request) => (isBusy ? [] : services.runs.claim(request)),
      insert: async (run) => {
        if (run.parent !== null) await insertsChild?.(run.parent.runId)
        return services.runs.insert(run)
      },
    },
  }),
}

const { database, engine } = await engineForFile(options)
playParts(live)
await definePlayer(engine)
await requireApproval(engine, 'pay')

beforeEach(() => waits.clear())

const spawn = (part: Part, overrides = {}): PartCall => ({ spawn: part, overrides })

const waiting: Part = { turns: [[{ tool: 'wait' }]] }

const paying: Part = { turns: [[{ tool: 'pay' }]] }

const abort = (runId: string, { operations, project } = engine) =>
  operations.abortRun({ projectId: project.id, runId, reason: 'Enough.', by: 'ops' })

async function statusesOf(rootId: string) {
  return (await runsOf(database, rootId)).map(({ status }) => status)
}

/** Resolves when as many runs of the tree have the status. */
const until = (rootId: string, status: string, count = 1) =>
  eventually(async () => (await statusesOf(rootId)).filter((one) => one === status).length).toBe(count)

/** What the log of a run says of who asked for its end, and why. */
async function abortOf(runId: string) {
  const [told] = (await engine.finished(runId)).of('Terminating')
  return [told?.abortedBy, told?.abortReason]
}

/** The end of the root is the end of all, and each log says who asked for it. */
async function expectAborted(rootId: string, count: number) {
  const { row } = await engine.finished(rootId)
  expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
  expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  expect(await statusesOf(rootId)).toEqual(Array(count).fill('CANCELLED'))
  const told = await Promise.all((await runsOf(database, rootId)).map(({ id }) => abortOf(id)))
  expect(told).toEqual(Array(count).fill(['ops', 'Enough.']))
}

describe('the abort of a root', () => {
  test('EVT-11 SUB-3 RUN-4 reaches the tools of its children and grandchildren', async () => {
    const runId = await play(engine, {
      turns: [[spawn({ turns: [[spawn(waiting), { tool: 'wait' }]] }), spawn(waiting), { tool: 'wait' }]],
    })
    await eventually(() => waits.size).toBe(4)
    await abort(runId)
    await expectAborted(runId, 4)
    expect([...waits.values()].map(({ aborted, reason }) => [aborted, reason.kind])).toEqual(
      Array(4).fill([true, 'ABORTED']),
    )
  })

  test('EVT-3 RUN-4 cuts off a call that has begun, where its child could not be inserted', async () => {
    insertsChild = async (parentId) => {
      await eventually(async () => waits.has(parentId)).toBe(true)
      await abort(parentId)
      await eventually(async () => waits.get(parentId)?.aborted).toBe(true)
      throw new Error('Connection terminated unexpectedly')
    }
    const runId = await play(engine, { turns: [[spawn(waiting), { tool: 'wait' }]] })
    const { row, events } = await engine.finished(runId)
    insertsChild = null
    expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
    expect(events.filter(({ type }) => type.startsWith('Action')).map(({ type }) => type)).toEqual([
      ...['ActionStarted', 'ActionStarted'],
      ...['ActionFailed', 'ActionFailed'],
    ])
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })

  test('EVT-11 SUB-3 RUN-4 reaches children that nobody has taken up yet', async () => {
    const runId = await play(engine, { turns: [[{ tool: 'close' }], [spawn(waiting), spawn(waiting)]] })
    await until(runId, 'QUEUED', 2)
    try {
      await abort(runId)
      await expectAborted(runId, 3)
    } finally {
      isBusy = false
    }
    expect(waits.size).toBe(0)
  })

  test('SUB-3 RUN-4 JDG-4 that waits for a child at a gate ends the child and closes its gate', async () => {
    const runId = await play(engine, { turns: [[spawn(paying)]] })
    await untilStatus(engine, database, runId, 'WAITING')
    await abort(runId)
    await expectAborted(runId, 2)
    expect(await database.prisma.gate.findMany({ where: { run: { rootId: runId } } })).toMatchObject([
      { status: 'CANCELLED' },
    ])
  })

  test('EVT-11 SUB-3 RUN-4 JDG-4 that waits for a grandchild at a gate ends all three', async () => {
    const runId = await play(engine, { turns: [[spawn({ turns: [[spawn(paying)]] }), { tool: 'pay' }]] })
    await untilStatus(engine, database, runId, 'WAITING')
    await abort(runId)
    await expectAborted(runId, 3)
  })

  test('SUB-3 RUN-4 JDG-4 reaches a child at a gate while another works', async () => {
    const runId = await play(engine, { turns: [[spawn(paying), spawn(waiting)]] })
    await until(runId, 'WAITING')
    await eventually(() => waits.size).toBe(1)
    await abort(runId)
    await expectAborted(runId, 3)
  })

  test('SUB-3 RUN-4 leaves a PAUSED child as it stopped', async () => {
    const once = spawn({ turns: [[{ tool: 'nothing' }]] }, { maxSteps: 1 })
    const runId = await play(engine, { turns: [[once, spawn(waiting)]] })
    await until(runId, 'PAUSED')
    await eventually(() => waits.size).toBe(1)
    await abort(runId)
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    expect((await statusesOf(runId)).toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'PAUSED'])
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })

  test('SUB-3 RUN-4 of a child ends the runs below it, and nothing beside it', async () => {
    const part = {
      turns: [[spawn({ turns: [[spawn(waiting)]] }), spawn({ turns: [[{ tool: 'wait' }], [spawn({})]] })]],
    }
    const runId = await play(engine, part)
    await eventually(() => waits.size).toBe(2)
    const [, child] = await runsOf(database, runId)
    await abort(child?.id ?? '')
    const ended = (await runsOf(database, runId)).filter(
      ({ ancestorIds, id }) => id === child?.id || ancestorIds.includes(child?.id ?? ''),
    )
    expect(ended.map(({ status }) => status)).toEqual(Array(ended.length).fill('CANCELLED'))
    expect((await engine.finished(child?.id ?? '')).types.at(-1)).toBe('RunCompleted')
    await abort(runId)
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })
})

test('EVT-11 SUB-3 a child that its parent stops names no caller, and the reason of its parent', async () => {
  // Its own time, which is that of its parent, does not begin before its parent's is up.
  insertsChild = async (parentId) => eventually(async () => waits.get(parentId)?.aborted).toBe(true)
  const runId = await play(engine, { turns: [[spawn(waiting), { tool: 'wait' }]] }, { timeoutMs: 1_000 })
  expect((await engine.finished(runId)).row.terminationReason).toBe('TIMEOUT')
  insertsChild = null
  const [, child] = await runsOf(database, runId)
  expect(await abortOf(child?.id ?? '')).toEqual([null, "The run's time is up."])
})
