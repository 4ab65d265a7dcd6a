import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { validateCron } from '../../../src/schedules/cron-fault.ts'
import { nextFireTime } from '../../../src/schedules/fire-times.ts'
import { propertyTrials } from '../../support/trials.ts'

describe('SCHED-1 an expression is refused', () => {
  it.each([
    ['* * * *', 'five fields'],
    ['0 * * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['', 'five fields'],
    ['H * * * *', 'another time in each process'],
    ['1,H(0-5) * * * *', 'another time in each process'],
    ['60 * * * *', 'has `60` for the minute; it takes numbers from 0 to 59'],
    ['-1 * * * *', 'has `-1` for the minute'],
    ['x * * * *', 'has `x` for the minute'],
    ['1, * * * *', 'has `` for the minute'],
    ['*-5 * * * *', 'has `*-5` for the minute'],
    ['0 24 * * *', 'has `24` for the hour; it takes numbers from 0 to 23'],
    ['0 0 0 * *', 'has `0` for the day of the month; it takes numbers from 1 to 31'],
    ['0 0 ? * 1', 'has `?` for the day of the month'],
    ['0 0 LW * *', 'has `LW` for the day of the month'],
    ['0 0 1 JANUARY *', 'has `JANUARY` for the month; it takes numbers from 1 to 12 or JAN to DEC'],
    ['0 0 * * 8', 'has `8` for the day of the week; it takes numbers from 0 (Sunday) to 7'],
    ['0 0 * * L', 'has `L` for the day of the week'],
    ['0 0 * * 1#6', 'has `1#6` for the day of the week'],
    ['0 0 * * 1#1,3#1', 'has `1#1` for the day of the week'],
    ['0 0 * * *#2', 'has `*#2` for the day of the week'],
    ['0 0 * * fri-mon', 'has `fri-mon` for the day of the week, a range that runs backwards'],
    ['50-10 * * * *', 'a range that runs backwards'],
    ['*/0 * * * *', 'has `*/0` for the minute; a step is a number from 1 to 59'],
    ['*/100 * * * *', 'a step is a number from 1 to 59'],
    ['*/x * * * *', 'a step is a number from 1 to 59'],
    ['0 */24 * * *', 'has `*/24` for the hour; a step is a number from 1 to 23'],
    ['0 0 * * */7', 'a step is a number from 1 to 6'],
    ['5,1-5 * * * *', 'has `5,1-5` for the minute, which names 5 twice'],
    ['0 0 * * 0,7', 'names 0 twice'],
    ['0 0 30 2 *', 'never comes'],
    ['0 0 31 APR,6-6 *', 'never comes'],
  ])('%s', (cron, problem) => {
    expect(validateCron(cron)).toContain(problem)
  })

  it.each([
    '* * * * *',
    ' 0  9 * * 1-5 ',
    '0 0 29 2 *',
    '0 0 30 2 1',
    '0 0 30,31 2,4 *',
    '5/10 0 * JAN-MAR SUN',
    '0 0 15,L * *',
    '0 0 * * THU',
    '0 0 * * friL,1',
    '0 0 * * mon#2',
    '0 0 * * 5-7',
    '0 0 * * 0-7',
    '0 0 1-31/30 */11 mon-fri/2',
  ])('not %s', (cron) => {
    expect(validateCron(cron)).toBeNull()
  })

  const part = fc.oneof(
    fc.nat(70).map(String),
    fc.tuple(fc.nat(35), fc.nat(35)).map(([from, to]) => `${from}-${to}`),
    fc.nat(70).map((step) => `*/${step}`),
    fc.constantFrom('*', 'L', '5L', '1#2', 'MON', 'jan', '?', 'x', '-1', '1-', '2/3', '1-7/2', ''),
  )
  const field = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(','))

  propertyTest.prop({ texts: fc.tuple(field, field, field, field, field) }, propertyTrials(500))(
    'in words of its own, and what is not comes at some time',
    ({ texts }) => {
      const cron = texts.join(' ')
      const fault = validateCron(cron)
      if (fault === null) expect(nextFireTime({ cron, timeZone: 'UTC' }, 0)).not.toBeNull()
      else expect(fault).toMatch(/^has `|^has not five|^never comes/)
    },
  )
})
