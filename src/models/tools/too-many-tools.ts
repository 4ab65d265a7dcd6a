import { toolCallsOf } from '../../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../../domain/model.ts'

/** The number of tools that a provider takes, with its words. */
export interface ToolLimit {
  readonly most: number
  readonly said: string
}

/** The tools that are offered, in their order: those that were called in the conversation, then the first of the others. */
export function withinLimit(
  tools: readonly ToolSpec[],
  { messages }: Pick<ModelRequest, 'messages'>,
  limit: ToolLimit | null,
): readonly ToolSpec[] {
  if (limit === null || tools.length <= limit.most) return tools
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? toolCallsOf(message) : []))
  // The last calls first.
  const called = [...new Set(calls.map(({ name }) => name).reverse())]
  const used = called.flatMap((name) => tools.filter((tool) => tool.name === name))
  const kept = new Set([...new Set([...used, ...tools])].slice(0, limit.most))
  return tools.filter((tool) => kept.has(tool))
}

const maxNamed = 20

/** What a limit does to the tools of a request, for the log; `null`: nothing. */
export function limitWords(
  tools: readonly ToolSpec[],
  request: Pick<ModelRequest, 'messages'>,
  limit: ToolLimit | null,
): string | null {
  const kept = new Set(withinLimit(tools, request, limit))
  const left = tools.filter((tool) => !kept.has(tool))
  if (limit === null || left.length === 0) return null
  const named = left.slice(0, maxNamed).map(({ name }) => `\`${name}\``)
  const more = left.length > maxNamed ? ` and ${left.length - maxNamed} more` : ''
  return `${limit.most} tools at most are offered, and ${named.join(', ')}${more} left out, as it refused so many: ${limit.said}`
}
