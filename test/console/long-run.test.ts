import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { callPiece, completion } from '../fixtures/streams/openai-chat.ts'
import { eventually } from '../support/eventually.ts'
import { type ByteServer, serveBytes } from '../support/serve-bytes.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

/** More steps than a page of them has. */
const turns = 60

/** The steps that are read with one request. */
const pageSize = 50

describe.skipIf(withoutBrowser)('CON-3 a run of many steps', () => {
  let open: OpenConsole
  let provider: ByteServer
  let path: string
  let page: Page
  let errors: readonly string[]
  /** The names of the operations that the page has sent. */
  const sent: string[] = []

  beforeAll(async () => {
    let turn = 0
    provider = await serveBytes((_request, response) => {
      response.setHeader('content-type', 'text/event-stream')
      turn += 1
      const calls = [0, 1, 2].map((index) =>
        callPiece({
          ...{ index, id: `call_${turn}_${index}`, name: 'calculator' },
          arguments: JSON.stringify({ expression: `${turn} + ${index}` }),
        }),
      )
      response.end(turn > turns ? completion([{ content: 'Done.' }]) : completion(calls, 'tool_calls'))
    })
    open = await openConsole({ OPENAI_CHAT_BASE_URL: `${provider.baseUrl}/v1` })
    const definition = { name: 'Long', model: 'openai-chat/our-own', tools: ['calculator'], maxSteps: 500 }
    const create = 'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename } }'
    await open.server.ask(create, { input: { slug: 'long', definition } })
    // The page is open before the first step begins.
    path = `/runs/${await open.trigger('long', undefined, 5_000)}`
    ;({ page, errors } = await open.open(path))
    page.on('request', (request) => sent.push(...operationOf(request)))
  }, 60_000)
  afterAll(async () => {
    await open?.close()
    await provider?.close()
  })

  test('is followed without a request for each step, and draws the lines in sight', async () => {
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    // The worker and the comments are asked for once in a while, and not with each step.
    expect(sent.length).toBeLessThan(turns / 2)
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80)
    const first = page.getByRole('treeitem', { name: /^Step 1\b/ })
    expect(await first.count()).toBe(0)
    await page.getByRole('tree', { name: 'Timeline' }).focus()
    await page.keyboard.press('Home')
    // The step opens at its side, in place of the address: the lines stay where the key has brought them.
    await page.getByRole('region', { name: 'What the model said' }).first().waitFor()
    await eventually(() => first.count()).toBe(1)
    expect(errors).toEqual([])
  }, 120_000)

  test('can be used before all of its steps are read, which takes a request for each fifty', async () => {
    sent.length = 0
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/graphql', async (route) => {
      const [name] = operationOf(route.request())
      if (name === 'RunSteps' && !route.request().postData()?.includes('"after":null')) await isReleased
      await route.continue()
    })
    await page.goto(open.url + path)
    await page.getByRole('treeitem', { name: /^Step 1\b/ }).click()
    await page.getByRole('region', { name: 'What the model said' }).first().waitFor()
    release()
    await page.getByRole('tree', { name: 'Timeline' }).focus()
    await eventually(async () => {
      await page.keyboard.press('End')
      return page.getByRole('treeitem', { name: new RegExp(`^Step ${turns + 1}\\b`) }).count()
    }).toBe(1)
    expect(sent.filter((name) => name === 'RunSteps')).toHaveLength(Math.ceil((turns + 1) / pageSize))
    expect(errors).toEqual([])
  })
})

/** The name of the operation that a request sends. */
function operationOf(request: Request): readonly string[] {
  const name = /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1]
  return name === undefined ? [] : [name]
}
