import { RungraphError } from '../domain/errors.ts'

/** The place behind an event of a run's log, as clients hold it. */
export function toEventCursor(runId: string, seq: number): string {
  return Buffer.from(JSON.stringify({ v: 1, runId, seq })).toString('base64url')
}

/**
 * The number of the last event that a cursor's holder has; 0 without a cursor.
 * @throws CURSOR_INVALID for a cursor of another run, beyond the log's last event, or none at all
 */
export function readEventCursor(
  cursor: string | null | undefined,
  run: { readonly id: string; readonly nextSeq: bigint },
): number {
  if (cursor == null) return 0
  const { v, runId, seq } = parse(cursor)
  if (v !== 1 || typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0)
    throw invalid('it cannot be read')
  if (runId !== run.id) throw invalid('it is of another run')
  if (BigInt(seq) >= run.nextSeq) throw invalid(`the log ends at event ${run.nextSeq - 1n}`)
  return seq
}

function parse(cursor: string): { readonly v?: unknown; readonly runId?: unknown; readonly seq?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function invalid(reason: string): RungraphError {
  return new RungraphError('CURSOR_INVALID', { reason, path: ['after'] })
}
