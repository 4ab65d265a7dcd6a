import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openBrowser, withoutBrowser } from '../browser/open-browser.ts'
import { clientSettings, describeClient } from '../examples/client-operations.ts'
import { answer, textBlock, toolBlock, toolUse } from '../fixtures/streams/anthropic.ts'
import { at, textAt } from '../support/data-at.ts'
import { codeIn } from '../support/document-code.ts'
import { streamed } from '../support/model-call.ts'
import { type InstalledServer, ownEnvironment, startInstalled } from './installed-project.ts'
import { openReplayProvider, type ReplayProvider } from './replay-provider.ts'

/** The server of the installed package, with the tools of the README, and a provider that plays the model of the README. */
const project = inject('project')
let provider: ReplayProvider
let server: InstalledServer

beforeAll(async () => {
  provider = await openReplayProvider()
  const [tools = ''] = codeIn('README.md', 'js')
  await mkdir(join(project, 'shop'))
  await writeFile(join(project, 'shop/tools.mjs'), tools)
  server = await startInstalled(project, {
    ...ownEnvironment(dirname(process.execPath)),
    ...clientSettings,
    ...provider.settings,
    RUNGRAPH_DATA_DIR: join(project, 'data-of-server'),
    RUNGRAPH_TOOLS: 'shop/tools.mjs',
  })
})
afterAll(async () => {
  expect(await server?.stop()).toContain('Stopped.')
  provider?.close()
})

describe('the README, on the packed server', () => {
  const operations = new Map(codeIn('README.md', 'graphql').map((text) => [nameOf(text), text]))
  const sent = new Set<string>()
  let runId: string
  let watched: Promise<readonly unknown[]>

  /** Sends an operation of the README. */
  async function send(name: string, variables = {}): Promise<object> {
    sent.add(name)
    return server.ask<object>(operations.get(name) ?? '', variables)
  }

  it('PKG-6 starts a run', async () => {
    runId = textAt(await send('Trigger'), 'triggerRun.id')
    sent.add('Watch')
    watched = follow({ query: operations.get('Watch'), variables: { runId } })
  })

  it('PKG-6 makes the first agent, asks before it refunds, and keeps what happened', async () => {
    const order = { orderId: 'A-1001' }
    const refund = { ...order, amountUsd: 49.5 }
    provider.give('claude-sonnet-5', [
      streamed(answer([toolBlock(0, 'toolu_1', 'find_order', JSON.stringify(order))], toolUse)),
      streamed(answer([toolBlock(0, 'toolu_2', 'refund_order', JSON.stringify(refund))], toolUse)),
      streamed(answer([textBlock(0, 'Refunded 20 dollars.')])),
    ])
    expect(await send('CreateShop')).toMatchObject({
      ...{ createAgent: { __typename: 'Agent', slug: 'shop' }, savePolicy: { id: expect.any(String) } },
    })
    const runId = textAt(await send('AskShop'), 'triggerRun.id')
    await expect.poll(async () => at(await send('Inbox'), 'gates.edges.*.node.run.id')).toEqual([runId])
    const gate = at(await send('Inbox'), 'gates.edges.0.node')
    expect(gate).toMatchObject({ context: { target: 'refund_order', arguments: refund } })
    expect(await send('Decide', { gate: textAt(gate, 'id') })).toMatchObject({
      resolveGate: { status: 'REVISED' },
    })
    const history = async () => at(await send('History'), 'runs.edges.0.node')
    await expect.poll(history).toMatchObject({ id: runId, status: 'COMPLETED' })
    expect(await history()).toMatchObject({
      ...{ summary: 'Refunded 20 dollars.', agent: { slug: 'shop', version: 1 }, usage: { requests: 3 } },
    })
    const actions = at(await history(), 'steps.edges.*.node.actions')
    expect(actions).toMatchObject([
      [{ name: 'find_order', status: 'SUCCEEDED', output: { item: 'Desk lamp', paidUsd: 49.5 } }],
      [{ name: 'refund_order', status: 'SUCCEEDED', output: { refunded: 20 } }],
      [],
    ])
    expect(provider.surprises).toEqual([])
  })

  clientsAndConsole()

  it('PKG-6 shows each event of its run as a server-sent event, now and once more', async () => {
    const events = await watched
    expect(events.at(-1)).toMatchObject({ __typename: 'RunCompleted', run: { status: 'COMPLETED' } })
    expect(events.map((event) => at(event, 'seq'))).toEqual(events.map((_, index) => index + 1))
    // What the README sends with curl.
    const [, body = ''] = /-d '(\{.*\})'/.exec(codeIn('README.md', 'sh').join('')) ?? []
    const again = await follow(JSON.parse(body.replace('<the run id>', runId)))
    expect(again.map((event) => at(event, 'type'))).toEqual(events.map((event) => at(event, '__typename')))
  })

  it('PKG-6 has no other operations', () => {
    expect([...sent].toSorted()).toEqual([...operations.keys()].toSorted())
  })
})

/** They run while the run of the README does, which takes some twenty seconds. */
function clientsAndConsole(): void {
  for (const kind of ['Apollo', 'urql'] as const) describeClient(kind, () => server)

  describe('the console of the packed server', () => {
    it('PKG-6 has every file that the package holds for it', async () => {
      const folder = join(project, 'node_modules/rungraph/dist/server/console/assets')
      const names = await readdir(folder)
      expect(names.length).toBeGreaterThan(20)
      const responses = await Promise.all(
        names.map(async (name) => [name, await fetch(new URL(`/assets/${name}`, server.url))] as const),
      )
      expect(responses.filter(([, { ok }]) => !ok).map(([name]) => name)).toEqual([])
      const home = new URL('/', server.url)
      const html = await (await fetch(home, { headers: { accept: 'text/html' } })).text()
      const links = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(([, name = '']) => name)
      expect(links.length).toBeGreaterThan(1)
      expect(links.filter((name) => !names.includes(name))).toEqual([])
    })

    it.skipIf(withoutBrowser)(
      'PKG-6 opens in a browser, page by page, and asks for nothing that is missing',
      async () => {
        const browser = await openBrowser()
        try {
          const { page, errors, outsideRequests } = await browser.openPage()
          const missing: string[] = []
          page.on('response', (response) => {
            if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`)
          })
          for (const path of [
            '/',
            '/runs',
            '/agents',
            '/gates',
            '/sessions',
            '/usage',
            '/evaluations',
            '/settings',
          ]) {
            await page.goto(new URL(path, server.url).href)
            await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 })
          }
          expect([...missing, ...errors, ...outsideRequests]).toEqual([])
        } finally {
          await browser.close()
        }
      },
    )
  })
}

/** The events of a subscription, as server-sent events until its end. */
async function follow(body: object): Promise<readonly unknown[]> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(body) })
  const lines = (await response.text()).matchAll(/^data: (.+)$/gm)
  return [...lines].map(([, data = '']) => at(JSON.parse(data), 'data.runEvents'))
}

function nameOf(operation: string): string {
  const [definition] = parse(operation).definitions
  return definition !== undefined && 'name' in definition ? (definition.name?.value ?? '') : ''
}
