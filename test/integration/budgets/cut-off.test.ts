import { expect, it } from 'vitest'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'

const leaseMs = 5_000

const calling = sequence({ toolCalls: [{ name: 'wait', arguments: {} }] }, { text: 'Done.' })

it('DUR-2 a worker that cannot renew stops its tools before its lease ends', {
  timeout: 30_000,
}, async () => {
  let isCut = false
  const stopped = Promise.withResolvers<number>()
  const wait = testTool('wait', async (_input, { signal }) => {
    isCut = true
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    stopped.resolve(Date.now())
    return 'Stopped.'
  })
  const { engine } = await engineForTest({
    leaseMs,
    tools: [wait],
    replace: (services) => ({
      runs: {
        renew: (held) => {
          if (isCut) return Promise.reject(new Error('Connection terminated'))
          return services.runs.renew(held)
        },
        abandon: async () => undefined,
        claim: async (request) => (isCut ? [] : services.runs.claim(request)),
      },
    }),
  })
  const runId = await engine.trigger(calling)
  const at = await stopped.promise
  // No write and no renewal came after this one.
  const started = await engine.seen(runId, 'ActionStarted')
  expect(at).toBeLessThan(started.at.getTime() + leaseMs)
})

it('DUR-1 DUR-2 a run whose log could not be written for a while goes on as soon as it can', async () => {
  let isAway = false
  let calls = 0
  const wait = testTool('wait', async () => {
    isAway = calls++ === 0
    return 'Waited.'
  })
  const { engine } = await engineForTest({
    leaseMs: 60_000,
    tools: [wait],
    replace: (services) => ({
      log: {
        commit: (commit) =>
          isAway ? Promise.reject(new Error('Connection terminated')) : services.log.commit(commit),
      },
      runs: {
        abandon: async (held, why) => {
          if (!isAway) return services.runs.abandon(held, why)
          isAway = false
          throw new Error('Connection terminated')
        },
      },
    }),
  })
  const { row, types } = await engine.run(calling)
  expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 1, epoch: 2 })
  expect(types.filter((type) => type === 'ActionCompleted')).toHaveLength(1)
})

it('DUR-2 a worker whose lock is lost releases its runs at once, and claims none until it has the lock again', async () => {
  const holding = { isHeld: true, tell: (): void => undefined }
  let calls = 0
  const stopped = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const wait = testTool('wait', async (_input, { signal }) => {
    if (++calls > 1) return 'Waited.'
    signal.addEventListener('abort', () => stopped.resolve(), { once: true })
    begun.resolve()
    await stopped.promise
    return 'Stopped.'
  })
  const replace = (services: EngineServices) => {
    // The lock itself stays, or the sweep would take the run from the worker that has just claimed it.
    const close = async () => services.workerLiveness?.close()
    const onLost = (tell: () => void) => {
      holding.tell = tell
      return () => undefined
    }
    return { ...services, workerLiveness: { isHeld: () => holding.isHeld, onLost, close } }
  }
  const { engine } = await engineForTest({ tools: [wait], leaseMs: 3_600_000, replace })
  const runId = await engine.trigger(calling)
  await begun.promise
  holding.isHeld = false
  holding.tell()
  await stopped.promise
  await expect
    .poll(() => engine.services.runs.claimable(10))
    .toMatchObject([{ id: runId, cause: 'orphaned', isSuspect: false }])
  holding.isHeld = true
  expect((await engine.finished(runId)).row).toMatchObject({ status: 'COMPLETED', epoch: 2 })
})
