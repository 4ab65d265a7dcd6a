import type { ReasoningEffort } from '../../domain/model.ts'
import { nearestEffort } from '../request-options.ts'

/** Settings that OpenAI's models accept, by name. Settings that a model would answer with 400 are omitted. */
export interface OpenAiModel {
  /** Whether it gives encrypted reasoning; the others refuse: "Encrypted content is not supported with this model." */
  readonly encryptsReasoning: boolean
  /** Whether it is known to give summaries of its reasoning. */
  readonly summarizes: boolean
  /** The efforts that it takes, from least to most; empty where it takes none. */
  readonly efforts: readonly ReasoningEffort[]
  /** Without an effort it does not reason. */
  readonly reasonsOffByDefault: boolean
  /** Whether it answers in a given JSON Schema; the others refuse `json_schema`. */
  readonly fitsSchemas: boolean
}

/**
 * Reads a model's name. A name that is none of OpenAI's (a deployment, a model of another server) counts as a
 * reasoning model with the three efforts that all of them take
 * (developers.openai.com/api/docs/guides/reasoning and the models' pages, November 2026).
 */
export function openAiModel(name: string): OpenAiModel {
  const model = name.replace(/^ft:/, '')
  const talksOnly = /^(gpt-3\.5|gpt-4|chatgpt-|gpt-5-chat)/.test(model)
  const isKnown = /^(o\d|codex-|gpt-[5-9])/.test(model) && !talksOnly
  return {
    encryptsReasoning: !talksOnly,
    summarizes: isKnown,
    efforts: talksOnly ? [] : (effortRows.find(([pattern]) => pattern.test(model))?.[1] ?? everywhere),
    reasonsOffByDefault:
      talksOnly || !isKnown || /^gpt-5\.[1-4](-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/.test(model),
    fitsSchemas: !/^(gpt-3\.5|gpt-4(-|$)|gpt-4o-2024-05-13|chatgpt-|o1-mini|o1-preview)/.test(model),
  }
}

const everywhere = ['LOW', 'MEDIUM', 'HIGH'] as const

/** The first row that fits a name has the efforts of the model. */
const effortRows: readonly (readonly [RegExp, readonly ReasoningEffort[]])[] = [
  // "Unsupported value: 'low' is not supported with the 'gpt-5.1-chat-latest' model. Supported values are: 'medium'."
  [/-chat|-deep-research|^o1-(mini|preview)/, []],
  [/^gpt-5-pro/, ['HIGH']],
  [/^gpt-5\.\d-pro/, ['MEDIUM', 'HIGH']],
  [/codex/, everywhere],
  [/^gpt-5(-mini|-nano)?(-\d{4}-|$)/, ['MINIMAL', ...everywhere]],
  // "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', …"
  [/^gpt-5\.\d/, ['NONE', ...everywhere]],
  [/^gpt-6-(sol|luna)/, ['NONE', ...everywhere]],
]

/** The effort as the API spells it; `null` sends none. */
export function toEffort(
  asked: ReasoningEffort | null,
  { efforts }: OpenAiModel,
): 'none' | 'minimal' | 'low' | 'medium' | 'high' | null {
  const effort = asked === null ? null : nearestEffort(asked, efforts)
  return effort === null ? null : spelled[effort]
}

/** As Chat Completions and the Responses API write them. */
export const spelled = {
  NONE: 'none',
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
} as const satisfies Record<ReasoningEffort, string>

/** "When reasoning effort is not none, remove temperature, top_p, and top_logprobs" (deployment checklist). */
export function takesTemperature(effort: string | null, model: OpenAiModel): boolean {
  return effort === null ? model.reasonsOffByDefault : effort === 'none' || !model.summarizes
}
