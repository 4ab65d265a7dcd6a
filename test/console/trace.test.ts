import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-3 the timeline of a run and of the runs below it', () => {
  let open: OpenConsole
  let page: Page
  let errors: readonly string[]
  let path: string

  beforeAll(async () => {
    open = await openConsole()
    // The page is open before the first step begins.
    path = `/runs/${encodeURIComponent(await open.trigger('demo-subagents', undefined, 4_000))}`
    const watched = await open.open(path)
    ;({ page, errors } = watched)
  }, 60_000)
  afterAll(() => open.close())

  test('grows while they run, to three levels', async () => {
    await line(page, 'spawn_agent', 2).waitFor()
    // Their steps come before the page says that the run has ended.
    await line(page, 'Step 1', 3).first().waitFor()
    await eventually(() => page.locator('header').first().innerText()).toMatch(/Running|Waiting/)
    await line(page, 'explainer', 6).waitFor()
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    expect(await line(page, 'web_scraper', 4).count()).toBe(1)
  })

  test('is closed and opened, line by line and as a whole', async () => {
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await eventually(() => page.getByRole('treeitem').count()).toBe(2)
    await page.getByRole('tree', { name: 'Timeline' }).focus()
    for (const key of ['Home', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    expect(await line(page, 'Step 1', 1).getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('button', { name: 'Expand all' }).click()
    await line(page, 'explainer', 6).waitFor()
    await page.getByRole('tree', { name: 'Timeline' }).focus()
    for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key)
    await line(page, 'explainer', 6).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Expand all' }).click()
  })

  test('is searched, through all runs below', async () => {
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('EXPLAINER')
    await line(page, 'explainer', 6).waitFor()
    await page.getByText('2 lines were found.').waitFor()
    expect(await line(page, 'web_scraper', 4).count()).toBe(0)
    expect(page.url()).toContain('find=EXPLAINER')
    await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('')
    await line(page, 'explainer', 6).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Expand all' }).click()
  })

  test('has a link to each line: its address opens it, and the runs that it is in', async () => {
    await line(page, 'explainer', 6).click()
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: /^explainer/ })
      .waitFor()
    const href = await line(page, 'explainer', 6).getByRole('link').getAttribute('href')
    const other = await open.open(href ?? '')
    const row = line(other.page, 'explainer', 6)
    await row.waitFor()
    expect(await row.getAttribute('aria-selected')).toBe('true')
    const side = other.page.getByRole('complementary')
    await side.getByRole('heading', { name: /^explainer/ }).waitFor()
    // The messages to the model are found by the step of the run that it belongs to.
    await side.getByRole('region', { name: 'What the model saw' }).waitFor()
    await side.getByRole('link', { name: 'In a run below' }).click()
    await other.page.getByRole('heading', { level: 1, name: /explain/ }).waitFor()
    expect(other.errors).toEqual([])
    await other.page.close()
  })

  test('an action that has started a run shows what is known of it', async () => {
    await line(page, 'spawn_agent-2', 2).click()
    const side = page.getByRole('complementary')
    await side.getByRole('link', { name: 'Open the run of Demo: a researcher' }).waitFor()
    await side.getByText(/^\d steps ·/).waitFor()
  })

  test.each([1440, 1024, 390])(
    'has no finding by axe at %i px, and nothing beyond the page',
    async (width) => {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('spawn')
      await page.getByText('3 lines were found.').waitFor()
      expect(await findViolations(page)).toEqual([])
      expect(await overflowOf(page)).toBe(0)
      await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('')
    },
  )

  test('input and answer stand beside it, with room', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${open.url}${path}`)
    const answer = await page.getByRole('region', { name: 'Answer', exact: true }).first().boundingBox()
    const tree = await page.getByRole('tree').boundingBox()
    expect(answer?.width).toBeGreaterThan(460)
    expect(answer?.x).toBeGreaterThan((tree?.x ?? 0) + (tree?.width ?? 0))
    expect(errors).toEqual([])
  })

  test('shows errors alone, and a run that failed is retried from its top', async () => {
    const id = await open.trigger('demo-doom-loop')
    const failed = await open.open(`/runs/${encodeURIComponent(id)}`)
    await failed.page.locator('header').getByText('Failed', { exact: true }).waitFor()
    await line(failed.page, 'doom-loop', 2).first().waitFor()
    await failed.page.getByRole('button', { name: 'Errors only' }).click()
    await line(failed.page, 'doom-loop', 2).first().waitFor({ state: 'detached' })
    expect(await line(failed.page, 'calculator', 2).count()).toBe(5)
    await failed.page.getByRole('button', { name: 'Retry' }).click()
    await failed.page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await eventually(() => failed.page.url()).not.toContain(encodeURIComponent(id))
    expect(failed.errors).toEqual([])
    await failed.page.close()
  })

  test('folds the time in which the run waits, and says how long that was', async () => {
    const held = await open.open(`/runs/${await open.trigger('demo-approval')}`)
    const fold = held.page.getByRole('button', { name: 'Hide waiting' })
    await line(held.page, 'Action approval', 2).waitFor()
    await eventually(() => fold.isEnabled()).toBe(true)
    // It is folded by itself when the run has waited for longer than it worked.
    await eventually(() => fold.getAttribute('aria-pressed')).toBe('true')
    const gap = held.page.getByTitle('The run waited')
    await eventually(() => gap.textContent()).toMatch(/^\d+(\.\d)? s$/)
    const wait = line(held.page, 'Action approval', 2)
    // Bars take a moment to their new place.
    await eventually(() => barWidth(wait)).toBeLessThan(40)
    await fold.click()
    await gap.waitFor({ state: 'detached' })
    await eventually(() => barWidth(wait)).toBeGreaterThan(100)
    expect(held.errors).toEqual([])
    await held.page.close()
  })
})

/** Lines by their name and by how deep they stand. */
function line(page: Page, name: string, level: number): Locator {
  const link = page.getByRole('link', { name, exact: true })
  return page.locator(`[role="treeitem"][aria-level="${level}"]`).filter({ has: link })
}

function barWidth(row: Locator): Promise<number> {
  return row
    .locator('[data-tone]')
    .first()
    .evaluate((bar) => bar.getBoundingClientRect().width)
}
