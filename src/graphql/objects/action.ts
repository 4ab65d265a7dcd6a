import { z } from 'zod'
import type { PlannedAction } from '../../domain/action.ts'
import { builder, describedEnum } from '../builder.ts'
import { isUuid, toGlobalId } from '../global-id.ts'

export const ActionType = describedEnum('ActionType', 'What kind of work an action is.', {
  TOOL: 'A call of a tool.',
  AGENT: 'A child run of another agent.',
  RELIC: 'An operation of a relic.',
  WORKFLOW: 'A stored plan with parameters.',
  LLM: 'One model call.',
  DECISION: 'A choice between branches.',
})

export const ActionMode = describedEnum('ActionMode', 'How a plan waits for an action.', {
  SYNC: 'What is listed after it starts only when it has ended.',
  ASYNC: 'It runs beside others.',
  FIRE_AND_FORGET: 'Nothing waits for it.',
})

export const ActionStatus = describedEnum('ActionStatus', 'Where an action stands.', {
  PENDING: 'It has not begun.',
  RUNNING: 'It is at work.',
  SUCCEEDED: 'It gave its output.',
  FAILED: 'It ended in an error.',
  SKIPPED: 'It was not run, because of what it depends on.',
  DENIED: 'It was not permitted.',
  CANCELLED: 'It was stopped with its run.',
})

export const Action = builder.prismaObject('Action', {
  description: 'One unit of work inside a step.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Action', id) }),
    name: t.exposeString('name', { description: 'Its name, unique in its step.' }),
    type: t.expose('type', { type: ActionType, description: 'What kind of work it is.' }),
    mode: t.expose('mode', { type: ActionMode, description: 'How the plan waits for it.' }),
    target: t.exposeString('target', { description: 'The tool, agent, relic or workflow that does it.' }),
    parameters: t.expose('parameters', {
      type: 'JSON',
      description: 'Its arguments; `{_raw}` where the model wrote no valid JSON.',
    }),
    dependsOn: t.exposeStringList('dependsOn', {
      description: 'The names of the actions that come before it.',
    }),
    wave: t.exposeInt('wave', {
      description: 'Its level in the plan, from 0: one more than the highest that it depends on.',
    }),
    status: t.expose('status', { type: ActionStatus, description: 'Where it stands.' }),
    attempt: t.exposeInt('attempt', {
      description: 'The number of its last attempt, from 1; 0 before the first. `attempts` has them all.',
    }),
    output: t.expose('output', { type: 'JSON', description: 'What it gave.', nullable: true }),
    error: t.exposeString('error', {
      description: 'What went wrong, as the model reads it.',
      nullable: true,
    }),
    errorCode: t.exposeString('errorCode', {
      description: 'A stable code of the error table.',
      nullable: true,
    }),
    audit: t.field({
      type: ActionAudit,
      description: 'Who decided that it may run, or not, and by which rule; null before the decision.',
      nullable: true,
      select: { audit: true },
      resolve: ({ audit }) => readAudit(audit),
    }),
    childRun: t.relation('childRun', { description: 'The run that it started.', nullable: true }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When its last attempt began.',
      nullable: true,
    }),
    durationMs: t.exposeInt('durationMs', {
      description: 'How long its last attempt took, in milliseconds.',
      nullable: true,
    }),
  }),
})

export const PlannedActionObject = builder.objectRef<PlannedAction>('PlannedAction').implement({
  description: 'An action as its plan says it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, unique in its step.' }),
    type: t.expose('type', { type: ActionType, description: 'What kind of work it is.' }),
    mode: t.expose('mode', { type: ActionMode, description: 'How the plan waits for it.' }),
    target: t.exposeString('target', { description: 'The tool, agent, relic or workflow that does it.' }),
    dependsOn: t.exposeStringList('dependsOn', {
      description: 'The names of the actions that come before it.',
    }),
    wave: t.exposeInt('wave', { description: 'Its level in the plan, from 0.' }),
  }),
})

const decisions = {
  ALLOW: 'It might be called.',
  DENY: 'It might not be called.',
  REQUIRE_APPROVAL: 'A human had to approve it.',
  REFUSED: 'It was not called for another reason than permission.',
} as const

const AuditDecision = describedEnum('AuditDecision', 'What was decided about a call.', decisions)

/** What is written down of a call (TAS-2). A row of another version may lack some of it. */
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
  resultBytes: z.number().nullish().catch(null),
})

type Audit = z.infer<typeof storedAudit>

const ActionAudit = builder.objectRef<Audit>('ActionAudit').implement({
  description: 'Who called what, what was decided about it and by which rule, and how much came back.',
  fields: (t) => ({
    agent: t.exposeString('agent', { description: 'The slug of the agent that called.', nullable: true }),
    decision: t.expose('decision', {
      type: AuditDecision,
      description: 'What was decided.',
      nullable: true,
    }),
    rule: t.exposeString('rule', {
      description: '`policy:` with the UUID of a policy, `hook` for a check in code, or `default`.',
      nullable: true,
    }),
    reason: t.exposeString('reason', { description: 'Why, where the rule says it.', nullable: true }),
    gate: t.prismaField({
      type: 'Gate',
      description: 'The gate at which a human decides, or decided.',
      nullable: true,
      resolve: async (query, { gateId, gate }, _, ctx) => {
        const id = gateId ?? gate
        if (id == null || !isUuid(id)) return null
        return ctx.prisma.gate.findUnique({ ...query, where: { id, projectId: ctx.project.id } })
      },
    }),
    decidedBy: t.exposeString('decidedBy', {
      description: 'Who decided there, as their credentials say.',
      nullable: true,
    }),
    resultBytes: t.exposeFloat('resultBytes', {
      description: 'How many bytes of JSON came back, before anything was cut; a whole number.',
      nullable: true,
    }),
  }),
})

/** The audit of an action's row; `null` where there is none yet. */
function readAudit(stored: unknown): Audit | null {
  return storedAudit.safeParse(stored).data ?? null
}
