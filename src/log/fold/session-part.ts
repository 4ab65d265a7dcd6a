import type pg from 'pg'
import type { ContextView, SessionPart } from '../../domain/context-view.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'

/** What a run that is claimed now is shown of its session: which messages of the other runs, and through which view. */
export interface PresentPart extends SessionPart {
  /** `null`: there was no compaction. */
  readonly view: ContextView | null
}

/** Reads the part of the session that exists at this moment, and its view, in one statement. */
export async function readPresentPart(
  pool: pg.Pool,
  { id, sessionId }: Pick<ClaimedRun, 'id' | 'sessionId'>,
): Promise<PresentPart> {
  const { rows } = await pool.query<PresentPart>({
    name: 'rungraph-session-part',
    text: presentStatement,
    values: [id, sessionId],
  })
  const [part] = rows
  if (!part) throw new Error('A query of single values gives one row.')
  return part
}

/**
 * The condition that message "m" of another run "r" of the session is in the part `part`, a JSON expression, and in the conversation: runs
 * that are being removed are not any more.
 */
export function isInPart(part: string): string {
  return `r."sessionNumber" <= (${part}->>'runs')::int and r."removedAt" is null
    and m.position <= coalesce((${part}->'upTo'->>(m."runId"::text))::int, 2147483647)`
}

/** The latest compaction of the session `$2`. */
const latestView = `
select c.number, c.view from "Compaction" c join "Run" r on r.id = c."runId"
where c."sessionId" = $2 and r."removedAt" is null order by c.number desc, c.id desc limit 1`

/** The first condition on the status is that of the index "Run_session_feed_idx", in which the runs that may go on stand together. */
const presentStatement = `
select b.runs, coalesce((
    select jsonb_object_agg(r.id, coalesce((select max(m.position) from "Message" m where m."runId" = r.id), -1)) from "Run" r
    where r."sessionId" = $2 and r.id <> $1 and r."sessionNumber" <= b.runs
      and (case when r.status in ('COMPLETED', 'FAILED', 'CANCELLED') then r."statusXid" else 9223372036854775807 end) = 9223372036854775807
      and r.status not in ('COMPLETED', 'FAILED', 'CANCELLED')
  ), '{}') as "upTo", coalesce(v.number, 0) as views, v.view
from (
  select coalesce((
    select r."sessionNumber" from "Run" r where r."sessionId" = $2 and r."startedAt" is not null order by r."sessionNumber" desc limit 1
  ), 0) as runs
) b left join lateral (${latestView}) v on true`
