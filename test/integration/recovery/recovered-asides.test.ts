import { expect, test } from 'vitest'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { countRequest } from '../../../src/engine/context/count-tokens.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type FinishedRun, testTool } from '../../support/engine.ts'
import { finishedBy } from '../../support/finished-by.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, counting, createLiveModel, type Play } from '../../support/live-model.ts'
import { liveThroughDeath } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())

const options = { concurrency: 1, leaseMs: 3_600_000 }

/** How often each question was answered, as its provider would bill it. */
function billing(play: Play): { readonly play: Play; readonly bills: string[] } {
  const bills: string[] = []
  return {
    bills,
    play: async function* (request) {
      for await (const chunk of play(request)) {
        if (chunk.type === 'done') bills.push(request.messageId)
        yield chunk
      }
    },
  }
}

/** The text of what was streamed and not discarded. */
function shown({ of }: FinishedRun): string {
  const discarded = new Set(of('AttemptDiscarded').map(({ messageId }) => messageId))
  const kept = of('TextDelta').filter(({ messageId }) => !discarded.has(messageId))
  return kept.map(({ text }) => text).join('')
}

const recorded = (runId: string, purpose: 'LOOP' | 'COMPACTION') =>
  database.prisma.modelCall.findMany({
    where: { runId, purpose, errorCode: null, questionHash: { not: null } },
  })

async function replayed(runId: string): Promise<string | null> {
  const { projectId } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  const project = await database.prisma.project.findUniqueOrThrow({ where: { id: projectId } })
  const engine = await createTestEngine(database, { ...options, project })
  const replay = await engine.operations.history.replayRun({ projectId, runId, tools: 'RECORDED' })
  const { row } = await engine.finished(replay.runId)
  await engine.close()
  return row.summary
}

test('LOOP-10 DUR-1 MOD-8 a death between the parts of an LLM action costs one part at most, and no part that is recorded', {
  timeout: 120_000,
}, async () => {
  const parts = ['One, ', 'two, ', 'three, ', 'four.']
  const write = {
    name: 'write',
    type: 'LLM',
    target: '',
    parameters: { prompt: 'Count.' },
    outputKey: 'text',
  }
  const deaths = await eachPoint(
    async (nth) => {
      const live = createLiveModel()
      const { play, bills } = billing((request) => {
        const place = request.messages.filter(({ role }) => role === 'assistant').length
        return finishedBy(request, place < 3 ? 'LENGTH' : 'STOP', parts[place] ?? '')
      })
      live.plays.parts = play
      const run = await liveThroughDeath(database, nth, { ...options, providers: [live] }, (engine) =>
        engine.trigger(() => ({}), {
          agent: { model: 'live/parts', planner: 'PLAN', protocolMode: 'STRICT' },
          trigger: { plan: { reasoning: 'One call.', actions: [write] } },
        }),
      )
      if (!run) return false
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'One, two, three, four.' })
      const calls = await recorded(run.runId, 'LOOP')
      expect(
        calls.map(({ answer: said }) => JSON.stringify(said)).filter((said) => said.includes('One, ')),
      ).toHaveLength(1)
      expect(calls).toHaveLength(4)
      expect(bills.length).toBeLessThanOrEqual(5)
      expect(shown(run)).toBe('One, two, three, four.')
      expect(await replayed(run.runId)).toBe('One, two, three, four.')
      return true
    },
    { least: 5 },
  )
  expect(deaths).toBeGreaterThan(4)
})

test.for([1, 2, 3])(
  'CTX-2 DUR-1 MOD-8 a death after the notes on part %i of a history has those on no part paid for again',
  { timeout: 60_000 },
  async (last) => {
    const live = createLiveModel()
    const { play, bills } = billing(async function* (request: ModelRequest) {
      yield answer(request, `Notes of ${countRequest(request)}.`)
    })
    live.plays.clerk = play
    live.plays.digger = async function* (request) {
      const dug = request.messages.filter(({ role }) => role === 'assistant').length
      const isLast = JSON.stringify(request).includes('Notes of')
      const calls = isLast ? [] : [{ name: 'dig', arguments: { dug } }]
      yield counting(request, answer(request, isLast ? 'Done.' : `Dig ${dug}.`, calls))
    }
    let noted = 0
    const doomed = createDoomed((commit) => {
      const dies = noted >= last
      noted += commit.modelCalls?.filter(({ purpose }) => purpose === 'COMPACTION').length ?? 0
      return dies
    })
    const modelInfo = (_provider: string, model: string) => ({
      contextWindow: model === 'clerk' ? 3_000 : 12_000,
      maxOutputTokens: 1_000,
    })
    const dig = testTool('dig', async () => 'stone and sand, '.repeat(200))
    const each = { ...options, tools: [dig], providers: [live], modelInfo }
    const first = await createTestEngine(database, { ...each, replace: doomed.replace })
    const agent = { model: 'live/digger', compaction: { models: ['live/clerk'] } }
    const runId = await first.trigger(() => ({}), { agent })
    await doomed.dead
    await first.die()
    const next = await createTestEngine(database, each)
    const run = await next.finished(runId)
    doomed.bury()
    await Promise.all([first.close(), next.close()])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    const calls = await recorded(runId, 'COMPACTION')
    expect(calls.length).toBeGreaterThan(3)
    expect(new Set(calls.map(({ questionHash }) => questionHash)).size).toBe(calls.length)
    expect(bills.length - calls.length).toBeLessThanOrEqual(1)
  },
)
