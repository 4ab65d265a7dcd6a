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
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  test('new runs appear automatically, and are updated', async () => {
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

  test('columns are chosen, and stay in the address; keys move, select and open', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    const list = page.getByRole('grid', { name: 'Runs' })
    await list.getByText('Fail, please.').waitFor()
    expect(await list.getByRole('columnheader', { name: 'Tags' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Tags').check()
    await list.getByRole('columnheader', { name: 'Tags' }).waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await list.getByRole('columnheader', { name: 'Tags' }).waitFor()
    await list.focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await eventually(() => list.getByRole('row', { selected: true }).count()).toBe(1)
    await list.getByRole('row', { selected: true }).filter({ hasText: 'What is new?' }).waitFor()
    const box = list.getByRole('row').filter({ hasText: 'Fail, please.' }).getByRole('checkbox')
    await box.check()
    await eventually(() => list.getByRole('row', { selected: true }).count()).toBe(2)
    await box.uncheck()
    await list.focus()
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toMatch(/\/runs\/./)
    await page.getByText('What is new?').first().waitFor()
  })

  test('failed runs are retried at once, after they have been counted', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs?status=FAILED`)
    await page.getByRole('row').filter({ hasText: 'Fail, please.' }).waitFor()
    await page.getByRole('button', { name: 'Retry…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 run' }).click()
    await page.getByText('1 retried.').waitFor()
    await eventually(() => page.getByRole('row').filter({ hasText: 'Fail, please.' }).count()).toBe(2)
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
