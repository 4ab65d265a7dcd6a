import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

/** Pages, with an address of which the named parameters cannot be read. */
const addresses: readonly (readonly [path: string, says: string])[] = [
  ['/?last=ever&by=colour', 'last “ever” and by “colour” cannot be read'],
  ['/?from=2999-01-01T00:00:00Z', 'from “2999-01-01T00:00:00.000Z” is not there'],
  [
    '/runs?order=COLOUR&columns=["input","shoes"]',
    'order “COLOUR” and columns “input, shoes” cannot be read',
  ],
  ['/gates?kind=NOPE&gate=none', 'kind “NOPE” cannot be read. Of the address, gate “none” is not there'],
  ['/agents?show=some', 'show “some” cannot be read'],
  ['/agents/demo-chat?tab=nope', 'tab “nope” cannot be read'],
  ['/agents/demo-chat?tab=versions&from=98&to=99', 'from “98” and to “99” are not there'],
  ['/sessions?activity=often', 'activity “often” cannot be read'],
  ['/evaluations?agnt=demo-chat', 'agnt “demo-chat” cannot be read'],
  ['/usage?measure=joy', 'measure “joy” cannot be read'],
  ['/settings?tab=nope', 'tab “nope” cannot be read'],
  ['/settings?tab=workflows&show=LOST', 'show “LOST” cannot be read'],
]

describe.skipIf(withoutBrowser)('CON-7 an address that cannot be read', () => {
  let open: OpenConsole
  let watched: WatchedPage

  beforeAll(async () => {
    open = await openConsole()
    watched = await open.open('/')
  }, 120_000)

  afterAll(() => open.close())

  test.each(addresses)(
    '%s: one notice says what cannot be read, and cleans the address',
    async (path, says) => {
      const { page } = watched
      await page.goto(open.url + path)
      await clean(page, says)
      expect(new URL(page.url()).search).not.toContain(says.slice(0, says.indexOf(' ')))
    },
  )

  test('of a run: its tab, and the step that is open', async () => {
    const { page } = watched
    const id = await open.trigger('demo-chat', 'What is new?')
    await page.goto(`${open.url}/runs/${id}?tab=nope&open=step:nothing`)
    await clean(page, 'tab “nope” cannot be read. Of the address, open “step:nothing” is not there')
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('complementary', { name: 'The run' }).waitFor()
  })

  test('stays in the address while the page shows something else, and goes when that is set', async () => {
    const { page } = watched
    await page.goto(`${open.url}/agents?show=some&order=UPDATED`)
    await notice(page, 'show “some”').waitFor()
    expect(new URL(page.url()).search).toContain('show=some')
    await page.getByRole('searchbox').first().fill('chat')
    await page.waitForURL(/show=some.*search=chat/)
    await notice(page, 'show “some”').waitFor()
  })
})

function notice(page: Page, says: string) {
  return page.getByRole('alert').filter({ hasText: says })
}

async function clean(page: Page, says: string): Promise<void> {
  await notice(page, says).waitFor()
  expect(await notice(page, 'Of the address').count()).toBe(1)
  await page.getByRole('button', { name: 'Clean the address' }).click()
  await notice(page, says).waitFor({ state: 'detached' })
}
