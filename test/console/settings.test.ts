import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/free-port.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6: settings', () => {
  let open: OpenConsole
  let receiver: Server
  let received = 0
  let receiverUrl = ''

  beforeAll(async () => {
    receiver = createServer((_, response) => {
      received += 1
      response.end('Thank you.')
    })
    const port = await listenOnLoopback(receiver)
    receiverUrl = `http://127.0.0.1:${port}/hook`
    open = await openConsole({
      RUNGRAPH_WEBHOOK_PRIVATE: `127.0.0.1:${port}`,
      RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
  })
  afterAll(async () => {
    await open.close()
    receiver.close()
  })

  test('CON-6: a webhook is added and tested, and a delivery is sent again', async () => {
    const { page, errors, outsideRequests } = await open.open('/settings?tab=webhooks')
    await page.getByText('There are no webhooks.').waitFor()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(receiverUrl)
    await dialog.getByRole('checkbox', { name: 'Run started' }).uncheck({ force: true })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    // The secret is not lost by accident.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('button', { name: `Actions for ${receiverUrl}` }).click()
    await page.getByRole('menuitem', { name: 'Send a test…' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Accepted').waitFor()
    await dialog.getByText('Thank you.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await open.trigger('demo-chat')
    const row = page.getByRole('row').filter({ hasText: 'Run completed' })
    await row.filter({ hasText: 'Delivered' }).waitFor()
    const before = received
    await row.getByRole('button', { name: 'Send Run completed again' }).click()
    await eventually(() => received).toBe(before + 1)
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-6: a schedule shows its next times, and is fired by hand', async () => {
    const { page, errors } = await open.open('/settings?tab=schedules')
    await page.getByRole('button', { name: 'Add a schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cron expression').fill('every day')
    await dialog.getByRole('button', { name: /^Agent/ }).click()
    await page.getByRole('option', { name: 'Demo: a chat answer' }).click()
    await dialog.getByLabel('Input').fill('Write the digest.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'cron' }).waitFor()
    await dialog.getByLabel('Cron expression').fill('0 9 * * 1-5')
    await dialog.getByRole('button', { name: 'Add' }).click()
    const next = page.getByRole('region', { name: 'Next times' }).getByRole('listitem')
    await eventually(() => next.count()).toBe(8)
    await page.getByRole('button', { name: 'Fire now' }).click()
    await eventually(() => heading(page).textContent()).not.toBe('Settings')
    await page.goBack()
    await page.getByRole('row').filter({ hasText: 'Fired by hand' }).waitFor()
    expect(errors).toEqual([])
  })

  test('CON-6 WAIT-5: an event trigger and a source are added, and a signed webhook starts a run', async () => {
    const { page, errors } = await open.open('/settings?tab=events')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add a trigger' }).click()
    await dialog.getByLabel('Name').fill('ship')
    await dialog.getByRole('button', { name: /^Agent/ }).click()
    await page.getByRole('option', { name: 'Demo: a chat answer' }).click()
    await dialog.getByLabel('Event').fill('order.paid')
    await dialog.getByLabel('Condition').fill('event.data.amount >')
    await dialog.getByLabel('Input').fill('Ship it.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'condition' }).waitFor()
    await dialog.getByLabel('Condition').fill('event.data.amount > 10')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('row').filter({ hasText: 'ship' }).filter({ hasText: 'Enabled' }).waitFor()

    await page.getByRole('button', { name: 'Add a source' }).click()
    await dialog.getByLabel('Slug').fill('shop')
    await dialog.getByRole('button', { name: /Signature/ }).click()
    await page.getByRole('option', { name: 'HMAC in a header' }).click()
    await dialog.getByLabel('Header of the signature').fill('X-Shop')
    await dialog.getByLabel('Name of its events').fill('order.paid')
    await dialog.getByRole('button', { name: 'Add' }).click()
    const secret = (await dialog.getByText(/^whsec_/).textContent())?.trim() ?? ''
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('/api/projects/default/events/shop').waitFor()

    const body = JSON.stringify({ amount: 20 })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = { 'x-shop': signature }
    const sent = await fetch(`${open.url}/api/projects/default/events/shop`, {
      method: 'POST',
      body,
      headers,
    })
    expect(sent.status).toBe(202)
    const row = page.getByRole('row').filter({ hasText: 'webhook shop' }).filter({ hasText: 'Delivered' })
    await row.waitFor()
    await row.getByRole('button', { name: 'order.paid' }).click()
    await dialog.getByText('"amount"').waitFor()
    await dialog.getByRole('link').click()
    await eventually(() => heading(page).textContent()).not.toBe('Settings')
    expect(errors).toEqual([])
  })

  test('CON-6: a project has a number of runs at once', async () => {
    const { page, errors } = await open.open('/settings?tab=project')
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    await dialog.getByLabel('Runs at once').fill('')
    await save.click()
    await dialog.getByText('Runs at once is missing.').waitFor()
    await dialog.getByLabel('Runs at once').fill('7')
    await save.click()
    await eventually(() => open.server.ask('{ project { maxConcurrentRuns } }')).toEqual({
      project: { maxConcurrentRuns: 7 },
    })
    expect(errors).toEqual([])
  })

  test('CON-6: the first key signs this tab in, and a viewer is shown the permissions of a viewer', async () => {
    const { page } = await open.open('/settings')
    await page.getByText('There are no keys.').waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('ops')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/^rg_/).waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row').filter({ hasText: 'ops' }).filter({ hasText: 'Admin' }).waitFor()

    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByLabel('Name').fill('reports')
    await dialog.getByRole('button', { name: /Role/ }).click()
    await page.getByRole('option', { name: /^Viewer/ }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const key = await dialog.getByText(/^rg_/).textContent()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row').filter({ hasText: 'reports' }).waitFor()

    const viewer = (await open.open('/settings?tab=schedules')).page
    await viewer.getByLabel('API key').fill(key?.trim() ?? '')
    await viewer.getByRole('button', { name: 'Sign in' }).click()
    await viewer.getByRole('row').filter({ hasText: '0 9 * * 1-5' }).waitFor()
    expect(await viewer.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    expect(await viewer.getByRole('button', { name: /Add a schedule|Fire now/ }).count()).toBe(0)

    await page.getByRole('button', { name: 'Revoke reports' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row').filter({ hasText: 'reports' }).filter({ hasText: 'Revoked' }).waitFor()
  })
})
