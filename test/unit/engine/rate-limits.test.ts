import { beforeEach, describe, expect, test } from 'vitest'
import {
  createRateLimits,
  type RateLimits,
  type Refusal,
  type Turn,
} from '../../../src/engine/rate-limits.ts'
import { createFakeClock, type FakeClock } from '../../../src/testing/fake-clock.ts'

const key = 'openai/m#1'
const retry = { baseMs: 1_000, capMs: 60_000 }
const untold: Refusal = { toldMs: undefined, retry, random: 0 }
const told = (toldMs: number) => ({ ...untold, toldMs })
const never = new AbortController().signal

let clock: FakeClock
let limits: RateLimits

beforeEach(() => {
  clock = createFakeClock()
  limits = createRateLimits(clock)
})

/** Those who got their turn, in order, and when. */
function waiters(count: number, before?: readonly Turn[]) {
  const got: { readonly number: number; readonly at: number; readonly turn: Turn }[] = []
  const began = clock.elapsed()
  for (let number = 0; number < count; number++) {
    void limits
      .turn(key, never, before?.[number])
      .then((turn) => got.push({ number, at: clock.elapsed() - began, turn }))
  }
  return got
}

function refusedAtOnce(refusal = untold): { readonly turn: Turn; readonly waitMs: number } {
  const turn = limits.turnNow(key)
  if (!turn) throw new Error('There is a limit already.')
  return { turn, waitMs: turn.refused(refusal) }
}

