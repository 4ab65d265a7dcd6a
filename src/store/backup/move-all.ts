import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import { retentionLock } from '../lock-spaces.ts'
import { lockMove, type MoveMark, readMark, removeMark, unlockMove, writeMark } from '../move/move-marks.ts'
import { readTables, type Table } from '../move/project-tables.ts'
import { withTablesLocked } from '../move/with-tables-locked.ts'
import { leftOut } from './backup-format.ts'

/** In place of a project, in the mark of a whole database that moves: no project has this id or this slug. */
const all = { projectId: '00000000-0000-0000-0000-000000000000', slug: '*' } as const

/** Stages of the move of a database; a process may die at each. */
export type MoveAllStage = 'fenced' | 'copied' | 'left'

export interface MoveAllOptions {
  /** Connections to the databases themselves, past any pooler, without limits of time. */
  readonly from: pg.PoolClient
  readonly to: pg.PoolClient
  /** The databases as host:port/name. */
  readonly names: { readonly from: string; readonly to: string }
  /**
   * Copies everything into the other database, in one transaction, of which `arrive` is a part. @throws RESTORE_REFUSED where it is not
   * empty
   */
  readonly copy: (arrive: (to: pg.ClientBase) => Promise<void>) => Promise<{ readonly rows: number }>
  readonly onStage?: (stage: MoveAllStage) => Promise<void> | void
}

/**
 * Moves everything to another database, which is empty. From its beginning nobody writes to the one that it leaves; if it fails before the
 * other one has everything, that is undone. If the process dies, the same call completes the move. Resolves to how many rows this call
 * copied. @throws MOVE_ALL_REFUSED, RESTORE_REFUSED
 */
export async function moveAll(options: MoveAllOptions): Promise<{ readonly rows: number }> {
  const { from, to, names, onStage } = options
  if (!(await lockMove(from, all.slug))) throw refused('another process moves it at this moment')
  try {
    const tables = await readFencedTables(from)
    const mark = (await readMark(from, all)) ?? (await begin(options, tables))
    if (mark.state === 'LEFT') throw refused(`it was moved to ${mark.peer} before`)
    if (mark.peer !== names.to)
      throw refused(`a move to ${mark.peer} was begun. Repeat that one, or take it back with --undo`)
    await onStage?.('fenced')
    const rows = await arriveOrStay(options, tables, mark)
    await onStage?.('copied')
    await writeMark(from, { ...mark, state: 'LEFT' })
    await onStage?.('left')
    await removeMark(to, { ...all, state: 'ARRIVED', peer: names.from })
    return { rows }
  } finally {
    await unlockMove(from, all.slug).catch(() => undefined) // with a connection that is lost, its lock is
  }
}

/**
 * Makes a database usable again from which everything was moved. Data written to the other one since is not in it. @throws MOVE_ALL_REFUSED
 */
export async function undoMoveAll(from: pg.PoolClient): Promise<{ readonly peer: string }> {
  const mark = await readMark(from, all)
  if (!mark) throw refused('it was not moved')
  await release(from, await readFencedTables(from), mark)
  return mark
}

/** Where the content of a database was moved to; `null`: it is used here. */
export async function movedTo(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ peer: string }>(
    `select peer from "ProjectMove" where slug = $1 and state <> 'ARRIVED'`,
    [all.slug],
  )
  return rows[0]?.peer ?? null
}

async function begin({ from, names }: MoveAllOptions, tables: readonly Table[]): Promise<MoveMark> {
  const mark: MoveMark = { ...all, state: 'LEAVING', peer: names.to }
  await withTablesLocked(from, tables, { mode: 'share row exclusive', slug: all.slug }, async () => {
    const { rows } = await from.query<{ isFree: boolean; moving: string | null; users: number }>(
      standingStatement,
      [...retentionLock],
    )
    const [standing] = rows
    if (standing?.users)
      throw refused(
        `processes of Rungraph are connected to it (${standing.users} connections). Stop them first`,
      )
    if (!standing?.isFree) throw refused('retention removes runs at this moment. Try again in a minute')
    if (standing.moving !== null)
      throw refused(`project ${standing.moving} is being moved. Finish its move first`)
    await writeMark(from, mark)
    for (const { name } of tables)
      await from.query(
        `create trigger moving_all before insert or update or delete on "${name}"
         for each row execute function refuse_write_of_moving_project('${all.slug}')`,
      )
  })
  return mark
}

/** Retention drops partitions, which no trigger refuses. */
const standingStatement = `
select pg_try_advisory_xact_lock($1, $2) as "isFree", (select min(slug) from "ProjectMove") as moving,
  (select count(*)::int from pg_stat_activity where datname = current_database()
    and application_name in ('rungraph', 'rungraph worker', 'rungraph wakeups in', 'rungraph wakeups out')) as users`

async function arriveOrStay(
  options: MoveAllOptions,
  tables: readonly Table[],
  mark: MoveMark,
): Promise<number> {
  const { from, to, names, copy } = options
  if (await hasArrived(options)) return 0
  try {
    const arrived: MoveMark = { ...all, state: 'ARRIVED', peer: names.from }
    const { rows } = await copy((client) => writeMark(client, arrived))
    return rows
  } catch (error) {
    // The commit may have succeeded without its answer. Where that cannot be asked, the mark stays, and the call is to be repeated.
    if (await hasArrived({ to, names })) return 0
    await release(from, tables, mark)
    throw error
  }
}

async function hasArrived({ to, names }: Pick<MoveAllOptions, 'to' | 'names'>): Promise<boolean> {
  const { rows } = await to.query<{ isThere: boolean }>(
    `select to_regclass('"ProjectMove"') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return false
  const mark = await readMark(to, all)
  return mark?.state === 'ARRIVED' && mark.peer === names.from
}

async function release(from: pg.PoolClient, tables: readonly Table[], mark: MoveMark): Promise<void> {
  await withTablesLocked(from, tables, { mode: 'access exclusive', slug: all.slug }, async () => {
    for (const { name } of tables) await from.query(`drop trigger if exists moving_all on "${name}"`)
    await removeMark(from, mark)
  })
}

function readFencedTables(from: pg.ClientBase): Promise<readonly Table[]> {
  return readTables(from, (name) => !Object.hasOwn(leftOut, name))
}

/** The error about a database that cannot be moved. */
function refused(reason: string): RungraphError {
  return new RungraphError('MOVE_ALL_REFUSED', { reason })
}
