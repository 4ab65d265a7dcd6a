import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly targets: readonly string[]
}

/** Violations that axe finds on a page as it is shown, by all of its rules or by some, or within the elements that a selector names. */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<readonly Violation[]> {
  await page.evaluate(atRest)
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core')), 'utf8'))
  const options = JSON.stringify({
    resultTypes: ['violations'],
    // It is off by default.
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: rules }),
  })
  const where = within ? JSON.stringify(within) : 'document'
  return page.evaluate<Violation[]>(`axe.run(${where}, ${options}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`)
}

/**
 * In the page. A colour in transition from one theme to the other is neither's; the page hears of another theme in the next frame. What only
 * moves has its colours: the bars of a run that goes on never stand still.
 */
async function atRest(): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  const isOfColours = (effect: AnimationEffect | null) =>
    effect instanceof KeyframeEffect &&
    effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
    effect
      .getKeyframes()
      .flatMap(Object.keys)
      .some((property) => /color|opacity|background|shadow|fill|stroke|filter/i.test(property))
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const passing = document.getAnimations().filter(({ effect }) => isOfColours(effect))
    if (passing.length === 0) return
    if (performance.now() > giveUpAt) throw new Error(`${passing.length} colours do not come to rest.`)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  }
}

/** How far a page can be scrolled sideways, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
