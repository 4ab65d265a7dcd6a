/** A run that takes longer than this to end hangs; a test as a whole has 60 s. */
const patienceMs = 45_000

/**
 * Follows a log and fails when it does not end in time. A follow whose signal is aborted ends like one that has reached the end of the log;
 * a test that reads it without this takes a part of the log for the whole, and fails later, elsewhere and with another message.
 */
export async function* followInTime<Item>(
  follow: (signal: AbortSignal) => AsyncIterable<Item>,
  withinMs = patienceMs,
): AsyncGenerator<Item, void, void> {
  const signal = AbortSignal.timeout(withinMs)
  const seen: Item[] = []
  for await (const item of follow(signal)) {
    seen.push(item)
    yield item
  }
  if (!signal.aborted) return
  const last = JSON.stringify(seen.at(-1), (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
  throw new Error(
    `The log did not end within ${withinMs} ms. It has ${seen.length} events; the last is ${last}`,
  )
}
