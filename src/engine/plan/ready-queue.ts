/** A binary heap: `push` and `pop` take logarithmic time. */
export class ReadyQueue {
  readonly #places: number[] = []
  readonly #isBefore: (a: number, b: number) => boolean

  /** `isBefore` is a strict order of places. */
  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore
  }

  push(place: number): void {
    const places = this.#places
    let at = places.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = places[parent]
      if (above === undefined || !this.#isBefore(place, above)) break
      places[at] = above
      at = parent
    }
    places[at] = place
  }

  /** The first place, which leaves the queue. */
  pop(): number | undefined {
    const places = this.#places
    const first = places[0]
    const last = places.pop()
    if (last === undefined || places.length === 0) return first
    let at = 0
    for (;;) {
      const child = this.#firstChild(at)
      const below = places[child]
      if (below === undefined || !this.#isBefore(below, last)) break
      places[at] = below
      at = child
    }
    places[at] = last
    return first
  }

  clear(): void {
    this.#places.length = 0
  }

  #firstChild(at: number): number {
    const leftChild = 2 * at + 1
    const [a, b] = [this.#places[leftChild], this.#places[leftChild + 1]]
    return a !== undefined && b !== undefined && this.#isBefore(b, a) ? leftChild + 1 : leftChild
  }
}
