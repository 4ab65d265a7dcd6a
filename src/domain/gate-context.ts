import { z } from 'zod'
import { actionTypes } from './action.ts'
import type { Json } from './json.ts'

const json: z.ZodType<Json> = z.json()

const about = { stepNumber: z.int() }
/** Progress from 0 to 1; `null`: it was not judged. */
const progress = { progress: z.number().nullable() }

/** A call that waits for a decision. */
const call = {
  ...about,
  action: z.string(),
  type: z.enum(actionTypes),
  target: z.string(),
  arguments: json,
}

/** Details of a decision for the person who decides, by the kind of its gate (JDG-4): the stored JSON and the API are of this form. */
const gateContext = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('LOW_CONFIDENCE'),
    ...about,
    ...progress,
    confidence: z.number().optional(),
    reason: z.string().optional(),
  }),
  z.object({
    kind: z.literal('IDENTICAL_ERRORS'),
    ...about,
    ...progress,
    target: z.string(),
    error: z.string(),
    count: z.int(),
  }),
  z.object({ kind: z.literal('MONITOR'), ...about, ...progress, escalation: z.string().nullable() }),
  z.object({
    kind: z.literal('PLAN_APPROVAL'),
    ...about,
    reasoning: z.string().nullable(),
    actions: z.array(
      z.object({
        name: z.string(),
        type: z.enum(actionTypes),
        target: z.string(),
        dependsOn: z.array(z.string()),
        parameters: json,
      }),
    ),
  }),
  z.object({ kind: z.literal('ACTION_APPROVAL'), ...call }),
  z.object({ kind: z.literal('PERMISSION'), ...call }),
  z.object({ kind: z.literal('OUTCOME_UNKNOWN'), ...call }),
])
export type GateContext = z.infer<typeof gateContext>

/** Reads the stored context of a gate. @throws ZodError where the row is damaged */
export function readGateContext(stored: unknown): GateContext {
  return gateContext.parse(stored)
}
