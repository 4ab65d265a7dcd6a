import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai'
import type { ModelProvider } from '../../domain/model.ts'
import { refusesSystem, systemInFirst, withSystemInFirst } from '../refused-system.ts'
import { adapted } from '../sdk-errors.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { toModelError } from './google-errors.ts'
import { fetchWholeEvents } from './google-events.ts'
import { createGoogleFold } from './google-fold.ts'
import { toGoogleRequest, unsupportedByGoogle } from './google-request.ts'

const geminiUrl = 'https://generativelanguage.googleapis.com'

interface GoogleServer {
  readonly apiKey: string
  /** Without the `/v1beta` and without a slash at its end. Default: Google's own. */
  readonly baseUrl?: string
}

/** Google's Gemini API. */
export function createGoogle({ apiKey, baseUrl = geminiUrl }: GoogleServer): ModelProvider {
  return createProvider('google', baseUrl, { vertexai: false, apiKey, apiVersion: 'v1beta' })
}

interface VertexServer {
  readonly project: string
  /** A region such as `europe-west4`, or `global`. */
  readonly location: string
  /** Default: Google's Application Default Credentials, as the process finds them. */
  readonly apiKey?: string
  /** Without the `/v1beta1` and without a slash at its end. Default: that of `location`. */
  readonly baseUrl?: string
}

/** Gemini on Vertex AI: the same language under another name, with other addresses and credentials. */
export function createVertex({ baseUrl, ...server }: VertexServer): ModelProvider {
  // Else the library asks Google which project the credentials are of, to no use.
  const googleAuthOptions = { projectId: server.project }
  return createProvider('vertex', baseUrl, {
    vertexai: true,
    ...server,
    googleAuthOptions,
    apiVersion: 'v1beta1',
  })
}

function createProvider(
  name: 'google' | 'vertex',
  baseUrl: string | undefined,
  options: GoogleGenAIOptions,
): ModelProvider {
  const httpOptions = { fetch: fetchWholeEvents, ...(baseUrl === undefined ? {} : { baseUrl }) }
  const fitter = createToolFitter()
  /** Models that take no system instruction (Gemma). */
  const withoutSystem = new Set<string>()
  const client = new GoogleGenAI({ ...options, httpOptions })
  return {
    name,
    unsupportedOptions: unsupportedByGoogle,
    adaptations: fitter.adaptations,
    stream: (given) =>
      fitter.stream(given, (fitted) => {
        const { model } = fitted
        const request = withoutSystem.has(model) ? withSystemInFirst(fitted) : fitted
        return streamAnswer({
          open(abortSignal) {
            const { config, ...params } = toGoogleRequest(request, name)
            return client.models.generateContentStream({ ...params, config: { ...config, abortSignal } })
          },
          fold: createGoogleFold(request.messageId, name),
          request,
          toModelError: (error) => {
            const failure = toModelError(error)
            const { kind, message } = failure
            if (kind !== 'BAD_REQUEST' || !request.systemPrompt || !refusesSystem(message)) return failure
            withoutSystem.add(model)
            return adapted(failure, systemInFirst)
          },
        })
      }),
  }
}
