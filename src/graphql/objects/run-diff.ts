import type { ComparedRun } from '../../domain/reads.ts'
import {
  actionDiff,
  costDelta,
  diffFields,
  diffSteps,
  divergesAt,
  type FieldDiff,
  type StepDiff,
  stepDiff,
} from '../../domain/run-diff.ts'
import type { Usage } from '../../domain/usage.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { nullable, one, string, valueObject } from '../fields.ts'
import { readId } from '../global-id.ts'
import { readSize } from '../paging/page-arguments.ts'
import { objectOf } from '../shape.ts'
import { Action } from './action.ts'
import { Run } from './run.ts'
import { StepObject } from './step.ts'
import { UsageObject } from './usage.ts'

/** Two runs side by side. Their steps are compared only if they are selected. */
interface RunDiff {
  readonly a: ComparedRun
  readonly b: ComparedRun
  readonly steps: () => Promise<readonly StepDiff[]>
}

const FieldDiffObject = valueObject<FieldDiff<string | number | null>>(
  'RunFieldDiff',
  'Property in which two runs differ.',
  {
    name: string(
      'Name of the property: `agent`, `agentVersion`, `model`, `systemPrompt`, `input`, `status`, `terminationReason` or `summary`.',
    ),
    a: nullable.json('Value in the first run. Null if it has none.'),
    b: nullable.json('Value in the second run. Null if it has none.'),
  },
)

objectOf(actionDiff, {
  fields: (t) => ({
    a: t.field({
      type: Action,
      description: 'Action of the first run. Null if the first run has no such action.',
      nullable: true,
      resolve: ({ a }) => a && { id: a.id },
    }),
    b: t.field({
      type: Action,
      description: 'Action of the second run. Null if the second run has no such action.',
      nullable: true,
      resolve: ({ b }) => b && { id: b.id },
    }),
  }),
})

const StepDiffObject = objectOf(stepDiff, {
  fields: (t) => ({
    a: t.field({
      type: StepObject,
      description:
        'Step of the first run, which it may have taken over from another run. Null if the first run has no such step.',
      nullable: true,
      resolve: ({ a }) => a && { id: a.id },
    }),
    b: t.field({
      type: StepObject,
      description:
        'Step of the second run, which it may have taken over from another run. Null if the second run has no such step.',
      nullable: true,
      resolve: ({ b }) => b && { id: b.id },
    }),
  }),
})

const UsageDiff = valueObject<{ readonly a: Usage; readonly b: Usage }>(
  'UsageDiff',
  'Comparison of the usage of two runs.',
  { a: one(UsageObject, 'Usage of the first run.'), b: one(UsageObject, 'Usage of the second run.') },
  {
    fields: (t) => ({
      requestsDelta: t.field({
        type: 'SafeInt',
        description: 'Number of model calls of the second run minus that of the first run.',
        resolve: ({ a, b }) => b.requests - a.requests,
      }),
      tokensDelta: t.field({
        type: 'SafeInt',
        description: 'Number of tokens of the second run minus that of the first run.',
        resolve: ({ a, b }) => b.totalTokens - a.totalTokens,
      }),
      costDeltaUsd: t.field({
        type: 'Decimal',
        description: 'Cost of the second run minus that of the first run, in US dollars.',
        resolve: ({ a, b }) => costDelta(a.costUsd, b.costUsd),
      }),
    }),
  },
)

const RunDiffObject = builder.objectRef<RunDiff>('RunDiff').implement({
  description: 'Comparison of two runs.',
  fields: (t) => ({
    a: t.field({ type: Run, description: 'First run.', resolve: ({ a }) => ({ id: a.id }) }),
    b: t.field({ type: Run, description: 'Second run.', resolve: ({ b }) => ({ id: b.id }) }),
    fields: t.field({
      type: [FieldDiffObject],
      description: 'Properties in which the runs differ.',
      resolve: ({ a: { id: _a, ...a }, b: { id: _b, ...b } }) => diffFields(a, b),
    }),
    usage: t.field({
      type: UsageDiff,
      description:
        'Usage of both runs. The usage of steps that were taken over from another run is not included.',
      resolve: async ({ a, b }, _, { loaders }) => {
        const usage = loaders.usage('runId')
        const [ofA, ofB] = await Promise.all([usage.load(a.id), usage.load(b.id)])
        return { a: ofA, b: ofB }
      },
    }),
    divergesAt: t.int({
      description: 'Number of the first step that differs. Null if no step differs.',
      nullable: true,
      resolve: async ({ steps }) => divergesAt(await steps()),
    }),
    stepCount: t.int({
      description: 'Number of steps to compare.',
      resolve: async ({ steps }) => (await steps()).length,
    }),
    steps: t.field({
      type: [StepDiffObject],
      description: 'Comparison of the steps by number, in order.',
      args: {
        first: t.arg.int({ description: 'Maximum number of steps, from 0 to 100. Default 20.' }),
        after: t.arg.int({
          description: 'Number of a step: only steps with a higher number are included. Default 0.',
        }),
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
      'Comparison of two runs of the project: their properties, their steps and their usage. Null if the project does not have both runs.',
    nullable: true,
    args: {
      a: t.arg.id({ description: 'Global id of the first run.', required: true }),
      b: t.arg.id({ description: 'Global id of the second run.', required: true }),
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
