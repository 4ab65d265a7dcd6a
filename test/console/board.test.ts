import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-1: the board', () => {
  let open: OpenConsole
  let watched: WatchedPage

  beforeAll(async () => {
    open = await openConsole()
    watched = await open.open('/')
  }, 60_000)
  afterAll(() => open.close())
  afterEach(() => {
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  test('CON-1: its figures follow the runs, and lead to them', async () => {
    const { page } = watched
    await page.getByText('No run in this period.').first().waitFor()
    await Promise.all(['demo-chat', 'demo-doom-loop', 'demo-approval'].map((agent) => open.trigger(agent)))
    const figure = (name: RegExp) => page.getByRole('link', { name })
    await figure(/^Runs 3 1 completed · 1 waiting/).waitFor()
    await figure(/^Open gates 1 the oldest/).waitFor()
    await figure(/^Queue 0/).waitFor()
    await figure(/^Failure rate 50% 1 failed/).click()
    await heading(page).filter({ hasText: 'Runs' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'doom loop' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'What does it do?' }).count()).toBe(1)
    await page.goBack()
    await page
      .getByRole('link', { name: /a call to approve/ })
      .first()
      .waitFor()
  })

  test('CON-1: a part of a bar leads to its runs, with the pointer and with the keyboard', async () => {
    const { page } = watched
    await page.goto(`${open.url}/?by=reason`)
    const legend = page.getByRole('listitem')
    await legend.filter({ hasText: /^Doom loop1$/ }).waitFor()
    const chart = page.getByRole('group', { name: /^Runs by reason over time/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.getByRole('status').filter({ hasText: 'Final answer1' }).waitFor()
    await chart.locator('a[href*="reason=%5B%22DOOM_LOOP%22%5D"]').click()
    await heading(page).filter({ hasText: 'Runs' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'doom loop' }).waitFor()
    expect(new URL(page.url()).searchParams.get('after')).toMatch(/^\d{4}-.*59:59.999Z$/)
    await page.goBack()
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await heading(page).filter({ hasText: 'Runs' }).waitFor()
    await eventually(() => page.getByRole('row').filter({ hasText: 'What does it do?' }).count()).toBe(3)
  })

  test('CON-1: any period and time zone stand in the address', async () => {
    const { page } = watched
    await page.goto(`${open.url}/?zone=Asia/Kathmandu`)
    await page.getByRole('button', { name: /^Last 24 hours/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Period' })
    await dialog.getByLabel('From').fill('2026-01-31T10:00')
    await dialog.getByLabel(/^To/).fill('2026-02-02T10:00')
    await dialog.getByRole('button', { name: 'Show this period' }).click()
    await page.getByText('No run in this period.').first().waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      zone: 'Asia/Kathmandu',
      from: '2026-01-31T04:15:00.000Z',
      to: '2026-02-02T04:15:00.000Z',
    })
    expect(await page.getByText('live', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: /^Jan 31.*, 10:00 – Feb 2/ }).click()
    await dialog.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByRole('group', { name: /^Runs by status over time/ }).waitFor()
    await page.getByRole('button', { name: /Size of the bars/ }).click()
    await page.getByRole('option', { name: 'By hour' }).click()
    await eventually(() => page.url()).toMatch(/bucket=hour/)
    await page.getByText('live', { exact: true }).waitFor()
  })

  test.each([
    ['/', 'the board'],
    ['/usage', 'usage'],
  ])(
    'CON-1: a period that ends before it begins is refused at its field, and swapped in the address: %s',
    async (path) => {
      const { page } = watched
      await page.goto(`${open.url}${path}?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z&zone=UTC`)
      await page.getByText('The period of the address ends before it begins.').waitFor()
      await page.getByRole('button', { name: 'Swap the two' }).click()
      await page.getByRole('button', { name: /^Feb 1.* – Feb 2/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Period' })
      await dialog.getByLabel(/^To/).fill('2026-01-31T10:00')
      await dialog.getByText('This must be later than “From”.').waitFor()
      await dialog.getByLabel('From').fill('2999-01-31T10:00')
      await dialog.getByText('This must be in the past.').waitFor()
      await dialog.getByRole('button', { name: 'Show this period' }).click()
      await dialog.getByText('From is not right yet.').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  )

  test('CON-7: the first link of a page skips to its content', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    await heading(page).filter({ hasText: 'Runs' }).waitFor()
    await page.getByRole('button', { name: 'Skip to the content' }).press('Enter')
    expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/runs')
  })

  test('CON-7: the board is accessible, and fits on a phone', async () => {
    const { page } = watched
    await page.goto(`${open.url}/`)
    await page.getByRole('group', { name: /^Runs by status over time/ }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await overflowOf(page)).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })

  test('CON-7: while the server is away, one notice says so; what could not be read is read when it is back', async () => {
    // The page of the other tests would note that it found no server.
    await watched.page.goto('about:blank')
    const { page } = await open.open('/')
    const runs = page.getByRole('link', { name: /^Runs \d/ })
    await runs.waitFor()
    const before = await runs.textContent()
    const refused = page.waitForEvent('requestfailed')
    await open.server.kill('SIGKILL')
    await refused
    const says = page.getByText('The server cannot be reached.')
    await says.waitFor()
    expect([await says.count(), await page.getByRole('alert').count()]).toEqual([1, 0])
    // What the page had is still there.
    await page.getByRole('link', { name: /^Queue 0 0 running · \d+ more could/ }).waitFor()
    await open.restart()
    await says.waitFor({ state: 'detached' })
    await open.trigger('demo-chat', 'After the break')
    await eventually(() => runs.textContent()).not.toBe(before)
    await page.close()
  })
})
