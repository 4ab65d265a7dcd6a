import type { ComparedRun } from '../../domain/reads.ts'
import {
  type ActionDiff,
  costDelta,
  diffFields,
  diffSteps,
  divergesAt,
  type FieldDiff,
  type StepDiff,
} from '../../domain/run-diff.ts'
import type { Usage } from '../../domain/usage.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId } from '../global-id.ts'
import { readSize } from '../paging/connection.ts'
import { Action } from './action.ts'
import { Run } from './run.ts'
import { Step } from './step.ts'
import { UsageObject } from './usage.ts'

/** Two runs side by side. Their steps are compared only where somebody asks for them. */
interface RunDiff {
  readonly a: ComparedRun
  readonly b: ComparedRun
  readonly steps: () => Promise<readonly StepDiff[]>
}

const StepDifference = describedEnum('StepDifference', 'What is not the same in two steps.', {
  MISSING: 'One of the runs has no step with this number.',
  REASONING: 'What the models thought.',
  TEXT: 'What the models said.',
  ERROR: 'What went wrong.',
  ACTIONS: 'What was done, or what came of it.',
})

const FieldDiffObject = builder.objectRef<FieldDiff<string | number | null>>('RunFieldDiff').implement({
  description: 'Something about two runs that is not the same.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'What: `agent`, `agentVersion`, `model`, `systemPrompt`, `input`, `status`, `terminationReason` or `summary`.',
    }),
    a: t.field({ type: 'JSON', description: 'In the first run.', nullable: true, resolve: ({ a }) => a }),
    b: t.field({ type: 'JSON', description: 'In the second run.', nullable: true, resolve: ({ b }) => b }),
  }),
})

const ActionDiffObject = builder.objectRef<ActionDiff>('ActionDiff').implement({
  description: 'Two actions of one name, of steps with one number.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Their name.' }),
    a: t.field({
      type: Action,
      description: 'That of the first run; null where it has none.',
      nullable: true,
      resolve: ({ a }) => a && { id: a.id },
    }),
    b: t.field({
      type: Action,
      description: 'That of the second run; null where it has none.',
      nullable: true,
      resolve: ({ b }) => b && { id: b.id },
    }),
    same: t.exposeBoolean('same', { description: 'Whether all of the following is the same.' }),
    statusIsSame: t.exposeBoolean('statusIsSame', { description: 'Whether both ended alike.' }),
    sameParameters: t.exposeBoolean('sameParameters', {
      description: 'Whether both had the same target and parameters.',
    }),
    sameOutput: t.exposeBoolean('sameOutput', {
      description: 'Whether both gave the same, or the same error.',
    }),
  }),
})

const StepDiffObject = builder.objectRef<StepDiff>('StepDiff').implement({
  description: 'Two steps with one number.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Their number.' }),
    a: t.field({
      type: Step,
      description: 'That of the first run, taken over from another perhaps; null where it has none.',
      nullable: true,
      resolve: ({ a }) => a && { id: a.id },
    }),
    b: t.field({
      type: Step,
      description: 'That of the second run, taken over from another perhaps; null where it has none.',
      nullable: true,
      resolve: ({ b }) => b && { id: b.id },
    }),
    same: t.exposeBoolean('same', { description: 'Whether nothing differs.' }),
    differs: t.expose('differs', { type: [StepDifference], description: 'What differs.' }),
    actions: t.field({
      type: [ActionDiffObject],
      description: 'Their actions, matched by name.',
      resolve: ({ actions }) => actions,
    }),
  }),
})

const UsageDiff = builder.objectRef<{ readonly a: Usage; readonly b: Usage }>('UsageDiff').implement({
  description: 'What two runs used.',
  fields: (t) => ({
    a: t.field({ type: UsageObject, description: 'The first run.', resolve: ({ a }) => a }),
    b: t.field({ type: UsageObject, description: 'The second run.', resolve: ({ b }) => b }),
    requestsDelta: t.int({
      description: 'How many more model calls the second made; negative where it made fewer.',
      resolve: ({ a, b }) => b.requests - a.requests,
    }),
    tokensDelta: t.float({
      description: 'How many more tokens the second used; negative where it used fewer.',
      resolve: ({ a, b }) => b.totalTokens - a.totalTokens,
    }),
    costDeltaUsd: t.field({
      type: 'Decimal',
      description: 'How much more the second cost in US dollars; negative where it cost less.',
      resolve: ({ a, b }) => costDelta(a.costUsd, b.costUsd),
    }),
  }),
})

const RunDiffObject = builder.objectRef<RunDiff>('RunDiff').implement({
  description: 'Two runs side by side.',
  fields: (t) => ({
    a: t.field({ type: Run, description: 'The first run.', resolve: ({ a }) => ({ id: a.id }) }),
    b: t.field({ type: Run, description: 'The second run.', resolve: ({ b }) => ({ id: b.id }) }),
    fields: t.field({
      type: [FieldDiffObject],
      description: 'What about the runs themselves is not the same.',
      resolve: ({ a: { id: _a, ...a }, b: { id: _b, ...b } }) => diffFields(a, b),
    }),
    usage: t.field({
      type: UsageDiff,
      description: 'What both used; that of steps that were taken over is not in it.',
      resolve: async ({ a, b }, _, { loaders }) => {
        const usage = loaders.usage('runId')
        const [ofA, ofB] = await Promise.all([usage.load(a.id), usage.load(b.id)])
        return { a: ofA, b: ofB }
      },
    }),
    divergesAt: t.int({
      description: 'The number of the first step that differs; null where none does.',
      nullable: true,
      resolve: async ({ steps }) => divergesAt(await steps()),
    }),
    stepCount: t.int({
      description: 'How many steps there are to compare.',
      resolve: async ({ steps }) => (await steps()).length,
    }),
    steps: t.field({
      type: [StepDiffObject],
      description: 'Their steps by number, in order.',
      args: {
        first: t.arg.int({ description: 'At most so many, 1 to 100; default 20.' }),
        after: t.arg.int({ description: 'Only steps with a higher number than this. Default 0.' }),
      },
      resolve: async ({ steps }, { first, after }) => {
        const size = readSize('first', first)
        return (await steps()).filter(({ number }) => number > (after ?? 0)).slice(0, size)
      },
    }),
  }),
})

builder.queryField('runDiff', (t) =>
  t.field({
    type: RunDiffObject,
    description:
      'Two runs of the project side by side: what was different about them, step by step what they did, and what it cost. Null where the project has not both.',
    nullable: true,
    args: {
      a: t.arg.id({ description: 'The global id of the first run.', required: true }),
      b: t.arg.id({ description: 'The global id of the second run.', required: true }),
    },
    resolve: (_, { a, b }, ctx) => compare(readId('Run', a, 'a'), readId('Run', b, 'b'), ctx),
  }),
)

async function compare(aId: string, bId: string, ctx: GraphQLContext): Promise<RunDiff | null> {
  const found = new Map(
    (await ctx.reads.comparedRuns(ctx.project.id, [aId, bId])).map((run) => [run.id, run]),
  )
  const [a, b] = [found.get(aId), found.get(bId)]
  if (!a || !b) return null
  let steps: Promise<readonly StepDiff[]> | undefined
  const read = async () => {
    const [ofA = [], ofB = []] = await ctx.reads.stepDigests(ctx.project.id, [aId, bId])
    return diffSteps(ofA, ofB)
  }
  return { a, b, steps: () => (steps ??= read()) }
}
