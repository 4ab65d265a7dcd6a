import { z } from 'zod'
import { callStep } from './call-steps.ts'
import { about, choice, declared, object } from './declared.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { FilePart } from './message.ts'

const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const count = z.number().optional().catch(undefined)

const decision = choice('AuditDecision', 'Decision about a call.', {
  ALLOW: 'The call was permitted.',
  DENY: 'The call was not permitted.',
  REQUIRE_APPROVAL: 'The call required the approval of a human.',
  REFUSED: 'The call was refused for a reason other than permission.',
})
  .optional()
  .catch(undefined)

/**
 * Audit record of an action besides its result (TAS-2): the permission decision, and the facts that its run needs in order to continue.
 * Values of unexpected types are dropped, because a row may have been written by another version. The API shows what is described.
 */
export const actionAudit = object(
  'ActionAudit',
  'Record of a call: the agent, the decision, the rule and the size of the result.',
  {
    agent: about('Slug of the agent that made the call. Null if it was not recorded.', text),
    decision: about('Decision about the call. Null if it was not recorded.', decision),
    rule: about(
      'Rule that decided: `policy:` with the UUID of a policy, `hook` for a check in code, `token` for the limits of an access token, or `default`. Null if it was not recorded.',
      text,
    ),
    ruleAgent: about(
      'Slug of the agent whose policy decided: `agent`, an agent of a run above whose policy applies to descendants, or the agent of the access token. Null if the rule is of no agent, or was not recorded.',
      text,
    ),
    reason: about(
      'Reason for the decision. Null if the rule gives none. If several rules deny the call, it has the reason of each.',
      text,
    ),
    /** The other rules that deny the call. */
    alsoDenied: z.array(z.string()).optional().catch(undefined),
    /** Number of identical calls in a row, this one included (LIM-6). */
    identicalCalls: count,
    /** The cycle for which it is refused: how many calls it has, and which round of it this is (LIM-13). */
    cycle: z.object({ period: z.number(), round: z.number() }).optional().catch(undefined),
    /** It was cut off at the output limit of the model (LOOP-10). */
    truncated: flag,
    /** The name that the model called, where another target does the work. */
    calledAs: text,
    readAs: about(
      'What of the arguments was read otherwise than the model wrote it, each with its place, such as "/count: a text as a number". Null if nothing was.',
      z.array(z.string()).optional().catch(undefined),
    ), // TAS-4
    /** The gate that holds it up. */
    gateId: text,
    /** The gate that was decided about it, how, by whom, and with which note. */
    gate: text,
    gateStatus: text,
    decidedBy: about(
      'Caller that decided at the gate, as its credentials say. Null if there was no such decision.',
      z.string().nullish().catch(undefined),
    ),
    note: text,
    /** A human changed its arguments. */
    isRevised: flag,
    /** The gate that its idempotency key names, where it is another call than the one that may have been made (TAS-5). */
    keyedBy: text,
    /** The run that performs it, from before that run exists; its ending, and the criteria that its answer does not meet. */
    child: text,
    childStatus: text,
    unmet: text,
    /** The agent that makes the call in place of the one that may not (TAS-3). */
    specialist: text,
    /** What the call did in steps, and what it waited for, by key (TAS-13). */
    steps: z.record(z.string(), callStep).optional().catch(undefined),
    fromCache: flag,
    resultBytes: about(
      'Size of the result as JSON, in bytes, before it was shortened. Null if there is no result.',
      z.number().register(declared, { scalar: 'SafeInt' }).optional().catch(undefined),
    ),
    /** Its output is the answer of the run (LOOP-3). */
    done: flag,
    /** Its row in memory has only the beginning and the end of its output; `isText`: the stored output is a text (CTX-3). */
    light: flag,
    isText: flag,
    /** Test reports of the call, kept until its step is validated. */
    tests: z
      .array(z.object({ passed: z.number(), failed: z.number(), coverage: z.number().optional() }))
      .optional()
      .catch(undefined),
    artifacts: z.custom<JsonObject>(isJsonObject).optional().catch(undefined),
    /** Files of the result (FILE-4). */
    files: z.custom<readonly FilePart[]>(Array.isArray).optional().catch(undefined),
  },
)

export type ActionAudit = Readonly<z.infer<typeof actionAudit>>

/** The audit of a stored row; empty where it has none. */
export function parseAudit(stored: unknown): ActionAudit {
  return actionAudit.safeParse(stored).data ?? {}
}
