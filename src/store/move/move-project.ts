import type pg from 'pg'
import type { Dispatch } from '../../domain/dispatch.ts'
import { RungraphError } from '../../domain/errors.ts'
import { retentionLock } from '../lock-spaces.ts'
import { transact } from '../transaction.ts'
import { readActivity } from './activity.ts'
import { checkDestination, findProject, refused } from './check-destination.ts'
import { copyRows, readShifts } from './copy-rows.ts'
import { eraseProject } from './erase-project.ts'
import { passFence, raiseFence, takeDownFence } from './fence.ts'
import { jobsOfProject } from './jobs-of-project.ts'
import {
  lockArrival,
  lockMove,
  type MoveMark,
  readMark,
  removeMark,
  unlockMove,
  writeMark,
} from './move-marks.ts'
import { type ProjectTable, readProjectTables } from './project-tables.ts'
import { withTablesLocked } from './with-tables-locked.ts'

/** Stages of a move; a process may die at each. */
export type MoveStage = 'fenced' | 'copying' | 'copied' | 'arrived' | 'left' | 'erasing'

export interface MoveOptions {
  /** Connections to the databases themselves, past any pooler, without limits of time. */
  readonly from: pg.PoolClient
  readonly to: pg.PoolClient
  /** Opens the queue of the destination database. */
  readonly openDispatch: () => Promise<Dispatch>
  readonly slug: string
  /** The databases as host:port/name, as each remembers the other. */
  readonly names: { readonly from: string; readonly to: string }
  readonly onStage?: (stage: MoveStage) => Promise<void> | void
}

/**
 * Moves a project that rests to another database, with everything that belongs to it (OPS-5). The project is usable in one of them at any
 * moment, or in none while it moves. The copy is one transaction, whose commit decides where the project is. If a process dies, the same
 * call completes the move; if the call fails before the commit, the project is usable where it was. Resolves to how many rows were copied
 * by this call. @throws MOVE_REFUSED
 */
export async function moveProject(options: MoveOptions): Promise<{ readonly rows: number }> {
  const { from, slug } = options
  if (!(await lockMove(from, slug)))
    throw refused(slug, 'another process moves it at this moment. Wait until that one ends.')
  try {
    const move = new Move(options, await readProjectTables(from))
    const mark = (await readMark(from, { slug })) ?? (await move.begin())
    return await move.finish(mark)
  } finally {
    // With a connection that is lost, its lock is.
    await unlockMove(from, slug).catch(() => undefined)
  }
}

class Move {
  readonly #options: MoveOptions
  readonly #tables: readonly ProjectTable[]
  #rows = 0

  constructor(options: MoveOptions, tables: readonly ProjectTable[]) {
    this.#options = options
    this.#tables = tables
  }

  /** From here on nobody uses the project in the database that it leaves. */
  async begin(): Promise<MoveMark> {
    const { from, to, slug, names } = this.#options
    const { id: projectId } = await findProject(from, slug)
    await checkDestination(from, to, { slug, projectId })
    const mark: MoveMark = { projectId, slug, state: 'LEAVING', peer: names.to }
    await withTablesLocked(from, this.#tables, { mode: 'share row exclusive', slug }, async () => {
      await this.#excludeRetention()
      const activity = await readActivity(from, projectId)
      if (activity.length > 0)
        throw refused(slug, `it does not rest: ${activity.join('; ')}. Wait until they end, or abort them.`)
      await writeMark(from, mark)
      await raiseFence(from, this.#tables, projectId)
    })
    await this.#reach('fenced')
    return mark
  }

