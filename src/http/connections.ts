import { RungraphError } from '../domain/errors.ts'

/** Counts the WebSockets and event streams that each address holds open. */
export class Connections {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more until the returned function is called, once; or tells why there may not be another. */
  open(address = ''): (() => void) | RungraphError {
    const count = (this.#counts.get(address) ?? 0) + 1
    if (count > this.#max) return tooMany(count, this.#max)
    this.#counts.set(address, count)
    return () => this.#close(address)
  }

  #close(address: string): void {
    const count = (this.#counts.get(address) ?? 0) - 1
    if (count > 0) this.#counts.set(address, count)
    else this.#counts.delete(address)
  }
}

function tooMany(value: number, max: number): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of WebSockets and event streams that are open from this address',
    value,
    max,
    remedy: 'Close one, or raise RUNGRAPH_CONNECTIONS_PER_ADDRESS.',
  })
}
