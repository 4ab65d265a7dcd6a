import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { NewEvent, RunEvent } from '../../../src/domain/run-event.ts'
import { detect, initialObservation, type Observed, observeEvent } from '../../../src/monitor/detect.ts'
import { logOf, numbered, type PlayedCall, type PlayedStep, warning } from './log-of.ts'

function observed(events: readonly RunEvent[]): Observed {
  return events.reduce(observeEvent, initialObservation)
}

/** Findings at the end of each step, from the first. */
function found(steps: readonly PlayedStep[]): readonly string[] {
  return steps.map((_, index) => told(detect(observed(logOf(steps.slice(0, index + 1))))))
}

function told(findings: ReturnType<typeof detect>): string {
  return findings.map(({ kind, isSevere }) => `${kind}${isSevere ? '!' : ''}`).join(' ')
}

const stepOf = (target: string, parameters: Json, more: Partial<PlayedCall> = {}): PlayedStep => ({
  calls: [{ target, parameters, ...more }],
})
const times = <Value>(count: number, make: (n: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, n) => make(n))
const nothing = (count: number) => times(count, () => '')

const rewordings = [
  'weather in Paris tomorrow',
  'Weather in Paris, tomorrow?',
  'weather tomorrow in paris',
  'the weather in Paris tomorrow',
]
const reworded = (n: number) => stepOf('search', { query: rewordings[n % rewordings.length] ?? '' })

describe('near-identical actions', () => {
  test('LIM-8 the fifth of the last eight is found, eight of eight are grave', () => {
    expect(found(times(9, reworded))).toEqual([
      '',
      '',
      '',
      '',
      'NEAR_IDENTICAL',
      'NEAR_IDENTICAL',
      'NEAR_IDENTICAL',
      'NEAR_IDENTICAL!',
      'NEAR_IDENTICAL!',
    ])
  })

  test('LIM-8 the finding has the repeated call, and its count', () => {
    const steps = [...times(5, reworded), stepOf('read', { path: 'a.ts' })]
    expect(detect(observed(logOf(steps)))).toMatchObject([
      {
        message:
          'search was called with nearly the same arguments in 5 of the last 6 actions, and the same came of it.',
      },
    ])
  })

  it.for<readonly [string, (n: number) => PlayedStep]>([
    ['identical calls', () => stepOf('search', { query: 'weather' })],
    ['other keys first', (n) => stepOf('search', n % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 })],
    ['a new nonce each time', (n) => stepOf('search', { query: 'weather', requestId: `id-${n}` })],
    ['a number that goes to and fro', (n) => stepOf('search', { query: 'weather', limit: 10 + (n % 2) })],
    [
      'an answer that quotes the arguments',
      (n) => {
        const query = rewordings[n % 4] ?? ''
        return stepOf('search', { query }, { output: `No results for "${query}".` })
      },
    ],
    [
      'an answer that tells the time',
      (n) => stepOf('look', {}, { output: { open: true, at: `2026-11-21T10:00:0${n}.123Z` } }),
    ],
    ['failures', (n) => stepOf('search', { query: rewordings[n % 4] ?? '' }, { error: 'Not now.' })],
  ])('LIM-8 finds %s', ([, step]) => {
    expect(found(times(8, step)).at(-1)).toContain('NEAR_IDENTICAL!')
  })

  it.for<readonly [string, (n: number) => PlayedStep]>([
    ['pages', (n) => stepOf('list', { query: 'all open orders of the shop', page: n + 1 })],
    ['offsets downwards', (n) => stepOf('list', { offset: 1000 - n * 50, limit: 50 })],
    ['ids', (n) => stepOf('delete_item', { id: `0000000${n}-1f2e-4a5b-8c9d-00000000000${n}` })],
    ['paths', (n) => stepOf('read', { path: `/srv/app/src/components/view-${n}.tsx` })],
    [
      'one mail to many',
      (n) => {
        const to = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal'][n] ?? ''
        return stepOf('mail', { to, text: 'Dear customer, your order has been sent today.' })
      },
    ],
    ['rows in a command', (n) => stepOf('sql', `update orders set state = 'done' where id = ${n * 7}`)],
    ['one call whose result changes', (n) => stepOf('status', { job: 5 }, { output: `${n * 10} percent` })],
    [
      'rewordings that find something else',
      (n) => stepOf('search', { query: rewordings[n % 4] ?? '' }, { output: [`page-${n}`] }),
    ],
    [
      'results that are too large for the log',
      (n) => stepOf('list', { query: 'all', page: n }, { output: null }),
    ],
    ['other tools', (n) => stepOf(`tool-${n}`, { query: 'weather' })],
    ['two calls in turn', (n) => stepOf(n % 2 ? 'edit' : 'check', { path: 'a.ts' })],
    ['texts of other words', (n) => stepOf('search', { query: `all about ${'abcdefgh'[n]} please` })],
  ])('LIM-8 leaves %s alone', ([, step]) => {
    expect(found(times(8, step))).toEqual(nothing(8))
  })

  test('LIM-8 pages are left alone, also where one had to be asked for again', () => {
    const pages = [1, 2, 2, 3, 4, 5, 6, 7, 7, 8]
    expect(found(pages.map((page) => stepOf('list', { query: 'all', page })))).toEqual(nothing(10))
  })

  test('LIM-8 parallel tries of one step are one try', () => {
    const calls = rewordings.map((query) => ({ target: 'search', parameters: { query } }))
    expect(found(times(3, () => ({ calls: [...calls, ...calls] })))).toEqual(nothing(3))
    expect(found(times(5, () => ({ calls })))).toEqual([...nothing(4), 'NEAR_IDENTICAL'])
  })

  const call = fc.record({
    target: fc.constantFrom('search', 'read', 'write'),
    output: fc.constantFrom<Json>('ok', { found: [] }),
    noise: fc.string(),
  })
  test.prop([fc.array(call, { maxLength: 40 })])(
    'LIM-8 never finds anything where all actions are different',
    (calls) => {
      const steps = calls.map(({ target, output, noise }, n) =>
        stepOf(target, { text: 'one of many things', noise, thing: n }, { output }),
      )
      expect(found(steps)).toEqual(nothing(calls.length))
    },
  )

  const other = fc.array(fc.uuid(), { maxLength: 12 })
  test.prop([other, other, fc.array(fc.nat(3), { minLength: 8, maxLength: 8 })])(
    'LIM-8 finds a planted loop, whatever came before it, and forgets it after',
    (before, after, loop) => {
      const different = (id: string) => stepOf('read', { id }, { output: id })
      const steps = [...before.map(different), ...loop.map((n) => reworded(n))]
      expect(found(steps).at(-1)).toBe('NEAR_IDENTICAL!')
      const all = found([...steps, ...after.map(different), ...times(8, (n) => different(`end ${n}`))])
      expect(all.at(-1)).toBe('')
    },
  )
})

