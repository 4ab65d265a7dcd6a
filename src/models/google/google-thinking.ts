import { type GenerateContentConfig, ThinkingLevel } from '@google/genai'
import type { ModelRequest, ReasoningEffort } from '../../domain/model.ts'
import { nearestEffort } from '../request-options.ts'

/**
 * The options that make a model think, and show its thoughts wherever it has some: a level since Gemini 3, a budget in
 * 2.5, nothing before (docs.cloud.google.com/gemini-enterprise-agent-platform/models/thinking, November 2026).
 */
export function toThinkingConfig({
  model,
  reasoningEffort: effort,
}: ModelRequest): Pick<GenerateContentConfig, 'thinkingConfig'> {
  if (!takesThinking(model)) return {}
  if (generationOf(model) < 3) return toBudget(model, effort)
  return { thinkingConfig: { includeThoughts: true, ...toLevel(model, effort) } }
}

/** Whether a requested effort is sent, or is the default: models before 2.5 never think. */
export function geminiHeedsEffort({ model, reasoningEffort }: ModelRequest): boolean {
  return takesThinking(model) || (reasoningEffort === 'NONE' && generationOf(model) < 2.5)
}

function takesThinking(model: string): boolean {
  return generationOf(model) >= 2.5 && !/image|tts|live|audio|embedding/.test(model)
}

/** The number in a model's name; 0 where it is no Gemini. `gemini-flash-latest` is of the newest generation. */
export function generationOf(model: string): number {
  const found = /gemini-(?:(\d+(?:\.\d+)?)|[a-z])/.exec(model)
  if (found === null) return 0
  return found[1] === undefined ? newestGeneration : Number(found[1])
}

const newestGeneration = 4

/** "Reasoning effort" in Google's own translation for OpenAI's API; one model cannot stop, and has a least budget. */
const budgets = { NONE: 0, MINIMAL: 1_024, LOW: 1_024, MEDIUM: 8_192, HIGH: 24_576 } as const

const leastOfPro = 128

function toBudget(
  model: string,
  effort: ReasoningEffort | null,
): Pick<GenerateContentConfig, 'thinkingConfig'> {
  // "Thinking_config.include_thoughts is only enabled when thinking is enabled": with Flash-Lite it is off by default.
  if (effort === null) return /flash-lite/.test(model) ? {} : { thinkingConfig: { includeThoughts: true } }
  const least = /pro/.test(model) ? leastOfPro : 0
  const thinkingBudget = Math.max(budgets[effort], least)
  return {
    thinkingConfig: { thinkingBudget, ...(thinkingBudget === 0 ? {} : { includeThoughts: true }) },
  }
}

const levels = {
  NONE: ThinkingLevel.MINIMAL,
  MINIMAL: ThinkingLevel.MINIMAL,
  LOW: ThinkingLevel.LOW,
  MEDIUM: ThinkingLevel.MEDIUM,
  HIGH: ThinkingLevel.HIGH,
} as const satisfies Record<ReasoningEffort, ThinkingLevel>

/** None of them can be stopped from thinking; the least level is the nearest to it. */
function toLevel(model: string, effort: ReasoningEffort | null): { readonly thinkingLevel?: ThinkingLevel } {
  const nearest = effort === null ? null : nearestEffort(effort, effortsOf(model))
  return nearest === null ? {} : { thinkingLevel: levels[nearest] }
}

function effortsOf(model: string): readonly ReasoningEffort[] {
  if (/gemini-3-pro/.test(model)) return ['LOW', 'HIGH']
  const takesMinimal = /gemini-3(\.[1-6])?-flash/.test(model)
  return takesMinimal ? ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH']
}
