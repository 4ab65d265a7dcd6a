import type { ActionStatus } from '../../domain/action.ts'
import type { ConditionVerdict } from '../../domain/decide-call.ts'
import type { Json } from '../../domain/json.ts'
import type { Lookup } from '../../domain/references.ts'
import { type CelObject, parseExpression, valuesOf } from './cel-expression.ts'

/** Value of `results.<action>` for an ended action. */
type SeenAction = {
  readonly status: ActionStatus
  readonly output: Json
  readonly error: string | null
}

/** Variables of an expression. */
export interface Scope {
  readonly key: Lookup
  readonly result: (action: string) => SeenAction | undefined
}

/** A condition, parsed once. */
export interface Condition {
  readonly text: string
  /** The context keys that it reads, as `key` or `context.key`. */
  readonly keys: readonly string[]
  /** The actions whose end it reads, as `results.<action>`. */
  readonly results: readonly string[]
  evaluate(scope: Scope): ConditionVerdict
}

type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly problem: string }

/**
 * A CEL condition over context and results (DAG-7). It sees a context key as `key` or `context.key` (for `has(context.key)`), and an ended
 * action as `results.<action>` or `results["<action>"]`.
 */
export function parseCondition(text: string): ParsedCondition {
  const parsed = parseExpression(text)
  if (!parsed.ok) return parsed
  const { reads, evaluate } = parsed.expression
  const keys = [...new Set([...reads.names, ...reads.keys])]
  const results = [...reads.results]
  const condition = {
    ...{ text, keys, results },
    evaluate: (scope: Scope) => evaluate(variablesOf({ keys, results }, scope)),
  }
  return { ok: true, condition }
}

function variablesOf(
  { keys, results: actions }: Pick<Condition, 'keys' | 'results'>,
  scope: Scope,
): CelObject {
  const context = valuesOf(keys, scope.key)
  const results = valuesOf(actions, scope.result)
  return new Map([...context, ['context', context], ['results', results]])
}
