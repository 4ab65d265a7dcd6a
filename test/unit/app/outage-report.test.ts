import { describe, expect, it } from 'vitest'
import { OutageReport } from '../../../src/app/outage-report.ts'
import type { ErrorReporter } from '../../../src/domain/error-reporter.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })

function open() {
  const clock = createFakeClock()
  const lines: string[] = []
  const errors: unknown[] = []
  const details: string[] = []
  const report: ErrorReporter = (message, error) => {
    lines.push(message)
    if (error !== undefined) errors.push(error)
  }
  const outages = new OutageReport({
    ...{ report, clock },
    detail: (message) => details.push(message),
    tell: (line) => lines.push(line),
  })
  return { outages, clock, lines, errors, details }
}

/** Lets everything go on that waits for nothing but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('OPS-3 an outage of the database', () => {
  it('is one line without a stack, however many loops fail however often, and one line when it ends', async () => {
    const { outages, clock, lines, errors, details } = open()
    let isThere = false
    outages.watch(async () => isThere)
    const failing = ['Leases could not be renewed; trying again.', 'Runs could not be claimed; trying again.']
    for (const message of failing) outages.report(message, refused())
    await settled()
    expect(lines).toEqual([
      'PostgreSQL does not answer: connect ECONNREFUSED 10.0.0.7:5432. This process goes on as soon as it does.',
    ])
    for (let second = 0; second < 20; second++) {
      for (const message of failing) outages.report(message, new Error('Outer.', { cause: refused() }))
      await clock.advance(1_000)
      await settled()
    }
    expect([lines.length, errors, details.length]).toEqual([1, [], 42])
    isThere = true
    await clock.advance(1_000)
    await settled()
    expect(lines.slice(1)).toEqual([
      'PostgreSQL answers again, after 21 s. 42 errors of that time are logged at the level debug only.',
    ])
    isThere = false
    outages.report('Runs could not be claimed; trying again.', refused())
    await settled()
    expect(lines.length).toBe(3)
    outages.close()
  })

  it('begins with the request that finds it, and has the connections that are found broken after it', async () => {
    const { outages, clock, lines, errors, details } = open()
    let isThere = false
    const probe = outages.watch(async () => isThere)
    expect(await probe()).toBe(false)
    await settled()
    expect(lines).toEqual([
      'PostgreSQL does not answer: it gives no sign. This process goes on as soon as it does.',
    ])
    isThere = true
    await clock.advance(1_000)
    await settled()
    expect(lines).toHaveLength(2)
    outages.report(
      'Leases could not be renewed; trying again.',
      new Error('Connection terminated unexpectedly'),
    )
    outages.report('A webhook could not be sent.', refused())
    await settled()
    expect(lines.slice(2)).toEqual(['A webhook could not be sent.'])
    expect([errors.length, details]).toEqual([1, ['Leases could not be renewed; trying again.']])
    outages.close()
  })

  it('leaves other errors as they are: of other servers, of a database that answers, and of its own program', async () => {
    const { outages, lines, errors } = open()
    const fault = new TypeError('x is not a function')
    outages.report('A run failed.', fault)
    expect([lines, errors]).toEqual([['A run failed.'], [fault]])
    outages.watch(async () => true)
    outages.report('A webhook could not be sent.', refused())
    outages.report('Another, too.', refused())
    await settled()
    expect([lines, errors.length]).toEqual([
      ['A run failed.', 'A webhook could not be sent.', 'Another, too.'],
      3,
    ])
    outages.watch(async () => false)
    outages.report('Runs could not be claimed.', refused())
    await settled()
    outages.report('A run failed.', fault)
    expect([lines.at(-1), errors.at(-1)]).toEqual(['A run failed.', fault])
    outages.close()
  })

  it('loses nothing where the process ends while it is looked whether there is one', async () => {
    const { outages, lines } = open()
    outages.watch(() => new Promise(() => undefined))
    outages.report('The worker could not report its end.', refused())
    expect(lines).toEqual([])
    outages.close()
    expect(lines).toEqual(['The worker could not report its end.'])
  })

  it('says what the innermost error says, of several addresses the first', async () => {
    const { outages, lines } = open()
    outages.watch(async () => false)
    outages.report(
      'Tried.',
      Object.assign(new AggregateError([refused(), refused()]), { code: 'ECONNREFUSED' }),
    )
    await settled()
    expect(lines[0]).toContain('does not answer: connect ECONNREFUSED 10.0.0.7:5432.')
    outages.close()
  })
})
