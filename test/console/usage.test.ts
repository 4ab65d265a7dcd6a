import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { costOf, formatCost } from '../../src/console/ui/format.ts'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6: usage', () => {
  let open: OpenConsole
  let watched: WatchedPage

  beforeAll(async () => {
    open = await openConsole()
    watched = await open.open('/usage?measure=tokens')
  }, 60_000)
  afterAll(() => open.close())
  afterEach(() => {
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  const row = (name: string) =>
    watched.page.getByRole('region', { name: 'Usage by group' }).getByRole('row').filter({ hasText: name })

  test('CON-6: the usage of runs appears by agent, with totals and shares', async () => {
    const { page } = watched
    await page.getByText('No tokens were used in this period.').waitFor()
    await open.server.ask(
      'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { __typename } }',
      { input: { agent: 'demo-chat', input: 'What is billed?', tags: ['billing'] } },
    )
    await open.trigger('demo-tool-loop')
    await row('Demo: a tool loop').waitFor()
    await row('Demo: a chat answer').waitFor()
    await row('Total').filter({ hasText: '100%' }).waitFor()
    await page.getByRole('group', { name: /^Tokens by agent over time/ }).waitFor()
  })

  test('CON-6: a bar leads to the runs behind it, and they to their model calls', async () => {
    const { page } = watched
    await page.locator('a[href*="item=demo-tool-loop"] rect').first().click()
    await page.getByRole('heading', { name: /^Runs behind Demo: a tool loop, / }).waitFor()
    await page.getByRole('button', { name: 'Model calls of the run of Demo: a tool loop' }).click()
    const calls = page.getByRole('region', { name: 'Model calls of the run' }).getByRole('link')
    await eventually(() => calls.count()).toBeGreaterThan(2)
    await calls.first().click()
    await page.getByRole('treeitem', { selected: true }).waitFor()
    await heading(page).filter({ hasText: 'Demo: a tool loop' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'As a list' }).click()
    await eventually(() => page.getByRole('row').filter({ hasText: 'What does it do?' }).count()).toBe(1)
  })

  test('CON-6: the shown rows are exported as CSV', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?by=tag&zone=Asia/Tokyo`)
    await row('billing').waitFor()
    await page.getByText(/A run counts for each of its tags/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('menuitem', { name: 'The table, by tag' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.split('\r\n')[0]).toBe(
      'tag,name,calls,input_tokens,cached_input_tokens,output_tokens,reasoning_tokens,total_tokens,cost_usd,saved_usd,unpriced_calls',
    )
    expect(csv).toMatch(/\r\nbilling,billing,1,\d+,0,\d+,\d+,\d+,0,0,0\r\n/)
  })

  test('CON-6: a group that no filter finds is not said to have no runs', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?by=tag&measure=tokens`)
    await row('No tag').getByRole('link').click()
    await page.getByText('These runs cannot be listed.').waitFor()
  })

  test('CON-6: purposes are known by days of UTC, which the page says', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?by=purpose&zone=Asia/Tokyo&measure=calls`)
    await row('Loop').waitFor()
    await page.getByText(/known by days of UTC only/).waitFor()
  })

  test('CON-7: the page of usage is accessible, and fits on a phone', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?measure=tokens&item=demo-chat`)
    await page.getByRole('button', { name: 'Model calls of the run of Demo: a chat answer' }).click()
    await page.getByRole('region', { name: 'Model calls of the run' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await overflowOf(page)).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })
})

test.each([
  ['0', 0, '$0'],
  ['0.5', 0, '$0.50'],
  ['0', 1, 'not priced (1 call)'],
  ['0', 5_445, 'not priced (5,445 calls)'],
  ['0.5', 2, '$0.50 + 2 calls not priced'],
])(
  'CON-6 MOD-8: %s US dollars and %i calls without a price are written as what is known',
  (costUsd, unpricedCalls, shown) => {
    expect(costOf({ costUsd, unpricedCalls })).toBe(shown)
  },
)

test.each([
  ['0', '$0'],
  ['0.0000001', '$0.0000001'],
  ['0.000000123456', '$0.00000012'],
  ['0.0012345', '$0.0012'],
  ['0.0375', '$0.0375'],
  ['0.123456', '$0.123'],
  ['0.5', '$0.50'],
  ['1.125', '$1.125'],
  ['-1.125', '-$1.125'],
  ['12.3456', '$12.35'],
  ['2.5', '$2.50'],
  ['100.4', '$100'],
])('CON-6: %s US dollars are written with as many digits as they need', (usd, shown) => {
  expect(formatCost(usd)).toBe(shown)
})
