import { describe, expect, test } from 'vitest'
import { ModelError, type ModelRequest } from '../../../src/domain/model.ts'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type FinishedRun, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'

const live = createLiveModel()

const look = testTool('look', async () => 'seen')

const secret = 'hunter2-hunter2'

const database = forFile(await createTestDatabase())
const redactor = createRedactor({ values: [secret] })
const engine = forFile(await createTestEngine(database, { providers: [live], tools: [look], redactor }))

const turnOf = (more: object) =>
  JSON.stringify({ reasoning: 'Because.', goalAchieved: false, answer: null, plan: null, ...more })

const planOf = (...actions: readonly object[]) => turnOf({ plan: { actions } })

const looking = planOf({ name: 'a', type: 'TOOL', target: 'look', parameters: {} })

/** Says a text in pieces of seven characters. */
async function* inPieces(request: ModelRequest, text: string, isEnding = true): ReturnType<Play> {
  for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) yield { type: 'text', text: piece } as const
  if (isEnding) yield answer(request, text)
}

let plays = 0

/** A planner that says these turns in order. LLM actions are answered by `live/teller`. */
async function planning(turns: readonly (string | Play)[]): Promise<FinishedRun> {
  const name = `planner-${plays++}`
  let at = 0
  live.plays[name] = (request) => {
    const turn = turns[at++] ?? ''
    return typeof turn === 'string' ? inPieces(request, turn) : turn(request)
  }
  return engine.run(() => ({}), { agent: { planner: 'PLAN', model: `live/${name}` } })
}

/** The text of each message that was shown and not discarded, in the order in which they began. */
function texts({ events }: FinishedRun, type: 'TextDelta' | 'ReasoningDelta' = 'TextDelta') {
  const messages = new Map<string, { text: string; actionId: string | null }>()
  for (const event of events) {
    if (event.type === 'AttemptDiscarded') messages.delete(event.data.messageId)
    if (event.type !== type) continue
    const { messageId, offset, text, llmActionId: actionId = null } = event.data
    const before = messages.get(messageId) ?? { text: '', actionId }
    expect(offset).toBe(before.text.length)
    messages.set(messageId, { text: before.text + text, actionId })
  }
  return [...messages.values()]
}

const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type)

describe('an agent that plans', () => {
  test('EVT-3 EVT-4 streams its reasoning and its final answer as they are written, and no JSON', async () => {
    const told = 'It was seen: "twice", they say.'
    const run = await planning([looking, turnOf({ answer: told })])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: told })
    expect(texts(run)).toEqual([{ text: told, actionId: null }])
    expect(texts(run, 'ReasoningDelta').map(({ text }) => text)).toEqual(['Because.', 'Because.'])
    expect(run.of('TextDelta').length).toBeGreaterThan(0)
    const types = typesOf(run.events)
    expect(types.indexOf('ReasoningDelta')).toBeLessThan(types.indexOf('PlanGenerated'))
    expect(types.lastIndexOf('TextDelta')).toBeLessThan(types.indexOf('FinalAnswer'))
    const steps = await database.prisma.step.findMany({ where: { runId: run.runId } })
    expect(steps.map(({ reasoning }) => reasoning)).toEqual(['Because.', 'Because.'])
  })

  test('EVT-3 LOOP-7 two answers in one turn are none: their streamed text is void, and the model is asked for one', async () => {
    const run = await planning(['{"answer": "Yes.", "answer": "No."}', turnOf({ answer: 'Yes, at last.' })])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Yes, at last.' })
    expect(texts(run)).toEqual([{ text: 'Yes, at last.', actionId: null }])
    expect(run.of('AttemptDiscarded')).toMatchObject([{ reason: 'PLAN_INVALID' }])
  })

  test('EVT-3 shows an answer before the turn has ended', async () => {
    const shown = Promise.withResolvers<void>()
    const whole = turnOf({ answer: 'The beginning is here. The end is not.' })
    const cut = whole.indexOf('The end')
    const runs: string[] = []
    live.plays.slow = async function* (request) {
      yield* inPieces(request, whole.slice(0, cut), false)
      await shown.promise
      yield { type: 'text', text: whole.slice(cut) }
      yield answer(request, whole)
    }
    runs.push(await engine.trigger(() => ({}), { agent: { planner: 'PLAN', model: 'live/slow' } }))
    const { data } = await engine.seen(runs[0] ?? '', 'TextDelta')
    shown.resolve()
    expect('text' in data && 'The beginning is here. '.startsWith(data.text)).toBe(true)
    const run = await engine.finished(runs[0] ?? '')
    expect(texts(run).map(({ text }) => text)).toEqual(['The beginning is here. The end is not.'])
  })

  test('MOD-6 DAG-1 voids the shown text of a turn that is sent back', async () => {
    const broken = turnOf({ answer: 'Never mind.', plan: { actions: [{ name: 'a' }] } })
    const run = await planning([broken, turnOf({ answer: 'Mended.' })])
    expect(run.of('AttemptDiscarded')).toMatchObject([{ reason: 'PLAN_INVALID' }])
    expect(texts(run)).toEqual([{ text: 'Mended.', actionId: null }])
  })

  test('MOD-6 voids the words of an attempt that breaks off', async () => {
    const broken: Play = async function* (request) {
      yield* inPieces(request, '{"reasoning": "Hm", "answer": "It is', false)
      throw new ModelError('NETWORK', 'The line broke.', { retryable: true })
    }
    const run = await planning([broken, turnOf({ answer: 'It is so.' })])
    expect(run.of('AttemptDiscarded')).toMatchObject([{ reason: 'NETWORK' }])
    expect(texts(run)).toEqual([{ text: 'It is so.', actionId: null }])
  })

  test('TAS-7 holds back secrets, also those that come in pieces and escaped', async () => {
    const run = await planning([
      turnOf({ answer: `It is ${secret}, they say.` }).replace('hunter2-', 'hunter\\u0032-'),
    ])
    expect(JSON.stringify(run.events)).not.toContain(secret)
    expect(texts(run)[0]?.text).toMatch(/^It is \[redacted.*\], they say\.$/)
  })

  test('DAG-7 TAS-7 a choice that the server takes out fails in its row and in its event', async () => {
    const branches = [{ name: secret }, { name: 'other' }]
    const decision = { name: 'route', type: 'DECISION', branches, parameters: { question: 'Which?' } }
    const taken = { name: 'a', type: 'TOOL', target: 'look', branch: `route/${secret}` }
    const choice = JSON.stringify({ branch: secret })
    const run = await planning([planOf(decision, taken), choice, turnOf({ answer: 'Decided.' })])
    const rows = await database.prisma.action.findMany({
      where: { runId: run.runId },
      orderBy: { position: 'asc' },
    })
    expect(rows).toMatchObject([{ status: 'FAILED', errorCode: 'BRANCH_UNKNOWN' }, { status: 'SKIPPED' }])
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'BRANCH_UNKNOWN' }])
  })

  test('RUN-4 one that is aborted keeps the words of its answer so far', async () => {
    const endless: Play = async function* (request) {
      yield* inPieces(request, '{"reasoning": "Hm.", "answer": "So far so good', false)
      await new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
      })
    }
    live.plays.endless = endless
    const runId = await engine.trigger(() => ({}), { agent: { planner: 'PLAN', model: 'live/endless' } })
    await engine.seen(runId, 'TextDelta')
    await engine.operations.abortRun({ projectId: engine.project.id, runId, by: 'test' })
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', summary: expect.stringMatching(/^So far/) })
  })
})