describe('identical errors', () => {
  const failing = (n: number, error = 'The server is away.') =>
    stepOf(`tool-${n}`, { path: `${n}.txt` }, { error })

  test('LIM-8 the fifth of the last eight is found, whatever was called', () => {
    const all = found(times(8, (n) => failing(n)))
    expect(all).toEqual([...nothing(4), ...times(3, () => 'IDENTICAL_ERRORS'), 'IDENTICAL_ERRORS!'])
    const steps = times(5, (n) => failing(n, `No file ${n}.txt.`))
    expect(detect(observed(logOf(steps)))).toMatchObject([
      { message: '5 of the last 5 actions failed with the same error: "No file 4.txt."' },
    ])
  })

  test('LIM-8 other errors, and those of one step, are left alone', () => {
    expect(found(times(8, (n) => failing(n, `Error ${n * 11}`)))).toEqual(nothing(8))
    const calls = times(5, (n) => ({ target: `t${n}`, parameters: {}, error: 'Away.' }))
    expect(found([{ calls }])).toEqual([''])
  })
})

describe('progress', () => {
  const judged = (progress: number): PlayedStep => ({ progress })

  test('LIM-8 that stands for five judged steps is found, for ten it is grave', () => {
    const all = found(times(11, () => judged(0.4)))
    expect(all).toEqual([...nothing(5), ...times(5, () => 'NO_PROGRESS'), 'NO_PROGRESS!'])
    expect(detect(observed(logOf(times(6, () => judged(0.4)))))).toMatchObject([
      { message: 'Progress has stood at 0.4 for 5 judged steps.' },
    ])
  })

  test('LIM-8 a change of 0.01 is none, steps that are not judged do not count', () => {
    const still = [0.3, 0.31, 0.3, 0.29, 0.31, 0.3].map(judged)
    expect(found(still).at(-1)).toBe('NO_PROGRESS')
    const mixed = times(9, (n) => (n % 2 ? {} : judged(0.3)))
    expect(found(mixed)).toEqual(nothing(9))
  })

  test.prop([fc.array(fc.double({ min: 0.003, max: 0.5, noNaN: true }), { maxLength: 30 }), fc.boolean()])(
    'LIM-8 that moves is left alone, also slowly and also down',
    (changes, isFalling) => {
      const sums = changes.map((_, n) => changes.slice(0, n + 1).reduce((sum, change) => sum + change, 0))
      const steps = sums.map((sum) => judged(isFalling ? -sum : sum))
      expect(found(steps)).toEqual(nothing(steps.length))
    },
  )
})

