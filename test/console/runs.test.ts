import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
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
    // Space is the focused checkbox's own, and does not select the current row.
    await box.focus()
    await page.keyboard.press('Space')
    await eventually(() => box.isChecked()).toBe(true)
    await page.keyboard.press('Space')
    await eventually(() => box.isChecked()).toBe(false)
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

  test('a retry of many starts no run again that has completed, of a selection or of a view', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    const failed = page.getByRole('row').filter({ hasText: 'Fail, please.' }).filter({ hasText: 'Failed' })
    await eventually(() => failed.count()).toBe(2)
    await page.getByRole('row').filter({ hasText: 'What is new?' }).waitFor()
    await page.getByLabel('Select all that are loaded').check()
    const retry = page.getByRole('button', { name: 'Retry…' })
    await retry.click()
    const dialog = page.getByRole('dialog')
    // One of the two has been retried already.
    await dialog.getByRole('button', { name: 'Retry 1 run', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${open.url}/runs?agent=demo-chat`)
    await retry.click()
    expect(await dialog.getByRole('button', { name: 'Retry 0 runs' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${open.url}/runs?status=COMPLETED`)
    await retry.waitFor()
    expect(await retry.isDisabled()).toBe(true)
  })

  test('what cannot be read is left out of an address, and refused in the form', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs?after=foo`)
    await page.getByRole('row').filter({ hasText: 'What is new?' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Duration from').fill('10k')
    await dialog.getByText('Write a number').waitFor()
    expect(await dialog.getByRole('button', { name: 'Show the runs' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
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

  test('a run that comes while the list is read is not missing in it', async () => {
    const { page } = watched
    const statusOf = async (id: string) => {
      const query = 'query ($id: ID!) { run(id: $id) { status } }'
      const { run } = await open.server.ask<{ run: { status: string } }>(query, { id })
      return run.status
    }
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Runs(')) return route.continue()
      const response = await route.fetch()
      const id = await open.trigger('demo-chat', 'Between the two')
      await eventually(() => statusOf(id)).toBe('COMPLETED')
      await route.fulfill({ response })
    })
    await page.goto(`${open.url}/runs?agent=demo-chat`)
    await page.getByRole('row').filter({ hasText: 'Between the two' }).waitFor()
    await page.unroute('**/graphql')
  })

  test('a view that cannot be read says why, and shows the runs that come', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    await page.getByRole('grid', { name: 'Runs' }).waitFor()
    await page.route('**/graphql', (route) => {
      if (!route.request().postData()?.includes('query Runs(')) return route.continue()
      return route.fulfill({ json: { errors: [{ message: 'The list is not to be had.' }] } })
    })
    await page.getByRole('searchbox', { name: 'Search' }).fill('after the refusal')
    await page.getByText('The list is not to be had.').waitFor()
    await page.getByText('No run matches.').waitFor()
    await open.trigger('demo-chat', 'It came after the refusal')
    await page.getByRole('row').filter({ hasText: 'It came after the refusal' }).waitFor()
    await page.unroute('**/graphql')
  })

  test('the children of a run are found by its id, and the runs of a schedule by its id', async () => {
    const { page } = watched
    const id = await open.trigger('demo-subagents', 'Ask two researchers.')
    await page.goto(`${open.url}/runs?parent=${encodeURIComponent(id)}`)
    await eventually(() => page.getByRole('row').filter({ hasText: 'Demo: a researcher' }).count()).toBe(2)
    expect(await page.getByRole('row').filter({ hasText: 'Demo: subagents' }).count()).toBe(0)
    const schedule = toGlobalId('Schedule', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
    await page.goto(`${open.url}/runs?schedule=${encodeURIComponent(schedule)}`)
    await page.getByText('No run matches.').waitFor()
  })
})
