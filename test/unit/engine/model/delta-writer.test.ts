import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Clock } from '../../../../src/domain/clock.ts'
import type { ModelChunk } from '../../../../src/domain/model.ts'
import { noRedaction, redacted } from '../../../../src/domain/redaction.ts'
import type { NewEvent } from '../../../../src/domain/run-event.ts'
import { createDeltaWriter } from '../../../../src/engine/model/delta-writer.ts'
import type { Entry } from '../../../../src/engine/run/journal.ts'
import { createRedactor } from '../../../../src/redaction/create-redactor.ts'
import { createFakeClock } from '../../../../src/testing/fake-clock.ts'

type Increment = Exclude<ModelChunk, { type: 'done' }>

/** A redactor of a run that knows these values. */
function redactorOf(values: readonly string[]) {
  return createRedactor({ values }).within({ mode: 'STRICT', sign: () => redacted })
}

const unredacted = noRedaction.within({ mode: 'STRICT', sign: () => redacted })

function setUp(clock: Clock, redactor = unredacted) {
  const written: { readonly at: number; readonly event: NewEvent }[] = []
  const journal = {
    write: ({ events = [] }: Entry) => {
      for (const event of events) written.push({ at: clock.now(), event })
    },
    flush: () => undefined,
    durable: async () => undefined,
    finish: async () => true,
  }
  const stop = new AbortController()
  const place = { messageId: 'm1', stepNumber: 1 }
  const writer = createDeltaWriter({ journal, clock, signal: stop.signal, redactor, ...place })
  const texts = () => written.map(({ event }) => ('text' in event.data ? event.data.text : ''))
  return { written, writer, stop, texts }
}

const said = (text: string): Increment => ({ type: 'text', text })

const thought = (text: string): Increment => ({ type: 'reasoning', text })

const argued = (callId: string, text: string): Increment => ({
  type: 'tool-arguments',
  callId,
  name: 't',
  text,
})

const increments = fc.oneof(
  fc.string({ minLength: 1, maxLength: 4 }).map(said),
  fc.string({ minLength: 1, maxLength: 4 }).map(thought),
  fc
    .tuple(fc.constantFrom('c1', 'text', 'reasoning'), fc.string({ minLength: 1 }))
    .map(([id, text]) => argued(id, text)),
)

const timeline = fc.array(fc.tuple(fc.nat({ max: 60 }), increments), { maxLength: 30 })

