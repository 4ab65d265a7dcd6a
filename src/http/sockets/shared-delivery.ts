import type { SharedResult } from '../sharing/shared-results.ts'
import type { SharedDelivery } from '../sharing/shared-subscription.ts'
import type { SendQueue } from './send-queue.ts'

interface Options {
  /** The id of the operation. */
  readonly id: string
  readonly turns: SendQueue
  /** Sends messages, and resolves when all of them are written. */
  readonly sendAll: (messages: readonly Buffer[]) => Promise<void>
}

/**
 * The messages of an operation whose results were serialised for several: only its id is its own. Results that are delivered together take
 * one turn of the socket.
 */
export class OperationDelivery implements SharedDelivery {
  readonly #options: Options
  readonly #begin: Buffer
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    this.#begin = Buffer.from(`{"id":${JSON.stringify(options.id)},"type":"next","payload":`)
  }

  async deliver(results: readonly SharedResult[]): Promise<boolean> {
    const { turns, sendAll } = this.#options
    if (this.#isOver || turns.isDraining) return false
    const endTurn = turns.takeNow() ?? (await turns.take())
    try {
      if (!this.#isOver) await sendAll(results.map(({ bytes }) => this.#toMessage(bytes)))
    } finally {
      endTurn()
    }
    return !this.#isOver
  }

  /** To be called when the operation is over. */
  end(): void {
    this.#isOver = true
  }

  #toMessage(payload: Buffer): Buffer {
    const begin = this.#begin
    const message = Buffer.allocUnsafe(begin.length + payload.length + 1)
    message.set(begin)
    message.set(payload, begin.length)
    message[message.length - 1] = closingBrace
    return message
  }
}

const closingBrace = 0x7d
