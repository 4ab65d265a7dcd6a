import { describe, expect, it } from 'vitest'
import { createReceivers, perWebhook } from '../../../src/webhooks/receivers.ts'

const now = 1_000_000

describe('HOOK-5 the free slots of a webhook', () => {
  it('are those without a delivery in flight, and the default number for an unknown webhook', () => {
    const receivers = createReceivers()
    receivers.begin('a')
    receivers.begin('a')
    receivers.begin('b')
    expect(receivers.freeSlots(now)).toEqual([
      { webhookId: 'a', slots: perWebhook - 2 },
      { webhookId: 'b', slots: perWebhook - 1 },
    ])
    receivers.end('b', 'taken', now)
    receivers.end('a', 'taken', now)
    expect(receivers.freeSlots(now)).toEqual([{ webhookId: 'a', slots: perWebhook - 1 }])
  })

  it('are none while it rests after three failures in a row, then one at a time, until one is taken', () => {
    const receivers = createReceivers()
    const attempt = (how: 'taken' | 'failed' | 'cut off', at: number) => {
      receivers.begin('a')
      receivers.end('a', how, at)
    }
    const places = (at: number) => receivers.freeSlots(at).find(({ webhookId }) => webhookId === 'a')?.slots
    attempt('failed', now)
    attempt('failed', now)
    expect(places(now)).toBe(perWebhook)
    attempt('failed', now)
    expect(places(now)).toBe(0)
    expect(places(now + 4_999)).toBe(0)
    expect(places(now + 5_000)).toBe(1)
    receivers.begin('a')
    expect(places(now + 5_000)).toBe(0)
    receivers.end('a', 'failed', now + 5_000)
    expect(places(now + 14_999)).toBe(0)
    expect(places(now + 15_000)).toBe(1)
    // An attempt that the process itself cut off says nothing about the receiver.
    attempt('cut off', now + 15_000)
    expect(places(now + 15_000)).toBe(1)
    attempt('taken', now + 15_000)
    expect(places(now + 15_000)).toBeUndefined()
  })

  it('is one for a trial during its backoff, and none again after that failed', () => {
    const receivers = createReceivers()
    for (let n = 0; n < 4; n++) {
      receivers.begin('a')
      receivers.end('a', 'failed', now)
    }
    receivers.wake()
    expect(receivers.freeSlots(now)).toEqual([{ webhookId: 'a', slots: 1 }])
    receivers.begin('a')
    receivers.end('a', 'failed', now)
    expect(receivers.freeSlots(now + 19_999)).toEqual([{ webhookId: 'a', slots: 0 }])
  })

  it('rests for a minute at most', () => {
    const receivers = createReceivers()
    for (let n = 0; n < 50; n++) {
      receivers.begin('a')
      receivers.end('a', 'failed', now)
    }
    expect(receivers.freeSlots(now + 59_999)).toEqual([{ webhookId: 'a', slots: 0 }])
    expect(receivers.freeSlots(now + 60_000)).toEqual([{ webhookId: 'a', slots: 1 }])
  })
})