describe('an LLM action', () => {
  const asking = (more: object = {}) => ({
    name: 'tell',
    type: 'LLM',
    target: 'live/teller',
    parameters: { prompt: 'Tell.' },
    ...more,
  })

  test('EVT-3 DAG-8 streams its answer between its start and its end, attributed to it', async () => {
    live.plays.teller = (request) => inPieces(request, 'Once upon a time.')
    const run = await planning([planOf(asking(), asking({ name: 'other' })), turnOf({ answer: 'Told.' })])
    const actions = await database.prisma.action.findMany({ where: { runId: run.runId } })
    expect(texts(run).toSorted((a, b) => b.text.localeCompare(a.text))).toEqual([
      { text: 'Told.', actionId: null },
      ...actions.map(() => ({ text: 'Once upon a time.', actionId: expect.any(String) })),
    ])
    for (const { id } of actions) {
      const own = run.events.filter(
        ({ data }) =>
          ('actionId' in data && data.actionId === id) || ('llmActionId' in data && data.llmActionId === id),
      )
      const types = typesOf(own)
      expect(types.at(0)).toBe('ActionStarted')
      expect(types.at(-1)).toBe('ActionCompleted')
      expect(new Set(types.slice(1, -1))).toEqual(new Set(['TextDelta']))
    }
    expect(run.row.summary).toBe('Told.')
  })

  test('EVT-3 shows no JSON of one that gives data', async () => {
    live.plays.teller = (request) => inPieces(request, '{"tale": "Once."}')
    const outputSchema = { type: 'object', properties: { tale: { type: 'string' } } }
    const run = await planning([planOf(asking({ outputSchema })), turnOf({ answer: 'Told.' })])
    expect(texts(run)).toEqual([{ text: 'Told.', actionId: null }])
  })

  test('MOD-6 voids the text shown before its owner was lost: it is recorded once', async () => {
    let asked = 0
    live.plays.teller = async function* (request) {
      asked += 1
      yield* inPieces(request, 'Once upon', false)
      if (asked === 1) {
        const [run] = await database.prisma.run.findMany({ where: { status: 'RUNNING' } })
        await expect
          .poll(() => database.prisma.event.count({ where: { runId: run?.id ?? '', type: 'TextDelta' } }), {
            timeout: 15_000,
          })
          .toBeGreaterThan(0)
        await loseOwner(database, run?.id ?? '')
      }
      yield { type: 'text', text: ' a time.' }
      yield answer(request, 'Once upon a time.')
    }
    const run = await planning([planOf(asking()), turnOf({ answer: 'Told.' }), turnOf({ answer: 'Told.' })])
    expect(run.of('AttemptDiscarded')).toMatchObject([{ reason: 'RECOVERY' }])
    expect(texts(run).map(({ text }) => text)).toEqual(['Once upon a time.', 'Told.'])
  })
})

test.each([
  ['is asked for', [turnOf({ answer: ' ' }), turnOf({ answer: 'Here.' })], 'Here.', ['PLAN_REJECTED']],
  [
    'that stays empty draws a warning; it was asked for',
    [turnOf({ answer: '' })],
    '',
    ['PLAN_REJECTED', 'EMPTY_ANSWER'],
  ],
] as const)(
  'LOOP-10 an empty answer of a planner %s once more',
  async (_what, [first, second = first], summary, codes) => {
    const { row, of } = await planning([first, second])
    expect(row).toMatchObject({ status: 'COMPLETED', summary })
    expect(of('Warning').map(({ code }) => code)).toEqual(codes)
  },
)
