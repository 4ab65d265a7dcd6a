import { z } from 'zod'
import { builder } from './builder.ts'
import { describedEnum } from './described-enum.ts'
import { isUuid } from './global-id.ts'

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
  gateId: z.string().nullish().catch(null),
  decidedBy: z.string().nullish().catch(null),
  resultBytes: z.number().nullish().catch(null),
})

type Audit = z.infer<typeof storedAudit>

export const ActionAudit = builder.objectRef<Audit>('ActionAudit').implement({
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
      resolve: async (query, { gateId }, _, ctx) =>
        gateId != null && isUuid(gateId)
          ? ctx.prisma.gate.findUnique({ ...query, where: { id: gateId, projectId: ctx.project.id } })
          : null,
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
export function readAudit(stored: unknown): Audit | null {
  return storedAudit.safeParse(stored).data ?? null
}
