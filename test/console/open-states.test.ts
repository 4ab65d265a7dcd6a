import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { chunk } from '../fixtures/streams/openai-chat.ts'
import { type ByteServer, serveBytes } from '../support/serve-bytes.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { type OpenConsole, openConsole } from './open-console.ts'
import { fillConsole, onPhones, states } from './open-states.ts'

/** A screen on a desk, and a phone. */
const screens = [
  [1440, 900],
  [390, 844],
] as const

const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'

describe.skipIf(withoutBrowser)('CON-7 what opens on the pages of the console', () => {
  let open: OpenConsole
  let provider: ByteServer
  let ids: Readonly<Record<string, string>>
  let page: Page
  let errors: readonly string[]

  beforeAll(async () => {
    // It speaks, and does not end.
    provider = await serveBytes((_request, response) => {
      response.setHeader('content-type', 'text/event-stream')
      const speak = () => response.write(`data: ${JSON.stringify(chunk({ content: 'Let me think. ' }))}\n\n`)
      speak()
      const timer = setInterval(speak, 5_000)
      response.once('close', () => clearInterval(timer))
    })
    open = await openConsole({
      OPENAI_CHAT_BASE_URL: `${provider.baseUrl}/v1`,
      RUNGRAPH_TOOLS: join(import.meta.dirname, 'logging-tools.ts'),
      RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    ids = await fillConsole(open)
    ;({ page, errors } = await open.open('/'))
  }, 120_000)
  afterAll(async () => {
    await open?.close()
    await provider?.close()
  })

  test.each(screens)(
    'axe finds nothing in what opens, %i px wide, in the light and in the dark',
    async (width, height) => {
      await page.setViewportSize({ width, height })
      const found: object[] = []
      for (const [path, ...presses] of states) {
        const at = { path, presses: presses.map(([, name]) => String(name)), width }
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(open.url + Object.entries(ids).reduce((to, [name, id]) => to.replace(name, id), path))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        for (const press of presses) {
          if (press === onPhones && width > 720) continue
          const [role, name] = press
          await page
            .getByRole(role, { name, exact: typeof name === 'string' })
            .first()
            .click()
        }
        // What lies below a dialog or a list is looked at where it is alone.
        const within = (await page.locator(overlays).count()) > 0 ? overlays : undefined
        // The dark theme has other colours, and is otherwise the same; colours are the same at either width.
        for (const colorScheme of width > 720 ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme })
          await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
          const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
          for (const violation of await findViolations(page, rules, within))
            found.push({ ...at, colorScheme, ...violation })
        }
        if ((await overflowOf(page)) > 0) found.push({ ...at, overflow: await overflowOf(page) })
      }
      expect(found).toEqual([])
      expect(errors).toEqual([])
    },
    600_000,
  )
})
