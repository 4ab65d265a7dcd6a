import type { ConditionVerdict, EvaluateCondition } from '../../domain/decide-call.ts'
import { toJson } from '../../domain/json.ts'
import {
  type CelObject,
  type ParsedExpression,
  parseExpression,
  type Reads,
  toCel,
  unknownRead,
  valuesOf,
} from '../plan/cel-expression.ts'
import type { CallScope } from './call-scope.ts'

/** The variables of the condition of a policy, beside the keys of the context. */
const variables = ['caller', 'run', 'ancestors'] as const

/**
 * Parses the condition of a policy: a CEL expression over `caller`, `run`, `ancestors` and `context.<key>` (TAS-12). Others are refused, as they
 * could never hold.
 */
export function parsePolicyCondition(text: string): ParsedExpression {
  const parsed = parseExpression(text)
  if (!parsed.ok) return parsed
  const unknown = unknownRead(parsed.expression.reads, [...variables, 'context'])
  if (unknown === undefined) return parsed
  return { ok: false, problem: `reads \`${unknown}\`: there are ${variables.join(', ')} and context.<key>` }
}

/** Evaluates the conditions of policies for the calls of a run. Each is parsed once. */
export function evaluateFor(scopeNow: () => CallScope): EvaluateCondition {
  const parsed = new Map<string, ParsedExpression>()
  return (text): ConditionVerdict => {
    const condition = parsed.get(text) ?? parsePolicyCondition(text)
    parsed.set(text, condition)
    if (!condition.ok) return condition
    const { reads, evaluate } = condition.expression
    return evaluate(variablesOf(reads, scopeNow()))
  }
}

function variablesOf({ names, keys }: Reads, scope: CallScope): CelObject {
  const own = variables
    .filter((name) => names.has(name))
    .map((name) => [name, toCel(toJson(scope[name]))] as const)
  const { context } = scope
  const read = valuesOf(keys, (key) => (Object.hasOwn(context, key) ? context[key] : undefined))
  return new Map([...own, ['context', read]])
}
