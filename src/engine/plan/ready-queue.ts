/** The positions that could start, the highest priority first, then in plan order. A binary heap: `push` and `pop` are logarithmic. */
export class ReadyQueue {
  readonly #positions: number[] = []
  readonly #priorities: Int32Array

  /** `priorities` are by position. */
  constructor(priorities: Int32Array) {
    this.#priorities = priorities
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
    const a = this.#positions[leftChild]
    const b = this.#positions[leftChild + 1]
    return a !== undefined && b !== undefined && this.#isBefore(b, a) ? leftChild + 1 : leftChild
  }

  #isBefore(a: number, b: number): boolean {
    const first = this.#priorities[a] ?? 0
    const second = this.#priorities[b] ?? 0
    return first === second ? a < b : first > second
  }
}
