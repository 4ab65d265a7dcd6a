import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { openLives } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'

/** A `once` call of three steps and a question, in a process that dies at each of its commits. */
const live = createLiveModel()

const database = forFile(await createTestDatabase())

const effects = ['once', 'idempotent'] as const

interface Life {
  /** Names of the steps whose work was done, in order. */
  readonly done: string[]
  readonly keys: Map<string, Set<string>>
}

function toolOf(life: Life, effect: (typeof effects)[number]) {
  const work = (name: string) => (key: string) => {
    life.done.push(name)
    life.keys.set(name, (life.keys.get(name) ?? new Set()).add(key))
    return `${name} is done`
  }
  return testTool(
    'work',
    async (_args, context) => {
      const first = await context.step('first', work('first'))
      const [second, third] = await Promise.all([
        context.step('second', work('second')),
        context.step('third', work('third')),
      ])
      // A step may be running beside a question.
      const [beside, outcome] = await Promise.all([
        context.step('beside', work('beside')),
        context.ask('question', { question: 'Go on?' }),
      ])
      return { first, second, third, beside, outcome, last: await context.step('last', work('last')) }
    },
    { effect, isResumable: true },
  )
}

async function liveOnce(effect: (typeof effects)[number], nth: number, life: Life) {
  live.plays.steps = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    yield turn === 0 ? answer(request, '', [{ name: 'work', arguments: {} }]) : answer(request, 'Done.')
  }
  const options = { tools: [toolOf(life, effect)], providers: [live], concurrency: 1, leaseMs: 3_600_000 }
  const { first, outlive, hasDied, close } = await openLives(database, nth, options)
  try {
    const runId = await first.trigger(() => ({ text: '' }), { agent: { model: 'live/steps' } })
    const settled = async (engine: TestEngine) => {
      // A call whose outcome is unknown ends before its question.
      const asks = untilStatus(engine, database, runId, 'WAITING').catch(() => undefined)
      await Promise.race([asks, engine.finished(runId)])
      const [gate] = await openGates(database, runId)
      if (gate) await decide(engine, gate.id, 'ANSWER', { answer: { answer: 'Yes.' } })
    }
    await outlive(settled)
    const run = await outlive((engine) => engine.finished(runId))
    return hasDied() ? run : null
  } finally {
    await close()
  }
}

test.for(effects)(
  'TAS-13 DUR-1 a process that dies in a call of %s steps leaves none of them done twice',
  { timeout: 600_000 },
  async (effect) => {
    const deaths = await eachPoint(
      async (nth) => {
        const life: Life = { done: [], keys: new Map() }
        const run = await liveOnce(effect, nth, life)
        if (run === null) return false
        const [action] = await database.prisma.action.findMany({ where: { runId: run.runId } })
        const about = `death at commit ${nth}: ${JSON.stringify({ life: life.done, action })}`
        const isUnknown = action?.errorCode === 'OUTCOME_UNKNOWN'
        // A step that was running is never done again where nobody knows its end; another may be, with the key that it had.
        if (effect === 'once') {
          expect(new Set(life.done).size, about).toBe(life.done.length)
          if (!isUnknown) expect(action?.status, about).toBe('SUCCEEDED')
        } else expect(action?.status, about).toBe('SUCCEEDED')
        for (const keys of life.keys.values()) expect(keys.size, about).toBe(1)
        if (!isUnknown)
          expect(action?.output, about).toMatchObject({
            ...{ first: 'first is done', second: 'second is done', third: 'third is done' },
            ...{
              beside: 'beside is done',
              last: 'last is done',
              outcome: { status: 'ANSWERED', answer: { answer: 'Yes.' } },
            },
          })
        expect(run.row.status, about).toBe('COMPLETED')
        return true
      },
      { least: 3 },
    )
    expect(deaths).toBeGreaterThan(2)
  },
)
