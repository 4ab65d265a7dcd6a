import type pg from 'pg'
import type { Reads } from '../../domain/reads.ts'

/** The tags of a project. */
export function createTagReads(pool: pg.Pool): Pick<Reads, 'tags'> {
  return {
    tags: async (projectId, from, limit) => {
      const { rows } = await pool.query<{ tag: string }>({ text, values: [projectId, from, limit] })
      return rows.map(({ tag }) => tag)
    },
  }
}

/** Each tag is the first behind the one before: the rows of its other runs are not read. The limit ends the recursion. */
const text = `
with recursive used (tag) as (
  (select tag from "RunTag" where "projectId" = $1 and tag >= $2 order by tag limit 1)
  union all
  select (select g.tag from "RunTag" g where g."projectId" = $1 and g.tag > u.tag order by g.tag limit 1)
  from used u where u.tag is not null
)
select tag from used where tag is not null limit $3`
