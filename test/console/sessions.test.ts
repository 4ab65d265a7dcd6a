import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6: conversations', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  /** Triggers a run of a session. */
  async function say(agent: string, sessionKey: string, input: string): Promise<void> {
    await open.server.ask(
      'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }',
      { input: { agent, sessionKey, input } },
    )
  }

  test('CON-6: a conversation is begun, answered as it is written, and continued', async () => {
    const { page, errors, outsideRequests } = await open.open('/sessions')
    await page.getByText('There are no conversations yet.').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message').fill('Who are you?')
    await dialog.getByLabel('Session key').fill('ann')
    // No agent is chosen unasked.
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Agent is missing.').waitFor()
    await dialog.getByRole('button', { name: /Agent/ }).click()
    await page.getByRole('option', { name: 'Demo: a chat answer' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await eventually(() => heading(page).textContent()).toBe('ann')
    await answerTo(page, 'Who are you?').waitFor()
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('And tomorrow?')
    await field.press('Enter')
    await page.getByRole('region', { name: 'Answer' }).filter({ hasText: 'You said' }).waitFor()
    await answerTo(page, 'And tomorrow?').waitFor()
    await eventually(() => page.getByRole('region', { name: 'Answer' }).count()).toBe(0)
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-6: the list is live, and searches messages', async () => {
    const { page, errors } = await open.open('/sessions')
    await page.getByRole('link', { name: 'ann' }).waitFor()
    await say('demo-tool-loop', 'origin:["slack",null,null,"bob"]', 'What do twelve cost?')
    await page.getByRole('link', { name: 'slack · bob' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('twelve')
    await page.getByText('No conversation matches.').waitFor()
    await page.getByRole('region', { name: 'In what was said' }).getByRole('link').click()
    await eventually(() => heading(page).textContent()).toBe('slack · bob')
    await page.getByText('Twelve pieces at 4.25 cost 60.69 with 19 % tax.').waitFor()
    const call = page.getByRole('group').filter({ hasText: 'calculator' }).first()
    await call.locator('summary').click()
    await call.getByRole('group', { name: 'Arguments of calculator' }).waitFor()
    expect(errors).toEqual([])
  })

  test('CON-6: a filtered list is live too, the last active first', async () => {
    await say('demo-chat', 'team-one', 'First.')
    await say('demo-chat', 'team-two', 'Second.')
    const { page, errors } = await open.open('/sessions?search=team')
    const names = page.getByRole('link', { name: /^team-/ })
    await eventually(() => names.allTextContents()).toEqual(['team-two', 'team-one'])
    await say('demo-chat', 'team-one', 'Again.')
    await eventually(() => names.allTextContents()).toEqual(['team-one', 'team-two'])
    // A conversation that does not match hides none that does.
    await say('demo-chat', 'elsewhere', 'No match.')
    await say('demo-chat', 'team-three', 'Third.')
    await eventually(() => names.allTextContents()).toEqual(['team-three', 'team-one', 'team-two'])
    expect(errors).toEqual([])
  })

  test('CON-6: a conversation is read while another is still on its way', async () => {
    const { page, errors } = await open.open('/sessions')
    const isOfHeld = (body: string | null) => body?.includes('"key":"held"') === true
    await page.route('**/graphql', (route) =>
      isOfHeld(route.request().postData()) ? undefined : route.continue(),
    )
    const asked = page.waitForRequest((request) => isOfHeld(request.postData()))
    await page.goto(`${open.url}/sessions/held`)
    await asked
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('ann')
    await page.getByRole('option', { name: 'ann', exact: true }).click()
    await answerTo(page, 'Who are you?').waitFor()
    expect(errors).toEqual([])
  })

  test('CON-6: memory is kept, and a conversation is deleted for good', async () => {
    await say('demo-chat', 'gone', 'Remember me.')
    const { page, errors } = await open.open('/sessions/gone')
    await answerTo(page, 'Remember me.').waitFor()
    await page.getByRole('button', { name: 'Edit the memory' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Lines').fill('Prefers short answers.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Prefers short answers.' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await eventually(() => heading(page).textContent()).toBe('Conversations')
    await page.getByRole('link', { name: 'ann' }).waitFor()
    await eventually(() => page.getByRole('link', { name: 'gone' }).count()).toBe(0)
    expect(errors).toEqual([])
  })
})

/** Answer of the agent `demo-chat` to an input, once it is stored. */
function answerTo(page: Page, input: string) {
  return page.getByRole('article').filter({ hasText: `You said: “${input}”` })
}
