/** Where a contender does its work. */
export interface Place {
  /** A database on the server that all contenders of a work share. */
  readonly connectionString: string
  /** A folder for what it keeps outside that database; removed afterwards. */
  readonly folder: string
}

/** How much of the work is done at once: runs, producers, connections or actions, as the work says. */
export interface Extent {
  readonly size: number
  /** About how long it is to take. */
  readonly ms: number
}

/** How often the work was done, and in what time. */
export interface Done {
  readonly count: number
  readonly ms: number
}

/** One of those that do the same work, in a process of its own. */
export interface Contender {
  /** Absent: it serves, and is measured from outside. */
  measure?(extent: Extent): Promise<Done>
  /** The request that is measured from outside. */
  readonly request?: Request
  close(): Promise<void>
}

export interface Request {
  readonly url: string
  readonly body: string
}

/** Type of the export `open` of a contender's module. It throws where the contender cannot run on this machine. */
export type OpenContender = (place: Place) => Promise<Contender>

/** Repeats the work for about `ms`, `size` at a time. */
export async function repeat(
  { size, ms }: Extent,
  work: (worker: number, turn: number) => Promise<unknown>,
): Promise<Done> {
  const begin = performance.now()
  const end = begin + ms
  let count = 0
  async function loop(worker: number): Promise<void> {
    for (let turn = 1; performance.now() < end; turn++) {
      await work(worker, turn)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: size }, (_, worker) => loop(worker)))
  return { count, ms: performance.now() - begin }
}
