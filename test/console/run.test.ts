import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { findViolations } from './find-violations.ts'
import { heading, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-3 the page of a run', () => {
  let open: OpenConsole
  let interrupted: { readonly id: string; readonly page: Page }

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('a plan lights up while it runs, to its end', async () => {
    // The page is open before the first action begins.
    const id = await open.trigger('demo-research', 'How do people look at AI?', 12_000)
    const { page, errors, outsideRequests } = await open.open(`/runs/${id}?tab=plan`)
    const graph = page.getByRole('group', { name: 'Plan of step 1' })
    const box = (name: string, status: string) =>
      graph.getByRole('button').filter({ hasText: name }).filter({ hasText: status })
    await box('fetch_wikipedia', 'Running').waitFor()
    await box('analyze_data', 'Pending').waitFor()
    for (const name of ['fetch_wikipedia', 'fetch_arxiv', 'analyze_data', 'cache_result'])
      await box(name, 'Succeeded').waitFor()
    await page.getByText('4 of 4 actions ended').waitFor()
    await eventually(() => graph.locator('[data-critical="true"][data-status]').count()).toBe(2)
    await statusOf(page, 'Completed').waitFor()
    await box('analyze_data', 'Succeeded').click()
    await page.getByRole('complementary').getByRole('heading', { name: 'analyze_data' }).waitFor()
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  // It goes on for twenty seconds, which the tests that follow use.
  test('a server is killed in the midst of an answer, and another one takes over', async () => {
    const id = await open.trigger('demo-slow')
    const { page } = await open.open(`/runs/${id}`)
    await page.getByRole('treeitem', { name: 'Step 2' }).waitFor()
    await open.restart()
    interrupted = { id, page }
  })

  test('RATE-1 a run is rated, and found by its rating', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    await page.getByText('Nobody has rated it.').waitFor()
    await page.getByRole('button', { name: 'Thumb down' }).click()
    await page.getByRole('heading', { name: 'Rating 0%' }).waitFor()
    await page.getByRole('button', { name: 'Say more' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Score').fill('101')
    await dialog.getByText('Write a number from 0 to 100.').waitFor()
    await dialog.getByLabel('Score').fill('0')
    await dialog.getByLabel('Comment').fill('Without tax.')
    await dialog.getByLabel('Labels').fill('wrong-number, price')
    await dialog.getByRole('button', { name: 'Rate', exact: true }).click()
    const ratings = page.getByRole('list', { name: 'Ratings' })
    await eventually(() => ratings.innerText()).toMatch(
      /0%\s+loopback\s+price\s+wrong-number[\s\S]*Without tax\./,
    )
    await page.goto(`${open.url}/runs?maxRating=40&ratingLabel=price`)
    await page.getByText('rated 40 % or worse').waitFor()
    await eventually(() => page.getByRole('row').filter({ hasText: 'What does it do?' }).count()).toBe(1)
    await page.goto(`${open.url}/runs/${id}`)
    await page.getByRole('button', { name: 'Delete the rating by loopback' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nobody has rated it.').waitFor()
    expect(errors).toEqual([])
  })

  test('a run is replayed, and both are compared step by step', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Replay')
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await eventually(() => page.url()).not.toContain(id)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Compare')
    const dialog = page.getByRole('dialog')
    if (await dialog.getByLabel('Id of the run').isVisible()) {
      await dialog.getByLabel('Id of the run').fill(id)
      await dialog.getByRole('button', { name: 'Compare' }).click()
    }
    await eventually(() => page.url()).toContain('/compare?')
    await eventually(() => heading(page).innerText()).toBe('Two runs')
    await page.getByRole('heading', { name: 'Step 4' }).waitFor()
    expect(errors).toEqual([])
  })

  test('RUN-13 a fork is compared with its run: what it replaced, dropped and added is all there', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    const { run } = await open.server.ask<{
      run: { messages: { nodes: readonly { position: number; role: string }[] } }
    }>('query ($id: ID!) { run(id: $id) { messages(first: 20) { nodes { position role } } } }', { id })
    const [, second] = run.messages.nodes.filter(({ role }) => role === 'ASSISTANT')
    const dropFrom = second?.position ?? 0
    const { forkRun } = await open.server.ask<{ forkRun: { id: string } }>(
      'mutation ($input: ForkRunInput!) { forkRun(input: $input) { ... on Run { id } ... on Error { message } } }',
      {
        input: {
          ...{ id, afterStep: 2, dropFrom, input: 'Leave out the tax.', context: { shop: 'north' } },
          messages: [{ position: 0, text: 'Another question.' }],
        },
      },
    )
    await page.goto(`${open.url}/compare?a=${id}&b=${forkRun.id}`)
    const change = (name: string | RegExp) => page.getByRole('region', { name })
    await change('Another text in B: message 1').getByText('Another question.').waitFor()
    await change(`Dropped in B: message ${dropFrom + 1}`).waitFor()
    await change(`Added in B: message ${dropFrom + 1}`)
      .getByText('Leave out the tax.')
      .waitFor()
    await change('Context of B').getByText('"shop": "north"').waitFor()
    expect(await change(/in A: message/).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('a run is downloaded whole, and an event of its log is shown with all of its fields', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}?tab=events`)
    await statusOf(page, 'Completed').waitFor()
    const dialog = page.getByRole('dialog')
    for (const [end, type, field] of [
      ['End', 'RunCompleted', '"totalActions"'],
      ['Start', 'RunStarted', '"maxSteps"'],
    ] as const) {
      await page.getByRole('button', { name: end, exact: true }).click()
      await page.getByRole('log').getByRole('button').filter({ hasText: type }).click()
      await dialog.getByRole('group', { name: 'Event' }).getByText(field).waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await findViolations(page)).toEqual([])
    }
    await chooseMore(page, 'Download as JSON')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    const whole: WholeRun = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(whole.run).toMatchObject({ id, status: 'COMPLETED' })
    expect(whole.steps.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(whole.messages.length).toBeGreaterThan(4)
    expect(whole.events.map(({ seq }) => seq)).toEqual(whole.events.map((_, index) => index + 1))
    expect(whole.events.at(-1)?.type).toBe('RunCompleted')
    expect(errors).toEqual([])
  })

  test('a run says how it was asked; it gets tags, becomes an item of a data set, and is deleted', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}?tab=details`)
    await statusOf(page, 'Completed').waitFor()
    for (const name of ['In the queue', 'Settled', 'Temperature'])
      await page.getByText(name, { exact: true }).waitFor()
    const dialog = page.getByRole('dialog')
    await chooseMore(page, 'Tags')
    await dialog.getByLabel('Tags').fill('odd, price')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'odd' }).waitFor()
    await chooseMore(page, 'Add to a data set')
    await dialog.getByRole('combobox', { name: 'Data set' }).fill('kept')
    await dialog.getByText('Expect the answer word for word').click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const items = '{ dataSet(slug: "kept") { items { totalCount } } }'
    expect(await open.server.ask(items, {})).toEqual({ dataSet: { items: { totalCount: 1 } } })
    await chooseMore(page, 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await eventually(() => heading(page).innerText()).toBe('Runs')
    expect(await open.server.ask('query ($id: ID!) { run(id: $id) { id } }', { id })).toEqual({ run: null })
    expect(errors).toEqual([])
  })

  test('a run is steered, and aborted with a reason; its log begins where one likes', async () => {
    const id = await open.trigger('demo-slow')
    const { page, errors } = await open.open(`/runs/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Steer' }).click()
    await dialog.getByLabel('Message').fill('Be quick.')
    await dialog.getByLabel('Message').press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('Be quick.').waitFor()
    await page.getByRole('button', { name: 'Abort' }).click()
    await dialog.getByLabel('Reason').fill('Seen enough')
    await dialog.getByRole('button', { name: 'Abort' }).click()
    await statusOf(page, 'Cancelled').waitFor()
    await page.getByText('Seen enough').first().waitFor()
    // Only a run that is paused can be resumed.
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByText('RunCompleted').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText('RunStarted').waitFor()
    expect(errors).toEqual([])
  })

  test('a run at its step limit is resumed with more steps', async () => {
    const id = await open.trigger('demo-step-limit')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Paused').waitFor()
    expect(await page.getByRole('button', { name: 'Steer' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog')
    // Left out, it would be as many as at first.
    await dialog.getByLabel('More steps').fill('1,000')
    await dialog.getByText('Write a number').waitFor()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await dialog.getByText('More steps is not right yet.').waitFor()
    await dialog.getByLabel('More steps').fill('2')
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('treeitem', { name: 'Step 5' }).waitFor()
    await statusOf(page, 'Paused').waitFor()
    expect(errors).toEqual([])
  })

  test('CON-7: an answer is shown as Markdown, and reaches nothing outside', async () => {
    const id = await open.trigger(
      'demo-chat',
      '**Bold** ![a picture](https://other.example/a.png) [a link](javascript:alert(1)) <img src="https://other.example/b.png">',
    )
    const { page, errors, outsideRequests } = await open.open(`/runs/${id}`)
    const answer = page.getByRole('region', { name: 'Answer' }).last()
    await answer.locator('strong').getByText('Bold').waitFor()
    await answer.getByRole('link', { name: 'a picture' }).waitFor()
    expect(await answer.locator('img').count()).toBe(0)
    expect(await answer.locator('[href^="javascript"]').count()).toBe(0)
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('a run is forked from a step with another message', async () => {
    const id = await open.trigger('demo-tool-loop')
    const { page, errors } = await open.open(`/runs/${id}`)
    await statusOf(page, 'Completed').waitFor()
    await chooseMore(page, 'Fork')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message').fill('And for thirteen?')
    await dialog.getByRole('button', { name: 'Fork' }).click()
    await eventually(() => page.url()).not.toContain(id)
    await statusOf(page, 'Completed').waitFor()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('And for thirteen?').first().waitFor()
    expect(errors).toEqual([])
  })

  test('a run that is at work is forked from the last of its steps that has ended', async () => {
    const id = await open.trigger('demo-slow')
    const { page, errors } = await open.open(`/runs/${id}`)
    await page.getByRole('treeitem', { name: 'Step 2' }).waitFor()
    await chooseMore(page, 'Fork')
    await page.getByRole('dialog').getByRole('button', { name: 'Fork' }).click()
    await page.getByRole('link', { name: /^forked after step [1-5]$/ }).waitFor()
    expect(errors).toEqual([])
  })

  test('the answer of the killed server has streamed on, without a word missing or said twice', async () => {
    const { id, page } = interrupted
    await statusOf(page, 'Completed').waitFor()
    const { run } = await open.server.ask<{ run: { summary: string; recoveries: number } }>(
      'query ($id: ID!) { run(id: $id) { summary recoveries } }',
      { id },
    )
    expect(run.recoveries).toBe(1)
    const side = page.getByRole('complementary')
    await eventually(() => side.innerText()).toContain(run.summary)
    expect((await side.innerText()).split(run.summary)).toHaveLength(2)
    // The call of the dead server has a line of its own: live, and as the log has it.
    const cut = page.getByRole('treeitem', { name: /^Interrupted call/ })
    await cut.waitFor()
    await page.reload()
    await cut.click()
    await side.getByText('Its words were discarded').waitFor()
    await side.getByText('nobody held its lock').waitFor()
  })

  test('EVT-10 a run whose events the database has lost is read again', async () => {
    const id = await open.trigger('demo-slow')
    const { page } = await open.open(`/runs/${id}`)
    await page.getByRole('treeitem', { name: 'Step 2' }).waitFor()
    // Others are in their place, of another time.
    await open.restartAfter(`update "EventSegment" set at = at + interval '1 millisecond'`)
    await statusOf(page, 'Completed').waitFor()
    expect(await page.getByText('does not have the event').count()).toBe(0)
  })
})

interface WholeRun {
  readonly run: object
  readonly steps: readonly { readonly number: number }[]
  readonly messages: readonly object[]
  readonly events: readonly { readonly seq: number; readonly type: string }[]
}

function statusOf(page: Page, status: string) {
  return page.locator('header').getByText(status, { exact: true })
}

async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
