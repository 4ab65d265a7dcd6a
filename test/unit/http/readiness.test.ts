import { describe, expect, test } from 'vitest'
import { createReadiness, type Readiness } from '../../../src/http/health/readiness.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

/** A component whose probes are counted, and whose state the test changes. */
function open() {
  const clock = createFakeClock()
  const component = { probes: 0, state: { status: 'ready' } as Readiness }
  const check = async () => {
    component.probes += 1
    return component.state
  }
  return { clock, component, readiness: createReadiness({ database: check }, clock.elapsed) }
}

describe('API-7 readiness', () => {
  test('is answered from one probe, however many ask within a second', async () => {
    const { clock, component, readiness } = open()
    await Promise.all(Array.from({ length: 1_000 }, () => readiness()))
    expect(component.probes).toBe(1)
    await clock.advance(999)
    await Promise.all(Array.from({ length: 1_000 }, () => readiness()))
    expect(component.probes).toBe(1)
  })

  test('is probed again a second after the last probe, once for all requests by then', async () => {
    const { clock, component, readiness } = open()
    expect(await readiness()).toMatchObject({ status: 'ready' })
    component.state = { status: 'unready', reason: 'It is gone.' }
    await clock.advance(999)
    expect(await readiness()).toMatchObject({ status: 'ready' })
    await clock.advance(1)
    const reports = await Promise.all(Array.from({ length: 100 }, () => readiness()))
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['unready']))
    expect(component.probes).toBe(2)
  })

  test('is probed again 50 ms after it was found not to be ready, and says at once that it is', async () => {
    const { clock, component, readiness } = open()
    component.state = { status: 'unready', reason: 'It starts.' }
    expect(await readiness()).toMatchObject({ status: 'unready' })
    component.state = { status: 'ready' }
    await clock.advance(49)
    await Promise.all(Array.from({ length: 100 }, () => readiness()))
    expect(component.probes).toBe(1)
    await clock.advance(1)
    const reports = await Promise.all(Array.from({ length: 100 }, () => readiness()))
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['ready']))
    expect(component.probes).toBe(2)
  })

  test('is answered from one probe within a second while the process is degraded, too', async () => {
    const { clock, component, readiness } = open()
    component.state = { status: 'degraded', reason: 'Redis is away.' }
    expect(await readiness()).toMatchObject({ status: 'degraded' })
    await clock.advance(999)
    await readiness()
    expect(component.probes).toBe(1)
    await clock.advance(1)
    await readiness()
    expect(component.probes).toBe(2)
  })

  test('is probed by one at a time, however long that takes', async () => {
    const clock = createFakeClock()
    const { promise, resolve } = Promise.withResolvers<Readiness>()
    let probes = 0
    const check = () => {
      probes += 1
      return promise
    }
    const readiness = createReadiness({ database: check }, clock.elapsed)
    const first = readiness()
    await clock.advance(1_500)
    const second = readiness()
    resolve({ status: 'unready', reason: 'It is slow.' })
    expect(await Promise.all([first, second])).toMatchObject([{ status: 'unready' }, { status: 'unready' }])
    expect(probes).toBe(1)
  })

  test('is probed only on request, and a report is not extended by requests', async () => {
    const { clock, component, readiness } = open()
    await clock.advance(60_000)
    expect(component.probes).toBe(0)
    for (let nth = 0; nth < 30; nth++) {
      await readiness()
      await clock.advance(100)
    }
    expect(component.probes).toBe(3)
  })
})
