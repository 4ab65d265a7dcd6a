import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
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
    await choose(dialog.getByRole('button', { name: /Runs of/ }), 'Demo: a tool loop')
    await dialog.getByText('Expect their answers word for word').click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('region', { name: 'Data sets' })
      .getByRole('row', { name: /prices/ })
      .waitFor()

    await evaluate()
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    const results = page.getByRole('region', { name: 'Results' })
    await results.locator('summary').filter({ hasText: 'What do twelve pieces cost?' }).click()
    await results.getByText('cost 60.69 with 19 % tax').first().waitFor()
    await results.getByRole('link', { name: 'Open the run' }).waitFor()

    await page.getByRole('link', { name: 'Evaluations of prices' }).click()
    await evaluate(/version 1, 100%/)
    await page.getByRole('heading', { name: 'As the baseline' }).waitFor()
    await page.goto(`${page.url()}?status=FAILED`)
    await page.getByText('There is no such result.').waitFor()
    expect([errors, outsideRequests]).toEqual([[], []])

    async function choose(
      field: ReturnType<typeof dialog.getByRole>,
      option: string | RegExp,
    ): Promise<void> {
      await field.click()
      await page.getByRole('option', { name: option }).click()
    }

    async function evaluate(baseline?: RegExp): Promise<void> {
      await page.getByRole('button', { name: 'Evaluate' }).click()
      await choose(dialog.getByRole('button', { name: /^Agent|Agent$/ }), 'Demo: a tool loop')
      if (baseline) await choose(dialog.getByRole('button', { name: /Compare with/ }), baseline)
      await dialog.getByRole('button', { name: 'Start' }).click()
      await heading(page).filter({ hasText: 'Demo: a tool loop on prices' }).waitFor()
    }
  })
})
