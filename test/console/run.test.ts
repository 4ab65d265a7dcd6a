import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-3 the page of a run', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('a plan lights up while it runs, to its end', async () => {
    const id = await open.trigger('demo-research')
    const { page, errors, unknownSettings } = await open.open(`/runs/${id}?tab=plan`)
    const graph = page.getByRole('group', { name: 'Plan of step 1' })
    const box = (name: string, status: string) =>
      graph.getByRole('button').filter({ hasText: name }).filter({ hasText: status })
    await box('fetch_wikipedia', 'Running').waitFor()
    await box('analyze_data', 'Pending').waitFor()
    for (const name of ['fetch_wikipedia', 'fetch_arxiv', 'analyze_data', 'cache_result'])
      await box(name, 'Succeeded').waitFor()
    await page.getByText('4 of 4 actions ended').waitFor()
    await eventually(() => graph.locator('[data-critical="true"][data-status]').count()).toBe(2)
    await statusOf(page, 'Completed').waitFor()
    await box('analyze_data', 'Succeeded').click()
    await page.getByRole('complementary').getByRole('heading', { name: 'analyze_data' }).waitFor()
    expect([errors, unknownSettings]).toEqual([[], []])
  })

  test('the answer streams on after the server is killed in the midst of it', async () => {
    const id = await open.trigger('demo-slow')
    const { page } = await open.open(`/runs/${id}`)
    await page.getByRole('option', { name: 'Step 2' }).waitFor()
    await open.restart()
    await statusOf(page, 'Completed').waitFor()
    const { run } = await open.server.ask<{ run: { summary: string; recoveries: number } }>(
      'query ($id: ID!) { run(id: $id) { summary recoveries } }',
      { id },
    )
    expect(run.recoveries).toBe(1)
    const side = page.getByRole('complementary')
    await eventually(() => side.innerText()).toContain(run.summary)
    expect((await side.innerText()).split(run.summary)).toHaveLength(2)
  })

  test('a run is replayed, and both are compared step by step', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Replay')
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await eventually(() => page.url()).not.toContain(id)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Compare')
    const dialog = page.getByRole('dialog')
    if (await dialog.getByLabel('Id of the run').isVisible()) {
      await dialog.getByLabel('Id of the run').fill(id)
      await dialog.getByRole('button', { name: 'Compare' }).click()
    }
    await eventually(() => page.url()).toContain('/compare?')
    await eventually(() => heading(page).innerText()).toBe('Two runs')
    await page.getByRole('heading', { name: 'Step 4' }).waitFor()
    expect(errors).toEqual([])
  })

  test('a run is forked from a step with another message', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Fork')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message').fill('And for thirteen?')
    await dialog.getByRole('button', { name: 'Fork' }).click()
    await eventually(() => page.url()).not.toContain(id)
    await statusOf(page, 'Completed').waitFor()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('And for thirteen?').first().waitFor()
    expect(errors).toEqual([])
  })
})

function statusOf(page: Page, status: string) {
  return page.locator('header').getByText(status, { exact: true })
}

async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
