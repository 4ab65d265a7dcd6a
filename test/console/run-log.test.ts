import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations, overflowOf } from './find-violations.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-3 what calls and people say about a run', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole({
      RUNGRAPH_TOOLS: join(import.meta.dirname, 'logging-tools.ts'),
      RUNGRAPH_LOG_LEVEL: 'debug',
    })
  }, 60_000)
  afterAll(() => open.close())

  const ask = <Data>(query: string, variables: object) => open.server.ask<Data>(query, variables)

  async function imported(): Promise<string> {
    const actions = [{ name: 'import_orders', type: 'TOOL', target: 'import_orders', parameters: {} }]
    const slug = `import-${Date.now()}`
    await ask('mutation ($input: CreateWorkflowInput!) { createWorkflow(input: $input) { __typename } }', {
      input: { slug, definition: { name: 'Import', plan: { actions } } },
    })
    await ask('mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename } }', {
      input: {
        slug,
        definition: { name: 'Importer', model: 'scripted/tool-loop', tools: ['import_orders'] },
      },
    })
    const { runWorkflow } = await ask<{ runWorkflow: { id: string } }>(
      'mutation ($input: RunWorkflowInput!) { runWorkflow(input: $input) { ... on Run { id } ... on Error { message } } }',
      { input: { workflow: slug, agent: slug, tags: [longTag] } },
    )
    return runWorkflow.id
  }

  test('TAS-17 lines of a log stand below their call, are filtered and found, and open the call', async () => {
    const { page, errors } = await open.open(`/runs/${encodeURIComponent(await imported())}`)
    for (const text of ['Reading the orders', 'The separator', 'Two orders', 'The rate of PLN'])
      await page.getByRole('treeitem', { name: text }).waitFor()
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Lines of logs' }).click()
    await page.getByRole('option', { name: 'Log from warn' }).click()
    await page.getByRole('treeitem', { name: 'Reading the orders' }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('A-1017')
    await page.getByText('1 line was found.').waitFor()
    await page.getByRole('treeitem', { name: 'Two orders' }).click()
    const log = page.getByRole('complementary').getByRole('region', { name: 'Log' })
    await eventually(() => log.getByRole('listitem').count()).toBe(4)
    await page.reload()
    await eventually(() => log.getByRole('listitem').count()).toBe(4)
    expect(page.url()).toContain('log=WARN')
    await look(page, 'log')
    expect(errors).toEqual([])
  })

  test('COMM-1 comments and tags come to all who look at the run, and comments go', async () => {
    const id = await open.trigger('demo-tool-loop')
    const path = `/runs/${encodeURIComponent(id)}`
    const [ann, bob] = await Promise.all([open.open(path), open.open(path)])
    await ann.page.getByText('Nobody has said anything.').waitFor()
    await bob.page.getByText('Nobody has said anything.').waitFor()
    await ann.page.getByRole('textbox', { name: 'Comment' }).fill('The price is right,\nthe words are not.')
    await ann.page.getByRole('button', { name: 'Comment', exact: true }).click()
    for (const { page } of [ann, bob]) await page.getByText('The price is right,').waitFor()
    await look(ann.page, 'comments')
    await ask('mutation ($input: UpdateRunInput!) { updateRun(input: $input) { __typename } }', {
      input: { id, tags: ['urgent'] },
    })
    for (const { page } of [ann, bob]) await page.getByRole('link', { name: 'urgent' }).waitFor()
    await bob.page.getByRole('button', { name: 'Delete the comment by loopback' }).click()
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await ann.page.getByText('Nobody has said anything.').waitFor()
    expect([...ann.errors, ...bob.errors]).toEqual([])
  })

  test('COMM-1 a step and an action take comments, and their lines in the timeline show that they have some', async () => {
    const id = await open.trigger('demo-tool-loop')
    const path = `/runs/${encodeURIComponent(id)}`
    const [ann, bob] = await Promise.all([open.open(path), open.open(path)])
    await ann.page.locator('header').getByText('Completed', { exact: true }).waitFor()
    const line = (page: Page, name: string) => page.getByRole('treeitem', { name }).first()
    async function say(on: string, text: string): Promise<void> {
      await line(ann.page, on).click()
      const panel = ann.page.getByRole('complementary', { name: 'What is open' })
      await panel.getByRole('textbox', { name: 'Comment' }).fill(text)
      await panel.getByRole('button', { name: 'Comment', exact: true }).click()
      await panel.getByRole('listitem').getByText(text).waitFor()
    }
    await say('Step 1', 'A step too many.')
    await say('calculator', 'The wrong sum.')
    await look(ann.page, 'comments-parts')
    for (const { page } of [ann, bob])
      for (const name of ['Step 1', 'calculator'])
        await line(page, name).getByRole('img', { name: '1 comment' }).waitFor()
    // The card of the run has both, and leads to what they are about.
    await bob.page.getByText('A step too many.').waitFor()
    expect(await findViolations(bob.page)).toEqual([])
    await bob.page.getByRole('list', { name: 'Comments' }).getByRole('link', { name: 'calculator' }).click()
    const panel = bob.page.getByRole('complementary', { name: 'What is open' })
    await panel.getByText('The wrong sum.').waitFor()
    expect(await panel.getByText('A step too many.').count()).toBe(0)
    await panel.getByRole('button', { name: 'Delete the comment by loopback' }).click()
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await line(ann.page, 'calculator').getByRole('img', { name: '1 comment' }).waitFor({ state: 'detached' })
    // A hundred newer ones are read at once, and the others after them.
    const comment = 'mutation ($input: CommentRunInput!) { commentRun(input: $input) { __typename } }'
    for (let nth = 0; nth < 100; nth++)
      await open.server.ask(comment, { input: { runId: id, text: `Note ${nth}` } })
    await bob.page.reload()
    await line(bob.page, 'Step 1').getByRole('img', { name: '1 comment' }).waitFor()
    expect([...ann.errors, ...bob.errors]).toEqual([])
  })

  test('RUN-13 the state after a step is edited, and another run goes on from it', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${encodeURIComponent(id)}`)
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    await page.getByRole('treeitem', { name: 'Step 1' }).click()
    await page.getByRole('button', { name: 'Edit and continue' }).click()
    const dialog = page.getByRole('dialog')
    const next = dialog.getByRole('button', { name: 'Continue' })
    await next.click()
    await dialog.getByText('Change something first.').waitFor()
    await dialog.getByRole('textbox', { name: /^Text of 1\. / }).fill('What does the other one cost?')
    await dialog.getByRole('textbox', { name: 'Context' }).fill('{ "shop": ')
    await dialog.getByText('This is no JSON.').waitFor()
    await dialog.getByRole('textbox', { name: 'Context' }).fill('{ "shop": "north" }')
    await look(page, 'edit')
    await next.click()
    await eventually(() => page.url()).not.toContain(encodeURIComponent(id))
    await page.getByText('forked after step 1').waitFor()
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByText('another context, another text of message 1').waitFor()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('What does the other one cost?').first().waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('another context, another text of message 1').waitFor()
    await page.locator('header').getByRole('link', { name: 'compare' }).click()
    const start = page.getByRole('region', { name: 'Different from the start' })
    await start.getByText('Changed: another context, another text of message 1.').waitFor()
    expect(await start.getByRole('heading', { name: 'summary' }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('API-58 API-59 a run shows its worker while it is at work, and after its end', async () => {
    const id = await open.trigger('demo-slow')
    const { page, errors } = await open.open(`/runs/${encodeURIComponent(id)}`)
    await page.getByText('Last sign of life').waitFor()
    await look(page, 'worker')
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click()
    await page.getByText('Last sign of life').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    const workers = page.getByRole('region', { name: 'Workers that had the run' })
    await eventually(() => workers.getByRole('row').count()).toBe(2)
    await workers.getByRole('cell', { name: /^.+:\d+$/ }).waitFor()
    await look(page, 'workers')
    expect(errors).toEqual([])
  })

  test('CON-3 the page of a run that a list has opened leads to the next and the previous of the list', async () => {
    const inputs = ['List one.', 'List two.', 'List three.']
    for (const input of inputs) await open.trigger('demo-chat', input)
    const { page, errors } = await open.open('/runs?search=List')
    const row = (input: string) => page.getByRole('row').filter({ hasText: input })
    await row('List three.').getByRole('link').click()
    const shown = (input: string) => page.getByRole('complementary').getByText(input).first().waitFor()
    await shown('List three.')
    const [before, next] = ['Previous', 'Next'].map((way) =>
      page.getByRole('button', { name: `${way} run of the list` }),
    )
    await eventually(() => before?.isDisabled()).toBe(true)
    // Two at once: the page of the first is not read yet.
    await page.keyboard.press(']')
    await page.keyboard.press(']')
    await shown('List one.')
    await eventually(() => next?.isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Details' }).click()
    await before?.click()
    await shown('List two.')
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByRole('treeitem', { name: 'Step 1' }).click()
    await page.getByRole('complementary', { name: 'What is open' }).waitFor()
    await page.keyboard.press('[')
    await shown('List three.')
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    expect(await overflowOf(page)).toBe(0)
    await page.goBack()
    await row('List two.').waitFor()
    await page.goto(`${open.url}/runs/${encodeURIComponent(await open.trigger('demo-chat', 'Alone.'))}`)
    await shown('Alone.')
    expect(await next?.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('at any width, nothing lies outside and axe finds nothing', async () => {
    const { page } = await open.open(`/runs/${encodeURIComponent(await imported())}`)
    await page.getByRole('treeitem', { name: 'The rate of PLN' }).waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page)).toBe(0)
      const { x = 0, width: wide = 0 } = (await page.getByText(longTag).boundingBox()) ?? {}
      expect(wide).toBeGreaterThan(100)
      expect(x + wide).toBeLessThan(width)
      expect(await findViolations(page)).toEqual([])
    }
  })
})

const longTag = 'night'.repeat(19)

const looks = process.env.LOOKS

async function look(page: Page, name: string): Promise<void> {
  if (looks === undefined) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${looks}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
}
