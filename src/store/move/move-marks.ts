import type pg from 'pg'
import { lockSpaces } from '../lock-spaces.ts'

/** A row of ProjectMove: see there. */
export interface MoveMark {
  readonly projectId: string
  readonly slug: string
  readonly state: 'LEAVING' | 'LEFT' | 'ARRIVED'
  readonly peer: string
}

export async function readMark(
  client: pg.ClientBase,
  where: { readonly slug: string } | { readonly projectId: string },
): Promise<MoveMark | null> {
  const { rows } = await client.query<MoveMark>(
    'slug' in where
      ? { text: 'select * from "ProjectMove" where slug = $1', values: [where.slug] }
      : { text: 'select * from "ProjectMove" where "projectId" = $1', values: [where.projectId] },
  )
  return rows[0] ?? null
}

export async function writeMark(client: pg.ClientBase, mark: MoveMark): Promise<void> {
  const { projectId, slug, state, peer } = mark
  await client.query(
    `insert into "ProjectMove" ("projectId", slug, state, peer) values ($1, $2, $3, $4)
     on conflict ("projectId") do update set state = excluded.state`,
    [projectId, slug, state, peer],
  )
}

/** Removes a mark as it was read; nothing where it is another by now. */
export async function removeMark(client: pg.ClientBase, mark: Omit<MoveMark, 'slug'>): Promise<void> {
  const { projectId, state, peer } = mark
  await client.query('delete from "ProjectMove" where "projectId" = $1 and state = $2 and peer = $3', [
    projectId,
    state,
    peer,
  ])
}

/** Whether this session moves the project from now on, until it ends or unlocks it: of several, one does. */
export async function lockMove(client: pg.ClientBase, slug: string): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as "isLocked"',
    [lockSpaces.moves, slug],
  )
  return rows[0]?.isLocked ?? false
}

export async function unlockMove(client: pg.ClientBase, slug: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockSpaces.moves, slug])
}

/** Waits until nobody else brings the project here, or takes back that it was to come; to the end of the transaction. */
export async function lockArrival(client: pg.ClientBase, slug: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpaces.moves, slug])
}
