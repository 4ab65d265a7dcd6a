import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import WebSocket from 'ws'
import { runEventsSubscription } from '../clients/transcript.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'

const silent = 300
/** 3 s is what they have; the rest is room. */
const closedWithinMs = 5_000
const cycles = 10_000
/** Before that the server's memory is still finding its size. */
const warmUp = 3_000
/** Number of operations that are active at once on the socket: fewer than it may have. */
const atOnce = 25
/** What an operation may leave behind, in bytes. */
const leftPerOperation = 500
/** So many operations a socket may have at once. */
const most = 50
const doneWithinMs = 60_000
/** Its heap can be asked for. */
const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Sockets that never say who they are, and one that subscribes and unsubscribes ten thousand times. */
export default {
  number: 44,
  title: 'sockets that say nothing, and one that subscribes ten thousand times',
  promises: ['EVT-2', 'EVT-5'],
  withinMs: 280_000,
  async run({ stage, random, figure, note }) {
    const agent = await stage.createAgent()
    const run = await stage.trigger({ agent, model: inTurns(says('Said once.')) })
    await run.untilStopped()
    const api = await stage.cluster.start('api', inspected)
    const { url } = api
    assert.ok(url, 'it serves')

    const flood = await Promise.all(Array.from({ length: silent }, () => openSilent(url)))
    for (const { code, ms } of await Promise.all(flood.map(({ closed }) => closed))) {
      assert.equal(code, 4408)
      figure('closed without init', ms)
      assert.ok(ms < closedWithinMs, `closed after ${ms} ms`)
    }

    const busy = await Cycler.open(url, run.globalId, random)
    await busy.turn(warmUp)
    // The server has done all of them once it has told the end of those that came last.
    await busy.follow(most)
    const before = await liveBytes(api)
    await busy.turn(cycles - warmUp)
    // Nothing of all that holds a place on the socket: it follows the run to its end as ever, as often as it may at once.
    const seen = await busy.follow(most)
    assert.ok(
      seen.every((events) => events === run.events.length),
      `each follows the whole run: ${seen}`,
    )
    const enough = before + leftPerOperation * (cycles - warmUp)
    const lessThanEnough = async () => {
      const bytes = await liveBytes(api)
      return bytes < enough && bytes
    }
    const after = await eventually(lessThanEnough, {
      what: `the server holds less than ${enough} bytes after its work, of ${before} before`,
      withinMs: doneWithinMs,
      everyMs: 1_000,
    })
    note(`it holds ${after} bytes after ${cycles - warmUp} operations, and held ${before} before`)

    busy.close()
  },
} satisfies Scenario

/** What a process holds after a collection of its garbage: its resident memory has garbage of unknown size. */
async function liveBytes({ stderr }: { readonly stderr: string }): Promise<number> {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(stderr) ?? []
  assert.ok(url, 'it has an inspector')
  const inspector = new WebSocket(url)
  await once(inspector, 'open')
  const ask = async (id: number, method: string) => {
    inspector.send(JSON.stringify({ id, method }))
    for await (const [data] of on(inspector, 'message')) {
      const answer: { id?: number; result?: HeapUsage } = JSON.parse(String(data))
      if (answer.id === id) return answer.result
    }
    return undefined
  }
  await ask(1, 'HeapProfiler.collectGarbage')
  const usage = await ask(2, 'Runtime.getHeapUsage')
  inspector.close()
  assert.ok(usage, 'its inspector says what it holds')
  return usage.usedSize + usage.backingStorageSize
}

/** Of JavaScript objects, and of their buffers (https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage). */
interface HeapUsage {
  readonly usedSize: number
  readonly backingStorageSize: number
}

interface Closed {
  readonly code: number
  /** After its opening. */
  readonly ms: number
}

/** A socket that says nothing. */
async function openSilent(url: string): Promise<{ readonly closed: Promise<Closed> }> {
  const socket = connect(url)
  await once(socket, 'open')
  const openedAt = performance.now()
  const closed = once(socket, 'close').then(([code]) => ({ code, ms: performance.now() - openedAt }))
  return { closed }
}

/** A socket on which operations begin and end, each with an id of its own. */
class Cycler {
  readonly #socket: WebSocket
  readonly #runId: string
  readonly #random: () => number
  /** Number of events that each operation that was not cancelled received, and whether it was completed. */
  readonly #seen = new Map<string, { events: number; isComplete: boolean }>()
  #pongs = 0
  #next = 0

  private constructor(socket: WebSocket, runId: string, random: () => number) {
    this.#socket = socket
    this.#runId = runId
    this.#random = random
    socket.on('message', (data) => this.#hear(JSON.parse(String(data))))
  }

  static async open(url: string, runId: string, random: () => number): Promise<Cycler> {
    const socket = connect(url)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init' }))
    await once(socket, 'message')
    return new Cycler(socket, runId, random)
  }

  /** So many subscriptions that are taken back, some before they were answered, some after. */
  async turn(count: number): Promise<void> {
    for (let done = 0; done < count; done += atOnce) {
      const ids = Array.from({ length: Math.min(atOnce, count - done) }, () => this.#subscribe())
      if (this.#random() < 0.3) await this.#answered()
      for (const id of ids) this.#send({ type: 'complete', id })
      await this.#answered()
      for (const id of ids) this.#seen.delete(id)
    }
  }

  /** Follows the run so many times at once, each to its end; how many events each was given. */
  async follow(count: number): Promise<readonly number[]> {
    const ids = Array.from({ length: count }, () => this.#subscribe())
    await eventually(() => ids.every((id) => this.#seen.get(id)?.isComplete), {
      what: `all ${count} operations are told the end`,
      withinMs: 120_000,
    })
    return ids.map((id) => this.#seen.get(id)?.events ?? 0)
  }

  close(): void {
    this.#socket.close()
  }

  /** Once a ping that comes after all that was sent has its pong. */
  async #answered(): Promise<void> {
    const wanted = this.#pongs + 1
    this.#send({ type: 'ping' })
    await eventually(() => this.#pongs >= wanted, { what: 'the server answers a ping', everyMs: 1 })
  }

  #subscribe(): string {
    this.#next += 1
    const id = String(this.#next)
    this.#seen.set(id, { events: 0, isComplete: false })
    const payload = { query: runEventsSubscription, variables: { runId: this.#runId, after: null } }
    this.#send({ type: 'subscribe', id, payload })
    return id
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }

  #hear({ type, id = '', payload }: Message): void {
    if (type === 'pong') this.#pongs += 1
    const seen = this.#seen.get(id)
    if (type === 'next' && seen && payload?.data) seen.events += 1
    if (type === 'complete' && seen) seen.isComplete = true
  }
}

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: { readonly data?: unknown }
}

function connect(url: string): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('error', () => undefined) // 'close' follows
  return socket
}
