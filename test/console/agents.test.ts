import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole, retype } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-5 the agents', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('CON-5 MOD-5: a new agent whose provider is not set up says so, with the setting that is missing', async () => {
    const { page, errors } = await open.open('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Without key')
    await dialog.getByRole('combobox', { name: 'Model' }).fill('anthropic/claude-sonnet-4-5')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await eventually(() => heading(page).textContent()).toBe('Without key')
    const notice = page.getByRole('list', { name: 'What is not set up' })
    await eventually(() => notice.getByRole('listitem').allTextContents()).toEqual([
      'model: anthropic/claude-sonnet-4-5 cannot be called: anthropic is not set up. Set ANTHROPIC_API_KEY.',
    ])
    await page.goto(`${open.url}/agents/demo-chat`)
    await eventually(() => heading(page).textContent()).not.toBe('Without key')
    expect([await notice.count(), errors]).toEqual([0, []])
  })

  test('CON-5: an agent is created, edited, compared, taken back, archived and deleted', async () => {
    const { page, errors, outsideRequests } = await open.open('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Refund desk')
    await dialog.getByRole('combobox', { name: 'Model' }).fill('scripted/chat')
    // While its suggestions are open, nothing else can be reached.
    await page.keyboard.press('Tab')
    await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Be polite.')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await eventually(() => heading(page).textContent()).toBe('Refund desk')
    expect(page.url()).toContain('/agents/refund-desk?tab=edit')

    await page.getByRole('textbox', { name: 'System prompt' }).fill('Be polite and short.')
    // What was edited is there again after another tab was open.
    await page.getByRole('tab', { name: 'Tools' }).click()
    await page.getByText('It has no tools.').waitFor()
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByText('calculator', { exact: true }).click()
    await page.getByText('Changes systemPrompt, tools').waitFor()
    // Itself is none of its sub-agents; the demonstrations stand apart.
    await page.getByRole('button', { name: /^Sub-agents/ }).click()
    const choices = page.getByRole('listbox', { name: 'Sub-agents' })
    await choices.getByText('Demonstrations').waitFor()
    expect(await choices.getByRole('option', { name: /refund-desk/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Preview the prompt' }).click()
    const prompt = page.getByRole('dialog', { name: 'The prompt as the model gets it' })
    await prompt.getByText('Be polite and short.').waitFor()
    await prompt.getByText('calculator', { exact: true }).waitFor()
    await prompt.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByText('Version 2, unchanged').waitFor()

    await page.getByRole('tab', { name: 'Versions' }).click()
    const difference = page.getByRole('region', { name: 'What differs in systemPrompt' })
    await eventually(() => difference.textContent()).toMatch(/removed: Be polite\..*added: Be polite and/)
    await page
      .getByRole('button', { name: /Version 1/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Take back to version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page
      .getByRole('button', { name: /Version 3/ })
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.locator('header').getByText('Archived').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await eventually(() => heading(page).textContent()).toBe('Agents')
    await page.getByRole('link', { name: 'Demo: a chat answer' }).waitFor()
    await eventually(() => page.getByRole('link', { name: 'Refund desk' }).count()).toBe(0)
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-5: a definition as JSON is checked as one types, by the server, and against another change', async () => {
    const { page } = await open.open('/agents/demo-chat?tab=edit&as=json')
    const editor = page.getByRole('textbox', { name: 'Definition' })
    await retype(editor, '{ "maxSteps": "many", "colour": 1 }')
    await page.getByText('maxSteps must be a whole number or null.').first().waitFor()
    await page.getByText('colour is not a known field.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Save as version 2' }).isDisabled()).toBe(true)
    await retype(editor, '{ "maxSteps": 0 }')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByRole('alert').filter({ hasText: 'maxSteps' }).waitFor()

    const { agent } = await open.server.ask<{ agent: { id: string } }>(
      '{ agent(slug: "demo-chat") { id } }',
      {},
    )
    await open.server.ask(
      'mutation ($id: ID!) { updateAgent(input: { id: $id, definition: { maxTokens: 5000 } }) { __typename } }',
      { id: agent.id },
    )
    await retype(editor, '{ "maxSteps": 7 }')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByRole('button', { name: 'Put my changes on the newest version' }).click()
    await page.getByRole('button', { name: 'Save as version 3' }).click()
    await page.getByText('Version 3, unchanged').waitFor()
    const { agent: saved } = await open.server.ask<{ agent: unknown }>(
      '{ agent(slug: "demo-chat") { version definition { maxSteps maxTokens } } }',
      {},
    )
    expect(saved).toEqual({ version: 3, definition: { maxSteps: 7, maxTokens: 5000 } })
  })

  test('CON-5 VER-1 VER-2: versions share the runs, and a canary is started, shown and stopped', async () => {
    const { agent } = await open.server.ask<{ agent: { id: string } }>(
      '{ agent(slug: "demo-tool-loop") { id } }',
      {},
    )
    await open.server.ask(
      'mutation ($id: ID!) { updateAgent(input: { id: $id, definition: { maxSteps: 9 } }) { __typename } }',
      { id: agent.id },
    )
    const { page, errors } = await open.open('/agents/demo-tool-loop')
    const card = page.getByRole('region', { name: 'Versions that runs get' })
    await card.getByText('All new runs get the newest version, 2.').waitFor()
    await card.getByRole('button', { name: 'Weights' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Weights').fill('1: 3, 2 1')
    await dialog.getByText('Write version: weight').waitFor()
    await dialog.getByLabel('Weights').fill('1: 1')
    await dialog.getByRole('button', { name: 'Set' }).click()
    await card.getByText('The newest version, 2, gets none.').waitFor()
    await card.getByRole('button', { name: 'Start a canary' }).click()
    await dialog.getByLabel('Runs before the first decision').fill('60')
    await dialog.getByLabel('Runs at most').fill('50')
    await dialog.getByText('This must not be less than “Runs before the first decision”.').waitFor()
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await dialog.getByText('Runs at most is not right yet.').waitFor()
    await dialog.getByLabel('Runs at most').fill('')
    await dialog.getByLabel('Share of the runs in %').fill('200')
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await dialog.getByText('Write a number from 1 to 99.').waitFor()
    await dialog.getByLabel('Share of the runs in %').fill('25')
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await card.getByText('Version 1 gets 75%, Version 2 gets 25%').waitFor()
    await page.goto(`${open.url}/`)
    const canaries = page.getByRole('region', { name: 'Canaries' })
    await canaries.getByText('v2 against v1').waitFor()
    await canaries.getByRole('link').click()
    await card.getByRole('button', { name: 'Stop the canary' }).click()
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await card.getByText('Stopped by loopback.').waitFor()
    expect(errors).toEqual([])
  })

  test('CON-5: a run is triggered with options, and shown', async () => {
    const { page, errors } = await open.open('/agents/demo-chat?trigger=true')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Input').fill('Good morning')
    await dialog.getByLabel('Tags').fill('mail, night')
    await dialog.getByText('Limits, time and data').click()
    await dialog.getByLabel('Steps').fill('3')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await eventually(() => page.url()).toContain('/runs/')
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    const { runs } = await open.server.ask<{ runs: unknown }>(
      '{ runs(first: 1) { nodes { input tags effectiveLimits { maxSteps { value } } } } }',
      {},
    )
    expect(runs).toEqual({
      nodes: [
        { input: 'Good morning', tags: ['mail', 'night'], effectiveLimits: { maxSteps: { value: 3 } } },
      ],
    })
    expect(errors).toEqual([])
  })

  test('CON-5: the predicted ruling on a call follows the policies', async () => {
    const { page, errors } = await open.open('/agents/demo-approval?tab=permission')
    const card = page.getByRole('region', { name: 'What would happen to this call' })
    await card.getByText('Allowed').waitFor()
    await card.getByRole('combobox', { name: 'Target' }).fill('pay_refund')
    await page.getByRole('option', { name: 'pay_refund' }).click()
    await card.getByText('Needs approval').waitFor()
    await page.getByRole('button', { name: 'Change the policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Permission/ }).click()
    await page.getByRole('option', { name: 'Deny' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Denied').waitFor()
    await page.getByRole('table').getByText('Denied').waitFor()

    // A policy that names an operation and no type keeps its operation, and whom and when it is for.
    await open.server.ask(
      'mutation ($input: SavePolicyInput!) { savePolicy(input: $input) { __typename } }',
      {
        input: {
          ...{ agent: 'demo-approval', appliesTo: 'DESCENDANTS', condition: 'run.depth > 0' },
          ...{ operation: 'set', permission: 'DENY' },
        },
      },
    )
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'and below' }).filter({ hasText: 'run.depth > 0' })
    await row.getByRole('button', { name: 'Change the policy' }).click()
    await dialog.getByLabel('Reason').fill('It only reads.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.filter({ hasText: 'set' }).filter({ hasText: 'It only reads.' }).waitFor()
    expect(errors).toEqual([])
  })

  test('CON-5: an agent of code is shown, with where it is changed, and cannot be changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-agents-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'agents.mjs')
    await writeFile(file, `export default [{ slug: 'code-desk', model: 'scripted/chat', name: 'Code desk' }]`)
    await open.restart({ RUNGRAPH_AGENTS: file })
    const { page, errors } = await open.open('/agents/code-desk?tab=edit')
    await page.getByRole('note').filter({ hasText: 'RUNGRAPH_AGENTS' }).waitFor()
    const prompt = page.getByRole('textbox', { name: 'System prompt' })
    await prompt.waitFor()
    expect(await prompt.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /Planner/ }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    for (const name of ['Archive…', 'Delete…'])
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Trigger' }).isEnabled()).toBe(true)
    await page.goto(`${open.url}/agents`)
    await page
      .getByRole('row', { name: /Code desk/ })
      .getByText('Code', { exact: true })
      .waitFor()
    expect(errors).toEqual([])
  })
})