describe('the deltas of a message', () => {
  test('EVT-4 the first comes at once, later ones gather for 40 ms', async () => {
    const clock = createFakeClock()
    const { writer, texts } = setUp(clock)
    writer.add(said('Hel'))
    expect(texts()).toEqual(['Hel'])
    writer.add(said('lo'))
    writer.add(said(' you'))
    await clock.advance(39)
    expect(texts()).toEqual(['Hel'])
    await clock.advance(1)
    expect(texts()).toEqual(['Hel', 'lo you'])
  })

  test('EVT-4 each names its message, its step and its place in UTF-16 units', () => {
    const { writer, written } = setUp(createFakeClock())
    for (const text of ['😀', 'a']) {
      writer.add(said(text))
      writer.flush()
    }
    writer.add(argued('c1', '{}'))
    writer.flush()
    const base = { messageId: 'm1' }
    expect(written.map(({ event }) => event)).toEqual([
      { type: 'TextDelta', stepNumber: 1, data: { ...base, offset: 0, text: '😀' } },
      { type: 'TextDelta', stepNumber: 1, data: { ...base, offset: 2, text: 'a' } },
      {
        type: 'ArgumentsDelta',
        stepNumber: 1,
        data: { ...base, offset: 0, text: '{}', callId: 'c1', tool: 't' },
      },
    ])
  })

  test('EVT-4 streams that interleave make one delta each per 40 ms', async () => {
    const clock = createFakeClock()
    const { writer, texts } = setUp(clock)
    writer.add(said('first'))
    for (const n of [1, 2, 3]) {
      writer.add(argued('a', `a${n}`))
      writer.add(argued('b', `b${n}`))
    }
    await clock.advance(40)
    expect(texts()).toEqual(['first', 'a1a2a3', 'b1b2b3'])
  })

  test('EVT-4 an increment that comes while a flush is ending is not forgotten', async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const sleeps = [first.promise, second.promise]
    const { writer, texts } = setUp({
      now: () => 0,
      elapsed: () => 0,
      sleep: () => sleeps.shift() ?? Promise.reject(new Error('once more than expected')),
      after: () => () => undefined,
    })
    writer.add(said('a'))
    writer.add(said('b'))
    // It runs right after the flush, before whatever else waits for the same sleep.
    const late = first.promise.then(() => writer.add(said('c')))
    first.resolve()
    await late
    second.resolve()
    await new Promise(setImmediate)
    expect(texts()).toEqual(['a', 'b', 'c'])
  })

  test('EVT-4 flushing nothing writes nothing', () => {
    const { writer, written } = setUp(createFakeClock())
    writer.flush()
    expect(writer.shown).toBe(false)
    expect(written).toEqual([])
  })

  test('RUN-4 text gathered before an abort is written by the next flush', () => {
    const { writer, stop, texts } = setUp(createFakeClock())
    writer.add(said('a'))
    writer.add(said('b'))
    stop.abort(new Error('stopped'))
    writer.flush()
    expect(texts()).toEqual(['a', 'b'])
    expect(writer.text).toBe('ab')
  })

  test('TAS-7 EVT-4 a secret that comes in pieces is never shown, and offsets count the shown text', () => {
    const { writer, texts, written } = setUp(createFakeClock(), redactorOf(['hunter2-hunter2']))
    for (const letter of 'It is hunter2-hunter2, he said; hunt') {
      writer.add(said(letter))
      writer.add(argued('c1', letter))
    }
    writer.flush()
    expect(texts().join('')).not.toContain('hunter2')
    const shown = createStreams()
    for (const { event } of written) {
      const { stream, offset, text } = deltaOf(event)
      expect(offset).toBe(shown.textOf(stream).length)
      shown.append(stream, text, 0)
    }
    const whole = 'It is [redacted], he said; hunt'
    expect(shown.texts()).toEqual({ text: whole, 'call c1': whole })
    // The run continues with the text of the model.
    expect(writer.text).toBe('It is hunter2-hunter2, he said; hunt')
  })

  test('EVT-3 TAS-7 held-back reasoning comes before the text, and held-back text before the calls', async () => {
    const clock = createFakeClock()
    const { writer, written } = setUp(clock, redactorOf(['hunter2-hunter2']))
    for (const increment of [
      thought('I hunt'),
      thought(' the hun'),
      said('We hun'),
      argued('c1', '{"a":1}'),
    ]) {
      writer.add(increment)
      await clock.advance(40)
    }
    writer.flush()
    expect(shownIn(written)).toEqual(['reasoning: I hunt the hun', 'text: We hun', 'call c1: {"a":1}'])
  })

  test('EVT-3 reasoning that comes between texts stands between them', async () => {
    const clock = createFakeClock()
    const { writer, written } = setUp(clock, redactorOf(['hunter2-hunter2']))
    for (const increment of [
      thought('First I hunt'),
      said('One hunt'),
      thought('Then I hunt'),
      said('Two hunt'),
    ]) {
      writer.add(increment)
      await clock.advance(40)
    }
    writer.flush()
    expect(shownIn(written)).toEqual([
      'reasoning: First I hunt',
      'text: One hunt',
      'reasoning: Then I hunt',
      'text: Two hunt',
    ])
  })

  test('EVT-4 streams that take turns letter by letter are still gathered', async () => {
    const clock = createFakeClock()
    const { writer, written } = setUp(clock)
    for (let letter = 0; letter < 1_000; letter++) {
      writer.add(said('a'))
      writer.add(thought('b'))
    }
    await clock.advance(40)
    expect(written.length).toBeLessThan(50)
  })

  test.prop([timeline])(
    'EVT-4 nothing is lost, doubled or later than 40 ms, in any timing',
    async (steps) => {
      const clock = createFakeClock()
      const { writer, written } = setUp(clock)
      const added = createStreams()
      for (const [pause, increment] of steps) {
        await clock.advance(pause)
        added.append(nameOf(increment), increment.text, clock.now())
        writer.add(increment)
      }
      await clock.advance(40)
      const shown = createStreams()
      for (const { at, event } of written) {
        const { stream, offset, text } = deltaOf(event)
        expect(offset).toBe(shown.textOf(stream).length)
        expect(at - added.timeOf(stream, offset)).toBeLessThanOrEqual(40)
        shown.append(stream, text, at)
      }
      expect(shown.texts()).toEqual(added.texts())
    },
  )

  test.each([
    ['reasoning that text follows', [thought('It is c4nary-one-'), said('v4lue-two. Done')]],
    ['text that arguments follow', [said('It is c4nary-one-'), argued('c1', '{"a":"v4lue-two"}')]],
  ])('TAS-7 EVT-4 a known secret is shown in no part where it is cut: %s', (_name, parts) => {
    const { writer, texts } = setUp(createFakeClock(), redactorOf(['c4nary-one-v4lue-two']))
    for (const increment of parts) writer.add(increment)
    writer.flush()
    expect(texts().join('|')).not.toMatch(/c4nary|v4lue/)
  })

  test('TAS-7 EVT-4 the short beginning of a known secret stays, as other texts have it too', () => {
    const address = 'https://hooks.example.com/services/T0123/B4567'
    const { writer, texts } = setUp(createFakeClock(), redactorOf([address]))
    writer.add(thought('It begins with https://'))
    writer.add(said('Every address begins with https:// or http://.'))
    writer.flush()
    expect(texts().join('|')).toBe('It begins with https://|Every address begins with https:// or http://.')
  })
})

function nameOf(increment: Increment): string {
  return increment.type === 'tool-arguments' ? `call ${increment.callId}` : increment.type
}

function deltaOf(event: NewEvent) {
  switch (event.type) {
    case 'TextDelta':
      return { ...event.data, stream: 'text' }
    case 'ReasoningDelta':
      return { ...event.data, stream: 'reasoning' }
    case 'ArgumentsDelta':
      return { ...event.data, stream: `call ${event.data.callId}` }
    default:
      throw new Error(`${event.type} is no delta.`)
  }
}

/** Text that a reader of the log sees, in order: deltas of one stream that follow each other as one text. */
function shownIn(written: readonly { readonly event: NewEvent }[]): readonly string[] {
  const lines: string[] = []
  let before = ''
  for (const { event } of written) {
    const { stream, text } = deltaOf(event)
    if (stream === before) lines.push(`${lines.pop()}${text}`)
    else lines.push(`${stream}: ${text}`)
    before = stream
  }
  return lines
}

/** Texts that grow, with the time at which each of their units came. */
function createStreams() {
  const streams = new Map<string, { text: string; times: number[] }>()
  return {
    append(name: string, text: string, at: number) {
      const { text: before = '', times = [] } = streams.get(name) ?? {}
      streams.set(name, { text: before + text, times: [...times, ...Array<number>(text.length).fill(at)] })
    },
    textOf: (name: string) => streams.get(name)?.text ?? '',
    timeOf: (name: string, offset: number) => streams.get(name)?.times[offset] ?? Number.NaN,
    texts: () => Object.fromEntries([...streams].map(([name, { text }]) => [name, text])),
  }
}
