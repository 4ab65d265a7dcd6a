import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../browser/open-browser.ts'
import { eventually } from '../support/eventually.ts'
import { heading, type OpenConsole, openConsole, retype } from './open-console.ts'

describe.skipIf(withoutBrowser)('CON-4 the gates', () => {
  let open: OpenConsole

  beforeAll(async () => {
    open = await openConsole()
  })
  afterAll(() => open.close())

  test('CON-4: a gate appears automatically, and its call is approved with changed arguments', async () => {
    const { page, errors, outsideRequests } = await open.open('/gates')
    await page.getByText('Nothing waits for a decision.').waitFor()
    const id = await open.trigger('demo-approval')
    await inList(page, 'pay_refund').waitFor()
    await page.getByRole('button', { name: 'Edit the arguments' }).click()
    const editor = page.getByRole('textbox', { name: 'New arguments of pay_refund' })
    // Before a change it can be decided as it stands.
    for (const name of ['Approve', 'Reject']) await page.getByRole('button', { name, exact: true }).waitFor()
    await retype(editor, '{ "orderId": 7, "amountUsd": 20 }')
    await page.getByText('orderId must be a text.').first().waitFor()
    await retype(editor, '{ "orderId": "A-1001", "amountUsd": 20 }')
    await page.getByLabel('Note').fill('Only the lamp shade.')
    // No key decides about the former arguments.
    await heading(page).click()
    for (const key of ['a', 'a', 'r', 'r']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Approve with changes' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()

    await page.goto(`${open.url}/gates?show=resolved`)
    const decision = page.getByRole('region', { name: 'The decision' })
    await decision.getByText('Revised').waitFor()
    await decision.getByText('Only the lamp shade.').waitFor()
    await decision.getByText('loopback').waitFor()
    const changes = decision.getByRole('region', { name: 'Changed arguments' })
    await eventually(() => changes.textContent()).toMatch(
      /removed: +"amountUsd": 49\.5.*added: +"amountUsd": 20/,
    )
    await page.getByRole('link', { name: /step 2/ }).click()
    await eventually(() => page.url()).toContain(`/runs/${encodeURIComponent(id)}`)
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-4: what is not seen of a text is shown as escapes where somebody decides about it', async () => {
    const hidden = '\u202etxt.exe \u2066hidden\u2069 \u200b zero'
    const { page, errors } = await open.open('/gates')
    const id = await open.trigger('demo-approval', `Refund A-1001 ${hidden}`)
    await inList(page, 'pay_refund').waitFor()
    const gate = page.getByRole('region', { name: 'The gate' })
    const escaped = 'U+202Etxt.exe U+2066hiddenU+2069 U+200B zero'
    await gate.getByText(`Refund A-1001 ${escaped}`).waitFor()

    await page.getByRole('button', { name: 'Edit the arguments' }).click()
    const editor = page.getByRole('textbox', { name: 'New arguments of pay_refund' })
    await retype(editor, `{ "orderId": "${hidden}", "amountUsd": 20 }`)
    await eventually(() => editor.textContent()).toBe(`{ "orderId": "${escaped}", "amountUsd": 20 }`)
    await retype(editor, '{ "orderId": "A-1001", "amountUsd": 20 }')
    await page.getByLabel('Note').fill('Not \u202e this')
    await page.getByText('It has characters that are not seen: U+202E').waitFor()
    await page.getByRole('button', { name: 'Approve with changes' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()

    await page.goto(`${open.url}/gates?show=resolved`)
    const decision = page.getByRole('region', { name: 'The decision' })
    await decision.getByText('Not U+202E this').waitFor()
    const { run } = await open.server.ask<{ run: { gates: readonly unknown[] } }>(
      'query ($id: ID!) { run(id: $id) { gates { note } } }',
      { id },
    )
    // It is only shown otherwise.
    expect(run.gates).toEqual([{ note: 'Not \u202e this' }])
    for (const path of ['/runs', `/runs/${encodeURIComponent(id)}`, '/gates?show=resolved']) {
      await page.goto(open.url + path)
      await page.locator('[data-escape]').first().waitFor()
      const raw = await page.evaluate(() =>
        /[\u202a-\u202e\u2066-\u2069\u200b]/.test(`${document.title} ${document.body.textContent}`),
      )
      expect([path, raw]).toEqual([path, false])
    }
    expect(errors).toEqual([])
  })

  test('CON-4: a plan is drawn, one of its actions is edited, and it runs so', async () => {
    const id = await open.trigger('demo-plan-approval')
    const { page, errors } = await open.open('/gates?kind=PLAN_APPROVAL')
    const plan = page.getByRole('group', { name: 'The plan to decide' })
    await plan.getByRole('button').filter({ hasText: 'send_newsletter' }).waitFor()
    // A decision that needs a note is no dead button before there is one: it leads to the note.
    await page.getByRole('button', { name: 'Send back with a note' }).click()
    await page.getByText('Write the note first: the model reads it.').waitFor()
    await eventually(() =>
      page.getByLabel('Note').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.getByRole('button', { name: 'Edit the plan' }).click()
    await plan.getByRole('button').filter({ hasText: 'list_customers' }).click()
    const editor = page.getByRole('textbox', { name: 'Parameters of count' })
    await retype(editor, '{ "group": "nobody" }')
    await page.getByText('group must be one of "everyone", "testers".').first().waitFor()
    await retype(editor, '{ "group": "testers" }')
    await plan.getByRole('button').filter({ hasText: 'edited' }).waitFor()
    await page.getByRole('button', { name: 'Approve with changes' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()
    const { run } = await open.server.ask<{ run: { gates: readonly unknown[] } }>(
      'query ($id: ID!) { run(id: $id) { gates { status resolution { arguments } } } }',
      { id },
    )
    expect(run.gates).toEqual([
      { status: 'REVISED', resolution: { arguments: { count: { group: 'testers' } } } },
    ])
    expect(errors).toEqual([])
  })

  test('CON-4: keys move, reject and approve, and the next gate is open afterwards', async () => {
    for (const agent of ['demo-approval', 'demo-low-confidence']) await open.trigger(agent)
    const { page, errors } = await open.open('/gates')
    await inList(page, 'pay_refund').waitFor()
    await inList(page, 'Low confidence').waitFor()
    // Whichever came first was opened; without a gate in the address it is the newest.
    await page.goto(`${open.url}/gates`)
    await inList(page, 'Low confidence').waitFor()
    const names = await page.getByRole('list', { name: 'Gates' }).locator('strong').allInnerTexts()
    const title = page.getByRole('region', { name: 'The gate' }).getByRole('heading', { level: 2 })
    await eventually(() => title.textContent()).toBe(names[0])
    // Another filter opens the first gate of its own list.
    const kind = names[1] === 'pay_refund' ? 'Action approval' : 'Low confidence'
    for (const [choice, subject] of [[kind, names[1]] as const, ['Any kind', names[0]] as const]) {
      await page.getByRole('button', { name: /Kind/ }).click()
      await page.getByRole('option', { name: choice }).click()
      await eventually(() => title.textContent()).toBe(subject)
    }
    await heading(page).click()
    await page.keyboard.press('j')
    await eventually(() => title.textContent()).toBe(names[1])
    await page.keyboard.press('k')
    await eventually(() => title.textContent()).toBe(names[0])
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Press R again to reject' }).waitFor()
    await page.keyboard.press('r')
    await eventually(() => title.textContent()).toBe(names[1])
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    await page.getByText('Nothing waits for a decision.').waitFor()
    const { gates } = await open.server.ask<{ gates: { nodes: readonly { status: string }[] } }>(
      '{ gates(first: 2) { nodes { status } } }',
      {},
    )
    expect(gates.nodes.map(({ status }) => status)).toEqual(['REJECTED', 'APPROVED'])
    expect(errors).toEqual([])
  })

  test('CON-4 JDG-5: a question is a form, which says what is wrong at its fields', async () => {
    const id = await open.trigger('demo-question')
    const { page, errors, outsideRequests } = await open.open('/gates')
    await inList(page, 'Question of ask_person').waitFor()
    await page.getByRole('region', { name: 'The question' }).getByText('How do you want it?').waitFor()
    expect(await page.locator('kbd').allTextContents()).toEqual([expect.stringMatching(/K$/), 'j', 'k'])
    const form = page.getByRole('region', { name: 'Answer' })
    await form.getByRole('button', { name: 'Answer' }).click()
    await form.getByText('Where to is needed.').waitFor()
    await form.getByRole('radio', { name: 'Home' }).check()
    await form.getByLabel('On which day').fill('2027-01-31')
    await form.getByLabel(/Address for the confirmation/).fill('nobody')
    await form.getByLabel(/Floors without a lift/).fill('41')
    await form.getByRole('checkbox', { name: 'assembly' }).check()
    await form.getByRole('checkbox', { name: 'It is a present' }).check()
    await form.getByLabel(/Note to the driver/).fill('Ring twice.')
    await form.getByText('Floors without a lift must be at most 40.').waitFor()
    await form.getByText('Address for the confirmation must be an email address').waitFor()
    await form.getByLabel(/Floors without a lift/).fill('3')
    await form.getByLabel(/Address for the confirmation/).fill('ann@example.com')
    await form.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()
    const { run } = await open.server.ask<{ run: { gates: readonly unknown[] } }>(
      'query ($id: ID!) { run(id: $id) { gates { status resolution { answer } } } }',
      { id },
    )
    const answer = {
      ...{ place: 'home', date: '2027-01-31', email: 'ann@example.com', floors: 3, extras: ['assembly'] },
      ...{ isGift: true, note: 'Ring twice.' },
    }
    expect(run.gates[0]).toEqual({ status: 'ANSWERED', resolution: { answer } })

    // The wait that follows is on the page of the run, and not in the inbox; so is the step of its call.
    await page.goto(`${open.url}/runs/${encodeURIComponent(id)}`)
    await page.getByRole('treeitem', { name: /Wait.*until/ }).waitFor()
    await page.getByRole('treeitem', { name: 'until', exact: true }).waitFor()
    await page.locator('header').getByText('Completed', { exact: true }).waitFor()
    await page.goto(`${open.url}/gates?show=resolved&kind=INPUT`)
    await page.getByRole('region', { name: 'The decision' }).getByText('Answered').waitFor()
    expect([errors, outsideRequests]).toEqual([[], []])
  })

  test('CON-4 JDG-5: a question is declined with a note, and one without a form is answered as JSON', async () => {
    const ask = await createAsking(open, 'demo-asks')
    const declined = await ask({ question: 'Are you there?' })
    const { page, errors } = await open.open('/gates')
    const form = page.getByRole('region', { name: 'Answer' })
    await form.getByLabel('Answer').first().waitFor()
    await form.getByRole('button', { name: 'Decline' }).click()
    await form.getByLabel('Note').fill('Ask me tomorrow.')
    await form.getByRole('button', { name: 'Decline the question' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()
    const schema = { type: 'object', properties: { at: { type: 'object' } }, required: ['at'] }
    const answered = await ask({ question: 'Where?', schema })
    await inList(page, 'Question of ask_person').waitFor()
    await retype(form.getByRole('textbox', { name: 'Answer' }), '{ "at": { "x": 1 } }')
    await form.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()
    const outcomes = await open.server.ask<{ a: unknown; b: unknown }>(
      `query ($a: ID!, $b: ID!) {
        a: run(id: $a) { gates { status note } }
        b: run(id: $b) { gates { status resolution { answer } } }
      }`,
      { a: declined, b: answered },
    )
    expect(outcomes).toEqual({
      a: { gates: [{ status: 'REJECTED', note: 'Ask me tomorrow.' }] },
      b: { gates: [{ status: 'ANSWERED', resolution: { answer: { at: { x: 1 } } } }] },
    })
    expect(errors).toEqual([])
  })

  test('CON-4 JDG-5: a question with many options says what is wrong at their list', async () => {
    const ask = await createAsking(open, 'demo-chooses')
    const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
    const schema = {
      ...{ type: 'object', required: ['size'] },
      properties: { size: { title: 'Size', type: 'string', enum: sizes } },
    }
    const id = await ask({ question: 'Which size?', schema })
    const { page, errors } = await open.open('/gates')
    const form = page.getByRole('region', { name: 'Answer' })
    await form.getByRole('button', { name: 'Answer' }).click()
    await form.getByText('Size is needed.').waitFor()
    await form.getByRole('button', { name: /Size/ }).click()
    await page.getByRole('option', { name: 'XXL' }).click()
    await form.getByText('Size is needed.').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Nothing waits for a decision.').waitFor()
    const { run } = await open.server.ask<{ run: unknown }>(
      'query ($id: ID!) { run(id: $id) { gates { status resolution { answer } } } }',
      { id },
    )
    expect(run).toEqual({ gates: [{ status: 'ANSWERED', resolution: { answer: { size: 'XXL' } } }] })
    expect(errors).toEqual([])
  })

  test('CON-4: on a phone the list and the gate are one after the other', async () => {
    await open.trigger('demo-low-confidence')
    const { page } = await open.open('/gates')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${open.url}/gates`)
    await inList(page, 'Low confidence').click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(await inList(page, 'Low confidence').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'All gates' }).click()
    await inList(page, 'Low confidence').waitFor()
  })

  test('CON-4: a view that is left and opened again can be read on', async () => {
    await open.trigger('demo-low-confidence')
    const { page, errors } = await open.open('/gates')
    await page.route('**/graphql', async (route) => {
      const asked = route.request().postData() ?? ''
      const isMore = asked.includes('query MoreGates(')
      if (!isMore && !asked.includes('query Gates(')) return route.continue()
      if (isMore) {
        const pageInfo = { hasNextPage: false, endCursor: null }
        return route.fulfill({ json: { data: { gates: { nodes: [], totalCount: 60, pageInfo } } } })
      }
      const response = await route.fetch()
      const json = await response.json()
      json.data.updateCursors.query.gates.pageInfo = { hasNextPage: true, endCursor: 'here' }
      return route.fulfill({ response, json })
    })
    await page.goto(`${open.url}/gates`)
    const more = page.getByRole('button', { name: 'Load more' })
    for (const kind of ['Low confidence', 'Any kind']) {
      await more.click()
      await more.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /Kind/ }).click()
      await page.getByRole('option', { name: kind }).click()
      await inList(page, 'Low confidence').first().waitFor()
    }
    await more.click()
    await more.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })
})

/** Creates an agent, and gives a function that has it ask a question. */
async function createAsking({ server }: OpenConsole, slug: string) {
  const definition = {
    ...{ name: 'Asks', model: 'scripted/chat', tools: ['ask_person'] },
    ...{ planner: 'PLAN', protocolMode: 'STRICT' },
  }
  await server.ask(
    'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename ... on Error { message } } }',
    { input: { slug, definition } },
  )
  return async (args: object) => {
    const plan = { actions: [{ name: 'ask', type: 'TOOL', target: 'ask_person', parameters: args }] }
    const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
      'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }',
      { input: { agent: slug, input: 'Ask.', plan } },
    )
    return triggerRun.id
  }
}

function inList(page: Page, name: string) {
  return page.getByRole('list', { name: 'Gates' }).getByRole('button').filter({ hasText: name })
}
