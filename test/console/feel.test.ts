import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations } from './find-violations.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

/** Every page, and what is on it when it has been read. */
const pages = [
  ['/', 'Board'],
  ['/runs', 'Runs'],
  ['/gates', 'Gates'],
  ['/agents', 'Agents'],
  ['/sessions', 'Conversations'],
  ['/evaluations', 'Evaluations'],
  ['/usage', 'Usage'],
  ...[
    ...['keys', 'webhooks', 'schedules', 'events', 'relics', 'workflows', 'tools', 'models'],
    ...['project', 'server'],
  ].map((tab) => [`/settings?tab=${tab}`, 'Settings'] as const),
  ...['overview', 'versions', 'edit', 'tools', 'permission', 'bindings'].map(
    (tab) => [`/agents/demo-chat?tab=${tab}`, 'Demo: a chat answer'] as const,
  ),
  ['/sessions/a-talk', 'a-talk'],
  ['/nowhere', 'Not found'],
] as const

/** A screen on a desk, and a phone. */
const screens = [
  [1440, 900],
  [390, 844],
] as const

let open: OpenConsole
let runId: string
/** Address of the page that compares two runs. */
let compared: string

beforeAll(async () => {
  if (withoutBrowser) return
  open = await openConsole()
  runId = await open.trigger('demo-approval')
  const chat = await open.trigger('demo-chat')
  const again = await open.trigger('demo-chat', 'Once more.')
  compared = `/compare?a=${chat}&b=${again}`
  await open.server.ask(
    'mutation { triggerRun(input: { agent: "demo-chat", input: "Hello", sessionKey: "a-talk" }) { __typename } }',
  )
})
afterAll(() => open?.close())

