/** A binary heap: `push` and `pop` take logarithmic time. */
export class ReadyQueue {
  readonly #positions: number[] = []
  readonly #isBefore: (a: number, b: number) => boolean

  /** `isBefore` is a strict order of positions. */
  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore
  }

  push(position: number): void {
    const positions = this.#positions
    let at = positions.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = positions[parent]
      if (above === undefined || !this.#isBefore(position, above)) break
      positions[at] = above
      at = parent
    }
    positions[at] = position
  }

  /** Removes the first position and returns it. */
  pop(): number | undefined {
    const positions = this.#positions
    const first = positions[0]
    const last = positions.pop()
    if (last === undefined || positions.length === 0) return first
    let at = 0
    for (;;) {
      const child = this.#firstChild(at)
      const below = positions[child]
      if (below === undefined || !this.#isBefore(below, last)) break
      positions[at] = below
      at = child
    }
    positions[at] = last
    return first
  }

  clear(): void {
    this.#positions.length = 0
  }

  #firstChild(at: number): number {
    const leftChild = 2 * at + 1
    const [a, b] = [this.#positions[leftChild], this.#positions[leftChild + 1]]
    return a !== undefined && b !== undefined && this.#isBefore(b, a) ? leftChild + 1 : leftChild
  }
}
