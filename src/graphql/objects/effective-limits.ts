import { toChoice } from '../../domain/declared.ts'
import { type EffectiveLimits, type Limit, limitSource, readLimits } from '../../domain/limits.ts'
import { builder } from '../builder.ts'
import { type Field, nullable, one, valueObject } from '../fields.ts'
import { enumOf } from '../shape.ts'
import { Run } from './run.ts'

/** A limit whose value is a field of a type of the schema. */
function limitObject<Value>(
  name: string,
  description: string,
  field: (description: string) => Field<Value | null | undefined>,
) {
  return valueObject<Limit<Value | null>>(
    name,
    description,
    {
      value: field('Value of the limit. Null if there is no limit.'),
      initial: field(
        'Value before the run was first resumed. Null if there was no limit or `initialSource` is null.',
      ),
    },
    {
      fields: (t) => ({
        source: t.field({
          type: enumOf(limitSource),
          description: 'Source of the limit.',
          resolve: ({ source }) => toChoice(source),
        }),
        initialSource: t.field({
          type: enumOf(limitSource),
          description: 'Source of the initial value. Null if the run was never resumed with another limit.',
          nullable: true,
          resolve: ({ initialSource }) => (initialSource === undefined ? null : toChoice(initialSource)),
        }),
      }),
    },
  )
}

const RunLimit = limitObject<number>(
  'RunLimit',
  'Limit that applies to a run, as a whole number.',
  nullable.safeInt,
)
const RunCostLimit = limitObject<string>(
  'RunCostLimit',
  'Cost limit that applies to a run, in US dollars.',
  nullable.decimal,
)

const EffectiveLimitsObject = valueObject<EffectiveLimits>(
  'EffectiveLimits',
  'Limits that apply to a run, each with its value and its source.',
  {
    maxSteps: one(RunLimit, 'Maximum number of steps.'),
    timeoutMs: one(RunLimit, 'Maximum running time, in milliseconds.'),
    maxCostUsd: one(RunCostLimit, 'Maximum cost of the run and its descendants.'),
    maxTokens: one(RunLimit, 'Maximum number of tokens of the run and its descendants.'),
    graceMs: one(RunLimit, 'Time for a final summary after the time limit, in milliseconds.'),
    actionTimeoutMs: one(
      RunLimit,
      'Maximum duration of an action that has no limit of its own, in milliseconds.',
    ),
    maxResultBytes: one(RunLimit, 'Maximum size of a stored result, in bytes.'),
    maxParallel: one(RunLimit, 'Maximum number of actions of a step that run at once.'),
    maxDepth: one(RunLimit, 'Maximum depth of the tree of runs. The depth of its root is 0.'),
    maxChildren: one(RunLimit, 'Maximum number of children of the run.'),
    maxDescendants: one(RunLimit, 'Maximum number of runs below the root of the tree.'),
    maxContinuations: one(
      RunLimit,
      'Maximum number of continuations of an answer that the output limit cut off.',
    ),
  },
)

builder.prismaObjectField(Run, 'effectiveLimits', (t) =>
  t.field({
    type: EffectiveLimitsObject,
    description: 'Limits that apply to the run, each with its source.',
    select: { effectiveLimits: true },
    resolve: ({ effectiveLimits }) => readLimits(effectiveLimits),
  }),
)
