import { type EffectiveLimits, type Limit, type LimitSource, readLimits } from '../../domain/limits.ts'
import { builder, describedEnum } from '../builder.ts'
import { nullable, valueObject } from '../fields.ts'
import { Run } from './run.ts'

const sources = {
  trigger: 'TRIGGER',
  resume: 'RESUME',
  parent: 'PARENT',
  agent: 'AGENT',
  project: 'PROJECT',
  default: 'DEFAULT',
} as const satisfies Record<LimitSource, string>

const LimitSourceEnum = describedEnum('LimitSource', 'Source of a limit of a run.', {
  TRIGGER: 'Input of the mutation that triggered the run.',
  RESUME: 'Input of `resumeRun`.',
  PARENT: 'Limits of the run that started the run.',
  AGENT: 'Definition of the agent.',
  PROJECT: 'Default limits of the project.',
  DEFAULT: 'Built-in default.',
} satisfies Record<(typeof sources)[LimitSource], string>)

const RunLimit = valueObject<Limit<number | null>>(
  'RunLimit',
  'Limit that applies to a run, as a whole number.',
  {
    value: nullable.safeInt('Value of the limit. Null if there is no limit.'),
    initial: nullable.safeInt(
      'Value before the run was first resumed. Null if there was no limit or `initialSource` is null.',
    ),
  },
  {
    fields: (t) => ({
      source: t.field({
        type: LimitSourceEnum,
        description: 'Source of the limit.',
        resolve: ({ source }) => sources[source],
      }),
      initialSource: t.field({
        type: LimitSourceEnum,
        description: 'Source of the initial value. Null if the run was never resumed with another limit.',
        nullable: true,
        resolve: ({ initialSource }) => (initialSource === undefined ? null : sources[initialSource]),
      }),
    }),
  },
)

const RunCostLimit = valueObject<Limit<string | null>>(
  'RunCostLimit',
  'Cost limit that applies to a run, in US dollars.',
  {
    value: nullable.decimal('Value of the limit. Null if there is no limit.'),
    initial: nullable.decimal(
      'Value before the run was first resumed. Null if there was no limit or `initialSource` is null.',
    ),
  },
  {
    fields: (t) => ({
      source: t.field({
        type: LimitSourceEnum,
        description: 'Source of the limit.',
        resolve: ({ source }) => sources[source],
      }),
      initialSource: t.field({
        type: LimitSourceEnum,
        description: 'Source of the initial value. Null if the run was never resumed with another limit.',
        nullable: true,
        resolve: ({ initialSource }) => (initialSource === undefined ? null : sources[initialSource]),
      }),
    }),
  },
)

const descriptions: Readonly<Record<Exclude<keyof EffectiveLimits, 'maxCostUsd'>, string>> = {
  maxSteps: 'Maximum number of steps.',
  timeoutMs: 'Maximum running time, in milliseconds.',
  maxTokens: 'Maximum number of tokens of the run and its descendants.',
  graceMs: 'Time for a final summary after the time limit, in milliseconds.',
  actionTimeoutMs: 'Maximum duration of an action that has no limit of its own, in milliseconds.',
  maxResultBytes: 'Maximum size of a stored result, in bytes.',
  maxParallel: 'Maximum number of actions of a step that run at once.',
  maxDepth: 'Maximum depth of the tree of runs. The depth of its root is 0.',
  maxChildren: 'Maximum number of children of the run.',
  maxDescendants: 'Maximum number of runs below the root of the tree.',
  maxContinuations: 'Maximum number of continuations of an answer that the output limit cut off.',
}

const EffectiveLimitsObject = builder.objectRef<EffectiveLimits>('EffectiveLimits').implement({
  description: 'Limits that apply to a run, each with its value and its source.',
  fields: (t) => {
    const limit = (name: keyof typeof descriptions) =>
      t.field({ type: RunLimit, description: descriptions[name], resolve: (limits) => limits[name] })
    return {
      maxSteps: limit('maxSteps'),
      timeoutMs: limit('timeoutMs'),
      maxCostUsd: t.field({
        type: RunCostLimit,
        description: 'Maximum cost of the run and its descendants.',
        resolve: ({ maxCostUsd }) => maxCostUsd,
      }),
      maxTokens: limit('maxTokens'),
      graceMs: limit('graceMs'),
      actionTimeoutMs: limit('actionTimeoutMs'),
      maxResultBytes: limit('maxResultBytes'),
      maxParallel: limit('maxParallel'),
      maxDepth: limit('maxDepth'),
      maxChildren: limit('maxChildren'),
      maxDescendants: limit('maxDescendants'),
      maxContinuations: limit('maxContinuations'),
    }
  },
})

builder.prismaObjectField(Run, 'effectiveLimits', (t) =>
  t.field({
    type: EffectiveLimitsObject,
    description: 'Limits that apply to the run, each with its source.',
    select: { effectiveLimits: true },
    resolve: ({ effectiveLimits }) => readLimits(effectiveLimits),
  }),
)
