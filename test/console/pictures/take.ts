import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { compileIfChanged } from '../../../build/compile.ts'
import { root } from '../../checks/run-command.ts'
import { freePort } from '../../support/free-port.ts'
import { findProgram } from '../../support/programs.ts'
import { trigger } from './fill-shop.ts'
import { film } from './film.ts'
import type { Shop } from './open-shop.ts'
import { openFilledShop } from './shop.ts'

const usage = `npm run pictures -- [options]

Makes the pictures of the console in docs/: it fills a server with two weeks of a shop, in some minutes, and looks at it with Chromium.

  --data folder   folder of the server; one that is there is taken as it is. Default: a temporary one
  --help          this

Needs chromium and ffmpeg (Debian: apt-get install chromium ffmpeg).`

const { values } = parseArgs({
  options: { data: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (values.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  await compileIfChanged()
  const parent = await mkdtemp(join(tmpdir(), 'rungraph-pictures-'))
  const shop = await openFilledShop({ dataDir: values.data ?? join(parent, 'data'), port: await freePort() })
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? findProgram('google-chrome') ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    await takeBoard(browser, shop)
    await takeRun(browser, shop)
    await filmPlan(browser, shop)
  } finally {
    await browser.close()
    await shop.app.close()
    await rm(parent, { recursive: true, force: true })
  }
}

async function takeBoard(browser: Browser, { url }: Shop): Promise<void> {
  const page = await openPage(browser, 'light')
  await page.goto(`${url}/?last=14d`)
  await page.getByRole('heading', { name: 'Board' }).waitFor()
  await settle(page)
  await page.screenshot({ path: join(root, 'docs/console-board.png') })
  await page.context().close()
}

/** The page of a run with a model call beside its timeline. */
async function takeRun(browser: Browser, shop: Shop): Promise<void> {
  const { runs } = await shop.ask<{ runs: { nodes: readonly { id: string }[] } }>(
    '{ runs(first: 1, filter: { agent: "market-research", status: [COMPLETED] }) { nodes { id } } }',
  )
  const page = await openPage(browser, 'light')
  await page.goto(`${shop.url}/runs/${encodeURIComponent(runs.nodes[0]?.id ?? '')}`)
  await page.getByRole('treeitem', { name: 'claude-opus-4-6' }).nth(1).click()
  await page.getByRole('complementary').getByText('First token').waitFor()
  await settle(page)
  await page.screenshot({ path: join(root, 'docs/console-run.png') })
  await page.context().close()
}

/** A plan that lights up as it runs. */
async function filmPlan(browser: Browser, shop: Shop): Promise<void> {
  const page = await openPage(browser, 'dark', { width: 1280, height: 800, scale: 1 })
  const id = await trigger(shop, {
    agent: 'market-research',
    input: 'How do our lamp prices compare this spring?',
  })
  await page.goto(`${shop.url}/runs/${encodeURIComponent(id)}?tab=plan`)
  await page.getByRole('group', { name: 'Plan of step 1' }).waitFor()
  const isDone = () => page.locator('header').getByText('Completed', { exact: true }).isVisible()
  await film(page, join(root, 'docs/console-plan.webp'), isDone)
  await page.context().close()
}

async function openPage(
  browser: Browser,
  colorScheme: 'light' | 'dark',
  { width = 1440, height = 900, scale = 1.5 } = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...{ colorScheme, locale: 'en-US', viewport: { width, height } },
    deviceScaleFactor: scale,
  })
  return context.newPage()
}

/** Everything has loaded, and animations have ended. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
  )
}
