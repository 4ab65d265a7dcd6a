/** Computation that may take long: it can be interrupted at each `yield`, so that the event loop takes up other work. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/** Time in milliseconds that all sliced work together computes in one turn of the event loop, */
const sliceMs = 10

/** and so much of each besides: to wait for the next turn costs more than the rest of what is short. */
const leastMs = 0.5

/** The real `setImmediate`, even if a test replaces the clock later. */
const whenTurnEnds = setImmediate

/** When the slice of this turn is over; `null`: nothing was computed in it yet. */
let sliceEnd: number | null = null

/** The time at which the slice of this turn is over; it began at `from` if nothing was computed in it before. */
function endOfSlice(from: number): number {
  if (sliceEnd === null) {
    sliceEnd = from + sliceMs
    // Called before those that wait for the next turn: they asked later.
    whenTurnEnds(() => {
      sliceEnd = null
    })
  }
  return sliceEnd
}

function isSliceOver(): boolean {
  const now = performance.now()
  return now >= endOfSlice(now)
}

/** The result of the computation: at once where it takes no longer than a slice, else with a turn of the event loop between slices. */
export function inSlices<Result>(work: Sliced<Result>): Result | Promise<Result> {
  const step = slice(work)
  return step.done === true ? step.value : continued(work)
}

async function continued<Result>(work: Sliced<Result>): Promise<Result> {
  // The first slice came with an event of a socket, after which immediates are next: timers and sockets have their turn before the second.
  await nextTurn()
  for (;;) {
    await nextTurn()
    const step = slice(work)
    if (step.done === true) return step.value
  }
}

function slice<Result>(work: Sliced<Result>): IteratorResult<undefined, Result> {
  // The first step may be a long one.
  const from = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step
    const now = performance.now()
    if (now >= from + leastMs && now >= endOfSlice(from)) return step
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
  for (const item of items) {
    results.push(change(item, results.length))
    yield
  }
  return results
}

/** Like `filter`, and can be interrupted after each item. */
export function* filterSliced<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
): Sliced<Item[]> {
  const wanted: Item[] = []
  for (const item of items) {
    if (isWanted(item)) wanted.push(item)
    yield
  }
  return wanted
}

let pause: Promise<void> | null = null

/**
 * For many short computations: `null` as long as the slice of this turn lasts, then a promise that resolves in the next turn of the event
 * loop. Callers that wait for it continue in their order.
 */
export function pauseWhenLong(): Promise<void> | null {
  if (pause === null && isSliceOver()) {
    pause = nextTurn().then(() => {
      pause = null
    })
  }
  return pause
}

/**
 * The items, which come one after another, with a turn of the event loop between slices of the work on them. None comes any more once
 * `isOver`: then nobody waits for them.
 */
export function itemsInSlices<Item>(
  items: readonly Item[],
  isOver: () => boolean = () => false,
): readonly Promise<Item>[] {
  const gives: (() => void)[] = []
  const coming = items.map((item) => new Promise<Item>((resolve) => gives.push(() => resolve(item))))
  void inTurn(gives, isOver)
  return coming
}

async function inTurn(gives: readonly (() => void)[], isOver: () => boolean): Promise<void> {
  for (const give of gives) {
    const pause = pauseWhenLong()
    if (pause) {
      await pause
      if (isOver()) return
    }
    give()
    // The work on it comes before the next.
    await null
  }
}

/** Resolves when the event loop has taken up what else there is. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    whenTurnEnds(resolve)
  })
}
