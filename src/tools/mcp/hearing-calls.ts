import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallDialog } from '../../domain/call-dialog.ts'
import type { Json } from '../../domain/json.ts'
import { type ElicitAnswer, toElicitAnswer, toElicited } from './elicitation.ts'

/** What a call does with what its server says in its middle. */
export interface HearingCall {
  readonly dialog?: CallDialog | undefined
  /** Takes a message to the log. */
  readonly onLog?: ((level: string, data: unknown) => void) | undefined
}

/**
 * The calls of a connection whose server may say something in their middle: ask a question, as servers of the older generation do (ELICIT-3),
 * or write to its log (MCP-17). Over HTTP that comes in the stream of its call. Elsewhere nothing says whose it is: it belongs to the only
 * active call, or to none.
 */
export class HearingCalls {
  readonly #own = new AsyncLocalStorage<HearingCall>()
  readonly #active = new Set<HearingCall>()
  /** Those that had another beside them. */
  readonly #crowded = new WeakSet<HearingCall>()
  readonly #server: string
  /** The project of all calls so far; `null`: there was none, or not all were of one. */
  #project: string | null | undefined

  constructor(server: string) {
    this.#server = server
  }

  async during<Result>(hearing: HearingCall, call: () => Promise<Result>): Promise<Result> {
    const project = hearing.dialog?.projectId ?? null
    this.#project = this.#project === undefined || this.#project === project ? project : null
    this.#active.add(hearing)
    if (this.#active.size > 1) for (const call of this.#active) this.#crowded.add(call)
    try {
      return await this.#own.run(hearing, call)
    } finally {
      this.#active.delete(hearing)
    }
  }

  /** Asks a person, and answers the server. */
  async answer(params: Json, signal: AbortSignal): Promise<ElicitAnswer> {
    const dialog = (this.#ownCall() ?? this.#onlyCall())?.dialog
    if (!dialog) return { action: 'cancel' }
    const asked = toElicited(params, this.#server)
    if (asked.kind === 'refused') {
      warnOfRefusal(dialog, this.#server, asked.reason)
      return { action: 'decline' }
    }
    return toElicitAnswer(await dialog.askWithin(asked.question, signal), asked.kind)
  }

  /**
   * A message may come late, behind the answer of its call. Where another call was active at the same time, or calls of several projects are
   * made, only its stream says whose it is.
   */
  tell(level: string, data: unknown): void {
    const call = this.#ownCall() ?? (this.#project === null ? null : this.#aloneCall())
    call?.onLog?.(level, data)
  }

  #ownCall(): HearingCall | null {
    const own = this.#own.getStore()
    return own && this.#active.has(own) ? own : null
  }

  #aloneCall(): HearingCall | null {
    const only = this.#onlyCall()
    return only && !this.#crowded.has(only) ? only : null
  }

  #onlyCall(): HearingCall | null {
    const [only, ...others] = this.#active
    return only && others.length === 0 ? only : null
  }
}

export function warnOfRefusal(dialog: CallDialog, server: string, reason: string): void {
  const message = `The MCP server "${server}" asks a person for something, and nobody is asked: ${reason}.`
  dialog.warn('ELICITATION_REFUSED', message)
}
