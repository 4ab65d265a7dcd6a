import { gateDecider } from '../../domain/agent-settings.ts'
import { type Identity, mayDecide } from '../../domain/caller.ts'
import { type GateContext, gateContext } from '../../domain/gate-context.ts'
import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import { builder } from '../builder.ts'
import { nameOf, objectOf } from '../shape.ts'
import { Gate } from './gate.ts'

const GateContextObject = builder.interfaceRef<GateContext>('GateContext').implement({
  description: 'Subject of a gate: what the decision is about. The kind of the gate decides its type.',
  resolveType: ({ kind }) => {
    const type = gateContext.options.find(({ shape }) => shape.kind.safeParse(kind).success)
    return type && nameOf(type)
  },
  fields: (t) => ({
    stepNumber: t.exposeInt('stepNumber', {
      description: 'Number of the step in which, or after which, the gate opened.',
    }),
  }),
})

for (const member of gateContext.options) objectOf(member, { interfaces: [GateContextObject] })

const GateResolution = builder.objectRef<JsonObject>('GateResolution').implement({
  description: 'Changes that the decision at a gate made, or the answer.',
  fields: (t) => ({
    arguments: t.field({
      type: 'JSON',
      description:
        'Revised arguments: of the call, or of each changed action of a plan by its name. Null if they were not revised.',
      nullable: true,
      resolve: (resolution) => resolution.arguments ?? null,
    }),
    answer: t.field({
      type: 'JSON',
      description: 'Answer to the question of the gate. Null if it was not answered.',
      nullable: true,
      resolve: (resolution) => resolution.answer ?? null,
    }),
  }),
})

/** The address of a question is for those who may answer it: that of a sign-in signs in for that person, in any browser (MCPAUTH-4). */
function shownContext(
  {
    context,
    decider,
    respondent,
  }: { readonly context: unknown; readonly decider: string; readonly respondent: string | null },
  caller: Identity,
): GateContext {
  const shown = gateContext.parse(context)
  if (shown.kind !== 'INPUT' || shown.url === null) return shown
  const gate = { kind: shown.kind, decider: gateDecider.parse(decider) }
  const isTheirs = mayDecide(caller, gate) && (respondent === null || respondent === caller.name)
  return isTheirs ? shown : { ...shown, url: null }
}

builder.prismaObjectFields(Gate, (t) => ({
  context: t.field({
    type: GateContextObject,
    description: 'Subject of the gate: what the decision is about.',
    select: { context: true, decider: true, respondent: true },
    resolve: (gate, _, { caller }) => shownContext(gate, caller),
  }),
  resolution: t.field({
    type: GateResolution,
    description: 'Changes that the decision made, or the answer. Null if there are none.',
    nullable: true,
    select: { resolution: true },
    resolve: ({ resolution }) => {
      const stored = toJson(resolution)
      return isJsonObject(stored) ? stored : null
    },
  }),
}))
