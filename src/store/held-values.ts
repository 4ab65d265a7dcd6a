import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../domain/clock.ts'

interface HeldValuesOptions<Value> {
  readonly read: (key: string) => Promise<Value>
  /** Maximum age of a value, in milliseconds. */
  readonly maxAgeMs: number
  readonly clock?: Pick<Clock, 'elapsed'>
}

/** Maximum number of keys whose values are held. */
const maxKeys = 1_000

/**
 * Values of the database, held in memory for code that reads them again and again. A value counts from the moment at which it was
 * requested: all earlier commits are in it. Past half of its age it is read again, while it is still used.
 */
export class HeldValues<Value extends object | boolean> {
  readonly #read: HeldValuesOptions<Value>['read']
  readonly #maxAgeMs: number
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #held = new LRUCache<string, { readonly value: Value; readonly askedAt: number }>({ max: maxKeys })
  readonly #reading = new Map<string, { readonly asked: Promise<Value>; readonly askedAt: number }>()

  constructor({ read, maxAgeMs, clock = systemClock }: HeldValuesOptions<Value>) {
    this.#read = read
    this.#maxAgeMs = maxAgeMs
    this.#clock = clock
  }

  /** The value of a key, never older than its age. @throws the error of the read */
  async get(key: string): Promise<Value> {
    const held = this.#held.get(key)
    const ageMs = held ? this.#clock.elapsed() - held.askedAt : Number.POSITIVE_INFINITY
    if (!held || ageMs >= this.#maxAgeMs) return this.#ask(key)
    // A read that fails is repeated by the next caller that needs it.
    if (ageMs >= this.#maxAgeMs / 2) this.#ask(key).catch(() => undefined)
    return held.value
  }

  /** Holds a value that was read elsewhere just now. */
  note(key: string, value: Value): void {
    this.#held.set(key, { value, askedAt: this.#clock.elapsed() })
  }

  /** Drops the value of a key, also one that is being read. */
  drop(key: string): void {
    this.#held.delete(key)
    this.#reading.delete(key)
  }

  #ask(key: string): Promise<Value> {
    const askedAt = this.#clock.elapsed()
    const known = this.#reading.get(key)
    if (known && askedAt - known.askedAt < this.#maxAgeMs) return known.asked
    const isNewest = () => this.#reading.get(key)?.asked === asked
    const asked = this.#read(key).then((value) => {
      if (isNewest()) this.#held.set(key, { value, askedAt })
      return value
    })
    const forget = () => {
      if (isNewest()) this.#reading.delete(key)
    }
    this.#reading.set(key, { asked, askedAt })
    asked.then(forget, forget)
    return asked
  }
}
