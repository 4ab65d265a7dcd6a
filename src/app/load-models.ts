import type { JsonObject } from '../domain/json.ts'
import type { ModelCatalogue } from '../domain/known-models.ts'
import type { ModelProvider, Models } from '../domain/model.ts'
import { createModelCatalogue } from '../engine/known-models.ts'
import { type Catalogue, createCatalogue } from '../models/catalogue/model-catalogue.ts'
import { readModelOverrides } from '../models/catalogue/model-catalogue-file.ts'
import type { ChatServer } from '../models/openai-chat/openai-chat.ts'
import { createModels } from '../models/registry.ts'
import { createScripted } from '../models/scripted.ts'
import type { ChatAccess, Config, ProviderAccess } from '../settings/config.ts'
import { loadDemo } from './demo.ts'

/** The words of a scripted demonstration come this far apart. */
const demoPaceMs = 25

/**
 * Providers that are set up; the SDK of one that is not is never loaded. Those of `inCode` take the place of others of their names.
 */
export async function loadModels(
  { providers }: Config,
  inCode: readonly ModelProvider[] = [],
): Promise<Models> {
  const { openai, anthropic, google, vertex, 'openai-chat': chat } = providers
  const { scripts } = await loadDemo()
  const ofSettings = [
    createScripted({ scripts, chunkDelayMs: demoPaceMs }),
    ...(openai ? profiles(openai, (await import('../models/openai/openai.ts')).createOpenAi) : []),
    ...(chat
      ? chatProfiles(chat, (await import('../models/openai-chat/openai-chat.ts')).createOpenAiChat)
      : []),
    ...(anthropic
      ? profiles(anthropic, (await import('../models/anthropic/anthropic.ts')).createAnthropic)
      : []),
    ...(google ? profiles(google, (await import('../models/google/google.ts')).createGoogle) : []),
    ...(vertex ? [(await import('../models/google/google.ts')).createVertex(vertex)] : []),
  ]
  const isReplaced = ({ name }: ModelProvider) => inCode.some((provider) => provider.name === name)
  return createModels([...ofSettings.filter((provider) => !isReplaced(provider)), ...inCode])
}

/** Loads the catalogue of prices and windows of models. @throws MODELS_FILE_INVALID */
export async function loadCatalogue({ models }: Config, inCode?: JsonObject): Promise<Catalogue> {
  const facts = inCode ?? models
  return createCatalogue({ overrides: facts === null ? null : await readModelOverrides(facts) })
}

/** The catalogue of models and providers, with the addresses from the settings. */
export function openCatalogue(
  { providers }: Pick<Config, 'providers'>,
  services: Parameters<typeof createModelCatalogue>[0],
  names: readonly string[],
): ModelCatalogue {
  const addresses = Object.entries(providers).map(([name, access]) => [name, access?.baseUrl])
  return createModelCatalogue(services, { names, baseUrls: Object.fromEntries(addresses) })
}

/** A provider once for each of its keys, in their order (MOD-5). */
function profiles(
  { apiKeys, ...server }: ProviderAccess,
  create: (server: { apiKey: string; baseUrl?: string }) => ModelProvider,
): readonly ModelProvider[] {
  return apiKeys.map((apiKey) => create({ ...server, apiKey }))
}

/** A compatible server may need no key; lessons about its models apply to all of its keys. */
function chatProfiles(
  access: ChatAccess,
  create: (server: ChatServer) => ModelProvider,
): readonly ModelProvider[] {
  const { apiKeys, ...server } = access
  const dialects = new Map()
  const keys = apiKeys.length === 0 ? [null] : apiKeys
  return keys.map((apiKey) => create({ ...server, apiKey, dialects }))
}
