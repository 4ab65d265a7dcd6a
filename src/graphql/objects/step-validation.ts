import type { ProgressSource } from '../../domain/event-fields.ts'
import type { ConfidenceCause, StepValidation } from '../../domain/step-validation.ts'
import { builder, describedEnum } from '../builder.ts'

export const ProgressSourceEnum = describedEnum('ProgressSource', 'Source of a judgement of progress.', {
  TESTS: 'Results of tests that a tool reported.',
  ARTIFACTS: 'Artifacts that the tools of the run made.',
  MODEL: 'A model that judged by the acceptance criteria.',
} satisfies Record<ProgressSource, string>)

const ConfidenceCauseEnum = describedEnum('ConfidenceCause', 'Cause of a confidence check.', {
  INTERVAL: 'The number of steps of `confidence.everySteps` had passed.',
  REPORTED: 'The agent reported that it was not sure.',
  REQUESTED: 'A caller requested the check.',
} satisfies Record<ConfidenceCause, string>)

const TestResults = builder.objectRef<NonNullable<StepValidation['tests']>>('TestResults').implement({
  description: 'Results of the tests that the tools of a step reported, added up.',
  fields: (t) => ({
    passed: t.exposeInt('passed', { description: 'Number of tests that passed.' }),
    failed: t.exposeInt('failed', { description: 'Number of tests that failed.' }),
    coverage: t.float({
      description: 'Lowest reported coverage, from 0 to 1. Null if none was reported.',
      nullable: true,
      resolve: ({ coverage }) => coverage ?? null,
    }),
  }),
})

const CriterionVerdict = builder
  .objectRef<NonNullable<StepValidation['criteria']>[number]>('CriterionVerdict')
  .implement({
    description: 'Judgement of one acceptance criterion.',
    fields: (t) => ({
      criterion: t.exposeString('criterion', { description: 'Text of the criterion.' }),
      met: t.exposeBoolean('met', { description: 'Whether the criterion is met.' }),
      evidence: t.exposeString('evidence', {
        description: 'Evidence that the criterion is met, or what is missing.',
      }),
    }),
  })

const ConfidenceVerdict = builder
  .objectRef<NonNullable<StepValidation['confidence']>>('ConfidenceVerdict')
  .implement({
    description: 'Judgement of the confidence that the run reaches its goal without help.',
    fields: (t) => ({
      confidence: t.exposeFloat('confidence', { description: 'Confidence, from 0 to 1.' }),
      reason: t.exposeString('reason', { description: 'Reason for the judgement.' }),
      cause: t.expose('cause', { type: ConfidenceCauseEnum, description: 'Cause of the check.' }),
    }),
  })

export const StepValidationObject = builder.objectRef<StepValidation>('StepValidation').implement({
  description: 'Judgement of a step. What was not judged is null.',
  fields: (t) => ({
    source: t.field({
      type: ProgressSourceEnum,
      description: 'Source of `progress`. Null if the progress was not judged.',
      nullable: true,
      resolve: ({ source }) => source ?? null,
    }),
    progress: t.float({
      description: 'Judged progress of the run, from 0 to 1. Null if the progress was not judged.',
      nullable: true,
      resolve: ({ progress }) => progress ?? null,
    }),
    tests: t.field({
      type: TestResults,
      description: 'Results of the tests of the step. Null if its tools reported none.',
      nullable: true,
      resolve: ({ tests }) => tests ?? null,
    }),
    artifacts: t.stringList({
      description: 'Names of the artifacts that the step added or replaced.',
      resolve: ({ artifacts }) => artifacts ?? [],
    }),
    criteria: t.field({
      type: [CriterionVerdict],
      description: 'Judgement of each acceptance criterion, in order. Null if they were not judged.',
      nullable: true,
      resolve: ({ criteria }) => criteria ?? null,
    }),
    met: t.boolean({
      description: 'Whether all acceptance criteria are met. Null if they were not judged.',
      nullable: true,
      resolve: ({ met }) => met ?? null,
    }),
    confidence: t.field({
      type: ConfidenceVerdict,
      description: 'Confidence after the step. Null if it was not checked.',
      nullable: true,
      resolve: ({ confidence }) => confidence ?? null,
    }),
  }),
})
