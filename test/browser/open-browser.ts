import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../support/programs.ts'

const program = findBrowser()

/** Why tests in a browser cannot run here; `null` where they can. */
export const withoutBrowser =
  program === null ? 'chromium is not installed (Debian: apt-get install chromium)' : null

/** A Chromium that reaches one origin and nothing else. */
export interface TestBrowser {
  /** An empty tab. Its storage is its own, unless the tabs share what they keep. */
  openPage(): Promise<WatchedPage>
  close(): Promise<void>
}

/** A tab, and what was wrong with it so far. */
export interface WatchedPage {
  readonly page: Page
  /** The requests that it made to other hosts; none of them got there. */
  readonly outsideRequests: readonly string[]
  /** Errors that it printed or threw. */
  readonly errors: readonly string[]
}

/** @param sharesStorage whether tabs share their storage and their cache: the second of them opens a page in half the time */
export async function openBrowser({ sharesStorage = false } = {}): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: program ?? '',
    // As root, which tests in containers are, there is no sandbox to be had.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 } })
  const shared = sharesStorage ? await newContext() : null
  return {
    openPage: async () => watch(await (shared ?? (await newContext())).newPage()),
    close: () => browser.close(),
  }
}

async function watch(page: Page): Promise<WatchedPage> {
  const outsideRequests: string[] = []
  const errors: string[] = []
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      outsideRequests.push(route.request().url())
      return route.abort()
    },
  )
  // The browser's own message does not say where.
  await page.addInitScript(() =>
    addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, sourceFile, lineNumber, columnNumber }) =>
        console.error(`${violatedDirective} is violated at ${sourceFile}:${lineNumber}:${columnNumber}`),
    ),
  )
  // The time limit of the test is the one that counts.
  page.setDefaultTimeout(0)
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).hostname !== '127.0.0.1') outsideRequests.push(socket.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return { page, outsideRequests, errors }
}
