import type pg from 'pg'
import { RungraphError } from '../domain/errors.ts'
import { isMoving } from './moving-projects.ts'

/** The project of that slug, made where there is none. Safe in several processes at once. */
export async function ensureProject(
  pool: Pick<pg.Pool | pg.PoolClient, 'query'>,
  project: { readonly slug: string; readonly name: string; readonly newId: () => string },
): Promise<{ readonly id: string; readonly slug: string }> {
  await pool.query(
    `insert into "Project" (id, slug, name) values ($1, $2, $3) on conflict (slug) do nothing`,
    [project.newId(), project.slug, project.name],
  )
  const { rows } = await pool.query<{ id: string; slug: string }>(
    `select id, slug from "Project" where slug = $1`,
    [project.slug],
  )
  if (!rows[0]) throw new Error(`Project ${project.slug} was neither inserted nor found.`)
  return rows[0]
}

/** The project of a slug; `null` if there is none. @throws PROJECT_MOVING */
export async function findProject(
  pool: Pick<pg.Pool, 'query'>,
  slug: string,
): Promise<{ readonly id: string; readonly slug: string } | null> {
  const { rows } = await pool.query<{ id: string; slug: string; isMoving: boolean }>(
    `select p.id, p.slug, ${isMoving('p.id')} as "isMoving" from "Project" p where p.slug = $1`,
    [slug],
  )
  const [row] = rows
  if (!row) return null
  if (row.isMoving) throw new RungraphError('PROJECT_MOVING', {})
  return { id: row.id, slug: row.slug }
}
