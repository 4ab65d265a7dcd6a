import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findProgram } from '../support/programs.ts'

const program = findProgram('chromium') ?? findProgram('google-chrome')

/** Why tests in a browser cannot run here; `null` where they can. */
export const withoutBrowser =
  program === null ? 'chromium is not installed (Debian: apt-get install chromium)' : null

/** A Chromium that reaches one origin and nothing else. */
export interface TestBrowser {
  /** An empty tab, whose storage is its own. */
  openPage(): Promise<WatchedPage>
  close(): Promise<void>
}

/** A tab, and what was wrong with it so far. */
export interface WatchedPage {
  readonly page: Page
  /** The requests that it made to other hosts; none of them got there. */
  readonly outsideRequests: readonly string[]
  /** What it printed as errors, and what it threw. */
  readonly errors: readonly string[]
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: program ?? '',
    // As root, which tests in containers are, there is no sandbox to be had.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return {
    openPage: async () => watch(await browser.newContext({ viewport: { width: 1280, height: 900 } })),
    close: () => browser.close(),
  }
}

async function watch(context: BrowserContext): Promise<WatchedPage> {
  const outsideRequests: string[] = []
  const errors: string[] = []
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      outsideRequests.push(route.request().url())
      return route.abort()
    },
  )
  // The browser's own message does not say where.
  await context.addInitScript(() =>
    addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, sourceFile, lineNumber, columnNumber }) =>
        console.error(`${violatedDirective} is violated at ${sourceFile}:${lineNumber}:${columnNumber}`),
    ),
  )
  const page = await context.newPage()
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
