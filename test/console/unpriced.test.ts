import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedPage, withoutBrowser } from '../browser/open-browser.ts'
import { completion } from '../fixtures/streams/openai-chat.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-6 MOD-8: calls of a model whose price nobody knows', () => {
  let open: OpenConsole
  let provider: Awaited<ReturnType<typeof serveBytes>>
  let watched: WatchedPage
  let runId: string

  beforeAll(async () => {
    provider = await serveBytes((_request, response) => {
      response.setHeader('content-type', 'text/event-stream')
      response.end(completion([{ content: 'Nine barges.' }]))
    })
    open = await openConsole({ OPENAI_CHAT_BASE_URL: `${provider.baseUrl}/v1` })
    const { createAgent } = await open.server.ask<{ createAgent: { __typename: string } }>(
      `mutation { createAgent(input: { slug: "clerk", definition: { name: "Clerk", model: "openai-chat/our-own" } }) { __typename } }`,
    )
    expect(createAgent.__typename).toBe('Agent')
    runId = await open.trigger('clerk')
    watched = await open.open(`/runs/${runId}`)
    await watched.page.getByText('Nine barges.').first().waitFor()
  }, 60_000)
  afterAll(async () => {
    await open.close()
    await provider.close()
  })
  afterEach(() => {
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  const note = () => watched.page.getByText('1 model call is not priced, and no cost includes it.')

  test('are not priced on the page of their run, and a note says how to set the price', async () => {
    const { page } = watched
    await page.goto(`${open.url}/runs/${runId}`)
    await page.getByRole('link', { name: 'not priced (1 call)' }).waitFor()
    await note().waitFor()
    await page.getByText('RUNGRAPH_MODELS').first().waitFor()
    expect(await page.getByText('$0', { exact: true }).count()).toBe(0)
  })

  test('are not priced by themselves', async () => {
    const { page } = watched
    const { run } = await open.server.ask<{ run: { steps: { nodes: { modelCalls: { id: string }[] }[] } } }>(
      'query ($id: ID!) { run(id: $id) { steps { nodes { modelCalls { id } } } } }',
      { id: runId },
    )
    const id = run.steps.nodes[0]?.modelCalls[0]?.id
    await page.goto(`${open.url}/runs/${runId}?tab=timeline&open=call:${id}`)
    await page.getByRole('heading', { name: /^our-own/ }).waitFor()
    await page.getByText('not priced (1 call)').first().waitFor()
    await note().waitFor()
  })

  test('are not priced in the usage, which says that nothing was spent nowhere', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?by=model`)
    await page.getByRole('link', { name: /^Cost not priced \(1 call\)/ }).waitFor()
    await page.getByText('The cost of this period is not known.').waitFor()
    await note().waitFor()
    const total = page.getByRole('region', { name: 'Usage by group' }).getByRole('row')
    expect(await total.filter({ hasText: 'not priced (1 call)' }).count()).toBe(2)
    expect(await page.getByText('Nothing was spent in this period.').count()).toBe(0)
    await page.getByRole('link', { name: 'Known prices' }).click()
    await page.getByRole('heading', { name: 'Models' }).waitFor()
  })

  test('are not priced on the board and in the list of runs', async () => {
    const { page } = watched
    await page.goto(`${open.url}/`)
    await page.getByRole('link', { name: /^Cost not priced \(1 call\)/ }).waitFor()
    await page.getByText('The cost of the runs in this period is not known.').waitFor()
    await page.goto(`${open.url}/runs`)
    await page.getByRole('row').filter({ hasText: 'not priced (1 call)' }).waitFor()
  })

  test('CON-7: the note is accessible, and fits on a phone', async () => {
    const { page } = watched
    await page.goto(`${open.url}/usage?by=model`)
    await note().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await overflowOf(page)).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })
})
