import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../src/database/connect.ts'
import type { ModelChunk, ModelProvider } from '../../src/domain/model.ts'
import type { EngineServices } from '../../src/engine/run/run-context.ts'
import { cachePolicies } from '../../src/store/policy-cache.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { answer } from '../support/live-model.ts'
import { createBareGroupCommit } from './bare-group-commit.ts'
import type { Result } from './result.ts'
import { inRounds, perSecond } from './rounds.ts'

/** The work: so many turns that call a tool, then an answer in so many chunks. */
const toolTurns = 10
const chunks = 20
export const turnsPerRun = toolTurns + 1
const words = Array.from({ length: chunks }, (_, n) => `word ${n} `)

/**
 * PERFORMANCE A was measured beside DBOS, which did 81.5 runs/s where the hand-written loop did 3,094.
 * Four times that, as a share of the loop.
 */
const goal = (4 * 81.5) / 3_094

/** A. An agent's loop with everything durable, against one written by hand that keeps one row per turn. */
export async function benchAgentLoop(
  database: Database,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const atATime of [1, 50]) {
    const engine = await openLoopEngine(database)
    const loop = await openHandWritten(database)
    try {
      const contenders = [
        measured('hand-written', atATime, ms, loop),
        measured('rungraph', atATime, ms, engine.runOne),
      ] as const
      const figures = await inRounds(contenders, rounds)
      results.push({
        work: `A  agent loop, ${atATime} at a time`,
        unit: 'runs/s',
        figures,
        ratio: figures.rungraph / figures['hand-written'],
        goal: atATime === 1 ? null : goal,
      })
    } finally {
      await engine.close()
    }
  }
  return results
}

function measured<const Name extends string>(
  name: Name,
  atATime: number,
  ms: number,
  runOne: () => Promise<unknown>,
) {
  return { name, measure: () => perSecond(atATime, ms, runOne) }
}

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

/** A model that answers at once. */
const instant: ModelProvider = {
  name: 'instant',
  async *stream(request) {
    const turn = request.messages.filter((message) => message.role === 'assistant').length
    if (turn < toolTurns) yield answer(request, '', [{ name: 'note', arguments: { turn } }])
    else yield* finalAnswer(request)
  },
}

function* finalAnswer(request: Parameters<typeof answer>[0]): Generator<ModelChunk> {
  for (const text of words) yield { type: 'text', text }
  yield answer(request, words.join(''))
}

/** The engine as it is, on a worker in this process. */
export async function openLoopEngine(database: Database) {
  const resting = new Map<string, () => void>()
  const engine = await createTestEngine(database, {
    tools: [testTool('note', async () => 'noted')],
    providers: [instant],
    concurrency: 50,
    replace: (services) =>
      tellRest({ ...services, policies: cachePolicies(services.policies) }, (runId) =>
        resting.get(runId)?.(),
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

/** Tells when a run's end is durable. */
function tellRest(services: EngineServices, onRest: (runId: string) => void): EngineServices {
  const { log } = services
  return {
    ...services,
    log: {
      ...log,
      commit: async (commit) => {
        const outcome = await log.commit(commit)
        if (commit.run?.status !== undefined && outcome.kind === 'written') onRest(commit.runId)
        return outcome
      },
    },
  }
}

/** What somebody would write who needs nothing but this: the turn as one row, durable before the next. */
async function openHandWritten({ pool }: Database) {
  const write = await createBareGroupCommit(pool, 'bare_turn')
  const tools: Readonly<Record<string, (args: unknown) => Promise<string>>> = { note: async () => 'noted' }

  return async function runOne(): Promise<string> {
    const runId = uuidv7()
    const messages: unknown[] = [{ role: 'user', text: 'Do it.' }]
    for (let turn = 0; ; turn++) {
      const call = turn < toolTurns ? { name: 'note', arguments: { turn } } : null
      const text = call ? '' : words.join('')
      const result = call ? await tools[call.name]?.(call.arguments) : null
      messages.push(
        { role: 'assistant', text, call },
        ...(call ? [{ role: 'tool', text: result ?? '' }] : []),
      )
      const data = { text, call, result: result ?? null }
      await write({ runId, seq: turn, type: 'turn', at: new Date(), data })
      if (!call) return text
    }
  }
}
