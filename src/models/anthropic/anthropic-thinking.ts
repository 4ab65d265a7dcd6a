import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { ModelRequest, ReasoningEffort } from '../../domain/model.ts'

type Thinking = Pick<MessageCreateParamsStreaming, 'thinking'> & {
  readonly effort?: 'low' | 'medium' | 'high'
}

/** Control of a model's thinking. */
interface ThinkingRule {
  /** `ADAPTIVE`: it decides, guided by an effort. `BUDGET`: so many tokens. `NEVER`: it cannot. */
  readonly mode: 'ADAPTIVE' | 'BUDGET' | 'NEVER'
  /** Whether it thinks when nothing is said of it: then being shown its thoughts changes nothing else. */
  readonly isDefault: boolean
  /** Way to disable thinking: omit the setting, send a value, or not possible. */
  readonly off: 'UNSAID' | 'disabled' | 'between_tools' | 'NEVER'
}

/**
 * The settings of thinking for one turn; thoughts are asked for in summary, for the newest models hide them else
 * (platform.claude.com/docs/en/build-with-claude/thinking and the models' migration guides, November 2026).
 */
export function toThinkingSettings(
  request: ModelRequest,
  maxTokens: number,
  turns: readonly MessageParam[],
): Thinking {
  const rule = ruleOf(request.model)
  const effort = request.reasoningEffort
  if (effort === null) return rule.isDefault ? { thinking: shown } : {}
  switch (rule.mode) {
    case 'NEVER':
      return {}
    case 'BUDGET':
      return effort === 'NONE' || isAmidCallsWithoutThinking(turns) ? {} : withBudget(effort, maxTokens)
    case 'ADAPTIVE':
      return effort === 'NONE' ? withoutThinking(rule) : { thinking: shown, effort: efforts[effort] }
    default:
      return rule.mode satisfies never
  }
}

/** Whether a requested effort is sent, or is the default: NONE may be the default already. */
export function claudeHeedsEffort(
  request: ModelRequest,
  maxTokens: number,
  turns: readonly MessageParam[],
): boolean {
  if (request.reasoningEffort === 'NONE') return true
  return Object.keys(toThinkingSettings(request, maxTokens, turns)).length > 0
}

const shown = { type: 'adaptive', display: 'summarized' } as const

const efforts = { MINIMAL: 'low', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' } as const

function ruleOf(model: string): ThinkingRule {
  return rules.find(([pattern]) => pattern.test(model))?.[1] ?? newest
}

/** A name that is not known yet: the options that all models since 4.6 take, and none unless requested. */
const newest: ThinkingRule = { mode: 'ADAPTIVE', isDefault: false, off: 'NEVER' }

/** The first row that fits a name has the options of the model. */
const rules: readonly (readonly [RegExp, ThinkingRule])[] = [
  [/^claude-(2|3-5|3-haiku|3-opus|3-sonnet|instant)/, { mode: 'NEVER', isDefault: false, off: 'UNSAID' }],
  [/^claude-(opus|sonnet)-4-[6-8]/, { mode: 'ADAPTIVE', isDefault: false, off: 'UNSAID' }],
  [/^claude-(3-7|(opus|sonnet|haiku)-4)/, { mode: 'BUDGET', isDefault: false, off: 'UNSAID' }],
  [/^claude-sonnet-5-5/, { mode: 'ADAPTIVE', isDefault: true, off: 'between_tools' }],
  // "thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".
  [/^claude-(opus-5-5|fable-5|mythos-5)/, { mode: 'ADAPTIVE', isDefault: true, off: 'NEVER' }],
  [/^claude-(haiku-5-5|(opus|sonnet)-5(-\d{8}|$))/, { mode: 'ADAPTIVE', isDefault: true, off: 'disabled' }],
]

function withoutThinking({ off }: ThinkingRule): Thinking {
  if (off === 'UNSAID') return {}
  return off === 'NEVER' ? { thinking: shown, effort: 'low' } : { thinking: { type: off } }
}

const budgets = { MINIMAL: 1_024, LOW: 2_048, MEDIUM: 8_192, HIGH: 16_384 } as const

const leastBudget = 1_024

/** A budget is part of the answer's bound, "must be ≥1024 and less than `max_tokens`"; half of it is left for words. */
function withBudget(effort: Exclude<ReasoningEffort, 'NONE'>, maxTokens: number): Thinking {
  const budget = Math.min(budgets[effort], Math.floor(maxTokens / 2))
  return budget < leastBudget
    ? {}
    : { thinking: { type: 'enabled', budget_tokens: budget, display: 'summarized' } }
}

/** "Expected `thinking`, but found `tool_use`": calls that were made without it are finished without it. */
function isAmidCallsWithoutThinking(turns: readonly MessageParam[]): boolean {
  const asksAgain = blocksOf(turns.at(-1)).some((block) => block.type === 'tool_result')
  const first = blocksOf(turns.at(-2)).at(0)
  return asksAgain && first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}

function blocksOf(turn: MessageParam | undefined) {
  return Array.isArray(turn?.content) ? turn.content : []
}
