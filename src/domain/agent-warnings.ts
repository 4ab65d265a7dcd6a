import { z } from 'zod'
import type { AgentDefinition } from './agent.ts'
import { about, choice, object } from './declared.ts'
import { absentProvider, parseModelName } from './model.ts'
import type { Tools } from './tool.ts'

export const agentWarningCode = choice('AgentWarningCode', 'What an agent names that is not there.', {
  PROVIDER_NOT_SET_UP: 'The provider of a model is not set up on the server: the model cannot be called.',
  TOOL_UNAVAILABLE: 'The server does not have the tool now: calls of it fail.',
})

/** It may come, so the definition is taken all the same (MOD-5, TAS-6). */
export const agentWarning = object(
  'AgentWarning',
  'Something that an agent names and that the server that answers does not have now.',
  {
    code: about('What is absent.', agentWarningCode),
    path: about('Field of the definition that names it.', z.array(z.string()).readonly()),
    message: about('What is absent, and what to do.', z.string()),
  },
)
export type AgentWarning = Readonly<z.infer<typeof agentWarning>>

interface Present {
  readonly models: { profiles(provider: string): readonly unknown[] }
  readonly tools: Tools
}

/** What runs of the agent would lack if one began now, in the order of its fields. */
export function warningsOf(definition: AgentDefinition, present: Present): readonly AgentWarning[] {
  return [...modelWarnings(definition, present), ...toolWarnings(definition, present)]
}

function modelWarnings(definition: AgentDefinition, { models }: Present): readonly AgentWarning[] {
  return modelsNamed(definition).flatMap(({ path, name }) => {
    const provider = parseModelName(name)?.provider
    if (provider === undefined || models.profiles(provider).length > 0) return []
    const message = `${path.join('.')}: ${name} cannot be called: ${absentProvider(provider)}`
    return [{ code: 'PROVIDER_NOT_SET_UP', path, message } as const]
  })
}

function toolWarnings({ tools: names }: AgentDefinition, { tools }: Present): readonly AgentWarning[] {
  return names.flatMap((name) => {
    if (tools.find(name)) return []
    const reason = tools.absenceReason?.(name) ?? 'This server has no tool of this name.'
    return [
      { code: 'TOOL_UNAVAILABLE', path: ['tools'], message: `tools: ${name} is not available: ${reason}` },
    ] as const
  })
}

interface NamedModel {
  readonly path: readonly string[]
  /** `provider/model`. */
  readonly name: string
}

/** All models that a definition names, each with its field. */
export function modelsNamed({
  model,
  fallbackModels,
  compaction,
  confidence,
}: Pick<AgentDefinition, 'model' | 'fallbackModels' | 'compaction' | 'confidence'>): readonly NamedModel[] {
  const listed = (path: readonly string[], names: readonly string[] = []) =>
    names.map((name, index) => ({ path: [...path, String(index)], name }))
  return [
    { path: ['model'], name: model },
    ...listed(['fallbackModels'], fallbackModels),
    ...listed(['compaction', 'models'], compaction?.models),
    ...listed(['confidence', 'models'], confidence?.models),
  ]
}