  /** Retention that has begun would run into the fence; from the mark on it begins no more. */
  async #excludeRetention(): Promise<void> {
    const { from, slug } = this.#options
    const { rows } = await from.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1, $2) as "isFree"',
      [...retentionLock],
    )
    if (!rows[0]?.isFree) throw refused(slug, 'retention removes runs at this moment. Try again in a minute.')
  }

  async finish(mark: MoveMark): Promise<{ readonly rows: number }> {
    const { from, to, slug, names } = this.#options
    const { projectId, state, peer } = mark
    if (state === 'ARRIVED')
      throw refused(slug, `its move from ${peer} is not finished. Repeat the command there first.`)
    if (peer !== names.to)
      throw refused(slug, `a move to ${peer} was begun. Repeat that one; it finishes, or takes itself back.`)
    await passFence(from, projectId)
    if (state === 'LEAVING') {
      await this.#arriveOrStay(mark)
      await this.#reach('arrived')
      await writeMark(from, { ...mark, state: 'LEFT' })
      await this.#reach('left')
    }
    // The project may move on from there only when this database knows that it arrived.
    await removeMark(to, { projectId, state: 'ARRIVED', peer: names.from })
    await this.#leave(mark)
    return { rows: this.#rows }
  }

  async #arriveOrStay(mark: MoveMark): Promise<void> {
    try {
      await this.#arrive(mark)
    } catch (error) {
      if (await this.#hasStayed(mark)) throw error
    }
  }

  async #arrive(mark: MoveMark): Promise<void> {
    const { from, to, slug, names, openDispatch } = this.#options
    const { projectId } = mark
    await transact(to, async (_, transaction) => {
      await to.query('set local idle_in_transaction_session_timeout = 0')
      await lockArrival(to, slug)
      if (await this.#hasArrived(mark)) return
      // Another process may have taken the move back while this one waited.
      if ((await readMark(from, { slug }))?.state !== 'LEAVING')
        throw refused(slug, 'another process has taken the move back. Begin again.')
      await checkDestination(from, to, mark)
      await writeMark(to, { projectId, slug, state: 'ARRIVED', peer: names.from })
      await this.#copy(projectId)
      const dispatch = await openDispatch()
      for await (const jobs of jobsOfProject(to, projectId)) await dispatch.enqueue(jobs, transaction)
      await this.#reach('copied')
    })
  }

  async #copy(projectId: string): Promise<void> {
    const { from, to } = this.#options
    const shifts = await readShifts(from, to, { tables: this.#tables, projectId })
    for (const [index, table] of this.#tables.entries()) {
      if (index === Math.ceil(this.#tables.length / 2)) await this.#reach('copying')
      this.#rows += await copyRows(from, to, { table, projectId, shifts })
    }
  }

  async #hasArrived({ projectId }: MoveMark): Promise<boolean> {
    const { to, names } = this.#options
    const mark = await readMark(to, { projectId })
    return mark?.state === 'ARRIVED' && mark.peer === names.from
  }

  /**
   * Makes the project usable again where it was, if the other database does not have it; false where it does, as the word of its commit
   * was lost. Where that cannot be asked, the project stays marked, and the call is to be repeated.
   */
  #hasStayed(mark: MoveMark): Promise<boolean> {
    const { to, slug } = this.#options
    return transact(to, async () => {
      await lockArrival(to, slug)
      if (await this.#hasArrived(mark)) return false
      await this.#unmark(mark, async () => undefined)
      return true
    }).catch((error: unknown) => {
      const reason =
        'it failed in the middle, and the project is used in neither database. Repeat the command as soon as both can be reached.'
      throw new RungraphError('MOVE_REFUSED', { slug, reason }, error)
    })
  }

  /** Removes the remaining rows of the project from the database that it left, at last the project itself. */
  async #leave(mark: MoveMark): Promise<void> {
    const { from } = this.#options
    const { projectId } = mark
    const onBatch = () => this.#reach('erasing')
    await eraseProject(from, { tables: this.#tables, projectId, onBatch })
    await this.#unmark({ ...mark, state: 'LEFT' }, async () => {
      await from.query('delete from "Project" where id = $1', [projectId])
    })
  }

  #unmark(mark: MoveMark, work: () => Promise<void>): Promise<void> {
    const { from, slug } = this.#options
    return withTablesLocked(from, this.#tables, { mode: 'access exclusive', slug }, async () => {
      await work()
      await takeDownFence(from, this.#tables, mark.projectId)
      await removeMark(from, mark)
    })
  }

  async #reach(stage: MoveStage): Promise<void> {
    await this.#options.onStage?.(stage)
  }
}
