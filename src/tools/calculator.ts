import { z } from 'zod'
import { evaluate, functionNames } from './arithmetic.ts'
import { defineTool } from './define-tool.ts'

/** The tool `calculator`. */
export const calculator = defineTool({
  name: 'calculator',
  description: `Calculates an arithmetic expression, with about 16 digits. Operators: + - * / % (remainder) ^ (power), and parentheses. Functions: ${functionNames.join(', ')}; log has base 10, ln base e, angles are radians. Constants: pi, e.`,
  input: z.object({ expression: z.string().describe('Such as "2 * (3 + 4) ^ 2" or "sqrt(2) / 2".') }),
  effect: 'read',
  execute: ({ expression }) => evaluate(expression),
})
