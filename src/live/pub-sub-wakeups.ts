import { systemClock } from '../domain/clock.ts'
import { messageOf } from '../domain/errors.ts'
import { waitAtMost } from '../domain/time-limit.ts'
import type { WakeupHealth, Wakeups } from '../domain/wakeups.ts'
import { createLocalWakeups } from './local-wakeups.ts'
import { SelfTest } from './self-test.ts'

/** In milliseconds. */
export interface WakeupTiming {
  /** Wakeups within this time go out together, each topic once. */
  readonly coalesceMs: number
  /** Time limit for opening a connection, in milliseconds. */
  readonly openWithinMs: number
  /** After a connection was lost, or could not be opened, the next one is opened so much later. */
  readonly retryMs: number
  /** Interval at which the process tests whether it receives its own notes. */
  readonly noteEveryMs: number
  /** Time limit of one test. A silent connection is closed after the sum of both. */
  readonly noteWithinMs: number
}

export const defaultTiming: Omit<WakeupTiming, 'coalesceMs'> = {
  openWithinMs: 5_000,
  retryMs: 500,
  noteEveryMs: 5_000,
  noteWithinMs: 3_000,
}

/** The transport of wakeups between processes: one connection, from its opening to its loss. */
export interface PubSubTransport {
  /** Sends to other processes. Resolves when the wakeups are sent; rejects where that failed. */
  send(topics: readonly string[]): Promise<void>
  /** Sends a note to this process itself over the transport. Rejects as `send` does. */
  sendNote(): Promise<void>
  /** Subscribes to a topic. It may wake the topic once without a message, for messages from before the subscription. */
  attend(topic: string): void
  /** Unsubscribes from a topic. */
  leave(topic: string): void
  /** Closes the connection in order. */
  end(): Promise<void>
  /** Drops the connection at once: the other side may be silent. */
  drop(): void
}

export interface TransportEvents {
  onWakeup(topic: string): void
  /** Called when the note of `sendNote` returns. */
  onNote(): void
  /** The connection is lost; called once or more often. */
  onLost(reason: unknown): void
}

/** Opens a connection that is subscribed to these topics. Has a time limit of its own, after which everything is closed again. */
type OpenTransport = (topics: readonly string[], events: TransportEvents) => Promise<PubSubTransport>

export interface PubSubOptions {
  readonly open: OpenTransport
  /** The name of the transport in the log. */
  readonly name: string
  /** The probable reason if the process does not receive its own notes, as text for the log. */
  readonly silenceReason: string
  readonly timing: WakeupTiming
  /** Called once when wakeups stop to arrive, and once when they arrive again. */
  readonly log: (message: string) => void
}

/** As many topics wait to be sent at most; who listens to another one polls. */
const maxOutgoing = 10_000
/** Maximum delay of the shutdown by the last wakeups, in milliseconds. */
const endWithinMs = 1_000

/** Wakeups between processes over a transport. Resolves when it is known whether wakeups arrive; if they do not, that is no error. */
export async function createPubSubWakeups(options: PubSubOptions): Promise<Wakeups> {
  const wakeups = new PubSubWakeups(options)
  await wakeups.begin()
  return wakeups
}

