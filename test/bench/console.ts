import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { compileIfChanged } from '../../build/compile.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { findBrowser } from '../support/programs.ts'
import { type BenchDatabase, insertRuns } from './bench-database.ts'
import type { Bench } from './compete.ts'
import { type BenchChild, startChild } from './fan-out/child.ts'
import type { ServerRequests } from './fan-out/served.ts'
import { untilAborted } from './interruption.ts'
import type { Entry, Result, Role } from './result.ts'
import { roundName } from './rounds.ts'

/** Events that are streamed in a round, and how many come in a second: ten times what a fast model says. */
const events = 5_000
const perSecond = 500

/** Pixels per frame by which the list is scrolled: its 10,000 rows pass by in 20 seconds. */
const pixelsPerFrame = 350

const streamWork = 'G: frames while 5,000 events of a run stream'
const scrollWork = 'G: longest frame while 10,000 runs are scrolled'

/** Frames of a page, as the browser drew them. */
interface Frames {
  readonly perSecond: number
  readonly longestMs: number
}

/**
 * G. The console in Chromium: the page of a run while its events stream, the list of 10,000 runs while it is scrolled, and the memory of
 * the page over `20 × ms` of stream. The bound is a page that does nothing: what the browser draws on this machine without a screen.
 */
export async function benchConsole(bench: Bench): Promise<readonly Result[]> {
  await untilAborted(bench.signal, compileIfChanged())
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info'],
    // Playwright would end this process at once.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  })
  try {
    return await untilAborted(bench.signal, measureConsole(browser, bench))
  } finally {
    await browser.close()
  }
}

async function measureConsole(browser: Browser, { database, rounds, ms }: Bench): Promise<readonly Result[]> {
  const bound = await framesOf(browser, { work: 'G: an empty page', url: 'about:blank', rounds }, () =>
    delay(2_000),
  )
  const streamed = await streamRun(browser, database, rounds)
  const scrolled = await scrollRuns(browser, database, rounds)
  const memoryWork = `G: memory of the page over ${Math.round((20 * ms) / 1_000)} s of stream`
  console.error(memoryWork)
  const memory = await memoryOfStream(browser, database, 20 * ms)
  return [
    ratesOf(streamWork, bound, streamed),
    longestOf('G: longest frame meanwhile', bound, streamed),
    longestOf(scrollWork, bound, scrolled, 50),
    {
      work: `${memoryWork}, first quarter and end`,
      ...{ unit: 'MB', better: 'lower', per: 'page' },
      entries: memory.map((megabytes, index) =>
        entryOf(index === 0 ? 'first quarter' : 'end', 'rungraph', [megabytes]),
      ),
    },
  ]
}

/** A run that streams, and its page. */
async function streamRun(
  browser: Browser,
  database: BenchDatabase,
  rounds: number,
): Promise<readonly Frames[]> {
  const stage = await openStage(database)
  try {
    return await framesOf(browser, { work: streamWork, url: stage.runUrl, rounds }, () =>
      stage.publish(events),
    )
  } finally {
    stage.end()
  }
}

async function scrollRuns(
  browser: Browser,
  database: BenchDatabase,
  rounds: number,
): Promise<readonly Frames[]> {
  const stage = await openStage(database)
  try {
    return await framesOf(browser, { work: scrollWork, url: `${stage.url}/runs`, rounds }, async (page) => {
      const list = page.getByRole('grid', { name: 'Runs' })
      const box = await list.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300)
      // Down through all pages, and some of the way up again.
      while (Number(await list.getAttribute('aria-rowcount')) < 10_000)
        await page.mouse.wheel(0, pixelsPerFrame)
      for (let turned = 0; turned < 100; turned++) await page.mouse.wheel(0, -pixelsPerFrame)
    })
  } finally {
    stage.end()
  }
}

