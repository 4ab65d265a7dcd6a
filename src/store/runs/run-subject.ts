import type pg from 'pg'
import type { LogContext } from '../../domain/error-reporter.ts'
import { traceIdOfRun } from '../../domain/trace-context.ts'

interface SubjectRow {
  readonly projectId: string
  readonly agent: string
  readonly rootId: string
  readonly traceparent: string | null
}

/**
 * Reads the fields by which log lines about a run are found, without a span, because no process executes the run. Returns `null` if the run
 * does not exist.
 */
export async function readSubject(
  pool: pg.Pool,
  runId: string,
  { isTraced }: { readonly isTraced: boolean },
): Promise<LogContext | null> {
  const { rows } = await pool.query<SubjectRow>(statement, [runId])
  const [row] = rows
  if (!row) return null
  const { projectId, agent, rootId, traceparent } = row
  const traceId = traceIdOfRun(rootId, traceparent === null ? null : { traceparent })
  return { runId, projectId, agent, ...(isTraced && { traceId }) }
}

const statement = `
select r."projectId", a.slug as agent, r."rootId", r.traceparent
from "Run" r join "Agent" a on a.id = r."agentId" where r.id = $1`
