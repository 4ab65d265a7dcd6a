import assert from 'node:assert/strict'
import { once } from 'node:events'
import WebSocket from 'ws'
import { ask, authorized, Refused } from '../clients/graphql-client.ts'
import { runEventsSubscription } from '../clients/transcript.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import type { Stage } from '../stage/stage.ts'

const socketsEach = 60
/** "Within a second or two", and some room for a machine that is busy. */
const closedWithinMs = 5_000

/** A key is revoked while it and another follow a run by many sockets at two servers. */
export default {
  number: 104,
  title: 'a key is revoked while it holds many sockets',
  promises: ['KEY-3', 'EVT-2'],
  async run({ openStage, figure }) {
    const base = await openStage({ apis: 2, workers: 1 })
    const kept = await base.cluster.createKey('kept', 'default')
    const lost = await base.cluster.createKey('lost', 'default')
    const stage = base.as(kept)
    const agent = await stage.createAgent()
    const { promise: go, resolve: finish } = Promise.withResolvers<void>()
    stage.onCall('wait', () => go)
    const run = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'wait', 'It is over.') })
    await run.sees('ActionStarted')
    const urls = stage.cluster.urls()
    const open = (key: string) =>
      Promise.all(
        Array.from({ length: socketsEach }, (_, nth) =>
          Held.open(urls[nth % urls.length] ?? '', key, run.globalId),
        ),
      )
    const [theirs, others] = await Promise.all([open(lost), open(kept)])
    const streams = await Promise.all(urls.map((url) => follow(url, lost, run.globalId)))
    await eventually(() => [...theirs, ...others].every(({ events }) => events > 0), {
      what: 'every socket is told of the run',
    })

    await revoke(stage, 'lost')
    const from = performance.now()
    for (const code of await Promise.all(theirs.map(({ closed }) => closed))) assert.equal(code, 4403)
    const ms = performance.now() - from
    figure('closed after its key', ms)
    assert.ok(ms < closedWithinMs, `closed after ${ms} ms`)
    for (const stream of streams) await assert.rejects(stream.text(), 'its event streams are broken off')
    for (const url of urls)
      await assert.rejects(
        ask(url, '{ caller { name } }', {}, lost),
        (error: unknown) => error instanceof Refused && error.code === 'UNAUTHENTICATED',
      )

    assert.ok(
      others.every(({ isOpen }) => isOpen),
      'sockets of another key stay open',
    )
    finish()
    assert.equal((await run.untilStopped()).status, 'COMPLETED')
    const { length } = run.events
    await eventually(() => others.every(({ events, isComplete }) => isComplete && events === length), {
      what: 'each of them is told the whole run',
    })
    for (const each of others) each.close()
  },
} satisfies Scenario

async function revoke(stage: Stage, name: string): Promise<void> {
  const { apiKeys } = await stage.ask<{ apiKeys: { edges: { node: { id: string; name: string } }[] } }>(
    '{ apiKeys { edges { node { id name } } } }',
  )
  const id = apiKeys.edges.find(({ node }) => node.name === name)?.node.id
  await stage.mutate('revokeApiKey', 'ApiKey', { id })
}

/** A socket that follows a run. */
class Held {
  events = 0
  isComplete = false
  /** The code by which it was closed. */
  readonly closed: Promise<number>
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined) // 'close' follows
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data))
      if (type === 'next') this.events += 1
      if (type === 'complete') this.isComplete = true
    })
  }

  static async open(url: string, apiKey: string, runId: string): Promise<Held> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const held = new Held(socket)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: authorized(apiKey) }))
    await once(socket, 'message')
    const payload = { query: runEventsSubscription, variables: { runId, after: null } }
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload }))
    return held
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  close(): void {
    this.#socket.close()
  }
}

/** An event stream of a run that has begun. */
function follow(url: string, apiKey: string, runId: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...authorized(apiKey) },
    body: JSON.stringify({ query: runEventsSubscription, variables: { runId, after: null } }),
  })
}