describe('a finding with a warning', () => {
  const code = 'MONITOR_NEAR_IDENTICAL'
  const loop = logOf(times(5, reworded))
  const followedBy = (...events: readonly NewEvent[]) => [...loop, ...numbered(events, loop.length)]

  test('LIM-8 is known from the log', () => {
    expect(detect(observed(loop))).toMatchObject([{ warned: false }])
    expect(detect(observed(followedBy(warning(code))))).toMatchObject([{ warned: true }])
    expect(detect(observed(followedBy(warning('MONITOR_NO_PROGRESS'))))).toMatchObject([{ warned: false }])
    expect(detect(observed(followedBy(warning('MODEL_RETRY'))))).toMatchObject([{ warned: false }])
  })

  test('LIM-8 is not news again before it has ended', () => {
    const goesOn = times(16, (n) => (n % 4 === 0 ? stepOf('read', { n }, { output: n }) : reworded(n)))
    const after = logOf([...times(5, reworded), ...goesOn]).slice(loop.length)
    const state = [...followedBy(warning(code)), ...after].reduce(observeEvent, initialObservation)
    expect(detect(state)).toMatchObject([{ warned: true }])
    const ended = logOf([...times(8, (n) => stepOf('read', { n }, { output: n })), ...times(5, reworded)])
    expect(detect(ended.reduce(observeEvent, state))).toMatchObject([{ warned: false }])
  })

  it.for<NewEvent>([
    { type: 'InputInjected', stepNumber: null, data: { text: 'Try the other one.' } },
    { type: 'RunResumed', stepNumber: null, data: { maxSteps: null, timeoutMs: null } },
  ])('LIM-8 begins anew once a human has had a say: $type', (say) => {
    expect(detect(observed(followedBy(warning(code), say)))).toEqual([])
  })
})

describe('the fold', () => {
  const anyStep = fc.record({
    calls: fc.array(
      fc.record({
        target: fc.constantFrom('search', 'read'),
        parameters: fc.oneof(fc.jsonValue().map(toPlain), fc.constantFrom<Json>({ query: 'a b c' })),
      }),
      { maxLength: 3 },
    ),
    progress: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test.prop([
    fc.array(anyStep, { maxLength: 20 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
  ])(
    'LIM-8 is the same whatever the size of the pages, and never grows beyond its bounds',
    (steps, sizes) => {
      const events = logOf(steps)
      let paged = initialObservation
      for (let at = 0, page = 0; at < events.length; page++) {
        const size = sizes[page % sizes.length] ?? 1
        paged = events.slice(at, at + size).reduce(observeEvent, paged)
        at += size
      }
      expect(paged).toEqual(observed(events))
      expect(paged.ended.length).toBeLessThanOrEqual(8)
      expect(paged.started.length).toBeLessThanOrEqual(100)
    },
  )

  test('LIM-8 keeps little of large arguments', () => {
    const large = { text: 'word '.repeat(100_000), list: times(10_000, (n) => n) }
    const state = observed(logOf(times(3, () => stepOf('write', large))))
    expect(JSON.stringify(state).length).toBeLessThan(2_000)
  })
})

function toPlain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}