describe('a rate limit that runs share', () => {
  test('MOD-4 holds nobody up where no request was refused', async () => {
    expect(limits.turnNow(key)).not.toBeNull()
    const got = waiters(3)
    await clock.advance(0)
    expect(got.map(({ at }) => at)).toEqual([0, 0, 0])
  })

  test('MOD-4 the first that is refused sets the wait, and the others wait with it', async () => {
    refusedAtOnce(told(25_000))
    expect(limits.remainingMs(key)).toBe(25_000)
    expect(limits.turnNow(key)).toBeNull()
    const got = waiters(3)
    await clock.advance(24_999)
    expect(got).toEqual([])
    await clock.advance(1)
    expect(got).toHaveLength(1)
  })

  test('MOD-4 one asks first, and the others follow apart once it is answered', async () => {
    refusedAtOnce(told(2_000))
    const got = waiters(4)
    await clock.advance(4_000)
    expect(got.map(({ turn }) => turn.isProbe)).toEqual([true])
    got[0]?.turn.accepted()
    await clock.advance(0)
    await clock.advance(1_000)
    expect(got.map(({ at }) => at)).toEqual([2_000, 4_000, 4_100, 4_200])
  })

  test('MOD-4 one that was refused first asks first', async () => {
    const { turn } = refusedAtOnce(told(1_000))
    const got = waiters(2, [turn])
    await clock.advance(1_000)
    expect(got.map(({ number }) => number)).toEqual([0])
  })

  test('MOD-4 a request that is more than the limit allows holds up no other: a refused probe goes behind them', async () => {
    const { turn } = refusedAtOnce(told(1_000))
    const got = waiters(3, [turn])
    await clock.advance(1_000)
    got[0]?.turn.refused(told(5_000))
    const again = waiters(1, [got[0]?.turn ?? turn])
    await clock.advance(4_999)
    expect(got).toHaveLength(1)
    await clock.advance(1)
    expect([got.map(({ number }) => number), again.length]).toEqual([[0, 1], 0])
    got[1]?.turn.accepted()
    await clock.advance(0)
    await clock.advance(200)
    expect([got.map(({ number }) => number), again.length]).toEqual([[0, 1, 2], 1])
  })

  test('MOD-4 one that is refused while they follow stops the others', async () => {
    refusedAtOnce(told(1_000))
    const got = waiters(5)
    await clock.advance(1_000)
    got[0]?.turn.accepted()
    await clock.advance(0)
    await clock.advance(100)
    expect(got).toHaveLength(3)
    got[2]?.turn.refused(told(10_000))
    await clock.advance(9_999)
    expect(got).toHaveLength(3)
  })

  test('MOD-4 refusals of requests that were under way say nothing new, but for a longer wait', () => {
    const turns = [limits.turnNow(key), limits.turnNow(key), limits.turnNow(key), limits.turnNow(key)]
    const waits = [untold, untold, told(500), told(7_000)].map((refusal, at) => turns[at]?.refused(refusal))
    expect(waits).toEqual([1_000, 1_000, 1_000, 7_000])
  })

  test('MOD-4 without a word of the provider the wait grows to the cap, and the next time it is half as long', async () => {
    const { turn } = refusedAtOnce()
    let before = turn
    const waits: number[] = []
    for (let probes = 0; probes < 9; probes++) {
      waits.push(limits.remainingMs(key))
      const [got] = [waiters(1, [before])]
      await clock.advance(limits.remainingMs(key))
      before = got[0]?.turn ?? before
      if (probes < 8) before.refused(untold)
    }
    expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    before.accepted()
    await clock.advance(1_000)
    expect(refusedAtOnce().waitMs).toBe(60_000)
  })

  test('MOD-4 finds a limit of twelve seconds again with few requests', async () => {
    let before = refusedAtOnce().turn
    const probesOf = async () => {
      const since = clock.elapsed()
      for (let probes = 0; ; probes++) {
        const got = waiters(1, [before])
        await clock.advance(limits.remainingMs(key))
        before = got[0]?.turn ?? before
        if (clock.elapsed() - since >= 12_000) break
        before.refused(untold)
        if (probes > 20) throw new Error('No end.')
      }
      before.accepted()
      const lasted = clock.elapsed() - since
      await clock.advance(500)
      before = refusedAtOnce().turn
      return lasted
    }
    expect([await probesOf(), await probesOf(), await probesOf()]).toEqual([16_000, 12_000, 13_500])
  })

  test('MOD-4 a word that does not hold is not all that counts in the end', async () => {
    let { turn } = refusedAtOnce(told(1_000))
    const waits: number[] = []
    for (let probes = 0; probes < 6; probes++) {
      const got = waiters(1, [turn])
      await clock.advance(limits.remainingMs(key))
      turn = got[0]?.turn ?? turn
      waits.push(turn.refused(told(1_000)))
    }
    expect(waits).toEqual([1_000, 1_000, 3_000, 6_000, 12_000, 24_000])
  })

  test('MOD-4 a probe that comes to nothing, or takes long, holds nobody up', async () => {
    refusedAtOnce(told(1_000))
    const got = waiters(3)
    await clock.advance(1_000)
    got[0]?.turn.given()
    await clock.advance(0)
    expect(got.map(({ turn }) => turn.isProbe)).toEqual([true, true])
    await clock.advance(5_000)
    expect(got).toHaveLength(3)
  })

  test('MOD-4 who leaves makes room, and nobody waits in vain', async () => {
    refusedAtOnce(told(1_000))
    const leaving = new AbortController()
    const left = limits.turn(key, leaving.signal)
    const got = waiters(1)
    leaving.abort(new Error('Stopped.'))
    await expect(left).rejects.toThrow('Stopped.')
    await clock.advance(1_000)
    expect(got).toHaveLength(1)
    expect(clock.sleeping).toEqual([])
  })

  test('MOD-4 is that of one model with one key', () => {
    refusedAtOnce(told(1_000))
    expect(limits.turnNow('openai/m#2')).not.toBeNull()
    expect(limits.remainingMs('openai/other#1')).toBe(0)
  })

  test('MOD-4 is open again for who comes when all have asked', async () => {
    refusedAtOnce(told(1_000))
    const got = waiters(2)
    await clock.advance(1_000)
    got[0]?.turn.accepted()
    await clock.advance(200)
    expect(got).toHaveLength(2)
    expect(limits.turnNow(key)).not.toBeNull()
  })
})
