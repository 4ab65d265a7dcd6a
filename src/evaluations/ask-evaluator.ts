import { messageOf } from '../domain/errors.ts'
import type { Check } from '../domain/evaluation.ts'
import type { EvaluatedAnswer, Evaluators, EvaluatorVerdict } from '../domain/evaluator.ts'

/** An evaluator has this long, in milliseconds. */
const limitMs = 30_000

/** A score from here on is a pass where the evaluator does not say. */
const passingScore = 0.5

type Verdict = Pick<Check, 'score' | 'reason'> & { readonly passed: boolean; readonly score: number }

/** An evaluator that gave no verdict on the answer: the result is an ERROR, and does not count. */
export class EvaluatorFailure extends Error {}

/** Asks an evaluator of the tools module. @throws EvaluatorFailure where there is none of the name, it throws, or takes too long */
export async function askEvaluator(
  name: string,
  answer: EvaluatedAnswer,
  { evaluators, signal }: { readonly evaluators: Evaluators; readonly signal: AbortSignal },
): Promise<Verdict> {
  const evaluator = Object.hasOwn(evaluators, name) ? evaluators[name] : undefined
  if (!evaluator)
    throw new EvaluatorFailure(
      `The tools module of this process exports no evaluator "${name}". Every process that executes runs needs the same RUNGRAPH_TOOLS.`,
    )
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(limit.reason)
  limit.addEventListener('abort', stop)
  try {
    // A copy: other evaluators judge the same answer.
    return read(name, await Promise.race([evaluator(structuredClone(answer), { signal: limit }), stopped]))
  } catch (error) {
    if (error instanceof EvaluatorFailure) throw error
    signal.throwIfAborted()
    const why = limit.aborted ? `took more than ${limitMs / 1_000} s` : `failed: ${messageOf(error)}`
    throw new EvaluatorFailure(`The evaluator "${name}" ${why}.`, { cause: error })
  } finally {
    limit.removeEventListener('abort', stop)
  }
}

/** Checks the verdict, because the user's module gave it. */
function read(name: string, given: EvaluatorVerdict): Verdict {
  const verdict = toFields(given)
  if (verdict === null)
    throw new EvaluatorFailure(
      `The evaluator "${name}" gave no verdict. It must give a boolean, a number from 0 to 1, or { score, passed, reason }.`,
    )
  const score = verdict.score ?? (verdict.passed === true ? 1 : 0)
  return { score, passed: verdict.passed ?? score >= passingScore, reason: verdict.reason ?? '' }
}

interface Fields {
  readonly score?: number
  readonly passed?: boolean
  readonly reason?: string
}

function toFields(given: unknown): Fields | null {
  if (typeof given === 'boolean') return { passed: given }
  if (typeof given === 'number') return isScore(given) ? { score: given } : null
  if (typeof given !== 'object' || given === null) return null
  const { score, passed, reason }: Readonly<Record<keyof Fields, unknown>> = {
    score: Reflect.get(given, 'score'),
    passed: Reflect.get(given, 'passed'),
    reason: Reflect.get(given, 'reason'),
  }
  if (score !== undefined && !isScore(score)) return null
  if (passed !== undefined && typeof passed !== 'boolean') return null
  if (score === undefined && passed === undefined) return null
  return {
    ...(score !== undefined && { score }),
    ...(passed !== undefined && { passed }),
    ...(typeof reason === 'string' && { reason }),
  }
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}
