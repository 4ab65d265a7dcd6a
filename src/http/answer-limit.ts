import type { RungraphError } from '../domain/errors.ts'
import type { AnswerSize } from '../graphql/context.ts'
import { beyond, type OperationLimits } from './operation-limits.ts'

/** How much the answer to one request has, over all of its operations. One that has too much is given up. */
export class AnswerLimit implements AnswerSize {
  readonly #limits: OperationLimits
  readonly #givenUp = new AbortController()
  #size = 0
  #refusal: RungraphError | null = null

  constructor(limits: OperationLimits) {
    this.#limits = limits
  }

  get refusal(): RungraphError | null {
    return this.#refusal
  }

  get signal(): AbortSignal {
    return this.#givenUp.signal
  }

  add(characters: number): void {
    this.#size += characters
    this.#refusal ??= beyond(this.#limits, 'answer', this.#size)
    if (this.#refusal === null) return
    this.#givenUp.abort(this.#refusal)
    throw this.#refusal
  }
}
