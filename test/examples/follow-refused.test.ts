import { afterEach, expect, test } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { uncounted } from '../../src/domain/request-metrics.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createServer, type ServerOptions } from '../../src/http/serve/server.ts'
import { type OpenServer, openServer } from '../http/open-server.ts'
import { runFailed } from '../support/memory-run-log.ts'
import { refusing } from '../support/refusing.ts'

let open: OpenServer
const codes: string[] = []

afterEach(async () => {
  codes.length = 0
  await open.close()
})

/** A server whose run has ended, and a client of it. */
async function serve(options: Partial<ServerOptions>, onRefused: () => void = () => undefined) {
  const refused = (code: string) => {
    codes.push(code)
    onRefused()
  }
  open = await openServer({ requestMetrics: { ...uncounted, refused }, ...options })
  const run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
  open.graph.log.append(run.id, runFailed)
  const runId = toGlobalId('Run', run.id)
  return { runId, client: new Client({ url: open.endpoint }) }
}

async function seqsOf({ runId, client }: Awaited<ReturnType<typeof serve>>): Promise<readonly number[]> {
  const seqs: number[] = []
  const events = client.follow(runId)
  for await (const { seq } of events) seqs.push(seq)
  return seqs
}

test('EVT-2 API-7 the client tries again where it asked too often', async () => {
  let at = 0
  const wait = () => {
    at += 60_000
  }
  const served = await serve({ callerLimits: { requestsPerMinute: 1, now: () => at } }, wait)
  await fetch(`${open.endpoint}?query={__typename}`)
  expect([await seqsOf(served), codes]).toEqual([[1], ['RATE_LIMITED']])
})

test('EVT-2 DUR-4 the client tries again where the server of an open socket stops', async () => {
  const begun = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<{ readonly runId: string }>()
  const abortRun = async () => {
    begun.resolve()
    return letGo.promise
  }
  const served = await serve({ operations: refusing({ abortRun }) }, () => letGo.resolve({ runId: '' }))
  const { runId, client } = served
  const mutation = 'mutation($id: ID!) { abortRun(input: { id: $id }) { __typename } }'
  client
    .subscribe(mutation, { id: runId })
    .next()
    .catch(() => undefined)
  await begun.promise
  const drained = open.server.drain()
  const seqs = seqsOf(served)
  await drained
  await open.server.close()
  const next = createServer({
    ...open.graph.sources,
    authenticator: open.graph.authenticator,
    host: '127.0.0.1',
    port: Number(new URL(open.url).port),
    connectionsPerAddress: 10,
    report: (message, error) => open.graph.reports.push(error ?? message),
  })
  await next.listen()
  expect([await seqs, codes[0]]).toEqual([[1], 'SHUTTING_DOWN'])
  await next.close()
})
