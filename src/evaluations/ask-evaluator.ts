import { z } from 'zod'
import { messageOf } from '../domain/errors.ts'
import type { Check } from '../domain/evaluation.ts'
import type { EvaluatedAnswer, Evaluators } from '../domain/evaluator.ts'
import { rejectOnAbort } from '../domain/time-limit.ts'

/** An evaluator has this long, in milliseconds. */
const limitMs = 30_000

/** A score from here on is a pass where the evaluator does not say. */
const passingScore = 0.5

/** An evaluator that gave no verdict on the answer: the result is an ERROR, and does not count. */
export class EvaluatorFailure extends Error {}

/** Asks an evaluator of the tools module. @throws EvaluatorFailure where there is none of the name, it throws, or takes too long */
export async function askEvaluator(
  name: string,
  answer: EvaluatedAnswer,
  { evaluators, signal }: { readonly evaluators: Evaluators; readonly signal: AbortSignal },
): Promise<Pick<Check, 'score' | 'passed' | 'reason'>> {
  const evaluator = Object.hasOwn(evaluators, name) ? evaluators[name] : undefined
  if (!evaluator)
    throw new EvaluatorFailure(
      `The tools module of this process exports no evaluator "${name}". Every process that executes runs needs the same RUNGRAPH_TOOLS.`,
    )
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  let given: unknown
  try {
    // A copy: other evaluators judge the same answer.
    const verdict = Promise.resolve(evaluator(structuredClone(answer), { signal: limit }))
    given = await rejectOnAbort(verdict, limit)
  } catch (error) {
    signal.throwIfAborted()
    const why = limit.aborted ? `took more than ${limitMs / 1_000} s` : `failed: ${messageOf(error)}`
    throw new EvaluatorFailure(`The evaluator "${name}" ${why}.`, { cause: error })
  }
  const verdict = verdictGiven.safeParse(given)
  if (!verdict.success)
    throw new EvaluatorFailure(
      `The evaluator "${name}" gave no verdict. It must give a boolean, a number from 0 to 1, or { score, passed, reason }.`,
    )
  const { passed, score = passed === true ? 1 : 0, reason = '' } = verdict.data
  return { score, passed: passed ?? score >= passingScore, reason }
}

const scoreGiven = z.number().min(0).max(1)

const fieldsGiven = z.object({
  score: scoreGiven.optional(),
  passed: z.boolean().optional(),
  reason: z.string().optional().catch(undefined),
})

/** A verdict, which is checked because the user's module gives it. */
const verdictGiven = z
  .union([
    fieldsGiven,
    z.boolean().transform((passed): z.infer<typeof fieldsGiven> => ({ passed })),
    scoreGiven.transform((score): z.infer<typeof fieldsGiven> => ({ score })),
  ])
  .refine(({ score, passed }) => score !== undefined || passed !== undefined)
