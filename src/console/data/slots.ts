/** Room for so many acts at once. */
export class Slots {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** Runs `act` when there is room for it; not at all if the signal aborts before. Resolves when it has ended. @throws what it throws */
  async run(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
    while (this.#free === 0 && !signal.aborted) await this.#turn(signal)
    if (signal.aborted) return
    this.#free -= 1
    try {
      await act()
    } finally {
      this.#free += 1
      const [next] = this.#waiting
      next?.()
    }
  }

  /** Resolves when there may be room, and when the signal aborts. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', go)
    })
  }
}
