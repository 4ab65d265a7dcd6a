import { z } from 'zod'
import { about, choice, declared, object } from './declared.ts'

/** JDG-2. In the order of preference. */
export const progressSource = choice('ProgressSource', 'Source of a judgement of progress.', {
  TESTS: 'Results of tests that a tool reported.',
  ARTIFACTS: 'Artifacts that the tools of the run made.',
  MODEL: 'A model that judged by the acceptance criteria.',
})
export type ProgressSource = z.infer<typeof progressSource>

/** JDG-3 */
const confidenceCause = choice('ConfidenceCause', 'Cause of a confidence check.', {
  INTERVAL: 'The number of steps of `confidence.everySteps` had passed.',
  REPORTED: 'The agent reported that it was not sure.',
  REQUESTED: 'A caller requested the check.',
})
export type ConfidenceCause = z.infer<typeof confidenceCause>

/** Tools report any number. */
const count = z.number().register(declared, { scalar: 'Int' })

const testResults = object(
  'TestResults',
  'Results of the tests that the tools of a step reported, added up.',
  {
    passed: about('Number of tests that passed.', count),
    failed: about('Number of tests that failed.', count),
    coverage: about(
      'Lowest reported coverage, from 0 to 1. Null if none was reported.',
      z.number().optional(),
    ),
  },
)

const criterionVerdict = object('CriterionVerdict', 'Judgement of one acceptance criterion.', {
  criterion: about('Text of the criterion.', z.string()),
  met: about('Whether the criterion is met.', z.boolean()),
  evidence: about('Evidence that the criterion is met, or what is missing.', z.string()),
})

const confidenceVerdict = object(
  'ConfidenceVerdict',
  'Judgement of the confidence that the run reaches its goal without help.',
  {
    confidence: about('Confidence, from 0 to 1.', z.number()),
    reason: about('Reason for the judgement.', z.string()),
    cause: about('Cause of the check.', confidenceCause),
  },
)

/** As it is stored: aspects that were not judged are absent. */
export const stepValidation = object('StepValidation', 'Judgement of a step. What was not judged is null.', {
  source: about('Source of `progress`. Null if the progress was not judged.', progressSource.optional()),
  progress: about(
    'Judged progress of the run, from 0 to 1. Null if the progress was not judged.',
    z.number().optional(),
  ),
  tests: about('Results of the tests of the step. Null if its tools reported none.', testResults.optional()),
  artifacts: about(
    'Names of the artifacts that the step added or replaced.',
    z.array(z.string()).default([]),
  ),
  criteria: about(
    'Judgement of each acceptance criterion, in order. Null if they were not judged.',
    z.array(criterionVerdict).optional(),
  ),
  met: about(
    'Whether all acceptance criteria are met. Null if they were not judged.',
    z.boolean().optional(),
  ),
  confidence: about('Confidence after the step. Null if it was not checked.', confidenceVerdict.optional()),
})
export type StepValidation = z.infer<typeof stepValidation>

/** Reads the stored judgement of a step; `null` where it was not judged. @throws ZodError where the row is damaged */
export function readValidation(stored: unknown): StepValidation | null {
  return stored === null ? null : stepValidation.parse(stored)
}
