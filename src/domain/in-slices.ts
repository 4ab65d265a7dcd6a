import { setImmediate as nextTurn } from 'node:timers/promises'

/** Computation that may take long: it can be interrupted at each `yield`, so that the event loop takes up other work. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/** No slice is much longer, in milliseconds. */
const sliceMs = 10

/** The result of the computation: at once where it takes no longer than a slice, else with a turn of the event loop between slices. */
export function inSlices<Result>(work: Sliced<Result>): Result | Promise<Result> {
  const step = slice(work)
  return step.done === true ? step.value : continued(work)
}

async function continued<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    await nextTurn()
    const step = slice(work)
    if (step.done === true) return step.value
  }
}

function slice<Result>(work: Sliced<Result>): IteratorResult<undefined, Result> {
  const begin = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true || performance.now() - begin >= sliceMs) return step
  }
}

/** The result of the computation without interruption. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Like `map`, and can be interrupted after each item. */
export function* mapSliced<Item, Result>(
  items: readonly Item[],
  change: (item: Item, position: number) => Result,
): Sliced<Result[]> {
  const results: Result[] = []
  for (const [position, item] of items.entries()) {
    results.push(change(item, position))
    yield
  }
  return results
}
