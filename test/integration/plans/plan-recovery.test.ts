import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { liveThroughDeath } from '../../support/live-through-death.ts'
import { longerThanEntriesWait, slowTool } from '../../support/slowly.ts'
import { eachPoint } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())

const plan: Json = {
  actions: [
    { name: 'read', type: 'TOOL', target: 'look', parameters: { at: 'a' }, outputKey: 'read' },
    { name: 'pay', type: 'TOOL', target: 'pay', parameters: { what: '$read' }, outputKey: 'paid' },
    {
      name: 'size',
      type: 'DECISION',
      branches: [{ name: 'yes', when: 'paid == "pay gave this"' }, { name: 'no' }],
    },
    { name: 'praise', type: 'TOOL', target: 'look', branch: 'size/yes', parameters: { at: '$paid' } },
    { name: 'blame', type: 'TOOL', target: 'look', branch: 'size/no' },
  ],
}

const second: Json = {
  actions: [{ name: 'again', type: 'TOOL', target: 'look', parameters: { at: '$paid' }, outputKey: 'again' }],
}

/** Runs two plans in a process that dies at its `nth` write, and then in another to its end; `null` where it ended before. */
async function planThroughDeath(nth: number, given: Json | null = null) {
  const calls: string[] = []
  const asked: number[] = []
  const live = createLiveModel()
  live.plays.m = async function* (request) {
    const said = request.messages.filter(({ role }) => role === 'assistant').length
    // A plan that the caller gave is no turn of the model.
    const turn = said + (given ? 1 : 0)
    asked.push(turn)
    const next = [{ plan }, { plan: second }][turn] ?? { answer: 'All done.', plan: null }
    await delay(longerThanEntriesWait)
    yield answer(request, JSON.stringify({ reasoning: '', goalAchieved: false, answer: null, ...next }))
  }
  const options: EngineOptions = {
    providers: [live],
    concurrency: 1,
    leaseMs: 3_600_000,
    tools: (['look', 'pay'] as const).map((name) =>
      slowTool(
        testTool(
          name,
          async (_args, { idempotencyKey }) => {
            calls.push(idempotencyKey.split('/').slice(1).join('/'))
            return `${name} gave this`
          },
          { effect: name === 'pay' ? 'once' : 'read' },
        ),
      ),
    ),
  }
  const run = await liveThroughDeath(database, nth, options, (engine) =>
    engine.trigger(() => ({ text: '' }), {
      agent: { model: 'live/m', planner: 'PLAN' },
      ...(given ? { trigger: { plan: given } } : {}),
    }),
  )
  if (run === null) return null
  const { runId } = run
  const actions = await database.prisma.action.findMany({ where: { runId } })
  const { context } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  return {
    run,
    calls,
    asked,
    context,
    statuses: Object.fromEntries(actions.map(({ name, status }) => [name, status])),
  }
}

describe('a run with plans whose process dies', () => {
  test.for([
    ['the model makes', null],
    ['the caller gives', plan],
  ] as const)(
    'DUR-1 DAG-2 DAG-5 TAS-5 with a plan that %s, at any write, goes on to the same end: no effect twice',
    async ([_, given]) => {
      const deaths = await eachPoint(
        async (nth) => {
          const story = await planThroughDeath(nth + 1, given)
          if (!story) return false
          const { run, calls, asked, context, statuses } = story
          expect(calls.filter((call) => call.endsWith('/pay')).length).toBeLessThanOrEqual(1)
          expect(run.row.status).toBe('COMPLETED')
          // A turn whose answer was not recorded is asked for once more; no other.
          expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(1)
          const isPaid = statuses.pay === 'SUCCEEDED'
          if (isPaid) {
            expect(statuses).toEqual({
              read: 'SUCCEEDED',
              pay: 'SUCCEEDED',
              size: 'SUCCEEDED',
              praise: 'SUCCEEDED',
              blame: 'SKIPPED',
              again: 'SUCCEEDED',
            })
            expect(context).toMatchObject({ paid: 'pay gave this', again: 'look gave this' })
          } else {
            // It was cut off in the middle: nobody knows whether it took effect, and it is not repeated.
            const failures = run.of('ActionFailed').map(({ errorCode }) => errorCode)
            expect(failures).toContain('OUTCOME_UNKNOWN')
          }
          const seqs = run.events.map(({ seq }) => seq)
          expect(seqs).toEqual(seqs.map((_, index) => index + 1))
          return true
        },
        { least: 7 },
      )
      expect(deaths).toBeGreaterThanOrEqual(7)
    },
  )

  test('RUN-4 LOOP-5 is aborted by its next owner with one message for the results of its plan', async () => {
    const begun = Promise.withResolvers<void>()
    const stuck = Promise.withResolvers<string>()
    const look = testTool('look', () => {
      begun.resolve()
      return stuck.promise
    })
    const first = await createTestEngine(database, { tools: [look] })
    const runId = await first.trigger(() => ({ text: '' }), {
      agent: { planner: 'PLAN' },
      trigger: { plan: { actions: [{ name: 'a', type: 'TOOL', target: 'look' }] } },
    })
    await begun.promise
    await first.die()
    // Its owner hears nothing of the abort any more.
    await first.services.runs.requestAbort(runId, null)
    const next = await createTestEngine(database, { tools: [look], project: first.project })
    const { row } = await next.finished(runId)
    expect(row.status).toBe('CANCELLED')
    const messages = await database.prisma.message.findMany({
      where: { runId },
      orderBy: { position: 'asc' },
    })
    expect(messages.map(({ role }) => role)).toEqual(['USER', 'USER'])
    expect(messages[1]?.content).toMatchObject({
      text: expect.stringMatching(/^Results of the plan:\n- a CANCELLED/),
    })
    await next.close()
    stuck.resolve('Late.')
    await first.close()
  })
})
