import type { ChatAccess, Config, ProviderAccess } from '../config.ts'
import { demoScripts } from '../demo/demo-scripts.ts'
import type { ModelCatalogue } from '../domain/known-models.ts'
import type { ModelProvider, Models } from '../domain/model.ts'
import { createModelCatalogue } from '../engine/known-models.ts'
import { type Catalogue, createCatalogue } from '../models/catalogue/model-catalogue.ts'
import { readModelOverrides } from '../models/catalogue/model-catalogue-file.ts'
import type { ChatServer } from '../models/openai-chat/openai-chat.ts'

import { createModels } from '../models/registry.ts'
import { createScripted } from '../models/scripted.ts'

/** The words of a scripted demonstration come this far apart. */
const demoPaceMs = 25

/** Providers that are set up; the SDK of one that is not is never loaded. */
export async function loadModels({ providers }: Config): Promise<Models> {
  const { openai, anthropic, google, vertex, 'openai-chat': chat } = providers
  return createModels([
    createScripted({ scripts: demoScripts, chunkDelayMs: demoPaceMs }),
    ...(openai ? profiles(openai, (await import('../models/openai/openai.ts')).createOpenAi) : []),
    ...(chat
      ? chatProfiles(chat, (await import('../models/openai-chat/openai-chat.ts')).createOpenAiChat)
      : []),
    ...(anthropic
      ? profiles(anthropic, (await import('../models/anthropic/anthropic.ts')).createAnthropic)
      : []),
    ...(google ? profiles(google, (await import('../models/google/google.ts')).createGoogle) : []),
    ...(vertex ? [(await import('../models/google/google.ts')).createVertex(vertex)] : []),
  ])
}

/** Loads the catalogue of prices and windows of models. @throws MODELS_FILE_INVALID */
export async function loadCatalogue({ models }: Config): Promise<Catalogue> {
  return createCatalogue({ overrides: models === null ? null : await readModelOverrides(models) })
}

/** What the server knows of models and providers, with the addresses of the settings. */
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

/** A compatible server may want no key; what is learnt of its models holds for all of its keys. */
function chatProfiles(
  access: ChatAccess,
  create: (server: ChatServer) => ModelProvider,
): readonly ModelProvider[] {
  const { apiKeys, ...server } = access
  const dialects = new Map()
  const keys = apiKeys.length === 0 ? [null] : apiKeys
  return keys.map((apiKey) => create({ ...server, apiKey, dialects }))
}
