import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type ContextView, type HistoryEntry, wholeView } from '../../../../src/domain/context-view.ts'
import type { Message } from '../../../../src/domain/message.ts'
import { copyHistory } from '../../../../src/engine/commands/starting-point.ts'
import { show } from '../../../../src/engine/context/show.ts'

const user = (text: string): Message => ({ role: 'user', text })

const own = (...messages: readonly Message[]) =>
  messages.map((message, position) => ({ runId: 'a', position, message, stepNumber: position }))

/** Messages that the model of the fork is shown. */
function shown(taken: ReturnType<typeof copyHistory>): readonly Message[] {
  const history = taken.messages.map(({ message }, position) => ({ runId: 'b', position, message }))
  return show(history, taken.view ?? wholeView)
}

describe('RUN-9 a history that is taken over', () => {
  test('is the same, with the places of its messages', () => {
    const taken = copyHistory({ earlier: [], own: own(user('1'), user('2')), view: wholeView }, 'a', 'b')
    expect(taken).toEqual({
      messages: [
        { message: user('1'), stepNumber: 0 },
        { message: user('2'), stepNumber: 1 },
      ],
      view: null,
    })
  })

  test('CTX-2 is shown as it was, and keeps the covered part', () => {
    const view: ContextView = { ...wholeView, covered: { a: 0 }, summary: 'Notes.', dropped: 1 }
    const taken = copyHistory({ earlier: [], own: own(user('1'), user('2')), view }, 'a', 'b')
    expect(taken.messages).toHaveLength(2)
    expect(taken.view).toEqual({ ...view, covered: { b: 0 } })
  })

  test('CTX-6 has the earlier messages of its session', () => {
    const earlier: readonly HistoryEntry[] = [{ runId: 'x', position: 4, message: user('Before.') }]
    const view: ContextView = { ...wholeView, covered: { x: 3 }, summary: 'Notes.' }
    const taken = copyHistory({ earlier, own: own(user('1')), view }, 'a', 'b')
    expect(taken.messages.map(({ message }) => message)).toEqual([user('Before.'), user('1')])
    expect(taken.view).toEqual({ ...view, covered: {} })
  })
})

const result = (n: number): Message => ({
  ...{ role: 'tool', callId: `${n}`, name: 't', isError: false },
  text: `${n} `.repeat(300),
})

property.prop([
  fc.nat({ max: 3 }),
  fc.nat({ max: 6 }),
  fc.integer({ min: -1, max: 2 }),
  fc.integer({ min: -1, max: 5 }),
  fc.boolean(),
])(
  'RUN-9 CTX-2 the model of a fork is shown the same as that of the original',
  (earlier, length, coveredX, mark, isCut) => {
    const others = Array.from({ length: earlier }, (_, position) => ({
      runId: 'x',
      position,
      message: result(position),
    }))
    const mine = own(...Array.from({ length }, (_, n) => result(10 + n)))
    // A later message is covered or cut only where all before it are.
    const all = earlier === 0 || coveredX >= earlier - 1
    const marks = { ...(coveredX >= 0 && { x: coveredX }), ...(all && mark >= 0 && { a: mark }) }
    const view: ContextView = isCut
      ? { ...wholeView, cut: marks, cutTo: 100 }
      : { ...wholeView, covered: marks, summary: 'Notes.' }
    const uncovered = isCut ? others : others.filter(({ position }) => position > coveredX)
    const taken = copyHistory({ earlier: uncovered, own: mine, view }, 'a', 'b')
    const words = (messages: readonly Message[]) =>
      messages.map((message) => ('text' in message ? message.text : ''))
    expect(words(shown(taken))).toEqual(words(show([...others, ...mine], view)))
  },
)
