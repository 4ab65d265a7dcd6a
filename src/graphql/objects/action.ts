import { z } from 'zod'
import type { PlannedAction } from '../../domain/action.ts'
import { describedEnum } from '../builder.ts'
import { int, many, nullable, one, string, valueObject } from '../fields.ts'
import { isUuid } from '../global-id.ts'
import { rowObject } from '../row-object.ts'

export const ActionType = describedEnum('ActionType', 'Type of an action.', {
  TOOL: 'Call of a tool.',
  AGENT: 'Child run of another agent.',
  RELIC: 'Operation of a relic.',
  WORKFLOW: 'Stored plan with parameters.',
  LLM: 'Model call.',
  DECISION: 'Choice between branches of the plan.',
})

export const ActionMode = describedEnum('ActionMode', 'Mode in which a plan waits for an action.', {
  SYNC: 'The actions that are listed after it start only after it has ended.',
  ASYNC: 'The action runs in parallel with other actions.',
  FIRE_AND_FORGET: 'The plan does not wait for the action.',
})

export const ActionStatus = describedEnum('ActionStatus', 'Status of an action.', {
  PENDING: 'The action has not begun.',
  RUNNING: 'The action is being performed.',
  SUCCEEDED: 'The action succeeded.',
  FAILED: 'The action ended in an error.',
  SKIPPED: 'The action was skipped because of an action that it depends on.',
  DENIED: 'The action was not permitted.',
  CANCELLED: 'The action was stopped with its run.',
})

export const Action = rowObject(
  'Action',
  'Unit of work inside a step.',
  {
    name: 'Name of the action, unique in its step.',
    target: 'Tool, agent, relic or workflow that performs the action.',
    parameters: 'Arguments of the action. `{_raw}` if the model wrote invalid JSON.',
    dependsOn: 'Names of the actions that this action depends on.',
    wave: 'Level of the action in the plan, from 0: one more than the highest level that it depends on.',
    attempt: 'Number of the last attempt, from 1. 0 if no attempt has begun. `attempts` lists all attempts.',
    output: 'Output of the action. Null if it has none.',
    error: 'Error message, as the model receives it. Null if the action did not fail.',
    errorCode: 'Stable code of the error, from the error table. Null if the action did not fail.',
    childRun: 'Child run that the action started. Null if it started none.',
    startedAt: 'Time when the last attempt began. Null if no attempt has begun.',
    durationMs: 'Duration of the last attempt, in milliseconds. Null until it ends.',
    type: one(ActionType, 'Type of the action.'),
    mode: one(ActionMode, 'Mode in which the plan waits for the action.'),
    status: one(ActionStatus, 'Status of the action.'),
  },
  (t) => ({
    audit: t.field({
      type: ActionAudit,
      description:
        'Permission decision about the action: the caller, the decision and the rule. Null before the decision.',
      nullable: true,
      select: { audit: true },
      resolve: ({ audit }) => readAudit(audit),
    }),
  }),
)

export const PlannedActionObject = valueObject<PlannedAction>(
  'PlannedAction',
  'Action as declared in its plan.',
  {
    name: string('Name of the action, unique in its step.'),
    type: one(ActionType, 'Type of the action.'),
    mode: one(ActionMode, 'Mode in which the plan waits for the action.'),
    target: string('Tool, agent, relic or workflow that performs the action.'),
    dependsOn: many('String', 'Names of the actions that this action depends on.'),
    wave: int('Level of the action in the plan, from 0.'),
  },
)

const decisions = {
  ALLOW: 'The call was permitted.',
  DENY: 'The call was not permitted.',
  REQUIRE_APPROVAL: 'The call required the approval of a human.',
  REFUSED: 'The call was refused for a reason other than permission.',
} as const

const AuditDecision = describedEnum('AuditDecision', 'Decision about a call.', decisions)

/** Audit record of a call (TAS-2). A row of another version may lack parts of it. */
const storedAudit = z.object({
  agent: z.string().nullish().catch(null),
  decision: z
    .enum(['ALLOW', 'DENY', 'REQUIRE_APPROVAL', 'REFUSED'] satisfies (keyof typeof decisions)[])
    .nullish()
    .catch(null),
  rule: z.string().nullish().catch(null),
  reason: z.string().nullish().catch(null),
  /** While it holds the action up, and after. */
  gateId: z.string().nullish().catch(null),
  gate: z.string().nullish().catch(null),
  decidedBy: z.string().nullish().catch(null),
  readAs: z.array(z.string()).nullish().catch(null),
  resultBytes: z.number().nullish().catch(null),
})

type Audit = z.infer<typeof storedAudit>

const ActionAudit = valueObject<Audit>(
  'ActionAudit',
  'Record of a call: the agent, the decision, the rule and the size of the result.',
  {
    agent: nullable.string('Slug of the agent that made the call. Null if it was not recorded.'),
    decision: nullable.one(AuditDecision, 'Decision about the call. Null if it was not recorded.'),
    rule: nullable.string(
      'Rule that decided: `policy:` with the UUID of a policy, `hook` for a check in code, or `default`. Null if it was not recorded.',
    ),
    reason: nullable.string('Reason for the decision. Null if the rule gives none.'),
    decidedBy: nullable.string(
      'Caller that decided at the gate, as its credentials say. Null if there was no such decision.',
    ),
    readAs: nullable.many(
      'String',
      'What of the arguments was read otherwise than the model wrote it, each with its place, such as "/count: a text as a number". Null if nothing was.',
    ),
    resultBytes: nullable.safeInt(
      'Size of the result as JSON, in bytes, before it was shortened. Null if there is no result.',
    ),
  },
  {
    fields: (t) => ({
      gate: t.prismaField({
        type: 'Gate',
        description: 'Gate for the decision of a human. Null if there is none.',
        nullable: true,
        resolve: async (query, { gateId, gate }, _, ctx) => {
          const id = gateId ?? gate
          if (id == null || !isUuid(id)) return null
          return ctx.prisma.gate.findUnique({ ...query, where: { id, projectId: ctx.project.id } })
        },
      }),
    }),
  },
)

/** The audit of an action's row; `null` where there is none yet. */
function readAudit(stored: unknown): Audit | null {
  return storedAudit.safeParse(stored).data ?? null
}