class PubSubWakeups implements Wakeups {
  readonly #options: PubSubOptions
  readonly #local = createLocalWakeups({
    onFirst: (topic) => this.#carrier?.attend(topic),
    onLast: (topic) => this.#carrier?.leave(topic),
  })
  readonly #outgoing = new Set<string>()
  readonly #closing = new AbortController()
  readonly #known = Promise.withResolvers<void>()
  #carrier: PubSubTransport | null = null
  #health: WakeupHealth = 'degraded'
  #isReportedDown = false
  #sendTimer: NodeJS.Timeout | null = null
  #sending: Promise<void> = Promise.resolve()
  #connected: Promise<void> = Promise.resolve()
  #closed: Promise<void> | null = null

  constructor(options: PubSubOptions) {
    this.#options = options
  }

  begin(): Promise<void> {
    this.#connected = this.#stayConnected()
    return this.#known.promise
  }

  publish(topic: string): void {
    this.#local.publish(topic)
    // Without a connection other processes get no wakeups: they poll.
    if (this.#carrier === null || this.#closed !== null || this.#outgoing.size >= maxOutgoing) return
    this.#outgoing.add(topic)
    this.#sendTimer ??= setTimeout(() => this.#startSending(), this.#options.timing.coalesceMs)
  }

  listen(topic: string, wake: () => void): () => void {
    return this.#local.listen(topic, wake)
  }

  health(): WakeupHealth {
    return this.#health
  }

  close(): Promise<void> {
    this.#closed ??= this.#shutDown()
    return this.#closed
  }

  async #shutDown(): Promise<void> {
    // The last wakeups announce the runs that this process released.
    this.#startSending()
    await waitAtMost(endWithinMs, this.#sending).catch(ignore)
    this.#closing.abort(new Error('The wake-ups were closed.'))
    await this.#connected
    await this.#local.close()
  }

  /** One connection after another, until the end. */
  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#useConnection().catch((reason: unknown) => this.#goDown(reason))
      await systemClock.sleep(this.#options.timing.retryMs, signal).catch(ignore) // closing: the loop ends
    }
  }

  /** Opens a connection and uses it until it is lost. @throws why it was */
  async #useConnection(): Promise<never> {
    const { open, silenceReason, timing } = this.#options
    const lost = new AbortController()
    const selfTest = new SelfTest()
    const topics = this.#local.listened()
    const transport = await open(topics, {
      onWakeup: (topic) => this.#local.publish(topic),
      onNote: () => selfTest.onNote(),
      onLost: (reason) => lost.abort(reason),
    })
    try {
      this.#take(transport, topics)
      return await selfTest.run({
        sendNote: () => transport.sendNote(),
        everyMs: timing.noteEveryMs,
        withinMs: timing.noteWithinMs,
        silenceReason,
        onHeard: () => this.#goLive(),
        signal: AbortSignal.any([this.#closing.signal, lost.signal]),
      })
    } finally {
      this.#carrier = null
      this.#outgoing.clear()
      await this.#close(transport)
    }
  }

  /** `topics` are those with listeners when it was opened. */
  #take(transport: PubSubTransport, topics: readonly string[]): void {
    const before = new Set(topics)
    const now = new Set(this.#local.listened())
    for (const topic of now) if (!before.has(topic)) transport.attend(topic)
    for (const topic of before) if (!now.has(topic)) transport.leave(topic)
    this.#carrier = transport
  }

  async #close(transport: PubSubTransport): Promise<void> {
    if (this.#closing.signal.aborted) await waitAtMost(endWithinMs, transport.end()).catch(ignore)
    transport.drop()
  }

  #startSending(): void {
    if (this.#sendTimer) clearTimeout(this.#sendTimer)
    this.#sendTimer = null
    this.#sending = this.#sending.then(() => this.#send())
  }

  async #send(): Promise<void> {
    const topics = [...this.#outgoing]
    this.#outgoing.clear()
    // A lost wakeup costs its reader one poll; the notes detect a lasting failure.
    if (topics.length > 0) await this.#carrier?.send(topics).catch(ignore)
  }

  #goLive(): void {
    if (this.#health === 'live') return
    this.#health = 'live'
    if (this.#isReportedDown) this.#options.log(`Wake-ups over ${this.#options.name} are back.`)
    this.#isReportedDown = false
    // Wakeups that were sent meanwhile are lost: wake every reader.
    this.#local.publishAll()
    this.#known.resolve()
  }

  #goDown(reason: unknown): void {
    this.#health = 'degraded'
    if (!this.#isReportedDown && !this.#closing.signal.aborted)
      this.#options.log(
        `Wake-ups over ${this.#options.name} are down, readers poll: ${reasonOfLoss(reason)}.`,
      )
    this.#isReportedDown = true
    this.#known.resolve()
  }
}

/** Node tries every address of a name and wraps the error of each. */
function reasonOfLoss(error: unknown): string {
  return messageOf(error instanceof AggregateError ? error.errors[0] : error)
}

function ignore(): void {}
