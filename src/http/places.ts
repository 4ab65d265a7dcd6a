import type { RungraphError } from '../domain/errors.ts'

/** Counts what each of many holds open at a time. */
export class Places {
  readonly #max: number
  readonly #refusal: (value: number, max: number) => RungraphError
  readonly #counts = new Map<string, number>()

  constructor(max: number, refusal: (value: number, max: number) => RungraphError) {
    this.#max = max
    this.#refusal = refusal
  }

  /** Counts one more until the returned function is called, once; or tells why there may not be another. */
  open(holder = ''): (() => void) | RungraphError {
    const count = (this.#counts.get(holder) ?? 0) + 1
    if (count > this.#max) return this.#refusal(count, this.#max)
    this.#counts.set(holder, count)
    return () => this.#close(holder)
  }

  #close(holder: string): void {
    const count = (this.#counts.get(holder) ?? 0) - 1
    if (count > 0) this.#counts.set(holder, count)
    else this.#counts.delete(holder)
  }
}
