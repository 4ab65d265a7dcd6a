import type { Locator, Page } from 'playwright-core'
import { openBrowser, type TestBrowser, type WatchedPage } from '../browser/open-browser.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'

/** The whole server with the demonstration agents, and a Chromium that looks at its console. */
export interface OpenConsole {
  readonly server: RungraphProcess
  readonly browser: TestBrowser
  /** Address of the console, without a slash at its end. */
  readonly url: string
  /** A new tab at a path such as `/runs`. */
  open(path: string): Promise<WatchedPage>
  /** Triggers a run of an agent, now or so many milliseconds later. Returns its global id. */
  trigger(agent: string, input?: string, afterMs?: number): Promise<string>
  /** Kills the server with SIGKILL and starts another one at the same address, with these settings besides. */
  restart(more?: Readonly<Record<string, string>>): Promise<void>
  /** The same, with a statement that changes the database in between. */
  restartAfter(statement: string): Promise<void>
  close(): Promise<void>
}

export async function openConsole(env: Readonly<Record<string, string>> = {}): Promise<OpenConsole> {
  const [database, folder, browser, port] = await Promise.all([
    createTestDatabase(),
    openProcessFolder(),
    openBrowser({ sharesStorage: true }),
    freePort(),
  ])
  const start = (more = {}) =>
    folder.start('start', { DATABASE_URL: database.connectionString, PORT: String(port), ...env, ...more })
  let server = await start()
  const url = `http://127.0.0.1:${port}`
  return {
    get server() {
      return server
    },
    browser,
    url,
    open: async (path) => {
      const watched = await browser.openPage()
      await watched.page.goto(url + path)
      return watched
    },
    trigger: async (agent, input = 'What does it do?', afterMs = 0) => {
      const startAt = afterMs > 0 ? { startAt: new Date(Date.now() + afterMs).toISOString() } : {}
      const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
        'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }',
        { input: { agent, input, ...startAt } },
      )
      return triggerRun.id
    },
    restart: async (more) => {
      await server.kill('SIGKILL')
      server = await start(more)
    },
    restartAfter: async (statement) => {
      await server.kill('SIGKILL')
      await database.pool.query(statement)
      server = await start()
    },
    close: async () => {
      await browser.close()
      await folder.close()
      await database.drop()
    },
  }
}

/** The heading of the page that is shown. */
export function heading(page: Page): Locator {
  return page.getByRole('heading', { level: 1 })
}

/**
 * Replaces the text of a code editor as hands do it. `Locator.fill` has the browser delete the lines, which may keep their style in
 * attributes that the policy of the page then blocks, and reports.
 */
export async function retype(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.page().keyboard.insertText(text)
}
