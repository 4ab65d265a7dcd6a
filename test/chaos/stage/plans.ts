import assert from 'node:assert/strict'
import { Refused } from '../clients/graphql-client.ts'
import { inTurns, says } from '../servers/replies.ts'
import type { Run } from './run.ts'
import type { Stage, ToolName } from './stage.ts'

/** The model of a run whose plan was given with it. */
export const nobodyAsks = inTurns(says('Nobody asks.'))

/** An action of a plan that calls a tool of the suite, tried once. */
export function planned(
  stage: Stage,
  name: string,
  { tool = 'read', ...more }: { readonly tool?: ToolName; readonly [field: string]: unknown } = {},
) {
  const { name: target, arguments: parameters } = stage.call(tool, name)
  return { name, type: 'TOOL', target, parameters, retry: { maxAttempts: 1 }, ...more }
}

export interface Ended {
  readonly name: string
  readonly status: string
  readonly errorCode: string | null
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** How the actions of a run ended, in plan order. */
export function endsOf(stage: Stage, run: Run): Promise<readonly Ended[]> {
  return stage.database.rows<Ended>(
    `select a.name, a.status, a."errorCode", a."startedAt", a."completedAt" from "Action" a join "Step" s on s.id = a."stepId"
     where a."runId" = $1 order by s.number, a.position`,
    [run.id],
  )
}

/** The words of the refusal of what is tried. @throws AssertionError where it is taken, or refused with another code */
export async function refusalOf(code: string, trial: Promise<unknown>): Promise<string> {
  const refusal = await trial.then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof Refused, `it is refused with ${code}, not ${String(refusal ?? 'accepted')}`)
  assert.equal(refusal.code, code, refusal.message)
  return refusal.message
}
