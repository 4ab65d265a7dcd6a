import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../src/database/connect.ts'
import type { Clock } from '../../src/domain/clock.ts'
import type { RunCommit } from '../../src/domain/run-log.ts'
import type { EngineServices } from '../../src/engine/run/run-context.ts'
import { cachePolicies } from '../../src/store/policy-cache.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { instant } from './instant-model.ts'

/** Executes `count` runs, `atATime` at once. */
export async function inBatches(
  count: number,
  atATime: number,
  runOne: () => Promise<unknown>,
): Promise<void> {
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await runOne()
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
}

/** The engine as it is, on a worker in this process. */
export async function openLoopEngine(database: Database, clock?: Clock) {
  const resting = new Map<string, () => void>()
  const engine = await createTestEngine(database, {
    tools: [testTool('note', async () => 'noted')],
    providers: [instant],
    concurrency: 50,
    replace: (services) =>
      telling(
        { ...services, policies: cachePolicies(services.policies), ...(clock && { clock }) },
        ({ runId, run }) => {
          if (run?.status !== undefined) resting.get(runId)?.()
        },
      ),
  })
  const agent = await engine.define(() => ({}), { model: 'instant/loop' })

  async function runOne(): Promise<void> {
    const rested = Promise.withResolvers<void>()
    const idempotencyKey = uuidv7()
    const call = { projectId: engine.project.id, agent, input: 'Do it.', idempotencyKey }
    const { runId } = await engine.operations.triggerRun(call)
    resting.set(runId, rested.resolve)
    await rested.promise
    resting.delete(runId)
  }

  return { runOne, close: () => engine.close() }
}

/** Calls `onWritten` when a commit is durable. */
export function telling(services: EngineServices, onWritten: (commit: RunCommit) => void): EngineServices {
  const { log } = services
  return {
    ...services,
    log: {
      ...log,
      commit: async (commit) => {
        const outcome = await log.commit(commit)
        if (outcome.kind === 'written') onWritten(commit)
        return outcome
      },
    },
  }
}
