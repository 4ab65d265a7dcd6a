import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { createCoolDowns } from '../../../src/engine/cool-downs.ts'
import { candidatesOf, credentialKey, modelKey, readyFirst } from '../../../src/engine/model-call.ts'
import { createModels } from '../../../src/models/registry.ts'

function provider(name: string): ModelProvider {
  return { name, stream: async function* () {} }
}

const models = createModels([provider('a'), provider('a'), provider('b')])
const nameOf = ({ name, profile }: { name: string; profile: number }) => `${name}#${profile}`

describe('the chain of models', () => {
  test('MOD-5 asks each model with every key before the next one, a model named twice once', () => {
    const candidates = candidatesOf(['a/x', 'b/y', 'a/x', 'a/z'], models)
    expect(candidates.map(nameOf)).toEqual(['a/x#1', 'a/x#2', 'b/y#1', 'a/z#1', 'a/z#2'])
  })

  test('MOD-5 keeps the place of a provider that is not set up', () => {
    expect(candidatesOf(['c/w', 'b/y'], models)).toMatchObject([
      { name: 'c/w', profile: 1, access: null },
      { name: 'b/y' },
    ])
  })

  test('MOD-5 credentials that rest put all their models last, a model that rests only itself', () => {
    const coolDowns = createCoolDowns({ elapsed: () => 0 })
    const [first, second, , other] = candidatesOf(['a/x', 'b/y', 'a/z'], models)
    if (!first || !second || !other) throw new Error('There are five.')
    coolDowns.start(credentialKey(first))
    coolDowns.start(modelKey(second), 1_000_000)
    const order = readyFirst(candidatesOf(['a/x', 'b/y', 'a/z'], models), coolDowns, 0)
    expect(order.map(nameOf)).toEqual(['b/y#1', 'a/z#2', 'a/x#1', 'a/z#1', 'a/x#2'])
  })

  test.prop([fc.array(fc.integer({ min: 0, max: 4 })), fc.nat(4_000_000)])(
    'MOD-5 no candidate is lost by its cool-down, and ready ones stay in their order',
    (rests, now) => {
      const coolDowns = createCoolDowns({ elapsed: () => 0 })
      const all = candidatesOf(['a/x', 'b/y', 'a/z'], models)
      const modelKeys = all.map(modelKey)
      for (const index of rests) coolDowns.start(modelKeys[index] ?? '')
      const order = readyFirst(all, coolDowns, now)
      expect([...order].sort(byName)).toEqual([...all].sort(byName))
      const isReady = (one: (typeof all)[number]) => coolDowns.until(modelKey(one)) <= now
      const ready = all.filter(isReady)
      expect(order.slice(0, ready.length)).toEqual(ready)
    },
  )
})

function byName(a: { name: string; profile: number }, b: { name: string; profile: number }): number {
  return nameOf(a) < nameOf(b) ? -1 : 1
}
