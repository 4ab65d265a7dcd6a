import type { UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import { formatCost, formatCount, formatEnum } from '../../ui/format.ts'
import { type Grouping, type Measure, noneId } from './usage-search.ts'

/** A bucket of either report of the API. */
export interface UsageBucket {
  readonly hour?: string | null
  readonly day?: string | null
  readonly agent?: { readonly slug: string; readonly name: string } | null
  /** Also of an agent that was deleted, as `sessionId` of a session. */
  readonly agentId?: string | null
  readonly agentVersion?: number | null
  readonly provider?: string | null
  readonly model?: string | null
  readonly purpose?: string | null
  readonly session?: { readonly key: string } | null
  readonly sessionId?: string | null
  readonly tag?: string | null
  readonly tool?: string | null
  readonly status?: string | null
  readonly terminationReason?: string | null
  readonly usage: UsageFiguresFragment
}

/** A group, with all that its buckets used. */
export interface UsageRow {
  readonly id: string
  readonly name: string
  readonly usage: UsageFiguresFragment
}

/** The groups of buckets, the greatest first. */
export function toUsageRows(
  by: Grouping,
  buckets: readonly UsageBucket[],
  measure: Measure,
): readonly UsageRow[] {
  const rows = new Map<string, UsageRow>()
  for (const bucket of buckets) {
    const [id, name] = groupOf(by, bucket)
    const before = rows.get(id)
    rows.set(id, { id, name, usage: before ? addUsage(before.usage, bucket.usage) : bucket.usage })
  }
  return [...rows.values()].toSorted(
    (a, b) => amountOf(measure, b.usage) - amountOf(measure, a.usage) || a.name.localeCompare(b.name),
  )
}

/** The id of the group that a bucket belongs to, as addresses have it, and its name. */
export function groupOf(by: Grouping, bucket: UsageBucket): readonly [id: string, name: string] {
  const { agent, agentVersion, provider, model, purpose, session, tag, tool, status, terminationReason } =
    bucket
  switch (by) {
    case 'agent':
      return agent ? [agent.slug, agent.name] : deletedOr('agent', bucket.agentId)
    case 'version': {
      const [id, name] = groupOf('agent', bucket)
      return id === noneId ? [id, name] : [`${id}@${agentVersion}`, `${name}, version ${agentVersion}`]
    }
    case 'model':
      return model ? [`${provider}/${model}`, `${provider}/${model}`] : [noneId, 'No model']
    case 'provider':
      return provider ? [provider, provider] : [noneId, 'No provider']
    case 'purpose':
      return purpose ? [purpose, formatEnum(purpose)] : [noneId, 'No purpose']
    case 'conversation':
      return session ? [session.key, session.key] : deletedOr('conversation', bucket.sessionId)
    case 'tag':
      return tag ? [tag, tag] : [noneId, 'No tag']
    case 'tool':
      return tool ? [tool, tool] : [noneId, 'No tool']
    case 'status':
      return status ? [status, formatEnum(status)] : [noneId, 'No status']
    case 'reason':
      return terminationReason ? [terminationReason, formatEnum(terminationReason)] : [noneId, 'Not ended']
  }
}

/** The group of a deleted object, by its id, whose end tells it from others; or that of calls without one. */
function deletedOr(noun: string, id: string | null | undefined): readonly [id: string, name: string] {
  return id == null ? [noneId, `No ${noun}`] : [id, `Deleted ${noun} …${id.slice(-6)}`]
}

export function amountOf(measure: Measure, usage: UsageFiguresFragment): number {
  return { cost: Number(usage.costUsd), tokens: usage.totalTokens, calls: usage.requests }[measure]
}

export const noUsage: UsageFiguresFragment = {
  ...{ requests: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  ...{ reasoningTokens: 0, totalTokens: 0, costUsd: '0', savedUsd: '0', unpricedCalls: 0 },
}

/** Sums of money are shown with fewer digits than a double has. */
function sumOf(a: string, b: string): string {
  return String(Number((Number(a) + Number(b)).toFixed(10)))
}

export function addUsage(a: UsageFiguresFragment, b: UsageFiguresFragment): UsageFiguresFragment {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    costUsd: sumOf(a.costUsd, b.costUsd),
    savedUsd: sumOf(a.savedUsd, b.savedUsd),
    unpricedCalls: a.unpricedCalls + b.unpricedCalls,
  }
}

/** How amounts of a measure are written. */
export function formatOf(measure: Measure): (value: number) => string {
  return measure === 'cost' ? formatCost : formatCount
}
