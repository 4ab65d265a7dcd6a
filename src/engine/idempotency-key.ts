import { isJsonObject } from '../domain/json.ts'
import type { ActionRow } from '../domain/run-log.ts'

/** The same for a repeated call: `runId/stepNumber/actionName`; another where a human changed what may have been done already (TAS-5). */
export function idempotencyKeyOf({ name, audit }: ActionRow, stepNumber: number, runId: string): string {
  const gate = isJsonObject(audit) ? audit.keyedBy : null
  const key = `${runId}/${stepNumber}/${name}`
  return typeof gate === 'string' ? `${key}/${gate}` : key
}