async function memoryOfStream(
  browser: Browser,
  database: BenchDatabase,
  ms: number,
): Promise<readonly number[]> {
  const stage = await openStage(database)
  const { page, session } = await openPage(browser, stage.runUrl)
  try {
    const quarters: number[] = []
    for (let quarter = 0; quarter < 4; quarter++) {
      await stage.publish((ms / 4 / 1_000) * 50, 50)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      quarters.push(usedSize / 2 ** 20)
    }
    return [quarters[0] ?? 0, quarters[3] ?? 0]
  } finally {
    await page.context().close()
    stage.end()
  }
}

interface Stage {
  readonly url: string
  readonly runUrl: string
  publish(count: number, rate?: number): Promise<void>
  end(): void
}

async function openStage({ connectionString, pool, projectId, agentId }: BenchDatabase): Promise<Stage> {
  const [runId = ''] = await insertRuns(pool, { projectId, agentId, count: 1, status: 'RUNNING' })
  const args = [connectionString, projectId, runId]
  const server: BenchChild<ServerRequests> = startChild('rungraph-server.ts', args)
  const url = `http://127.0.0.1:${await server.ask('listen', null)}`
  return {
    url,
    runUrl: `${url}/runs/${toGlobalId('Run', runId)}`,
    publish: async (count, rate = perSecond) => {
      const begin = performance.now()
      for (let sent = 0; sent < count; sent += 10) {
        await server.ask('publish', 10)
        await delay(Math.max(0, begin + (sent / rate) * 1_000 - performance.now()))
      }
    },
    end: () => server.end(),
  }
}

async function openPage(browser: Browser, url: string): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  if (url.startsWith('http')) await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, session: await context.newCDPSession(page) }
}

/** Counts the frames of a page while something happens to it, round by round; the first warms up and does not count. */
async function framesOf(
  browser: Browser,
  { work, url, rounds }: { readonly work: string; readonly url: string; readonly rounds: number },
  happen: (page: Page) => Promise<void>,
): Promise<readonly Frames[]> {
  const found: Frames[] = []
  for (let round = 0; round <= rounds; round++) {
    console.error(roundName(work, round, rounds))
    const { page } = await openPage(browser, url)
    // The page has loaded: its first frames are no part of what happens.
    await page.waitForLoadState('networkidle')
    await page.evaluate(startCounting)
    await happen(page)
    const times: readonly number[] = await page.evaluate(() => Reflect.get(globalThis, 'frameTimes'))
    await page.context().close()
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0)
    if (round > 0) found.push({ perSecond: (gaps.length * 1_000) / lasted, longestMs: Math.max(...gaps) })
  }
  return found
}

/** In the page. */
function startCounting(): void {
  const frameTimes: number[] = []
  Reflect.set(globalThis, 'frameTimes', frameTimes)
  const count = (time: number) => {
    frameTimes.push(time)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

function ratesOf(work: string, bound: readonly Frames[], console: readonly Frames[]): Result {
  return {
    work,
    ...{ unit: 'frames/s', better: 'higher', per: 'frame' },
    entries: [
      {
        ...entryOf(
          'an empty page',
          'bound',
          bound.map(({ perSecond }) => perSecond),
        ),
        goal: 0.95,
      },
      entryOf(
        'Rungraph',
        'rungraph',
        console.map(({ perSecond }) => perSecond),
      ),
    ],
  }
}

function longestOf(
  work: string,
  bound: readonly Frames[],
  console: readonly Frames[],
  atMost?: number,
): Result {
  return {
    work,
    ...{ unit: 'ms', better: 'lower', per: 'frame' },
    ...(atMost !== undefined && { atMost }),
    entries: [
      entryOf(
        'an empty page',
        'bound',
        bound.map(({ longestMs }) => longestMs),
      ),
      entryOf(
        'Rungraph',
        'rungraph',
        console.map(({ longestMs }) => longestMs),
      ),
    ],
  }
}

function entryOf(name: string, role: Role, figures: readonly number[]): Entry {
  return { name, role, figures, cpuUs: [], serverCpuUs: [] }
}
