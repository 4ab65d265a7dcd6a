import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type HeldModel, heldAnswers, heldTexts, openHeldModel } from '../support/held-model.ts'
import { createHeldAgent, readRun } from '../support/held-run.ts'
import { openProcessFolder, type ProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'
import { openBrowser, type TestBrowser, withoutBrowser } from './open-browser.ts'
import { type ServedExample, serveExample } from './serve-example.ts'

const timeout = 120_000

describe.skipIf(withoutBrowser)(
  `the React examples${withoutBrowser === null ? '' : `: ${withoutBrowser}`}`,
  () => {
    let model: HeldModel
    let folder: ProcessFolder
    let settings: Readonly<Record<string, string>>
    let server: RungraphProcess
    let browser: TestBrowser
    const apps: ServedExample[] = []
    let hooks: ServedExample

    beforeAll(async () => {
      ;[model, folder, browser] = await Promise.all([openHeldModel(), openProcessFolder(), openBrowser()])
      settings = { OPENAI_CHAT_BASE_URL: model.baseUrl, PORT: String(await freePort()) }
      server = await folder.start('start', settings)
      await createHeldAgent(server)
      for (const name of ['react-apollo', 'react-urql']) apps.push(await serveExample(name, server.url))
      hooks = await serveExample('react-hooks', server.url)
      return async () => {
        await browser.close()
        await hooks.close()
        for (const app of apps) await app.close()
        await folder.close()
        model.close()
      }
    }, timeout)

    it('EVT-2 EVT-6 DUR-1 LIB-5 end with the text of the database, over a kill -9 in the midst of it', {
      timeout,
    }, async () => {
      const pages = await Promise.all(apps.map(({ url }, place) => startRun(url, `run ${place}`)))
      const hooked = await startWithHooks()
      for (const { page } of [...pages, hooked]) await showsAnswer(page, heldAnswers.first)
      await server.kill('SIGKILL')
      for (const { page } of [...pages, hooked]) await page.getByText('Connecting again…').waitFor()
      server = await folder.start('start', settings)
      for (const { page } of pages) await showsAnswer(page, heldAnswers.again)
      model.finish()
      await endsWithHooks(hooked)
      for (const { page, received, outsideRequests, errors, id } of pages) {
        await page.locator('.status.COMPLETED').waitFor()
        expect(await page.getByText('Connecting again…').count()).toBe(0)
        const run = await readRun(server, id())
        expect(run).toMatchObject({ status: 'COMPLETED', summary: heldTexts.answer, recoveries: 1 })
        expect(await page.locator('.answer').textContent()).toBe(run.summary)
        expect(received).toEqual(run.events.map((event) => event.id))
        expect(await textsOf(page)).toSatisfy(isGrowth)
        expect(await page.locator('.actions').allInnerTexts()).toEqual([
          expect.stringMatching(/^calculator \(calculator\) SUCCEEDED \d+\.\d s$/),
          '',
        ])
        expect(await page.locator('.steps').textContent()).not.toContain('at work')
        expect(await page.locator('article').textContent()).toMatch(
          /FINAL_ANSWER 2 steps, 300 tokens.*recovered 1 times/,
        )
        expect(outsideRequests).toEqual([])
        // The WebSocket that broke, and each that was tried while there was no server.
        expect(errors.filter((error) => !isOfLostServer(error))).toEqual([])
      }
    })

    it('RUN-8 make one run of a retried request, and another of one that was changed after its answer was lost', {
      timeout,
    }, async () => {
      for (const [place, { url }] of apps.entries()) {
        const { page } = await browser.openPage()
        const sent = await loseAnswers(page)
        await page.goto(url)
        const agent = page.getByLabel('Agent')
        const start = page.getByRole('button', { name: 'Start a run' })
        await agent.selectOption('held')
        await page.getByLabel('Input').fill(`lost ${place}`)
        for (const times of [1, 2]) {
          await start.click()
          await expect.poll(() => sent.length, { timeout }).toBe(times)
          await page.getByRole('alert').waitFor()
        }
        expect(sent[1]).toEqual(sent[0])
        await page.unrouteAll({ behavior: 'wait' })
        await page.getByLabel('Input').fill(`changed ${place}`)
        expect(await agent.inputValue()).toBe('held')
        await start.click()
        await page.locator('article').waitFor({ timeout: 20_000 })
        expect((await readInputs()).slice(0, 2)).toEqual([`changed ${place}`, `lost ${place}`])
      }
    })

    it('EVT-9 show each other the runs that they start, and their outcomes, without a reload', {
      timeout,
    }, async () => {
      const pages = await Promise.all(
        apps.map(async ({ url }) => {
          const opened = await browser.openPage()
          await opened.page.goto(url)
          await opened.page
            .getByRole('heading', { name: /^Newest of \d+ runs$/ })
            .waitFor({ timeout: 20_000 })
          return opened
        }),
      )
      const total = async (page: Page) =>
        Number(/\d+/.exec((await page.getByRole('heading').textContent()) ?? '')?.[0])
      const before = await total(pages[0]?.page ?? expect.fail())
      // A second user starts one by the API.
      const input = 'from somebody else'
      const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
        `mutation { triggerRun(input: { agent: "demo-chat", input: "${input}" }) { ... on Run { id } } }`,
      )
      for (const { page, errors } of pages) {
        const row = page.getByRole('listitem').filter({ hasText: input })
        await row.locator('.COMPLETED').waitFor({ timeout: 20_000 })
        expect(await row.count()).toBe(1)
        expect(await total(page)).toBe(before + 1)
        expect(errors).toEqual([])
      }
      // And deletes it.
      const deletion = `mutation { deleteRun(input: { id: "${triggerRun.id}" }) { ... on DeletedRun { id } ... on Error { message } } }`
      expect(await server.ask(deletion)).toEqual({ deleteRun: { id: triggerRun.id } })
      for (const { page, errors } of pages) {
        const row = page.getByRole('listitem').filter({ hasText: input })
        await row.waitFor({ state: 'detached', timeout: 20_000 })
        expect(await total(page)).toBe(before)
        expect(errors).toEqual([])
      }
    })

    it('LIB-5 the hooks of the documents show what waits, and send an approval, an answer and what is wrong with it', {
      timeout,
    }, async () => {
      const { page, errors } = await browser.openPage()
      page.setDefaultTimeout(20_000)
      await page.goto(hooks.url)
      const trigger = async (agent: string) => {
        const mutation = `mutation { triggerRun(input: { agent: "${agent}", input: "Please." }) { ... on Run { id } } }`
        return (await server.ask<{ triggerRun: { id: string } }>(mutation)).triggerRun.id
      }
      const statusOf = async (id: string) => (await readRun(server, id)).status
      const approved = await trigger('demo-approval')
      const approval = page.locator('form', { hasText: 'Refunds are approved by a human.' })
      await approval.getByPlaceholder('note').fill('Fine.')
      await approval.getByRole('button', { name: 'Approve' }).click()
      await expect.poll(() => statusOf(approved)).toBe('COMPLETED')

      const asked = await trigger('demo-question')
      const question = page.locator('form', { has: page.getByRole('button', { name: 'Answer' }) })
      await question.getByPlaceholder('place').fill('nowhere')
      await question.getByRole('button', { name: 'Answer' }).click()
      await question.getByRole('alert').filter({ hasText: 'does not fit the schema' }).waitFor()
      await question.getByPlaceholder('place').fill('home')
      await question.getByPlaceholder('date').fill('2027-01-31')
      await question.getByRole('button', { name: 'Answer' }).click()
      await expect.poll(() => statusOf(asked)).toBe('COMPLETED')
      expect(errors).toEqual([])
    })

    /** Triggers a run on the page with the hooks, and collects what it asks for. */
    async function startWithHooks() {
      const { page, errors } = await browser.openPage()
      await page.addInitScript({ content: watchTexts })
      const asked: string[] = []
      const received: string[] = []
      page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => asked.push(...followedIn(String(payload))))
        socket.on('framereceived', ({ payload }) => received.push(...eventsIn(String(payload))))
      })
      await page.goto(hooks.url)
      await page.getByLabel('Agent').fill('held')
      await page.getByLabel('Input').fill('run with hooks')
      await page.getByRole('button', { name: 'Start a run' }).click()
      const id = () => decodeURIComponent(new URL(page.url()).hash.replace('#/runs/', ''))
      return { page, asked, received, errors, id }
    }

    async function endsWithHooks({
      page,
      asked,
      received,
      errors,
      id,
    }: Awaited<ReturnType<typeof startWithHooks>>) {
      await page.locator('.status.COMPLETED').waitFor()
      const run = await readRun(server, id())
      expect(await page.locator('.answer').textContent()).toBe(run.summary)
      expect(received).toEqual(run.events.map((event) => event.id))
      expect(await textsOf(page)).toSatisfy(isGrowth)
      expect((await page.locator('.actions').textContent())?.trim()).toBe('calculator SUCCEEDED')
      // Two components, StrictMode, and one subscription of each connection.
      expect(asked).toEqual([id(), id()])
      expect(errors.filter((error) => !isOfLostServer(error))).toEqual([])
    }

    /** Of all runs, the newest first. */
    async function readInputs(): Promise<readonly string[]> {
      const { runs } = await server.ask<{ runs: { edges: readonly { node: { input: string } }[] } }>(
        '{ runs(first: 10) { edges { node { input } } } }',
      )
      return runs.edges.map(({ node }) => node.input)
    }

    /** Triggers a run on the first page of an app, and collects what becomes of it. */
    async function startRun(url: string, input: string) {
      const { page, outsideRequests, errors } = await browser.openPage()
      await page.addInitScript({ content: watchTexts })
      const received: string[] = []
      page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => received.push(...eventsIn(String(payload))))
      })
      await page.goto(url)
      await page.getByLabel('Agent').selectOption('held')
      await page.getByLabel('Input').fill(input)
      await page.getByRole('button', { name: 'Start a run' }).click()
      const id = () => decodeURIComponent(new URL(page.url()).hash.replace('#/runs/', ''))
      return { page, received, outsideRequests, errors, id }
    }
  },
)

