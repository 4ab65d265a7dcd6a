import { createClient, gql } from '@urql/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../src/client/client.ts'
import { urqlOptions } from '../../src/client/urql.ts'
import {
  HomeDocument,
  HomeUpdatesDocument,
  RunPageDocument,
  RunPageEventsDocument,
  StartRunDocument,
} from '../../src/generated/client/graphql.ts'
import { serveEngine } from '../http/serve-engine.ts'
import { at, textAt } from '../support/data-at.ts'
import { testTool } from '../support/engine.ts'
import { answer, createLiveModel } from '../support/live-model.ts'

test('LIB-7 a page with the urql preset writes nothing to the console, from an empty database to a whole run', async () => {
  const said = watchConsole()
  const live = createLiveModel()
  live.plays.clerk = async function* (request) {
    const isPaid = request.messages.some(({ role }) => role === 'tool')
    if (isPaid) yield { type: 'text', text: 'It is paid.' }
    yield isPaid ? answer(request, 'It is paid.') : answer(request, '', [{ name: 'pay', arguments: {} }])
  }
  const open = await serveEngine({ providers: [live], tools: [testTool('pay', async () => 'Paid.')] })
  onTestFinished(() => open.close())
  const client = createClient(urqlOptions(new Client({ url: open.endpoint })))

  const home = await client.query(HomeDocument, {}, { requestPolicy: 'cache-and-network' })
  expect(home.data).toMatchObject({ agents: { edges: [] }, runs: { totalCount: 0 } })
  const { slug } = await open.engine.define(() => ({}), { model: 'live/clerk', tools: ['pay'] })
  const list = client.subscription(HomeUpdatesDocument, {}).subscribe(() => undefined)
  const started = await client.mutation(StartRunDocument, { input: { agent: slug, input: 'Pay.' } })
  const id = textAt(started.data, 'triggerRun.id')
  expect((await client.query(RunPageDocument, { id })).data?.run).toMatchObject({ id })
  await new Promise<void>((end) => {
    client
      .subscription(RunPageEventsDocument, { runId: id })
      .subscribe(({ hasNext }) => (hasNext ? undefined : end()))
  })
  list.unsubscribe()
  const page = await client.query(RunPageDocument, { id }, { requestPolicy: 'cache-only' })
  expect(page.data?.run).toMatchObject({ status: 'COMPLETED', summary: 'It is paid.' })
  expect(said).toEqual([])

  // What a developer must know is said.
  const nameless = gql`{ runs(first: 1) { nodes { status } } }`
  expect(at((await client.query(nameless, {})).data, 'runs.nodes.*.status')).toEqual(['COMPLETED'])
  expect(said).toEqual([expect.stringContaining('no key could be generated')])
})

/** What is written to the console from now on. */
function watchConsole(): readonly string[] {
  const said: string[] = []
  for (const how of ['warn', 'error'] as const)
    vi.spyOn(console, how).mockImplementation((...texts) => void said.push(texts.join(' ')))
  onTestFinished(() => void vi.restoreAllMocks())
  return said
}
