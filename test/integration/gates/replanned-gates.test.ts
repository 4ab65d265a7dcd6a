import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { answer, untilAborted } from '../../support/live-model.ts'

let called: string[] = []

/** Proposals of the model in the place of the failed action: the first, the second; then it waits until it is stopped. */
let proposals: readonly Json[] = []

let asked = 0

let isStuck = Promise.withResolvers<void>()

const tools = [
  testTool('broken', async (args) => {
    called.push(`broken ${JSON.stringify(args)}`)
    throw new Error('It is broken.')
  }),
  testTool('pay', async () => called.push('pay') && 'paid', { effect: 'once' }),
  testTool('slow', (_args, { signal }) => untilAborted(signal)),
]
/** `broken` fails always; `pay` must not be made twice, and a human is to approve it. */
const stage = forFile(await openGateStage({ tools }))
await stage.rule('pay', 'REQUIRE_APPROVAL')
stage.live.plays.acting = async function* (request) {
  if (request.responseFormat?.name !== 'action') {
    const turn = { reasoning: '', goalAchieved: false, answer: 'Done.', plan: null }
    return yield answer(request, JSON.stringify(turn))
  }
  const proposal = proposals[asked++]
  if (proposal === undefined) {
    isStuck.resolve()
    await untilAborted(request.signal)
  }
  yield answer(request, JSON.stringify(proposal ?? null))
}

beforeEach(() => {
  called = []
  asked = 0
  isStuck = Promise.withResolvers<void>()
})

const acting = {
  name: 'acting',
  type: 'TOOL',
  target: 'broken',
  parameters: { n: 1 },
  retry: { maxAttempts: 4, backoffMs: 0 },
}

const fired = { ...acting, mode: 'FIRE_AND_FORGET' }

const slow = { name: 'waiting', type: 'TOOL', target: 'slow' }

async function start(proposed: readonly Json[], actions: readonly Json[] = [acting], agent = {}) {
  proposals = proposed
  const { slug } = await stage.engine.define(() => ({ text: '' }), {
    planner: 'PLAN',
    model: 'live/acting',
    ...agent,
  })
  return stage.trigger(slug, { plan: { actions } })
}

function abort(runId: string) {
  return stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId })
}

function actionOf(runId: string) {
  return stage.database.prisma.action.findFirstOrThrow({
    where: { runId, name: 'acting' },
    include: { attempts: { orderBy: { number: 'asc' } } },
  })
}

const inTime = { timeout: 10_000 }

const again = { target: 'broken', parameters: { n: 2 } }

const paying = { target: 'pay', parameters: { n: 3 } }

describe('an action that is stopped while the model plans an alternative', () => {
  it.for([
    ['waited for', [acting]],
    ['fired', [fired, slow]],
  ] as const)(
    'DAG-10 RUN-4 ends as its last attempt, not as its first, by an abort: %s',
    async ([, actions]) => {
      const runId = await start([again], actions)
      await isStuck.promise
      await abort(runId)
      await expect.poll(async () => (await actionOf(runId)).status, inTime).toBe('CANCELLED')
      expect(await actionOf(runId)).toMatchObject({ attempt: 2, parameters: { n: 2 }, retryAt: null })
      const { of } = await stage.engine.finished(runId)
      const ends = of('ActionFailed').filter(({ name }) => name === 'acting')
      expect(ends.map(({ attempt }) => attempt)).toEqual([2])
    },
  )

  it('DAG-10 LIM-9 ends as its last attempt where the budget does not hold the question', async () => {
    const runId = await start([again], [acting], { maxCostUsd: '0.015' })
    const { row, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
    expect(await actionOf(runId)).toMatchObject({ status: 'CANCELLED', attempt: 2, parameters: { n: 2 } })
    expect(of('ActionFailed').map(({ attempt }) => attempt)).toEqual([2])
  })
})

describe('a proposal that waits for a human', () => {
  it.for([
    ['waited for', [acting]],
    ['fired', [fired, slow]],
  ] as const)(
    'DAG-10 TAS-5 JDG-4 is not said to be of unknown outcome by an abort, as nobody has made it: %s',
    async ([, actions]) => {
      const runId = await start([paying], actions)
      await expect.poll(async () => (await openGates(stage.database, runId)).length, inTime).toBe(1)
      await abort(runId)
      await expect.poll(async () => (await actionOf(runId)).status, inTime).toBe('CANCELLED')
      expect(await actionOf(runId)).toMatchObject({ target: 'pay', errorCode: 'TOOL_INTERRUPTED' })
      expect(called).toEqual(['broken {"n":1}'])
      expect(await openGates(stage.database, runId)).toEqual([])
    },
  )

  it.for(['APPROVE', 'REJECT'] as const)(
    'DAG-10 JDG-4 RUN-9 is an attempt of its own, also after a restart and in a replay: %s',
    async (decision) => {
      const runId = await start([paying])
      const gate = await stage.gateOf(runId)
      await stage.restart()
      await decide(stage.engine, gate.id, decision)
      await stage.engine.finished(runId)
      const status = decision === 'APPROVE' ? 'SUCCEEDED' : 'DENIED'
      const action = await actionOf(runId)
      expect(action).toMatchObject({ status, attempt: 2, target: 'pay', retryAt: null })
      expect(action.attempts).toMatchObject([{ number: 1, target: 'broken', status: 'FAILED' }])
      expect(called).toEqual(decision === 'APPROVE' ? ['broken {"n":1}', 'pay'] : ['broken {"n":1}'])
      const { operations, project } = stage.engine
      const call = { projectId: project.id, runId, tools: 'RECORDED' } as const
      const replayed = await operations.history.replayRun(call)
      const { row } = await stage.engine.finished(replayed.runId)
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', errorMessage: null })
      expect(await actionOf(replayed.runId)).toMatchObject({ status, attempt: 2, target: 'pay' })
    },
  )
})
