import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from './builder.ts'
import { describedEnum } from './described-enum.ts'
import { outcome, resultOf } from './error.ts'
import { Gate } from './gate.ts'
import { findId } from './global-id.ts'

const GateDecision = describedEnum('GateDecision', 'What a human decides at a gate.', {
  APPROVE: 'What waits goes on.',
  REJECT: 'What waits is refused: the call is not made; a plan, or a gate about the whole run, ends the run.',
  REVISE:
    'What waits goes on another way: with other arguments; or, with a note alone, the model reads it and calls or plans anew.',
})

const ResolveGateInput = builder.inputType('ResolveGateInput', {
  description: 'A decision at a gate. Who decides is known by their credentials.',
  fields: (t) => ({
    id: t.id({ description: "The gate's global id.", required: true }),
    decision: t.field({ type: GateDecision, description: 'What is decided.', required: true }),
    note: t.string({ description: 'Why; the model reads it. REVISE needs this or `arguments`.' }),
    arguments: t.field({
      type: 'JSON',
      description:
        "Of REVISE: an object in the place of the call's arguments; of a plan, such an object for each action that is changed, by its name. It is checked as if the model had written it.",
    }),
  }),
})

const ResolveGateResult = resultOf('ResolveGateResult', Gate, {
  description: 'The decided gate, or why the decision was not taken.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('resolveGate', (t) =>
  t.field({
    type: ResolveGateResult,
    description:
      'Decides at a gate, once: the first decision stands, and a second is a conflict that says what was decided.',
    args: { input: t.arg({ type: ResolveGateInput, description: 'The decision.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { id, decision, note, arguments: revised } = input
        const gateId = findId('Gate', id)
        await ctx.operations.resolveGate({
          ...{ projectId: ctx.project.id, gateId, decision, caller: ctx.caller },
          note: note ?? undefined,
          arguments: revised ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Gate', select: { id: true } })
        return ctx.prisma.gate.findUniqueOrThrow({ select, where: { id: gateId, projectId: ctx.project.id } })
      }),
  }),
)
