import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { pngOf } from '../support/sample-files.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6 evaluations', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('CON-6: runs become a data set, an agent is evaluated over it, and compared with its baseline', async () => {
    for (const input of ['What do twelve pieces cost?', 'And with tax?'])
      await open.trigger('demo-tool-loop', input)
    const { page, errors, outsideRequests } = await open.open('/runs?status=COMPLETED')
    await eventually(() => page.getByRole('row').filter({ hasText: 'Completed' }).count()).toBe(2)
    await page.goto(`${open.url}/evaluations`)
    await page.getByText('There are no evaluations here yet.').waitFor()
    await page.getByRole('button', { name: 'Data set', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Slug').fill('prices')
    await choose(page, dialog.getByRole('button', { name: /Runs of/ }), 'Demo: a tool loop')
    await dialog.getByText('Expect their answers word for word').click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('region', { name: 'Data sets' })
      .getByRole('row', { name: /prices/ })
      .waitFor()

    await evaluate(page, 'Demo: a tool loop')
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    const results = page.getByRole('region', { name: 'Results' })
    await results.locator('summary').filter({ hasText: 'What do twelve pieces cost?' }).click()
    await results.getByText('cost 60.69 with 19 % tax').first().waitFor()
    await results.getByRole('link', { name: 'Open the run' }).waitFor()

    // What is expected now is not in the answer: the comparison has to show it at the end.
    const { dataSet } = await open.server.ask<DataSetAnswer>(
      '{ dataSet(slug: "prices") { items(first: 1) { nodes { key input } } } }',
    )
    const items = dataSet.items.nodes.map((item) => ({ ...item, expectations: { contains: ['in euros'] } }))
    await open.server.ask(
      'mutation ($input: AddDataSetItemsInput!) { addDataSetItems(input: $input) { __typename } }',
      { input: { dataSet: 'prices', items } },
    )
    await page.getByRole('link', { name: 'Evaluations of prices' }).click()
    await evaluate(page, 'Demo: a tool loop', /version 1, 100%/)
    await page.getByRole('heading', { name: 'Some items became worse' }).waitFor()
    await page.goto(`${page.url()}?status=DIVERGED`)
    await page.getByText('There is no such result.').waitFor()
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-6 EVAL-1: an item is added with a file, shown with it, and removed', async () => {
    const make = 'mutation ($input: CreateDataSetInput!) { createDataSet(input: $input) { __typename } }'
    await open.server.ask(make, { input: { slug: 'pictures' } })
    const { page, errors } = await open.open('/evaluations?dataSet=pictures')
    const items = page.getByRole('region', { name: 'Items' })
    await items.getByText('The data set has no items.').waitFor()
    await items.getByRole('button', { name: 'Add an item' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Input').fill('What is it?')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Attach files' }).click()
    const buffer = Buffer.from(pngOf(3, 2, 'seen'))
    await (await choosing).setFiles({ name: 'seen.png', mimeType: 'image/png', buffer })
    await dialog.getByLabel('Key').fill('first')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = items.getByRole('row', { name: /first/ })
    await row.getByText('seen.png').waitFor()
    await row.getByRole('button', { name: 'Remove first' }).click()
    await items.getByText('The data set has no items.').waitFor()
    expect(errors).toEqual([])
  })

  test('CON-6: the results of an evaluation that is cancelled say so', async () => {
    const { page, errors } = await open.open('/evaluations?dataSet=prices')
    await evaluate(page, 'Demo: slow enough to watch')
    const results = page.getByRole('region', { name: 'Results' }).locator('summary')
    await eventually(() => results.count()).toBe(2)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await eventually(() => results.filter({ hasText: 'Cancelled' }).count()).toBe(2)
    expect(errors).toEqual([])
  })
})

interface DataSetAnswer {
  readonly dataSet: { readonly items: { readonly nodes: readonly { key: string; input: string }[] } }
}

async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option }).click()
}

/** Evaluates an agent over the data set that is shown, and opens the evaluation. */
async function evaluate(page: Page, agent: string, baseline?: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Evaluate' }).click()
  await choose(page, dialog.getByRole('button', { name: /^Agent|Agent$/ }), agent)
  if (baseline) await choose(page, dialog.getByRole('button', { name: /Compare with/ }), baseline)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await heading(page)
    .filter({ hasText: `${agent} on prices` })
    .waitFor()
}
