import type { Request } from 'playwright-core'
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
    // There is nothing to do with no run.
    expect(await page.getByRole('button', { name: /Abort|Retry/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByRole('row').filter({ hasText: 'What is new?' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('names are chosen from what the project has, and moments by the clocks of a zone', async () => {
    const { page } = watched
    await open.server.ask(
      'mutation { triggerRun(input: { agent: "demo-chat", input: "By night", tags: ["night"] }) { __typename } }',
    )
    await page.goto(`${open.url}/runs`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter runs' })
    const choose = async (field: RegExp, words: string, option: string) => {
      await dialog.getByRole('button', { name: field }).click()
      await page.keyboard.type(words)
      await page.getByRole('option', { name: option }).first().click()
    }
    await choose(/^Agent/, 'chat answer', 'Demo: a chat answer')
    await choose(/^One of these tags/, 'nig', 'night')
    // Several can be chosen: it stays open. The first press clears the words.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'One of these tags: night' }).waitFor()
    await choose(/^Time zone/, 'tokyo', 'Asia/Tokyo')
    await dialog.getByLabel('Created after').fill('2026-01-02T09:00')
    await dialog.getByRole('button', { name: 'Show the runs' }).click()
    await page.getByText('after Jan 2, 2026, 9:00:00 AM Asia/Tokyo').waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ agent: 'demo-chat', zone: 'Asia/Tokyo' },
      after: expect.stringContaining('2026-01-02T00:00:00.000Z'),
    })
    await page.getByRole('row').filter({ hasText: 'By night' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'What is new?' }).count()).toBe(0)
  })

  test('a view is saved under a name, and is a link from then on', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs?status=FAILED`)
    await page.getByRole('button', { name: 'Save this view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Name is missing.').waitFor()
    await page.keyboard.type('What failed')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const views = page.getByRole('navigation', { name: 'Saved views' })
    await views.getByRole('link', { name: 'All runs' }).click()
    await page.getByRole('row').filter({ hasText: 'What is new?' }).waitFor()
    await page.reload()
    await views.getByRole('link', { name: 'What failed' }).click()
    await page.getByRole('row').filter({ hasText: 'Fail, please.' }).waitFor()
    expect(await views.getByRole('link', { name: 'What failed' }).getAttribute('href')).toContain('status=')
    await views.getByRole('button', { name: 'Actions of the view What failed' }).click()
    await page.getByRole('menuitem', { name: 'Remove the view' }).click()
    await views.getByRole('link', { name: 'What failed' }).waitFor({ state: 'detached' })
  })

  test('two selected runs are compared; a row is a link, which on a phone has the agent, the age and the duration', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    for (const text of ['What is new?', 'Fail, please.'])
      await page.getByRole('row').filter({ hasText: text }).getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Compare' }).click()
    await eventually(() => heading(page).innerText()).toBe('Two runs')
    await page.getByRole('link', { name: 'Demo: a doom loop' }).waitFor()
    await page.getByRole('heading', { name: 'Input', exact: true }).first().waitFor()
    expect(await page.getByText(/agentVersion|systemPrompt/).count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${open.url}/runs?status=FAILED`)
    const row = page.getByRole('row').filter({ hasText: 'Fail, please.' })
    for (const text of ['Demo: a doom loop', /now|ago/, /\d m?s$/]) {
      const box = await row.getByRole('gridcell').filter({ hasText: text }).first().boundingBox()
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    }
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      row.getByRole('link').click({ modifiers: ['Control'] }),
    ])
    await tab.waitForURL(/\/runs\/run_/)
    await tab.close()
    await row.click()
    await eventually(() => page.url()).toMatch(/\/runs\/./)
    await page.setViewportSize({ width: 1280, height: 900 })
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
    // Nothing was clicked: the keys are those of the page.
    await page.reload()
    await list.getByText('Fail, please.').waitFor()
    for (const key of ['j', 'j', 'j', 'k', 'j', 'x']) await page.keyboard.press(key)
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
    await box.blur()
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toMatch(/\/runs\/./)
    await page.getByText('What is new?').first().waitFor()
    // After a letter that led to the page the keys are the page's, whatever had the focus before.
    await page.goto(`${open.url}/gates`)
    await page.getByText('Nothing waits for a decision.').waitFor()
    await page.keyboard.press('Tab')
    for (const key of ['g', 'r']) await page.keyboard.press(key)
    await list.getByText('Fail, please.').waitFor()
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await eventually(() => page.url()).toMatch(/\/runs\/./)
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
    await dialog.getByRole('button', { name: 'Retry 0 runs' }).click()
    await dialog.getByText('None of the runs can be.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${open.url}/runs?status=COMPLETED`)
    await retry.click()
    await page.getByText('Only failed and cancelled runs are retried').waitFor()
  })

  test('EVAL-1 the runs of a view become items of a data set, and it is said what is left out', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs?status=FAILED`)
    const failed = page.getByRole('row').filter({ hasText: 'Fail, please.' })
    await eventually(() => failed.count()).toBe(2)
    const add = async (verb: string) => {
      await page.getByRole('button', { name: 'Add to data set…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Data set' }).fill('failures')
      // The list of the suggestions closes.
      await page.keyboard.press('Tab')
      await dialog.getByRole('button', { name: verb, exact: true }).click()
    }
    await failed.first().getByRole('checkbox').check()
    await add('Add 1 run')
    await page.getByText('1 run added to failures.', { exact: true }).waitFor()
    await add('Add 2 runs')
    await page.getByText('1 run added to failures. 1 left out: the same items are in it already.').waitFor()
    const items = '{ dataSet(slug: "failures") { items { totalCount } } }'
    expect(await open.server.ask(items, {})).toEqual({ dataSet: { items: { totalCount: 2 } } })
  })

  test('a filter of an address that cannot be read matches no run, and acts on none', async () => {
    const { page } = watched
    for (const query of ['after=foo&metadata=%7B', 'status=["FAILED","LATE"]', 'statuss=FAILED']) {
      await page.goto(`${open.url}/runs?agent=demo-chat&${query}`)
      await page.getByText('cannot be read. No run is shown until').waitFor()
      expect(await page.getByRole('button', { name: /Abort|Retry|Add to/ }).count()).toBe(0)
      expect(await page.getByRole('row').count()).toBe(0)
      await page.getByRole('button', { name: 'Clean the address' }).click()
      await page.getByRole('row').filter({ hasText: 'What is new?' }).first().waitFor()
      expect(new URL(page.url()).search).toBe('?agent=demo-chat')
    }
  })

  test('what cannot be read is refused in the form', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Duration from').fill('10k')
    await dialog.getByText('Write a number').waitFor()
    await dialog.getByRole('button', { name: 'Show the runs' }).click()
    await dialog.getByText('Duration from is not right yet.').waitFor()
    await eventually(() =>
      dialog.getByLabel('Duration from').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await dialog.getByLabel('Duration from').fill('')
    await dialog.getByLabel('Created after').fill('2026-01-02T09:00')
    await dialog.getByLabel('Created before').fill('2026-01-01T09:00')
    await dialog.getByText('This must not be earlier than “Created after”.').waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('Created before is not right yet.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('a range that ends below its begin is refused at its field, as is a number out of bounds', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const [name, from, to, bounds] of [
      ['Cost', '2', '0.5', 'Write a number from 0 to'],
      ['Duration', '10', '9.5', 'Write a number from 0 to 2147483.'],
      ['Rating', '80', '20', 'Write a number from 0 to 100.'],
    ] as const) {
      await dialog.getByLabel(`${name} from`).fill('-1')
      await dialog.getByText(bounds).waitFor()
      await dialog.getByLabel(`${name} from`).fill(from)
      await dialog.getByLabel(`${name} to`).fill(to)
      await dialog.getByText(`This must not be less than “${name} from”.`).waitFor()
      const [least, greatest] = await Promise.all(
        ['from', 'to'].map((end) => dialog.getByLabel(`${name} ${end}`).boundingBox()),
      )
      expect(least?.y).toBe(greatest?.y)
      await dialog.getByRole('button', { name: 'Show the runs' }).click()
      await dialog.getByText(`${name} to is not right yet.`).waitFor()
      await dialog.getByLabel(`${name} to`).fill(from)
    }
    await dialog.getByRole('button', { name: 'Show the runs' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('No run matches.').waitFor()
  })

  test('a range of an address that ends below its begin sends no query, and a button there swaps the ends', async () => {
    const { page } = watched
    const asked: string[] = []
    const onRequest = (request: Request) => {
      if (request.postData()?.includes('query Runs(')) asked.push(request.url())
    }
    page.on('request', onRequest)
    await page.goto(
      `${open.url}/runs?agent=demo-chat&minCost=5&maxCost=0&minRating=9&maxRating=2&version=1.5&minDuration=-2`,
    )
    await page
      .getByText('“Cost to” is less than “Cost from”, and “Rating to” is less than “Rating from”: no')
      .waitFor()
    expect(await page.getByRole('button', { name: /Abort|Clear the filter/ }).count()).toBe(0)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Swap the ends' }).click()
    // What no run can have is as what cannot be read; a number is in the address as it is written.
    await page.getByText('version “1.5” and minDuration “-2” cannot be read').waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Clean the address' }).click()
    await page.getByText('No run matches.').waitFor()
    page.off('request', onRequest)
    const read = [...new URL(page.url()).searchParams].map(([name, value]) => `${name}=${value}`)
    expect(read.toSorted().join(' ')).toBe('agent=demo-chat maxCost=5 maxRating=9 minCost=0 minRating=2')
    await page.goto(`${open.url}/runs?after=2026-02-01T00:00:00Z&before=2026-01-01T00:00:00Z`)
    await page.getByText('“Created before” is earlier than “Created after”').waitFor()
    await page.getByRole('button', { name: 'Swap the ends' }).click()
    await page.getByText('No run matches.').waitFor()
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
    expect(await page.getByText('No run matches.').count()).toBe(0)
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
