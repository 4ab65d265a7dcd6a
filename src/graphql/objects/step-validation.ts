import type { ProgressSource } from '../../domain/event-fields.ts'
import type { ConfidenceCause, StepValidation } from '../../domain/step-validation.ts'
import { describedEnum } from '../builder.ts'
import { boolean, float, int, nullable, one, string, valueObject } from '../fields.ts'

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

const TestResults = valueObject<NonNullable<StepValidation['tests']>>(
  'TestResults',
  'Results of the tests that the tools of a step reported, added up.',
  {
    passed: int('Number of tests that passed.'),
    failed: int('Number of tests that failed.'),
    coverage: nullable.float('Lowest reported coverage, from 0 to 1. Null if none was reported.'),
  },
)

const CriterionVerdict = valueObject<NonNullable<StepValidation['criteria']>[number]>(
  'CriterionVerdict',
  'Judgement of one acceptance criterion.',
  {
    criterion: string('Text of the criterion.'),
    met: boolean('Whether the criterion is met.'),
    evidence: string('Evidence that the criterion is met, or what is missing.'),
  },
)

const ConfidenceVerdict = valueObject<NonNullable<StepValidation['confidence']>>(
  'ConfidenceVerdict',
  'Judgement of the confidence that the run reaches its goal without help.',
  {
    confidence: float('Confidence, from 0 to 1.'),
    reason: string('Reason for the judgement.'),
    cause: one(ConfidenceCauseEnum, 'Cause of the check.'),
  },
)

export const StepValidationObject = valueObject<StepValidation>(
  'StepValidation',
  'Judgement of a step. What was not judged is null.',
  {
    source: nullable.one(ProgressSourceEnum, 'Source of `progress`. Null if the progress was not judged.'),
    progress: nullable.float('Judged progress of the run, from 0 to 1. Null if the progress was not judged.'),
    tests: nullable.one(TestResults, 'Results of the tests of the step. Null if its tools reported none.'),
    criteria: nullable.many(
      CriterionVerdict,
      'Judgement of each acceptance criterion, in order. Null if they were not judged.',
    ),
    met: nullable.boolean('Whether all acceptance criteria are met. Null if they were not judged.'),
    confidence: nullable.one(ConfidenceVerdict, 'Confidence after the step. Null if it was not checked.'),
  },
  {
    fields: (t) => ({
      artifacts: t.stringList({
        description: 'Names of the artifacts that the step added or replaced.',
        resolve: ({ artifacts }) => artifacts ?? [],
      }),
    }),
  },
)
