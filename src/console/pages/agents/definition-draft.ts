import type {
  AgentDefinitionInput,
  DefinitionShownFragment,
  InheritedLimit,
} from '../../../generated/console/graphql.ts'
import { formatCost, formatCount, formatDuration, formatWhole } from '../../ui/format.ts'

/** A definition as it is edited: what `createAgent` and `updateAgent` take. */
export type Draft = Readonly<AgentDefinitionInput>

const limits = {
  maxSteps: 'MAX_STEPS',
  defaultTimeoutMs: 'TIMEOUT',
  maxCostUsd: 'COST_LIMIT',
  maxTokens: 'TOKEN_LIMIT',
} as const satisfies Readonly<Record<string, InheritedLimit>>

type Limit = keyof typeof limits

/** A saved definition as an input. A limit that it leaves to the project is left out: null would mean that there is none. */
export function toDraft(definition: DefinitionShownFragment): Draft {
  const { inheritedLimits, ...fields } = withoutTypenames(definition)
  const { maxSteps, defaultTimeoutMs, maxCostUsd, maxTokens, ...others } = fields
  const isOwn = (limit: Limit) => !inheritedLimits.includes(limits[limit])
  return {
    ...others,
    ...(isOwn('maxSteps') && { maxSteps }),
    ...(isOwn('defaultTimeoutMs') && { defaultTimeoutMs }),
    ...(isOwn('maxCostUsd') && { maxCostUsd }),
    ...(isOwn('maxTokens') && { maxTokens }),
  }
}

/** The fields of `now` that differ from `before`. A field that is left out keeps its value, so it is no change. */
export function changesBetween(before: Draft, now: Draft): Draft {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  )
}

/** The names of the fields in which two definitions differ. */
export function changedFields(before: Draft, now: Draft): readonly string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])]
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(now))]
  return names.filter((name) => JSON.stringify(a.get(name)) !== JSON.stringify(b.get(name)))
}

/** A limit as a text: its value, that there is none, or that the project decides. */
export function limitText(definition: DefinitionShownFragment, limit: Limit): string {
  if (definition.inheritedLimits.includes(limits[limit])) return 'as the project says'
  const value = definition[limit]
  if (value == null) return 'none'
  if (limit === 'maxCostUsd') return formatCost(value)
  if (limit === 'defaultTimeoutMs') return formatDuration(Number(value))
  return limit === 'maxTokens' ? formatCount(Number(value)) : formatWhole(Number(value))
}

/** The cache adds the names of types, which no input takes. */
function withoutTypenames<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === '__typename' ? undefined : each)))
}
