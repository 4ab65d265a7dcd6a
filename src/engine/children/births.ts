/**
 * The door through which a run's children are born. It is closed while the run comes to rest: what is looked for below it then is
 * all that there will be (SUB-3). A run has one owner, so the door is in its process alone.
 */
export interface Births {
  /** Makes a child, unless the door is closed: then `null`. */
  begin<Value>(make: () => Promise<Value>): Promise<Value | null>
  /** Resolves when no birth is under way, and none will be. */
  close(): Promise<void>
  /** The run goes on after all. */
  open(): void
}

export function createBirths(): Births {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    async begin(make) {
      if (isClosed) return null
      const birth = make()
      underWay.add(birth)
      try {
        return await birth
      } finally {
        underWay.delete(birth)
      }
    },
    async close() {
      isClosed = true
      await Promise.allSettled(underWay)
    },
    open() {
      isClosed = false
    },
  }
}
