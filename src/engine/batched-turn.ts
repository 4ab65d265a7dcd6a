import { z } from 'zod'
import { modelErrorKinds } from '../domain/model.ts'

/**
 * The turn of the conversation that its run waits for at a gate, kept in `loopState` (BATCH-2). The next owner takes the answer up where the
 * call was, in the count of its attempts, and asks nobody again who has failed.
 */
export const batchedTurn = z.object({
  /** The id of the request in its batch, and of the message that it is to bring. */
  callId: z.string(),
  /** The id of the message instead, where an owner died in the middle of one, so that its words are discarded. */
  messageId: z.string().nullable().default(null),
  gateId: z.string(),
  stepNumber: z.int(),
  purpose: z.string(),
  /** `provider/model`, and which of the provider's auth profiles is asked. */
  model: z.string(),
  profile: z.int(),
  /** When it was asked, in milliseconds since 1970. */
  askedAt: z.number(),
  /** Number of attempts on all models, this one included. */
  attempts: z.int(),
  /** Number of failures of this model before. */
  tries: z.int(),
  /** Models, each with a profile, that failed in this call; with what each said. */
  left: z.array(z.string()),
  failures: z.array(z.string()),
  failureKinds: z.array(z.enum(modelErrorKinds)),
  /** The budget that bounded the answer; `null`: none did. */
  boundBy: z.enum(['COST_LIMIT', 'TOKEN_LIMIT']).nullable(),
  /** Number of plans of the step that were rejected before. */
  rejectedPlans: z.int(),
})

export type BatchedTurn = z.infer<typeof batchedTurn>
