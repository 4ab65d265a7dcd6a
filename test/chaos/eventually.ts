import { setTimeout as delay } from 'node:timers/promises'

/** The expected event did not happen in its time. */
export class NeverHappened extends Error {
  override readonly name = 'NeverHappened'
}

export interface Patience {
  /** The expected event, as the report says it: `the second call of the tool`. */
  readonly what: string
  /** Default 10,000. */
  readonly withinMs?: number
  /** Between two looks. Default 20. */
  readonly everyMs?: number
}

/**
 * Looks until there is something to see, and gives that. A look that throws counts as nothing seen: databases and servers
 * go away here. @throws NeverHappened, with the last failure as its cause
 */
export async function eventually<Seen>(
  look: () => Seen | null | undefined | false | Promise<Seen | null | undefined | false>,
  { what, withinMs = 10_000, everyMs = 20 }: Patience,
): Promise<Seen> {
  const endsAt = performance.now() + withinMs
  for (;;) {
    let cause: unknown
    try {
      const seen = await look()
      if (seen !== null && seen !== undefined && seen !== false) return seen
    } catch (error) {
      cause = error
    }
    if (performance.now() > endsAt)
      throw new NeverHappened(`Not within ${withinMs} ms: ${what}.`, {
        ...(cause === undefined ? {} : { cause }),
      })
    await delay(everyMs)
  }
}
