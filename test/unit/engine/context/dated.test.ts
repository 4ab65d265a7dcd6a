import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../src/domain/message.ts'
import { dated } from '../../../../src/engine/context/dated.ts'

const noon = Date.parse('2026-11-21T12:05:00Z')
const minute = 60_000

const person = (at?: number): Message => ({ role: 'user', text: 'Hi.', ...(at !== undefined && { at }) })
const engines = (at: number): Message => ({ role: 'user', text: 'Go on.', byEngine: true, at })
const result = (at: number): Message => ({
  role: 'tool',
  callId: 'c',
  name: 't',
  text: 'A tree.',
  isError: false,
  at,
})
const turn: Message = { role: 'assistant', messageId: 'm', parts: [] }

/** The notes of these messages; `null`: none. */
function notes(messages: readonly Message[], timeZone = 'UTC', at = noon): readonly (string | null)[] {
  const takenOver = { message: messages.at(-1) ?? null, at }
  return dated(messages, timeZone, takenOver).map((message) =>
    'note' in message ? (message.note ?? null) : null,
  )
}

describe('CTX-4 the time of a message', () => {
  it.each([
    ['UTC', 'Saturday, 21 November 2026, 12:05 (UTC)'],
    ['Europe/Berlin', 'Saturday, 21 November 2026, 13:05 (Europe/Berlin)'],
    ['America/New_York', 'Saturday, 21 November 2026, 07:05 (America/New_York)'],
    ['Asia/Kathmandu', 'Saturday, 21 November 2026, 17:50 (Asia/Kathmandu)'],
    ['Pacific/Kiritimati', 'Sunday, 22 November 2026, 02:05 (Pacific/Kiritimati)'],
  ])('is told by the clock of %s', (timeZone, time) => {
    expect(notes([person(noon)], timeZone)).toEqual([`The date and time is ${time}.`])
  })

  it.each([
    ['2026-11-20T23:00:00Z', 'Saturday, 21 November 2026, 00:00'],
    ['2026-10-25T00:30:00Z', '02:30'],
    ['2026-10-25T01:30:00Z', '02:30'],
  ])('is told at midnight and at the change to winter time: %s', (iso, time) => {
    const at = Date.parse(iso)
    expect(notes([person(at)], 'Europe/Berlin', at)[0]).toContain(time)
  })

  it('is told with each message of a person in another minute, and with others after ten minutes', () => {
    const messages = [
      person(noon),
      person(noon + 1),
      turn,
      result(noon + 9 * minute),
      result(noon + 11 * minute),
      engines(noon + 12 * minute),
      engines(noon + 30 * minute),
      person(noon + 31 * minute),
    ]
    expect(notes(messages, 'UTC', noon + 31 * minute).map((note) => note?.slice(-12, -1) ?? null)).toEqual([
      '12:05 (UTC)',
      null,
      null,
      null,
      '12:16 (UTC)',
      null,
      '12:35 (UTC)',
      '12:36 (UTC)',
    ])
  })

  it('is that at which a run goes on, where its last message is old or of an earlier version', () => {
    const later = noon + 60 * minute
    expect(notes([person(noon), turn, result(noon + 1)], 'UTC', later)).toEqual([
      expect.stringContaining('12:05'),
      null,
      expect.stringContaining('13:05'),
    ])
    expect(notes([person()], 'UTC', later)).toEqual([expect.stringContaining('13:05')])
    expect(notes([person(), turn], 'UTC', later)).toEqual([null, null])
  })

  it('leaves a message the same object each time', () => {
    const messages = [person(noon), result(noon + 20 * minute)]
    const takenOver = { message: null, at: noon }
    const [first, second] = [dated(messages, 'UTC', takenOver), dated(messages, 'UTC', takenOver)]
    expect(first.every((message, n) => message === second[n])).toBe(true)
  })
})
