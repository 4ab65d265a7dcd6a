import { expect, it } from 'vitest'
import type { ModelChunk } from '../../../src/domain/model.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { engineForTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const text = 'The quick brown 🦊 jumps over the lazy 🐕. '.repeat(20)

it('EVT-4 a model that speaks a thousand times makes an event per 40 ms, and not a character is lost or broken', async () => {
  const clock = createFakeClock()
  const live = createLiveModel()
  live.plays.typist = async function* (request) {
    // One UTF-16 unit per millisecond: also the halves of the animals come apart.
    for (const unit of text.split('')) {
      await clock.advance(1)
      yield { type: 'text', text: unit } satisfies ModelChunk
    }
    yield answer(request, text)
  }
  const { engine } = await engineForTest({ clock, providers: [live] })
  const run = await engine.run(() => ({}), { agent: { model: 'live/typist' } })
  const deltas = run.of('TextDelta')
  expect(deltas.length).toBeGreaterThan(10)
  // One more where an end that may begin a key is held back.
  expect(deltas.length).toBeLessThanOrEqual(Math.ceil(text.length / 40) + 2)
  expect(deltas.map((delta) => delta.text).join('')).toBe(text)
  let offset = 0
  for (const delta of deltas) {
    expect(delta.offset).toBe(offset)
    offset += delta.text.length
  }
  expect(new Set(deltas.map((delta) => delta.messageId)).size).toBe(1)
  expect(run.row.summary).toBe(text.trim())
})
