/** Holds arriving values until its one reader takes them. */
export class Inbox<Value> {
  readonly #values: Value[] = []
  #end: { readonly error: unknown } | null = null
  #wake = () => {}

  push(value: Value): void {
    this.#values.push(value)
    this.#wake()
  }

  /** Nothing more arrives. The reader gets the remaining items, and then the error, if there is one. */
  end(error: unknown = null): void {
    this.#end ??= { error }
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      for (let value = this.#values.shift(); value !== undefined; value = this.#values.shift()) yield value
      if (this.#end?.error) throw this.#end.error
      if (this.#end) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
