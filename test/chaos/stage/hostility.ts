import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { calls, type Reply } from '../servers/replies.ts'
import type { Run } from './run.ts'
import type { Stage } from './stage.ts'

/** A turn that calls the hostile tool once for each of these kinds of `hostile-tool.ts`. */
export function hostileCalls(ways: readonly string[]): Reply {
  return calls(...ways.map((way) => ({ name: 'chaos_hostile', arguments: { way } })))
}

/** Outcome of one call. */
export interface HostileOutcome {
  /** As events name it. */
  readonly globalId: string
  readonly status: string
  readonly output: unknown
  readonly error: string | null
  readonly errorCode: string | null
}

/** Outcomes of the calls of the hostile tool, by the kind of each. */
export async function outcomesOf(
  { database }: Stage,
  run: Run,
): Promise<ReadonlyMap<string, HostileOutcome>> {
  const rows = await database.rows<HostileOutcome & { way: string; id: string }>(
    `select id, parameters->>'way' as way, status, output, error, "errorCode" from "Action"
     where "runId" = $1 and target = 'chaos_hostile'`,
    [run.id],
  )
  return new Map(
    rows.map(({ way, id, ...outcome }) => [way, { ...outcome, globalId: toGlobalId('Action', id) }]),
  )
}
