import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { readLastTurn, readPlannerTurn } from '../../../../src/engine/plan/planner-prompt.ts'
import { createLastTurnStream, createPlannerStream } from '../../../../src/engine/plan/planner-stream.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

/** Shown text of a turn that comes in these pieces. */
function shown(pieces: readonly string[]) {
  const stream = createPlannerStream()
  const all = pieces.flatMap((piece) => stream.push(piece))
  const of = (type: string) =>
    all
      .filter((one) => one.type === type)
      .map(({ text }) => text)
      .join('')
  return { text: of('text'), reasoning: of('reasoning') }
}

function inPieces(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
  return [...places, text.length].map((end, index) => text.slice(index === 0 ? 0 : places[index - 1], end))
}

const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('{"answer": "no"}', '\\', '"', '\u0000', '😀'),
)
const cuts = fc.array(fc.nat({ max: 2_000 }), { maxLength: 60 })
const turn = fc.record({
  reasoning: words,
  goalAchieved: fc.boolean(),
  answer: fc.option(words),
  plan: fc.option(
    fc.record({ actions: fc.array(fc.record({ name: words, answer: words, reasoning: fc.json() })) }),
  ),
})
const writing = fc.record({
  order: fc.shuffledSubarray(['reasoning', 'goalAchieved', 'answer', 'plan'] as const, { minLength: 4 }),
  space: fc.constantFrom(0, 1, '\t'),
  isAscii: fc.boolean(),
  ahead: fc.constantFrom('', '<think>{"answer": "maybe"}</think>', 'Here it is:\n```json\n'),
  after: fc.constantFrom('', '\n``` Fine? {"answer": "other"}'),
})

describe('the words of a planner, as they come', () => {
  test.prop([turn, writing, cuts])(
    'EVT-3 are its reasoning and its answer, whatever the pieces and whatever stands around them, and no JSON',
    (said, { order, space, isAscii, ahead, after }, places) => {
      const ordered = Object.fromEntries(order.map((name) => [name, said[name]]))
      const json = JSON.stringify(ordered, null, space)
      const text = isAscii ? json.replaceAll(/[^ -~\s]/g, asEscape) : json
      expect(shown(inPieces(ahead + text + after, places))).toEqual({
        text: said.answer ?? '',
        reasoning: said.reasoning,
      })
    },
  )

  test.prop([fc.string(), cuts])('EVT-3 never throw, whatever a model writes', (text, places) => {
    expect(() => shown(inPieces(text, places))).not.toThrow()
  })

  test('EVT-3 come as soon as they are written, up to where the turn is cut off', () => {
    expect(shown(['{"reasoning": "I kn'])).toEqual({ text: '', reasoning: 'I kn' })
    expect(shown(['{"reasoning": "", "answer": "It is \\u00', 'e9'])).toEqual({
      text: 'It is é',
      reasoning: '',
    })
    expect(shown(['I would say {nothing} of it'])).toEqual({ text: '', reasoning: '' })
  })

  test('EVT-3 take time in proportion to the turn', () => {
    const stream = createPlannerStream()
    stream.push('{"answer": "')
    const startedAt = cpuMs()
    for (let n = 0; n < 200_000; n++) stream.push('word ')
    // A parse of the whole at each increment would take minutes.
    expect(cpuMs() - startedAt).toBeLessThan(5_000)
  })
})

test.each([
  ['thoughts', '<think>', 'word '],
  ['words', '', 'word '],
  ['thoughts within thoughts', '', '<think>'],
  ['short thoughts', '', '<think></think>'],
])('EVT-3 TAS-1 what stands ahead of the JSON takes time in proportion to it: %s', (_what, first, more) => {
  const startedAt = cpuMs()
  const stream = createPlannerStream()
  stream.push(first)
  for (let n = 0; n < 100_000; n++) stream.push(more)
  readPlannerTurn(first + more.repeat(100_000))
  // Looked through anew at each increment, or from each beginning of a thought, it would take from seconds to minutes.
  expect(cpuMs() - startedAt).toBeLessThan(1_500)
})

test('EVT-3 text about thoughts in an answer is a part of it', () => {
  const turn = `<think>So {this}.</think>{"answer": "Write <think>so</think> here."}`
  const words = 'Write <think>so</think> here.'
  expect(readPlannerTurn(turn)).toMatchObject({ kind: 'answer', text: words })
  expect(shown(turn.split(''))).toEqual({ text: words, reasoning: '' })
  expect(readPlannerTurn(`<think>I go on {"answer": "yes"}`)).toMatchObject({ kind: 'answer', text: 'yes' })
})

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

describe('the last words of a planner', () => {
  const lastWords = (pieces: readonly string[]) => {
    const stream = createLastTurnStream()
    return pieces.flatMap((piece) => stream.push(piece)).map(({ type, text }) => `${type}: ${text}`)
  }

  test('LIM-3 that are plain are shown as they come, also where they have braces', () => {
    expect(lastWords([' ', 'So ', 'far {1}.'])).toEqual(['text:  So ', 'text: far {1}.'])
  })

  test.each([
    ['a turn in a block of Markdown', '```json\n{"reasoning":"r","answer":"So far."}\n```', 'So far.', false],
    ['a turn that was cut off', '{"reasoning":"r","answer":"So f', 'So f', false],
    ['words in a block of Markdown', '`look` came first.', '`look` came first.', false],
    ['an empty turn', '{"reasoning":null,"answer":null,"plan":null}', '', false],
    ['a plan', '{"reasoning":"r","answer":null,"plan":{"actions":[]}}', '', true],
  ] as const)('LIM-3 are read from %s', (_name, text, words, isPlan) => {
    expect(readLastTurn(text)).toEqual({ words, isPlan })
  })

  test('LIM-3 that are a turn are shown as one', () => {
    expect(lastWords(['\n{"rea', 'soning":"r","answer":"So ', 'far."}'])).toEqual([
      'reasoning: r',
      'text: So ',
      'text: far.',
    ])
  })
})
