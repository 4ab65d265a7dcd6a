import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  type ContextView,
  type HistoryEntry,
  isMarked,
  wholeView,
} from '../../../../src/domain/context-view.ts'
import { type Message, toolCallsOf } from '../../../../src/domain/message.ts'
import { countMessages } from '../../../../src/domain/token-estimate.ts'
import { compact } from '../../../../src/engine/context/compact.ts'
import { show } from '../../../../src/engine/context/show.ts'
import { propertyTrials } from '../../../support/trials.ts'

const words = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ maxCount: 30 }) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('ภาษาไทย'.repeat(20), '漢字'.repeat(50)),
)
const resultText = fc.oneof(words, fc.constant('row 17 of the table\n'.repeat(500)))
const turn = fc.record({
  request: fc.option(words, { nil: null }),
  said: words,
  results: fc.array(resultText, { maxLength: 3 }),
  isSteered: fc.boolean(),
})
const runs = fc.array(fc.array(turn, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
const history = runs.map((ofRuns) => ofRuns.flatMap((turns, index) => historyOf(`run-${index}`, turns)))
const limits = fc.record({
  target: fc.integer({ min: 50, max: 8_000 }),
  above: fc.integer({ min: 0, max: 2_000 }),
})
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never

function historyOf(runId: string, turns: readonly Turn[]): readonly HistoryEntry[] {
  const messages = turns.flatMap(({ request, said, results, isSteered }, at): Message[] => [
    ...(at === 0 || request !== null ? [{ role: 'user' as const, text: request ?? 'Go on.' }] : []),
    {
      role: 'assistant',
      messageId: `${runId}-${at}`,
      parts: [
        { type: 'text', text: said },
        ...results.map((_, n) => ({
          type: 'tool-call' as const,
          callId: `${at}-${n}`,
          name: 'look',
          arguments: '{}',
        })),
      ],
    },
    ...results.flatMap((text, n): Message[] => [
      ...(isSteered && n === 1 ? [{ role: 'user' as const, text: 'And quickly.' }] : []),
      { role: 'tool', callId: `${at}-${n}`, name: 'look', text, isError: false },
    ]),
  ])
  return messages.map((message, position) => ({ runId, position, message }))
}

function run(
  entries: readonly HistoryEntry[],
  { target, above }: { target: number; above: number },
  view: ContextView = wholeView,
  summarise: () => Promise<string | null> = async () => 'Notes.',
) {
  return compact({
    history: entries,
    view,
    runId: entries.at(-1)?.runId ?? '',
    target,
    room: target + above,
    keepRecent: Math.floor(target / 3),
    summaryRoom: 2_000,
    summarise,
  })
}

const left = (entries: readonly HistoryEntry[], { covered }: ContextView) =>
  entries.filter((entry) => !isMarked(entry, covered))

describe('compaction', () => {
  test.prop([history, limits], propertyTrials(25))(
    'CTX-2 shrinks strictly, or changes nothing',
    async (entries, limit) => {
      const { view, strategies, tokensBefore, tokensAfter } = await run(entries, limit)
      expect(tokensAfter).toBe(countMessages(show(entries, view)))
      if (strategies.length === 0) expect(view).toEqual(wholeView)
      else expect(tokensAfter).toBeLessThan(tokensBefore)
    },
  )

  test.prop([history, limits], propertyTrials(25))(
    'CTX-2 a history that fits is left alone',
    async (entries, limit) => {
      const once = await run(entries, limit)
      fc.pre(once.tokensAfter <= limit.target)
      expect(await run(entries, limit, once.view)).toMatchObject({ view: once.view, strategies: [] })
    },
  )

  test.prop([history, limits], propertyTrials(25))(
    'CTX-2 a call is never parted from its result',
    async (entries, limit) => {
      const { view } = await run(entries, limit)
      const shown = new Set(left(entries, view))
      const turnOf = new Map<string, boolean>()
      for (const entry of entries) {
        const { runId, message } = entry
        if (message.role === 'assistant')
          for (const { callId } of toolCallsOf(message)) turnOf.set(`${runId} ${callId}`, shown.has(entry))
        if (message.role === 'tool') expect(shown.has(entry)).toBe(turnOf.get(`${runId} ${message.callId}`))
      }
    },
  )

  test.prop([history, limits], propertyTrials(25))(
    'CTX-2 the requests of the run stay word for word',
    async (entries, limit) => {
      const { view } = await run(entries, limit)
      const runId = entries.at(-1)?.runId
      const asked = entries.filter((entry) => entry.runId === runId && entry.message.role === 'user')
      const messages = show(entries, view)
      for (const { message } of asked) expect(messages).toContainEqual(message)
    },
  )

  test.prop([history, limits], propertyTrials(25))(
    'CTX-2 a stored view shows the same',
    async (entries, limit) => {
      const { view } = await run(entries, limit)
      expect(show(left(entries, view), view)).toEqual(show(entries, view))
    },
  )

  test.prop([history, limits], propertyTrials(25))('CTX-2 marks never go back', async (entries, limit) => {
    const first = await run(entries, limit)
    const second = await run(entries, { target: Math.floor(limit.target / 2), above: 0 }, first.view)
    for (const [runId, mark] of Object.entries(first.view.covered))
      expect(second.view.covered[runId]).toBeGreaterThanOrEqual(mark)
  })

  test.prop([history, limits, fc.boolean()], propertyTrials(50))(
    'CTX-2 the result fits the room, or there is nothing more to drop',
    async (entries, limit, hasNotes) => {
      const summarise = async () => (hasNotes ? 'Notes.' : null)
      const once = await run(entries, limit, wholeView, summarise)
      if (once.tokensAfter <= limit.target + limit.above) return
      // The last turn remains, with its results as short as they get, and the requests.
      expect(once.view.cutTo ?? 400).toBe(400)
      const again = await run(entries, limit, once.view, async () => null)
      expect(again).toMatchObject({ view: once.view, strategies: [] })
    },
  )

  test.each([
    ['with notes', async () => 'Notes.'],
    ['without', async () => null],
  ])('CTX-2 one compaction %s looks at each message a bounded number of times', async (_name, summarise) => {
    const looksPerMessage = async (turns: number) => {
      const counter = { looks: 0 }
      const entries = counting(longHistory(turns), counter)
      const { strategies } = await run(entries, { target: 6_000, above: 2_000 }, wholeView, summarise)
      expect(strategies).not.toEqual([])
      return counter.looks / entries.length
    }
    const few = await looksPerMessage(500)
    expect(await looksPerMessage(4_000)).toBeLessThan(few * 1.5)
  })

  test('CTX-2 fifty compactions of a growing history take twice the work of half as many', async () => {
    const looksAfter = async (compactions: number) => {
      const counter = { looks: 0 }
      const all = counting(longHistory(compactions * 40), counter)
      let entries: readonly HistoryEntry[] = []
      let view = wholeView
      for (let n = 0; n < compactions; n++) {
        entries = [...entries, ...all.slice(n * 80, (n + 1) * 80)]
        const done = await run(entries, { target: 3_000, above: 1_000 }, view)
        expect(done.strategies).not.toEqual([])
        view = done.view
        // As the loop does: what is covered is not kept in memory.
        entries = left(entries, view)
      }
      return counter.looks
    }
    expect(await looksAfter(50)).toBeLessThan((await looksAfter(25)) * 2.2)
  })

  test('CTX-2 turns are summarised in chunks, each turn in one', async () => {
    const facts = Array.from({ length: 20 }, (_, n) => `Fact ${n}. `.repeat(40))
    const entries = historyOf('run-0', facts.map(turnSaying))
    const read: string[] = []
    await compact({
      history: entries,
      view: wholeView,
      runId: 'run-0',
      target: 600,
      room: 1_000_000,
      keepRecent: 300,
      summaryRoom: 500,
      summarise: async ({ text }) => {
        read.push(text)
        return 'Notes.'
      },
    })
    expect(read.length).toBeGreaterThan(3)
    const known = facts.filter((fact) => read.some((text) => text.includes(fact.trim())))
    expect(known.length).toBeGreaterThan(read.length)
    for (const fact of known) expect(read.filter((text) => text.includes(fact.trim()))).toHaveLength(1)
  })

  test('CTX-2 a summary that is no shorter than its messages is refused, and the oldest dropped', async () => {
    const entries = historyOf(
      'run-0',
      Array.from({ length: 20 }, (_, n) => turnSaying(`Fact ${n}. `.repeat(40))),
    )
    const compacted = await compact({
      history: entries,
      view: wholeView,
      runId: 'run-0',
      target: 1_000,
      room: 1_000,
      keepRecent: 300,
      summaryRoom: 2_000,
      summarise: async ({ text }) => text.repeat(3),
    })
    expect(compacted.strategies).toEqual(['DROP_OLDEST'])
    expect(compacted.view).toMatchObject({ summary: null })
    expect(compacted.view.dropped).toBeGreaterThan(0)
    expect(compacted.tokensAfter).toBeLessThanOrEqual(1_000)
  })
})

/** Entries that count how often their messages are looked at. */
function counting(entries: readonly HistoryEntry[], counter: { looks: number }): readonly HistoryEntry[] {
  return entries.map(({ runId, position, message }) => ({
    runId,
    position,
    get message() {
      counter.looks += 1
      return message
    },
  }))
}

/** Turns of two messages: a call, and its result of some hundred tokens. */
function longHistory(turns: number): readonly HistoryEntry[] {
  return Array.from({ length: turns }, (_, turn) => turn * 2).flatMap((position): HistoryEntry[] => {
    const callId = `c${position}`
    const call = { type: 'tool-call', callId, name: 'look', arguments: '{}' } as const
    const text = 'stone and sand, '.repeat(30)
    return [
      { runId: 'r', position, message: { role: 'assistant', messageId: `m${position}`, parts: [call] } },
      {
        runId: 'r',
        position: position + 1,
        message: { role: 'tool', callId, name: 'look', text, isError: false },
      },
    ]
  })
}

function turnSaying(said: string): Turn {
  return { request: null, said, results: [], isSteered: false }
}
