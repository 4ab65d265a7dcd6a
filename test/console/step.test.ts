import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-3 CTX-4: a step on the page of its run', () => {
  let open: OpenConsole
  let watched: WatchedPage

  beforeAll(async () => {
    open = await openConsole()
    const instructions = `Answer in words that a child knows. ${'Be kind. '.repeat(300)}Mind the barges.`
    await open.server.ask(
      'mutation($d: AgentDefinitionInput!) { createAgent(input: { slug: "clerk", definition: $d }) { __typename } }',
      {
        d: {
          ...{ name: 'Clerk', model: 'scripted/tool-loop', systemPrompt: instructions },
          tools: ['calculator', 'current_time', 'http_get', 'read_output'],
        },
      },
    )
    watched = await openStep(await open.trigger('clerk'), 1)
  }, 60_000)
  afterAll(() => open.close())
  afterEach(() => {
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  /** Waits until the run has ended, and opens a step of it. */
  async function openStep(runId: string, number: number): Promise<WatchedPage> {
    const found = await open.open(`/runs/${runId}?tab=timeline`)
    await found.page.getByText('Completed', { exact: true }).first().waitFor()
    await found.page.getByRole('treeitem', { name: `Step ${number}` }).click()
    await found.page.getByRole('region', { name: 'What the model saw' }).waitFor()
    return found
  }

  const saw = ({ page }: { page: Page } = watched) => page.getByRole('region', { name: 'What the model saw' })
  const said = ({ page }: { page: Page } = watched) =>
    page.getByRole('region', { name: 'What the model said' }).first()

  test('shows the calls of the model with their arguments', async () => {
    await said().getByText('calls calculator').waitFor()
    await said().getByRole('group', { name: 'Arguments of calculator' }).getByText('12 * 4.25').waitFor()
  })

  test('has the whole system prompt, folded as it is long, and each tool that was offered', async () => {
    const words = saw().getByText('Mind the barges.', { exact: false })
    await saw()
      .getByText(/^System prompt, [\d,]+ characters$/)
      .waitFor()
    expect(await words.isVisible()).toBe(false)
    await saw()
      .getByText(/^System prompt, /)
      .click()
    await words.waitFor()
    await saw().getByText('4 tools', { exact: true }).click()
    const tools = saw().getByRole('list', { name: 'Tools that were offered' })
    for (const name of ['calculator', 'current_time', 'http_get', 'read_output'])
      await tools.getByText(name, { exact: true }).waitFor()
    await tools.getByText('http_get', { exact: true }).click()
    await tools.getByRole('group', { name: 'Arguments of http_get' }).getByText('"url"').first().waitFor()
  })

  test('is searched: what has the words is unfolded and marked, and the rest goes', async () => {
    const search = saw().getByRole('searchbox', { name: 'Search what the model saw' })
    await search.fill('mind the BARGES')
    await saw().getByText('1 part has these words.').waitFor()
    await saw().locator('mark').filter({ hasText: 'Mind the barges' }).waitFor()
    expect(await saw().getByRole('article').count()).toBe(0)
    await search.fill('current_time')
    await saw().getByRole('group', { name: 'Arguments of current_time' }).waitFor()
    expect(await saw().getByRole('group', { name: 'Arguments of http_get' }).count()).toBe(0)
    await search.fill('no such words')
    await saw().getByText('No part of it has these words.').waitFor()
    await search.fill('')
    await saw().getByRole('article').first().waitFor()
  })

  test('of an agent that plans says that no tools were offered: its prompt names them', async () => {
    watched = await openStep(await open.trigger('demo-research'), 1)
    await saw().getByText('No tools were offered for calls.').waitFor()
    // A search unfolds the prompt, if it is so long that it is folded.
    await saw().getByRole('searchbox').fill('web_scraper')
    const prompt = saw().getByRole('region', { name: 'System prompt' })
    await prompt.getByText('web_scraper', { exact: false }).first().waitFor()
  })

  test('CON-7: is accessible, and fits on a phone', async () => {
    watched = await openStep(await open.trigger('clerk'), 2)
    await saw()
      .getByText(/^System prompt, /)
      .click()
    await saw().getByText('4 tools', { exact: true }).click()
    await saw().getByRole('searchbox').fill('calculator')
    await saw().locator('mark').first().waitFor()
    const { page } = watched
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await overflowOf(page)).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })
})
