import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole, retype } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6: the page of a workflow', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('CON-6: a workflow is drawn, changed and run, and its relic shows its entries', async () => {
    const { page, errors } = await open.open('/workflows')
    await page.getByRole('link', { name: 'Demo: a quote' }).click()
    await eventually(() => heading(page).textContent()).toBe('Demo: a quote')
    const plan = page.getByRole('group', { name: 'Plan of version 1' })
    await plan.getByRole('button', { name: 'keep' }).click()
    await page.getByText('demo_store.set').nth(1).waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const editor = dialog.getByRole('textbox', { name: 'Definition' })
    await retype(editor, definitionOf('$nothing'))
    await dialog.getByRole('button', { name: 'Save as version 2' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'can never exist' }).waitFor()
    await retype(editor, definitionOf('$pieces'))
    await dialog.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByText('Version 2').waitFor()
    await page.goto(`${open.url}${new URL(page.url()).pathname}?version=9`)
    await page.getByRole('alert').filter({ hasText: 'version “9” is not there' }).waitFor()

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Parameters' }).fill('{ "pieces": 2 }')
    await dialog.getByRole('button', { name: 'Run' }).click()
    await eventually(() => page.url()).toContain('/runs/')
    await page.getByText('Completed').first().waitFor()
    await page.goto(`${open.url}/settings?tab=relics`)
    await page.getByRole('button', { name: 'visit', exact: true }).click()
    await dialog.getByText('Expires').waitFor()
    await dialog.getByRole('group', { name: 'Value of visit' }).filter({ hasText: '2' }).waitFor()
    expect(errors).toEqual([])
  })
})

/** A change of the workflow: it keeps a value under the key `visit`. */
function definitionOf(value: string): string {
  const keep = { name: 'keep', type: 'RELIC', target: 'demo_store.set', parameters: { key: 'visit', value } }
  return JSON.stringify({ plan: { actions: [keep] }, output: null })
}
