import type { Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import type { NewEvent } from '../../src/domain/run-event.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { type OpenServer, openServer } from '../http/open-server.ts'
import { eventually } from '../support/eventually.ts'
import { openBrowser, type TestBrowser, type WatchedPage, withoutBrowser } from './open-browser.ts'

const timeout = 60_000

describe.skipIf(withoutBrowser)(`GraphiQL${withoutBrowser === null ? '' : `: ${withoutBrowser}`}`, () => {
  let open: OpenServer
  let browser: TestBrowser
  let watched: WatchedPage
  let page: Page
  let runId: string

  beforeAll(async () => {
    ;[open, browser] = await Promise.all([openServer(), openBrowser()])
    const { make } = open.graph
    runId = (await make.run(await make.agent({ slug: 'writer' }), { nextSeq: 100 })).id
    watched = await browser.openPage()
    page = watched.page
    await page.goto(open.endpoint)
    await page.locator('.graphiql-tab').first().waitFor()
    return async () => {
      await browser.close()
      await open.close()
    }
  }, timeout)

  afterEach(() => {
    // No CDN, no font, no telemetry: what it shows is this server's alone.
    expect(watched.outsideRequests).toEqual([])
    expect(watched.errors).toEqual([])
  })

  it('opens with operations that are ready to be run', { timeout }, async () => {
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual([
      ...['Agents', 'TriggerRun', 'Runs', 'RunEvents', 'Usage'],
    ])
    await execute()
    await result().filter({ hasText: '"slug": "writer"' }).waitFor()
    await openTab('TriggerRun')
    await eventually(() => textOf('Variables')).toMatch(/"input": \{\s*"agent": "demo-slow"/)
    // Each is of the core.
    for (const name of ['Agents', 'TriggerRun', 'Runs', 'RunEvents', 'Usage']) {
      await openTab(name)
      await eventually(() => textOf('Operation Editor')).toContain(name)
      await eventually(() => page.locator('.squiggly-error').count()).toBe(0)
    }
  })

  it('API-57 shows the core of the schema, and the whole where it is chosen or needed', {
    timeout,
  }, async () => {
    const look = page.getByLabel('Schema', { exact: true })
    const explored = () => page.locator('.graphiql-doc-explorer').textContent()
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.locator('.graphiql-doc-explorer').getByText('Mutation', { exact: true }).click()
    await eventually(explored).toContain('steerRun')
    expect(await explored()).not.toContain('createWebhook')
    await look.selectOption('whole')
    await eventually(explored).toContain('createWebhook')
    await look.selectOption('core')
    await eventually(explored).not.toContain('createWebhook')
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click()
    await page.getByRole('button', { name: 'New tab' }).click()
    await page.getByLabel('Operation Editor').locator('.view-lines').click()
    await page.keyboard.insertText('{ webhooks { nodes { id } } }')
    await eventually(() => look.inputValue()).toBe('whole')
    await executeUntil('"webhooks"')
    await look.selectOption('core')
  })

  it('suggests the fields of an input, and their descriptions', { timeout }, async () => {
    await page.getByRole('button', { name: 'New tab' }).click()
    await page.getByLabel('Operation Editor').locator('.view-lines').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('mutation { triggerRun(input: { ')
    await page.keyboard.press('Control+Space')
    const suggestions = page.locator('.suggest-widget .monaco-list-row')
    await suggestions.filter({ hasText: 'sessionKey' }).waitFor()
    expect(await suggestions.locator('.label-name').allInnerTexts()).toEqual([
      ...['agent', 'context', 'idempotencyKey', 'input', 'maxCostUsd', 'maxSteps', 'maxTokens'],
      ...['metadata', 'priority', 'sessionKey', 'startAt', 'tags', 'timeoutMs'],
    ])
    await page.keyboard.type('idem')
    await suggestions.filter({ hasText: 'context' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await eventually(() => textOf('Operation Editor')).toContain('input: { idempotencyKey')
  })

  it('EVT-2 shows the events of a subscription as they come', { timeout }, async () => {
    const say = (text: string) => open.graph.log.append(runId, delta(text))
    say('There ')
    await openTab('RunEvents')
    await eventually(() => textOf('Variables')).toContain(toGlobalId('Run', runId))
    const stream = page.waitForRequest((request) => request.headers().accept === 'text/event-stream')
    await writeHeaders('{"x-caller":"ann"}')
    await execute()
    expect((await stream).headers()).toMatchObject({ 'x-caller': 'ann' })
    for (const text of ['There ', 'and ', 'then.']) {
      if (text !== 'There ') say(text)
      await result()
        .filter({ hasText: `"text": "${text}"` })
        .waitFor()
    }
    const end: NewEvent = {
      type: 'RunFailed',
      stepNumber: null,
      data: { error: 'It broke.', errorCode: 'RUN_FAILED' },
    }
    open.graph.log.append(runId, end)
    await result().filter({ hasText: '"error": "It broke."' }).waitFor()
    // The list has all of them, and the last is in sight.
    const list = (await result().textContent())?.replaceAll('\u00a0', ' ') ?? ''
    for (const text of ['There ', 'and ', 'then.']) expect(list).toContain(`"text": "${text}"`)
    await page.getByRole('button', { name: 'Execute query' }).waitFor()
  })

  it('follows the newest run where an earlier page was left in the browser', { timeout }, async () => {
    const { make } = open.graph
    const newest = await make.run(await make.agent({ slug: 'next' }), {
      createdAt: new Date(Date.now() + 1_000),
    })
    await page.reload()
    await page.locator('.graphiql-tab').first().waitFor()
    await openTab('RunEvents')
    await eventually(() => textOf('Variables')).toContain(toGlobalId('Run', newest.id))
  })

  it('follows the run that the page has started', { timeout }, async () => {
    const started = toGlobalId('Run', uuidv7())
    const triggerRun = { __typename: 'Run', id: started, status: 'QUEUED' }
    await page.route(open.endpoint, (route, request) =>
      request.postData()?.includes('mutation TriggerRun')
        ? route.fulfill({ json: { data: { triggerRun } } })
        : route.fallback(),
    )
    await openTab('TriggerRun')
    await executeUntil(started)
    await openTab('RunEvents')
    await eventually(() => textOf('Variables')).toContain(started)
    await page.unroute(open.endpoint)
    // It stays after that.
    await openTab('TriggerRun')
    await openTab('RunEvents')
    await eventually(() => textOf('Variables')).toContain(started)
  })

  it('KEY-3 asks for a key where there is one, and reads the schema with it', { timeout }, async () => {
    const closed = await openServer()
    const { project, pool } = closed.graph
    const keys = createKeyOperations({ keys: createApiKeyStore(pool), newId: uuidv7, now: Date.now })
    const { key } = await keys.createKey({
      projectId: project.id,
      name: 'ann',
      role: 'ADMIN',
      by: 'the test',
    })
    const guarded = await browser.openPage()
    const before = page
    page = guarded.page
    await page.goto(closed.endpoint)
    const editor = page.locator('.graphiql-editor-tool .monaco-editor').filter({ visible: true })
    await result().filter({ hasText: 'UNAUTHENTICATED' }).waitFor()
    await page.getByText('Your API key goes into Headers').waitFor()
    await editor.locator('.view-lines').click()
    const header = JSON.stringify({ Authorization: `Bearer ${key}` })
    await page.keyboard.insertText(header)
    const shown = () => editor.locator('.view-lines').textContent()
    await eventually(async () => (await shown())?.replaceAll('\u00a0', ' ')).toBe(header)
    await executeUntil('totalCount')
    await page.getByRole('button', { name: 'Re-fetch GraphQL schema' }).click()
    await openTab('Usage')
    await executeUntil('"usage": []')
    expect(guarded.outsideRequests).toEqual([])
    page = before
    await closed.close()
  })

  function result() {
    return page.locator('.result-window .view-lines')
  }

  async function openTab(name: string): Promise<void> {
    // GraphiQL stores its tabs and its editors at different times: a page that is left in between opens with a second tab of that name.
    await page.locator('.graphiql-tab').getByRole('button', { name, exact: true }).first().click()
  }

  async function writeHeaders(json: string): Promise<void> {
    await page.getByRole('button', { name: 'Headers' }).click()
    const editor = page.locator('.graphiql-editor-tool .monaco-editor').filter({ visible: true })
    await editor.locator('.view-lines').click()
    await page.keyboard.insertText(json)
    await eventually(() => editor.locator('.view-lines').textContent()).toBe(json)
  }

  async function execute(): Promise<void> {
    await page.getByRole('button', { name: 'Execute query' }).click()
  }

  /** The text, and the shown tab, reach the requests a moment after they are seen. */
  async function executeUntil(text: string): Promise<void> {
    await eventually(async () => {
      await execute()
      return (await result().textContent())?.replaceAll('\u00a0', ' ')
    }).toContain(text)
  }

  /** Text of an editor, with plain spaces. */
  async function textOf(editor: string): Promise<string> {
    const text = await page.getByLabel(editor, { exact: true }).locator('.view-lines').first().textContent()
    return (text ?? '').replaceAll('\u00a0', ' ')
  }
})

function delta(text: string): NewEvent {
  return { type: 'TextDelta', stepNumber: 1, data: { messageId: 'm', offset: 0, text } }
}
