import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { NewEvent, RunEvent } from '../../../src/domain/run-event.ts'
import { RecentEvents } from '../../../src/log/read/recent-events.ts'

const runId = 'run'
const at = new Date(0)

function texts(count: number, text = 'a word'): readonly NewEvent[] {
  const data = { messageId: 'm', offset: 0, text }
  return Array.from({ length: count }, () => ({ type: 'TextDelta', stepNumber: 1, data }))
}

function seqs(events: readonly RunEvent[]): readonly number[] {
  return events.map(({ seq }) => seq)
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)
}

describe('EVT-2 the recent events of a run', () => {
  propertyTest.prop([
    fc.array(fc.record({ count: fc.integer({ min: 1, max: 30 }), isOurs: fc.boolean() }), { maxLength: 60 }),
    fc.nat(40),
  ])(
    'are those after a number, to the end of what this process wrote, and never with one missing',
    (commits, behind) => {
      const recent = new RecentEvents()
      const followed = recent.follow(runId)
      let last = 0
      for (const { count, isOurs } of commits) {
        if (isOurs) recent.add({ runId, firstSeq: last + 1, at, events: texts(count) })
        last += count
        const after = Math.max(0, last - behind)
        const found = seqs(followed.after(after, null))
        expect(found).toEqual(range(after + 1, after + found.length))
        if (isOurs && count >= behind) expect(found).toEqual(range(after + 1, last))
        // What another process wrote last is in the database only.
        if (!isOurs && behind <= count) expect(found).toEqual([])
      }
    },
  )

  test('are kept while someone follows the run', () => {
    const recent = new RecentEvents()
    recent.add({ runId, firstSeq: 1, at, events: texts(1) })
    const [one, another] = [recent.follow(runId), recent.follow(runId)]
    expect(one.after(0, null)).toEqual([])
    recent.add({ runId, firstSeq: 2, at, events: texts(2) })
    one.close()
    expect(seqs(another.after(1, null))).toEqual([2, 3])
    another.close()
    expect(recent.follow(runId).after(1, null)).toEqual([])
  })

  test('say how many commits they are of, and where they end', () => {
    const recent = new RecentEvents()
    const followed = recent.follow(runId)
    expect([followed.commits(), followed.lastSeq()]).toEqual([0, 0])
    recent.add({ runId, firstSeq: 5, at, events: texts(2) })
    recent.add({ runId: 'another', firstSeq: 1, at, events: texts(1) })
    expect([followed.commits(), followed.lastSeq()]).toEqual([1, 6])
    // One without events, and one whose events are not kept: their wakeups send a follower to the database.
    recent.add({ runId, firstSeq: 7, at, events: [] })
    recent.add({ runId, firstSeq: 7, at, events: texts(1, 'x'.repeat(300_000)) })
    expect([followed.commits(), followed.lastSeq()]).toEqual([1, 6])
  })

  test('are as they are stored: with the values of their JSON', () => {
    const recent = new RecentEvents()
    const followed = recent.follow(runId)
    const data = { messageId: 'm', offset: 0, text: 'a' }
    const event: NewEvent = { type: 'TextDelta', stepNumber: null, data }
    recent.add({ runId, firstSeq: 7, at, events: [event] })
    const [found] = followed.after(6, null)
    expect(JSON.stringify(found)).toBe(
      '{"type":"TextDelta","stepNumber":null,"data":{"messageId":"m","offset":0,"text":"a"},"runId":"run","seq":7,"at":"1970-01-01T00:00:00.000Z"}',
    )
    expect(found?.data).not.toBe(data)
  })

  test.each([
    ['that PostgreSQL cannot hold as it is', 'NUL \u0000'],
    ['that is long', 'x'.repeat(300_000)],
  ])('do not have a text %s, nor what was before', (_title, text) => {
    const recent = new RecentEvents()
    const followed = recent.follow(runId)
    recent.add({ runId, firstSeq: 1, at, events: texts(1) })
    recent.add({ runId, firstSeq: 2, at, events: texts(1, text) })
    expect(followed.after(1, null)).toEqual([])
    recent.add({ runId, firstSeq: 3, at, events: texts(1) })
    expect(followed.after(1, null)).toEqual([])
    expect(seqs(followed.after(2, null))).toEqual([3])
  })

  test('are the newest few hundred', () => {
    const recent = new RecentEvents()
    const followed = recent.follow(runId)
    for (let n = 0; n < 100; n++) recent.add({ runId, firstSeq: 1 + n * 10, at, events: texts(10) })
    expect(followed.after(0, null)).toEqual([])
    expect(seqs(followed.after(900, null))).toEqual(range(901, 1_000))
  })
})