describe.skipIf(withoutBrowser)('CON-7 how the console feels', () => {
  test('axe finds nothing on any page, at either width, light or dark, and none is wider than a phone', async () => {
    const { page, errors, outsideRequests } = await open.open('/')
    const found: object[] = []
    const others = [
      [`/runs/${runId}`, 'Demo: a call to approve'],
      [compared, 'Two runs'],
    ] as const
    for (const [path, title] of [...pages, ...others]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(open.url + path)
      await heading(page).getByText(title, { exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      // A page that becomes narrow is drawn anew where it is another one then.
      for (const [width, height] of screens) {
        await page.setViewportSize({ width, height })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
          // The dark theme has other colours, and is otherwise the same.
          const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
          found.push(
            ...(await findViolations(page, rules)).map((violation) => ({
              ...{ path, width, colorScheme },
              ...violation,
            })),
          )
        }
        const shown = await page.evaluate(() => document.documentElement.scrollWidth)
        if (shown > width) found.push({ path, width, shown })
      }
    }
    expect(found).toEqual([])
    expect([errors, outsideRequests]).toEqual([[], []])
  }, 600_000)

  test('CON-8 a first page is at most 300 kB, even where only gzip is accepted', async () => {
    const { page } = await open.browser.openPage()
    const assets: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/assets/')) assets.push(request.url())
    })
    await page.goto(open.url)
    await heading(page).getByText('Board').waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(assets.map(gzippedSize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`First page: ${total} bytes`)
    expect(total).toBeGreaterThan(100_000)
    // Below what is promised, so that one more component does not break the promise.
    expect(total).toBeLessThan(297_500)
  })

  test('times are shown by the clocks of the browser or by UTC, as the reader chooses, in every tab', async () => {
    const { page, errors } = await open.open('/nowhere')
    const { page: other } = await open.open('/nowhere')
    for (const each of [page, other]) {
      const session = await each.context().newCDPSession(each)
      await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
      await each.goto(`${open.url}/runs?after=2026-01-02T09:00:00Z&columns=created`)
      await each.getByText('after Jan 2, 2026, 6:00:00 PM', { exact: true }).waitFor()
    }
    const ago = page.getByRole('row').locator('time').first()
    await ago.hover()
    const both = /^\w+ \d+, \d+, \d+:\d+:\d+ [AP]M Asia\/Tokyo\n\w+ \d+, \d+, \d+:\d+:\d+ [AP]M UTC$/
    await eventually(() => ago.getAttribute('title')).toMatch(both)
    const choose = async (choice: RegExp) => {
      await page.getByRole('button', { name: 'Account, theme and times' }).click()
      await page.getByRole('menuitem', { name: choice }).click()
    }
    await choose(/^Times: UTC/)
    for (const each of [page, other])
      await each.getByText('after Jan 2, 2026, 9:00:00 AM UTC', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Created after').inputValue()).toBe('2026-01-02T09:00')
    await dialog.getByRole('button', { name: 'Time zone: UTC' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${open.url}/`)
    await page.getByRole('button', { name: 'Last 24 hours UTC' }).waitFor()
    await choose(/^Times: local/)
    await page.getByRole('button', { name: 'Last 24 hours Tokyo' }).waitFor()
    expect(errors).toEqual([])
  })

  test('the palette leads everywhere by keyboard', async () => {
    const { page } = await open.open('/')
    await heading(page).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('gates')
    await page.keyboard.press('Enter')
    await eventually(() => heading(page).innerText()).toBe('Gates')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // On this page, r alone would reject a gate.
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await eventually(() => heading(page).innerText()).toBe('Runs')
  })
})

describe.skipIf(withoutBrowser)('CON-7 signing in', () => {
  let keys: Readonly<Record<'VIEWER' | 'OPERATOR' | 'ADMIN', string>>
  let callId: string

  // From here on the server asks for a key.
  beforeAll(async () => {
    callId = await vi.waitUntil(() => firstCallOf(open, runId), { timeout: 15_000 })
    const admin = await createKey(open, 'ADMIN')
    keys = {
      ADMIN: admin,
      VIEWER: await createKey(open, 'VIEWER', admin),
      OPERATOR: await createKey(open, 'OPERATOR', admin),
    }
  })

  test('a wrong key is refused, with the remedy', async () => {
    const { page } = await open.open('/runs')
    await signIn(page, 'rg_wrong')
    await page.getByRole('alert').getByText('This key is not known here').waitFor()
    expect(await page.getByRole('alert').textContent()).not.toContain('Bearer')
    await page.getByText('npx rungraph keys create <name> --role OPERATOR').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in to Rungraph')
  })

  test.each([
    ['VIEWER', false, false],
    ['OPERATOR', true, false],
    ['ADMIN', true, true],
  ] as const)(
    '%s is shown what this role may do, and nothing else',
    async (role, mayOperate, mayAdminister) => {
      const call = encodeURIComponent(`call:${callId}`)
      const { page, outsideRequests } = await open.open(`/runs/${runId}?open=${call}`)
      await signIn(page, keys[role])
      await heading(page).getByText('Demo: a call to approve').waitFor()
      expect(await page.getByRole('button', { name: 'Abort' }).count()).toBe(mayOperate ? 1 : 0)
      await page.getByRole('heading', { name: /Loop$/ }).waitFor()
      expect(await page.getByRole('button', { name: /HTTP request/ }).count()).toBe(mayAdminister ? 1 : 0)
      await page.getByRole('link', { name: /^Gates/ }).click()
      await page.getByRole('heading', { name: 'pay_refund' }).waitFor()
      expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(
        mayOperate ? 1 : 0,
      )
      await page.getByRole('link', { name: 'Agents' }).click()
      await page.getByRole('link', { name: 'Demo: a loop' }).first().waitFor()
      expect((await page.getByRole('button', { name: /new agent|create/i }).count()) > 0).toBe(mayAdminister)
      expect(outsideRequests).toEqual([])
      // The key stays with the tab: it is not asked for again.
      await page.reload()
      await eventually(() => heading(page).innerText()).toBe('Agents')
    },
  )
})

/** Bytes that a file takes with gzip. Chromium asks for Brotli; `fetch` tells only the size of what it has unpacked. */
async function gzippedSize(url: string): Promise<number> {
  const [response]: IncomingMessage[] = await once(
    get(url, { headers: { 'accept-encoding': 'gzip' } }),
    'response',
  )
  let size = 0
  for await (const chunk of response ?? []) size += chunk.length
  return size
}

/** The first model call of a run; empty until there is one. */
async function firstCallOf({ server }: OpenConsole, id: string): Promise<string> {
  const { run } = await server.ask<{ run: { steps: { nodes: { modelCalls: { id: string }[] }[] } } }>(
    'query ($id: ID!) { run(id: $id) { steps { nodes { modelCalls { id } } } } }',
    { id },
  )
  return run.steps.nodes[0]?.modelCalls[0]?.id ?? ''
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function createKey({ url }: OpenConsole, role: string, by?: string): Promise<string> {
  const query =
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreatedApiKey { key } ... on Error { message } } }'
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by && { authorization: `Bearer ${by}` }) },
    body: JSON.stringify({ query, variables: { input: { name: role.toLowerCase(), role } } }),
  })
  const { data }: { data: { createApiKey: { key: string } } } = JSON.parse(await response.text())
  return data.createApiKey.key
}
