import { RungraphError } from '../domain/errors.ts'

interface Options {
  /** Requests that each key has in a minute, from 1: all at once at first, then as they come back one by one. */
  readonly perMinute: number
  /** What says how many: its name is told to who is refused. */
  readonly setting: string
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  readonly now?: () => number
  /** How many keys are kept apart. Default: 100,000. The one that asked longest ago is forgotten first, and has all again. */
  readonly maxKeys?: number
}

interface Bucket {
  readonly left: number
  readonly at: number
}

/** Where a key stands. */
export interface Standing {
  readonly max: number
  readonly left: number
  /** Until all of them are there again. */
  readonly fullInSeconds: number
}

/** Allows each key so many requests a minute (a token bucket in this process). What is refused costs nothing. */
export class Allowance {
  readonly #options: Required<Options>
  /** In the order in which they asked last. */
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perMinute, setting, now = () => performance.now(), maxKeys = 100_000 }: Options) {
    this.#options = { perMinute, setting, now, maxKeys }
  }

  /** Takes so many requests of a key; RATE_LIMITED where it has not as many left. More than it can ever have count as all of them. */
  take(key: string, count = 1): RungraphError<'RATE_LIMITED'> | null {
    const { perMinute, setting, now } = this.#options
    const at = now()
    const wanted = Math.min(count, perMinute)
    const left = this.#left(key, at)
    // What is worked out from time may lack the last bit of a whole number.
    if (left < wanted - 1e-9) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((wanted - left) / perMinute) * 60 - 1e-9))
      return new RungraphError('RATE_LIMITED', { max: perMinute, retryAfterSeconds, setting })
    }
    this.#buckets.delete(key)
    this.#buckets.set(key, { left: left - wanted, at })
    this.#forget(at)
    return null
  }

  /** How much a key has left. */
  standing(key: string): Standing {
    const { perMinute: max, now } = this.#options
    const left = this.#left(key, now())
    return { max, left: Math.floor(left + 1e-9), fullInSeconds: Math.ceil(((max - left) / max) * 60) }
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#buckets.size
  }

  #left(key: string, at: number): number {
    const { perMinute } = this.#options
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return perMinute
    return Math.min(perMinute, bucket.left + ((at - bucket.at) / minuteMs) * perMinute)
  }

  /** Who has not asked for a minute has all of it again, as one who never asked. */
  #forget(at: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (at - bucket.at < minuteMs && this.#buckets.size <= this.#options.maxKeys) return
      this.#buckets.delete(key)
    }
  }
}

const minuteMs = 60_000
