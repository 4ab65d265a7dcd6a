/**
 * Functions that judge the answers of an evaluation. Every process that executes runs needs the module:
 *
 *     RUNGRAPH_TOOLS=examples/evaluations/evaluators.ts npx rungraph eval \
 *       --agent demo-tool-loop --data examples/evaluations/prices.jsonl
 */
import type { Evaluators } from 'rungraph'

/** Tools may stand here, too. */
export default []

export const evaluators: Evaluators = {
  /** Passed or not, with a reason that the report shows. */
  namesTheTax: ({ output }) => ({
    passed: String(output).includes('19 %'),
    reason: 'A price without its tax says nothing.',
  }),

  /** A score from 0 to 1; from 0.5 on it passes. */
  isBrief: ({ output }) => Math.min(1, 80 / String(output).length),
}
