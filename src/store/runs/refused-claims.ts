/** A run is put off for so long, in milliseconds, and then each time for twice as long, up to the longest. */
const putOffMs = { first: 1_000, longest: 60_000 }

/** So many are remembered; of more the oldest are tried again. */
const mostRemembered = 1_000

/** Runs whose claim the database refused, such as for a constraint that their rows do not keep. */
export class RefusedClaims {
  readonly #runs = new Map<string, { readonly until: number; readonly waitMs: number }>()

  isPutOff(runId: string): boolean {
    const known = this.#runs.get(runId)
    return known !== undefined && performance.now() < known.until
  }

  putOff(runId: string): void {
    const before = this.#runs.get(runId)
    const waitMs = before ? Math.min(before.waitMs * 2, putOffMs.longest) : putOffMs.first
    this.#runs.delete(runId)
    this.#runs.set(runId, { until: performance.now() + waitMs, waitMs })
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > mostRemembered && oldest !== undefined) this.#runs.delete(oldest)
  }
}
