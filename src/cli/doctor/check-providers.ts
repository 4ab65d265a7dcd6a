import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { loadModels } from '../../app/load-models.ts'
import { messageOf } from '../../domain/errors.ts'
import {
  ModelError,
  type ModelErrorKind,
  type ModelProvider,
  type ModelRequest,
  parseModelName,
  providerSettings,
} from '../../domain/model.ts'
import { withoutPage } from '../../domain/text/foreign-text.ts'
import { fetchProvider } from '../../models/provider-fetch.ts'
import type { ChatAccess, Config } from '../../settings/config.ts'
import { broken, type DoctorFinding, type Findings, off, ok, warning } from './finding.ts'

/** How the providers are called. */
export interface ProviderCalls {
  /** Models to call in place of the doctor's own, as `provider/model`. */
  readonly models: readonly string[]
  /** Whether no provider is to be called. */
  readonly isOffline: boolean
}

/** Time for an answer, in milliseconds. */
const answerWithinMs = 30_000
/** OpenAI's Responses API takes no fewer: "Expected a value >= 16". */
const leastTokens: Readonly<Record<string, number>> = { openai: 16 }

/** Asks every configured provider for one token of output, once with each of its keys, and reports its answer. */
export async function checkProviders(config: Config, calls: ProviderCalls): Promise<Findings> {
  const names = Object.entries(config.providers).flatMap(([name, access]) => (access === null ? [] : [name]))
  const missing = Object.keys(config.providers).filter((name) => !names.includes(name))
  const unset = missing.map((name) => off(name, 'Not set up.', `Set ${providerSettings[name]}.`))
  const notes = config.notes.map((note) => warning('settings', note, 'See docs/reference/settings.md.'))
  if (calls.isOffline)
    return [
      ...notes,
      ...names.map((name) => off(name, 'Set up, and not called (--offline).', 'Call without --offline.')),
      ...unset,
    ]
  const unknown = calls.models
    .filter((model) => !names.includes(parseModelName(model)?.provider ?? ''))
    .map((model) =>
      broken('--model', `${model} is of no provider that is set up.`, 'Name it as provider/model.'),
    )
  const models = await loadModels(config)
  const called = names.map(async (name) => {
    const model = await modelOf(name, config, calls)
    if (model === null)
      return [
        warning(name, 'Set up, and its server lists no model.', `Name one with --model ${name}/<model>.`),
      ]
    const profiles = models.profiles(name)
    const label = (index: number) => (profiles.length === 1 ? name : `${name}, key ${index + 1}`)
    return Promise.all(profiles.map((provider, index) => call(provider, model, label(index))))
  })
  return [...notes, ...unknown, ...(await Promise.all(called)).flat(), ...unset]
}

/** Cheap models of the providers whose models are known. */
const smallModels: Readonly<Record<string, string>> = {
  openai: 'gpt-5-mini',
  'openai-chat': 'gpt-5-mini',
  anthropic: 'claude-sonnet-5',
  google: 'gemini-3.8-flash',
  vertex: 'gemini-3.8-flash',
}

/** The model to call: as asked, a small one that the provider has, or the first that the server lists. */
async function modelOf(
  name: string,
  { providers }: Config,
  { models }: ProviderCalls,
): Promise<string | null> {
  const asked = models.map(parseModelName).find((model) => model?.provider === name)
  if (asked) return asked.model
  const chat = providers['openai-chat']
  if (name === 'openai-chat' && chat?.baseUrl !== undefined) return firstListed(chat)
  return smallModels[name] ?? null
}

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Of a server that is compatible with OpenAI; a failure shows in the call itself, which is then made with this name. */
async function firstListed({ baseUrl, apiKeys }: ChatAccess): Promise<string | null> {
  try {
    const [key] = apiKeys
    const response = await fetchProvider(`${baseUrl}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (!response.ok) return 'unknown'
    return modelList.parse(await response.json()).data[0]?.id ?? null
  } catch {
    return 'unknown'
  }
}

async function call(provider: ModelProvider, model: string, label: string): Promise<DoctorFinding> {
  const name = `${provider.name}/${model}`
  const since = performance.now()
  try {
    for await (const chunk of provider.stream(requestOf(provider, model))) {
      if (chunk.type !== 'done') continue
      const { inputTokens, outputTokens } = chunk.usage
      const ms = Math.round(performance.now() - since)
      return ok(label, `${name} answered in ${ms} ms (${inputTokens} tokens in, ${outputTokens} out).`)
    }
    return broken(label, `${name} ended without an answer.`)
  } catch (error) {
    if (!(error instanceof ModelError))
      return broken(label, `${name}: ${messageOf(error)}`, remedies.TIMEOUT(provider.name))
    const status = error.status === undefined ? '' : ` ${error.status}`
    return broken(
      label,
      `${name}: ${error.kind}${status}: ${withoutPage(error.message)}`,
      remedies[error.kind](provider.name),
    )
  }
}

function requestOf({ name }: ModelProvider, model: string): ModelRequest {
  return {
    ...{
      model,
      systemPrompt: null,
      messages: [{ role: 'user', text: 'Say OK.' }],
      tools: [],
      toolChoice: 'auto',
    },
    ...{ temperature: null, reasoningEffort: null, responseFormat: null, messageId: randomUUID() },
    maxOutputTokens: leastTokens[name] ?? 1,
    signal: AbortSignal.timeout(answerWithinMs),
  }
}

const later = () => 'Try again later; agents with several models fail over (docs/models.md).'
const remedies: Readonly<Record<ModelErrorKind, (provider: string) => string>> = {
  AUTH: (provider) =>
    provider === 'vertex'
      ? 'Check the Application Default Credentials of this process, and their right to use Vertex AI.'
      : `Check ${providerSettings[provider]}: the provider refuses this key. Make a new one there, or give it the right to this model.`,
  RATE_LIMIT: () => 'Raise the limit or the credit of the account at the provider, or wait.',
  CONTEXT_OVERFLOW: (provider) => `Choose another model with --model ${provider}/<model>.`,
  TIMEOUT: () => 'Check the way to the provider: a proxy, a firewall, the base URL. Else try again later.',
  OVERLOADED: later,
  BAD_REQUEST: (provider) =>
    `Choose a model that this account has with --model ${provider}/<model>, or check the base URL.`,
  CONTENT_BLOCKED: (provider) => `Choose another model with --model ${provider}/<model>.`,
  ANSWER_TOO_LARGE: (provider) =>
    `Check the base URL of ${provider}: what answers there may be no such provider.`,
  NETWORK: () => 'Check the way to the provider: the name server, a proxy, a firewall, the base URL.',
  UNKNOWN: (provider) => `Check the base URL of ${provider}: what answers there may be no such provider.`,
}
