import type { ModelRequest, ReasoningEffort } from '../../domain/model.ts'
import { spelled, toEffort } from '../openai/openai-models.ts'
import { type OpenAiSettings, openAiSettings } from '../openai/openai-settings.ts'
import { nearestEffort } from '../request-options.ts'
import type { ChatDialect } from './chat-dialect.ts'

/** The settings of one turn that its server takes. */
export function chatSettings(request: ModelRequest, dialect: ChatDialect): OpenAiSettings {
  const { efforts } = dialect
  const settings = openAiSettings(request, ({ reasoningEffort }, model) =>
    efforts === 'OPENAI' ? toEffort(reasoningEffort, model) : effortAmong(reasoningEffort, efforts),
  )
  const effort = isRefused('reasoning_effort', dialect) ? null : settings.effort
  return {
    effort,
    temperature: isRefused('temperature', dialect) ? null : temperatureOf(request, settings, dialect),
    responseFormat: takesSchema(request, dialect) ? settings.responseFormat : null,
  }
}

function isRefused(field: string, { refused }: ChatDialect): boolean {
  return refused.includes(field)
}

function effortAmong(
  asked: ReasoningEffort | null,
  efforts: readonly ReasoningEffort[],
): OpenAiSettings['effort'] {
  const effort = asked === null ? null : nearestEffort(asked, efforts)
  return effort === null ? null : spelled[effort]
}

/** One that is out of the server's bounds is brought within them; one at the open lower bound stays away. */
function temperatureOf(
  { temperature: asked }: ModelRequest,
  settings: OpenAiSettings,
  { temperature: rule }: ChatDialect,
): number | null {
  if (rule === 'OPENAI') return settings.temperature
  if (rule === 'NEVER' || asked === null || asked <= rule.above) return null
  return Math.min(asked, rule.most)
}

function takesSchema({ tools, toolChoice }: ModelRequest, dialect: ChatDialect): boolean {
  if (isRefused('response_format', dialect) || dialect.jsonSchema === 'NEVER') return false
  const offersTools = tools.length > 0 && !(toolChoice === 'none' && dialect.noCall === null)
  return dialect.jsonSchema === 'ALWAYS' || !offersTools
}