/** Lets the mutations of a page through and none of their answers; gives what they sent. */
async function loseAnswers(page: Page): Promise<readonly object[]> {
  const sent: object[] = []
  await page.route('**/graphql', async (route) => {
    const { query, variables }: { query: string; variables: { input: object } } = route
      .request()
      .postDataJSON()
    if (!query.startsWith('mutation')) return route.continue()
    await route.fetch()
    sent.push(variables.input)
    await route.abort()
  })
  return sent
}

function eventsIn(message: string): readonly string[] {
  const { type, payload }: { type: string; payload?: { data: { runEvents?: { id: string } } } } =
    JSON.parse(message)
  return type === 'next' && payload?.data.runEvents ? [payload.data.runEvents.id] : []
}

/** The runs that a message of the page subscribes to. */
function followedIn(message: string): readonly string[] {
  const { type, payload }: { type: string; payload?: { variables?: { runId?: string } } } =
    JSON.parse(message)
  return type === 'subscribe' && payload?.variables?.runId !== undefined ? [payload.variables.runId] : []
}

/** Message that the browser itself prints about a connection that failed. */
function isOfLostServer(error: string): boolean {
  return error.includes('WebSocket connection to') || error.includes('Failed to load resource')
}

/** Remembers each text that the page showed as the run's answer. */
const watchTexts = `
  globalThis.texts = []
  new MutationObserver(() => {
    const answer = document.querySelector('.answer')
    if (answer && answer.textContent !== texts.at(-1)) texts.push(answer.textContent)
  }).observe(document, { subtree: true, childList: true, characterData: true })
`

async function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate('globalThis.texts')
}

async function showsAnswer(page: Page, text: string): Promise<void> {
  await page.waitForFunction(`document.querySelector('.answer')?.textContent === ${JSON.stringify(text)}`)
}

/** Whether each is the beginning of what was said: nothing is missing in the midst, and nothing there twice. */
function isGrowth(texts: readonly string[]): boolean {
  return texts.every((text) => [heldTexts.first, heldTexts.answer].some((said) => said.startsWith(text)))
}
