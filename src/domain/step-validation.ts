import { z } from 'zod'
import { progressSources } from './event-fields.ts'

/** Causes to check the confidence of an agent (JDG-3). */
export const confidenceCauses = ['INTERVAL', 'REPORTED', 'REQUESTED'] as const
export type ConfidenceCause = (typeof confidenceCauses)[number]

/** The judgement of a step, as it is stored: aspects that were not judged are absent. */
const stepValidation = z.object({
  source: z.enum(progressSources).optional(),
  progress: z.number().optional(),
  tests: z.object({ passed: z.number(), failed: z.number(), coverage: z.number().optional() }).optional(),
  /** Names of the artifacts that the step made. */
  artifacts: z.array(z.string()).optional(),
  criteria: z.array(z.object({ criterion: z.string(), met: z.boolean(), evidence: z.string() })).optional(),
  /** Whether all criteria are met. */
  met: z.boolean().optional(),
  confidence: z
    .object({ confidence: z.number(), reason: z.string(), cause: z.enum(confidenceCauses) })
    .optional(),
})
export type StepValidation = z.infer<typeof stepValidation>

/** Reads the stored judgement of a step; `null` where it was not judged. @throws ZodError where the row is damaged */
export function readValidation(stored: unknown): StepValidation | null {
  return stored === null ? null : stepValidation.parse(stored)
}
