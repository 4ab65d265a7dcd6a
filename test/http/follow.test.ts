import { afterEach, expect, test } from 'vitest'
import { connect, follow } from '../../src/client/follow.ts'
import type { NewEvent } from '../../src/domain/run-event.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createServer } from '../../src/http/serve/server.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

afterEach(() => open.close())

const delta: NewEvent = {
  type: 'TextDelta',
  stepNumber: 1,
  data: { messageId: 'm', offset: 0, text: 'x'.repeat(20_000) },
}
const end: NewEvent = {
  type: 'RunFailed',
  stepNumber: null,
  data: { error: 'It broke.', errorCode: 'RUN_FAILED' },
}

const query = `subscription($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) { seq cursor }
}`

function followRun(runId: string) {
  const client = connect(open.endpoint.replace('http', 'ws'))
  return follow<{ runEvents: { seq: number } }>(client, { query, variables: { runId } })
}

test('EVT-2 DUR-4 the loop of the documents has every event once, over servers that go and come', async () => {
  open = await openServer()
  const { graph } = open
  const run = await graph.make.run(await graph.make.agent(), { nextSeq: 100_000 })
  graph.log.append(run.id, ...Array.from({ length: 500 }, () => delta))
  const port = Number(new URL(open.url).port)
  let server: Pick<OpenServer['server'], 'close'> = open.server
  const restart = async () => {
    await server.close()
    const next = createServer({
      ...{
        ...graph.sources,
        authenticator: graph.authenticator,
        host: '127.0.0.1',
        port,
        connectionsPerAddress: 10,
      },
      report: (message, error) => graph.reports.push(error ?? message),
    })
    await next.listen()
    server = next
  }
  const seqs: number[] = []
  for await (const {
    runEvents: { seq },
  } of followRun(toGlobalId('Run', run.id))) {
    seqs.push(seq)
    if (seq === 100 || seq === 400) await restart()
    if (seq === 500) graph.log.append(run.id, delta, end)
  }
  expect(seqs).toEqual(Array.from({ length: 502 }, (_, place) => place + 1))
  await server.close()
})

test('EVT-2 the loop of the documents gives up what cannot be had', async () => {
  open = await openServer()
  const unknown = toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
  await expect(followRun(unknown).next()).rejects.toMatchObject({
    errors: [{ extensions: { code: 'NOT_FOUND' } }],
  })
})
