import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly targets: readonly string[]
}

/** What axe finds serious or critical on a page as it is shown. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core')), 'utf8'))
  return page.evaluate<
    Violation[]
  >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`)
}

/** How far a page can be scrolled sideways, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
