/** Message of a server about one operation; `id` is put in. */
export type Reply = Readonly<{ type: 'next' | 'error' | 'complete'; payload?: unknown }>

/**
 * One attempt of a client: the messages it receives, `silence` where no connection is made, `break` where one breaks after these messages.
 */
export type Attempt = 'silence' | readonly (Reply | 'break')[]

/** Operation that was sent, and its time. */
export interface Asked {
  readonly at: number
  readonly after: unknown
}

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: { readonly variables: { readonly after?: unknown } }
}

/** A class of WebSockets to a server that answers one operation after another as it is written, without a network or a clock. */
export function scriptSockets(attempts: readonly Attempt[]) {
  const asked: Asked[] = []
  const left = [...attempts]
  return {
    asked,
    Socket: class extends EventTarget {
      static readonly OPEN = 1
      static readonly CLOSING = 2
      readyState = 1

      constructor() {
        super()
        if (left[0] !== 'silence') queueMicrotask(() => this.dispatchEvent(new Event('open')))
      }

      send(text: string): void {
        const { type, id, payload }: Message = JSON.parse(text)
        if (type === 'connection_init') this.#say({ type: 'connection_ack' })
        if (type !== 'subscribe') return
        asked.push({ at: Date.now(), after: payload?.variables.after })
        for (const reply of left.shift() ?? []) {
          if (typeof reply === 'string') this.close(1006)
          else this.#say({ ...reply, id })
        }
      }

      close(code = 1000): void {
        this.readyState = 2
        const event = Object.assign(new Event('close'), { code, reason: '' })
        queueMicrotask(() => this.dispatchEvent(event))
      }

      #say(message: object): void {
        queueMicrotask(() =>
          this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })),
        )
      }
    },
  }
}
