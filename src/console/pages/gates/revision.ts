import type { GateShownFragment } from '../../../generated/console/graphql.ts'
import { parseJson } from '../../ui/json-check.ts'

/** The texts that were edited: of the arguments of a call, or of the parameters of actions of a plan, by the name of the action. */
export type Edits = Readonly<Record<string, string>>

export const noEdits: Edits = {}

export type Revision =
  | { readonly kind: 'none' }
  /** A text is no JSON object. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'changed'; readonly arguments: Readonly<Record<string, unknown>> }

/** `arguments` of `resolveGate`: only the differences from the model's arguments. */
export function toRevision(context: GateShownFragment['context'], edits: Edits | null): Revision {
  if (!edits) return { kind: 'none' }
  if (context.__typename === 'CallContext') {
    const text = edits[context.action]
    const value = text === undefined ? context.arguments : parseJson(text)
    if (!isObject(value)) return { kind: 'invalid' }
    return isSame(value, context.arguments) ? { kind: 'none' } : { kind: 'changed', arguments: value }
  }
  if (context.__typename !== 'PlanContext') return { kind: 'none' }
  const changed: Record<string, unknown> = {}
  for (const { name, parameters } of context.actions) {
    const text = edits[name]
    if (text === undefined) continue
    const value = parseJson(text)
    if (!isObject(value)) return { kind: 'invalid' }
    if (!isSame(value, parameters)) changed[name] = value
  }
  return Object.keys(changed).length > 0 ? { kind: 'changed', arguments: changed } : { kind: 'none' }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
