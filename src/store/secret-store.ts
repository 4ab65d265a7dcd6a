import type pg from 'pg'
import type { SecretRow } from '../domain/run-log.ts'
import type { SecretStore } from '../domain/run-store.ts'

/** What the marks in stored rows stand for, in PostgreSQL (TAS-7). */
export function createSecretStore(pool: pg.Pool): SecretStore {
  return {
    async ofRun({ projectId, rootId, sessionId }) {
      const { rows } = await pool.query<SecretRow>(
        `select ${columns} from "Secret" s where ${inScope} order by s."createdAt" desc limit 2000`,
        [projectId, rootId, sessionId],
      )
      return rows
    },

    async find({ projectId, rootId, sessionId }, ids) {
      const { rows } = await pool.query<SecretRow>(
        `select ${columns} from "Secret" s where ${inScope} and s.id = any($4)`,
        [projectId, rootId, sessionId, ids],
      )
      return rows
    },
  }
}

const columns = 's."rootId", s.id, s."projectId", s.sealed'

/** What is being removed is not read any more. */
const inScope = `s."projectId" = $1 and s."rootId" in (
  select root.id from "Run" root where root."removedAt" is null and (root.id = $2 or root.id in (
    select r."rootId" from "Run" r where $3::uuid is not null and r."sessionId" = $3)))`

/** Gives the tree of a new run the secrets of a tree that it takes rows over from, and of that one's session. */
export const copySecretsStatement = `
insert into "Secret" ("rootId", id, "projectId", sealed)
select distinct on (s.id) $1::uuid, s.id, s."projectId", s.sealed
from "Run" origin
join "Run" source on source.id = origin.id or (origin."sessionId" is not null and source."sessionId" = origin."sessionId")
join "Secret" s on s."rootId" = source."rootId"
where origin.id = $2
on conflict do nothing`
