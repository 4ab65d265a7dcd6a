import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-2 the list of runs', () => {
  let open: OpenConsole
  let watched: WatchedPage

  beforeAll(async () => {
    open = await openConsole()
    watched = await open.open('/runs')
  })
  afterAll(() => open.close())
  afterEach(() => {
    expect(watched.unknownSettings).toEqual([])
    expect(watched.errors).toEqual([])
  })

  test('new runs appear by themselves, and change as they go', async () => {
    const { page } = watched
    await page.getByText('There are no runs yet.').waitFor()
    await open.trigger('demo-chat', 'What is new?')
    const row = page.getByRole('row').filter({ hasText: 'What is new?' })
    await row.filter({ hasText: 'Completed' }).waitFor()
    expect(await heading(page).innerText()).toBe('Runs')
  })

  test('a filter stands in the address, and a view that is opened again is the same', async () => {
    const { page } = watched
    await open.trigger('demo-doom-loop', 'Fail, please.')
    await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
    await page.goto(`${open.url}/runs?status=FAILED`)
    await page.getByRole('row').filter({ hasText: 'Fail, please.' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'What is new?' }).count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
    await page.getByText('No run matches.').waitFor()
    await eventually(() => page.url()).toContain('search=nothing')
  })

  test('many runs are aborted at once, after they have been counted', async () => {
    const { page } = watched
    await Promise.all(Array.from({ length: 3 }, () => open.trigger('demo-slow', 'Take your time.')))
    await page.goto(`${open.url}/runs?agent=demo-slow`)
    const rows = page.getByRole('row').filter({ hasText: 'Take your time.' })
    await eventually(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: 'Abort…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Not needed')
    await dialog.getByRole('button', { name: 'Abort 3 runs' }).click()
    await page.getByText('3 aborted.').waitFor()
    await eventually(() => rows.filter({ hasText: 'Cancelled' }).count()).toBe(3)
  })
})
