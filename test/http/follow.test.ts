import { afterEach, expect, test } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createServer } from '../../src/http/serve/server.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

afterEach(() => open.close())

const delta = textDelta('x'.repeat(20_000))

const transports = ['websocket', 'sse'] as const

test.each(transports)(
  'EVT-2 DUR-4 the client has every event once, over servers that go and come: %s',
  async (transport) => {
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
    const client = new Client({ url: open.endpoint, transport })
    for await (const { seq } of client.follow(toGlobalId('Run', run.id))) {
      seqs.push(seq)
      if (seq === 100 || seq === 400) await restart()
      if (seq === 500) graph.log.append(run.id, delta, runFailed)
    }
    expect(seqs).toEqual(Array.from({ length: 502 }, (_, place) => place + 1))
    await server.close()
  },
)

test.each(transports)(
  'EVT-2 the client gives up a subscription that cannot be served: %s',
  async (transport) => {
    open = await openServer()
    const unknown = toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
    const client = new Client({ url: open.endpoint, transport })
    await expect(client.follow(unknown).next()).rejects.toMatchObject({
      ...{ name: 'RungraphClientError', code: 'NOT_FOUND', retryable: false },
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    })
  },
)
