/** Resources that a process has opened, to be closed in reverse order. */
export interface Disposer {
  /** Called once a resource is open: a resource that is opened later is closed earlier. */
  add(close: () => Promise<void>): void
  /** Closes in reverse order of opening; one that fails does not keep the others open. Called again, it resolves with the first call. */
  closeAll(): Promise<void>
}

export function createDisposer(): Disposer {
  const open: (() => Promise<void>)[] = []
  let closing: Promise<void> | undefined

  async function closeEach(): Promise<void> {
    const faults: unknown[] = []
    for (const close of open.reverse()) await close().catch((error: unknown) => faults.push(error))
    throwAll(faults)
  }

  return {
    add: (close) => void open.push(close),
    closeAll: () => (closing ??= closeEach()),
  }
}

/** Does some work, and closes what it has opened. */
export async function whileOpen<Result>(work: (closing: Disposer) => Promise<Result>): Promise<Result> {
  const closing = createDisposer()
  try {
    return await work(closing)
  } finally {
    await closing.closeAll()
  }
}

/** Waits for things that close side by side; one that fails does not keep the others from being waited for. */
export async function closeTogether(closes: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(closes)
  throwAll(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])))
}

function throwAll(faults: readonly unknown[]): void {
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be closed.')
}
