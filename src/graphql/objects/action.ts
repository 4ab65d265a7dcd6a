import { actionMode, actionStatus, actionType, plannedAction } from '../../domain/action.ts'
import { actionAudit, parseAudit } from '../../domain/action-audit.ts'
import { completedStep, completedSteps } from '../../domain/call-steps.ts'
import { one } from '../fields.ts'
import { isUuid } from '../global-id.ts'
import { rowObject } from '../row-object.ts'
import { enumOf, objectOf } from '../shape.ts'

const AuditObject = objectOf(actionAudit, {
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
    type: one(enumOf(actionType), 'Type of the action.'),
    mode: one(enumOf(actionMode), 'Mode in which the plan waits for the action.'),
    status: one(enumOf(actionStatus), 'Status of the action.'),
  },
  (t) => ({
    audit: t.field({
      type: AuditObject,
      description:
        'Permission decision about the action: the caller, the decision and the rule. Null before the decision.',
      nullable: true,
      select: { audit: true },
      resolve: ({ audit }) => (audit === null ? null : parseAudit(audit)),
    }),
    completedSteps: t.field({
      type: [objectOf(completedStep)],
      description:
        'Steps of the call that are done, in this order: a call that begins again does not repeat them. Empty if its tool makes none.',
      select: { audit: true },
      resolve: ({ audit }) => completedSteps(parseAudit(audit).steps ?? {}),
    }),
  }),
)

export const PlannedActionObject = objectOf(plannedAction)
