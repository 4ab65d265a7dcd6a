import { RungraphClientError } from './client-error.ts'

/**
 * Gives the API key or access token: `''` for none. A function is called before each request and each connection. If it gives a promise,
 * its token is kept until the server refuses it; the function is then called with the refused token.
 */
export type TokenSource = string | ((refused: string | null) => string | Promise<string>)

/** The token of a client, and whether the server refused it. */
export class Credentials {
  readonly #source: TokenSource
  /** Of a function that gives promises. Requests at the same time share one call. */
  #kept: Promise<string> | null = null
  #refused: string | null = null

  constructor(source: TokenSource = '') {
    this.#source = source
  }

  /** @throws the error of the function, the reason of the signal, or UNAUTHENTICATED for a text that is no token */
  token(signal?: AbortSignal): Promise<string> {
    return unlessAborted(this.#ask().then(checked), signal)
  }

  async #ask(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source
    if (this.#kept !== null) return this.#kept
    const given = this.#source(this.#refused)
    if (typeof given === 'string') return given
    this.#kept = given
    given.catch(() => {
      if (this.#kept === given) this.#kept = null
    })
    return given
  }

  /** Asks the function anew at the next request. */
  forget(): void {
    this.#kept = null
  }

  /**
   * To be called when the server refused a token. Whether there is another one to try, or may be: an error of the function is thrown again
   * at the next request.
   */
  async replace(refused: string): Promise<boolean> {
    this.#refused = refused
    const kept = this.#kept
    try {
      // Another request may have replaced it already.
      if ((await kept) === refused && this.#kept === kept) this.#kept = null
      return (await this.token()) !== refused
    } catch {
      return true
    }
  }
}

/** `fetch` refuses such a header with a message that contains it. */
function checked(token: string): string {
  if (/^[\x21-\x7e]*$/.test(token)) return token
  const message =
    'The token has a space, a line break or another character that no token has. Pass the token alone.'
  throw new RungraphClientError(message, { code: 'UNAUTHENTICATED' })
}

export function authorization(token: string): Readonly<Record<string, string>> {
  return token === '' ? {} : { authorization: `Bearer ${token}` }
}

/** The value of a promise, unless the signal is aborted before. @throws the reason of the signal */
export async function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
