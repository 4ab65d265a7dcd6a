import { describe, expect, test } from 'vitest'
import type { Permission, PolicyStore } from '../../../src/domain/permission.ts'
import { cachePolicies } from '../../../src/store/policy-cache.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const project = 'p'
const policy = {
  id: '1',
  agentId: null,
  appliesTo: 'AGENT',
  condition: null,
  type: null,
  target: 'pay',
  operation: null,
  permission: 'DENY',
  reason: null,
  replaces: false,
} as const

/** The store of all processes: its default permission is what a test changes. */
function setUp(clock = createFakeClock()) {
  let fallback: Permission = 'ALLOW'
  const pending: (() => void)[] = []
  const state = { reads: 0, isSlow: false, fails: false }
  const store: PolicyStore = {
    of: async () => {
      state.reads += 1
      const read = { policies: [], fallback }
      if (state.fails) throw new Error('The database is away.')
      if (state.isSlow) await new Promise<void>((resolve) => pending.push(resolve))
      return read
    },
    save: async () => ({ kind: 'saved' }),
    delete: async () => true,
    changed: async () => undefined,
  }
  const set = (permission: Permission) => {
    fallback = permission
  }
  const cache = () => cachePolicies(store, { maxAgeMs: 250, clock })
  return { clock, state, set, cache, answer: () => pending.shift()?.() }
}

describe('policies held in memory', () => {
  test('TAS-1 are read once for the calls of a quarter of a second', async () => {
    const { clock, state, cache } = setUp()
    const policies = cache()
    for (const _call of [1, 2, 3]) await policies.of(project)
    expect(state.reads).toBe(1)
    await clock.advance(250)
    await policies.of(project)
    expect(state.reads).toBe(2)
  })

  test('TAS-1 are read again at half of their age, beside the call', async () => {
    const { clock, state, set, cache } = setUp()
    const policies = cache()
    await policies.of(project)
    set('DENY')
    await clock.advance(125)
    expect(await policies.of(project)).toMatchObject({ fallback: 'ALLOW' })
    expect(state.reads).toBe(2)
    expect(await policies.of(project)).toMatchObject({ fallback: 'DENY' })
  })

  test('TAS-1 a change that has answered decides every later call, in every process', async () => {
    const { clock, set, cache } = setUp()
    const [here, there] = [cache(), cache()]
    await Promise.all([here.of(project), there.of(project)])
    set('DENY')
    const saved = here.save(project, policy)
    await clock.sleeperOf(250)
    await clock.advance(249)
    expect(await Promise.race([saved, 'waits'])).toBe('waits')
    expect(await here.of(project)).toMatchObject({ fallback: 'DENY' })
    await clock.advance(1)
    await saved
    expect(await there.of(project)).toMatchObject({ fallback: 'DENY' })
  })

  test('TAS-1 a read that was sent before a change is not held after it', async () => {
    const { clock, state, set, cache, answer } = setUp()
    const policies = cache()
    state.isSlow = true
    const before = policies.of(project)
    set('DENY')
    const changed = policies.changed(project)
    answer()
    expect(await before).toMatchObject({ fallback: 'ALLOW' })
    await clock.advance(250)
    await changed
    const after = policies.of(project)
    answer()
    expect(await after).toMatchObject({ fallback: 'DENY' })
  })

  test('TAS-1 nothing is decided by policies that cannot be read', async () => {
    const { clock, state, cache } = setUp()
    const policies = cache()
    await policies.of(project)
    state.fails = true
    await clock.advance(249)
    expect(await policies.of(project)).toMatchObject({ fallback: 'ALLOW' })
    await clock.advance(1)
    await expect(policies.of(project)).rejects.toThrow('The database is away.')
  })
})
