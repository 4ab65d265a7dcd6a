import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai'
import { messageOf } from '../../domain/errors.ts'
import { type ModelChunk, ModelError, type ModelProvider, type ModelRequest } from '../../domain/model.ts'
import { googleFiles } from '../files/file-rules.ts'
import type { SentFiles } from '../files/sent-files.ts'
import { createFileFitter } from '../fit-files.ts'
import { refusesSystem, systemInFirst, withSystemInFirst } from '../refused-system.ts'
import { adapted } from '../sdk-errors.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { modelErrorIn, toConnectionError, toTransportError } from '../transport-errors.ts'
import { createGoogleBatches } from './google-batches.ts'
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
  const provider = createProvider('google', baseUrl, { vertexai: false, apiKey, apiVersion: 'v1beta' })
  return { ...provider, batches: createGoogleBatches({ apiKey, baseUrl }) }
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
  const fileFitter = createFileFitter((model) => googleFiles(model, name))
  /** Models that take no system instruction (Gemma). */
  const withoutSystem = new Set<string>()
  const client = new GoogleGenAI({ ...options, httpOptions })
  return {
    name,
    unsupportedOptions: unsupportedByGoogle,
    adaptations: fitter.adaptations,
    leftOutFiles: fileFitter.leftOutFiles,
    stream: (given) =>
      fitter.stream(given, (fitted) => fileFitter.stream(fitted, (files) => streamOf(fitted, files))),
  }

  function streamOf(fitted: ModelRequest, files: SentFiles): AsyncIterable<ModelChunk> {
    const { model } = fitted
    const request = withoutSystem.has(model) ? withSystemInFirst(fitted) : fitted
    return streamAnswer({
      open(abortSignal) {
        const { config, ...params } = toGoogleRequest(request, name, files)
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
  }
}

/** Converts an error of the SDK into one of the engine (MOD-3); those of the API come as such (google-events.ts). */
function toModelError(error: unknown): ModelError {
  const known = modelErrorIn(error)
  if (known !== null) return known
  // The SDK's message about bytes after the last whole event: an event cut in its middle.
  if (messageOf(error) === 'Incomplete JSON segment at the end') return toConnectionError('NETWORK', error)
  return toCredentialsError(error) ?? toTransportError(error)
}

/**
 * A failure while google-auth-library searched the Application Default Credentials or exchanged them for a token;
 * `null` for any other failure.
 */
function toCredentialsError(error: unknown): ModelError | null {
  const message = messageOf(error)
  if (sentences.some((sentence) => sentence.test(message))) return credentialsRefused(message, error)
  if (!isTokenFailure(error)) return null
  const { status } = error
  if (status === undefined) return toConnectionError('NETWORK', error)
  if (status < 500 && status !== 408 && status !== 429) return credentialsRefused(message, error)
  return new ModelError('OVERLOADED', message, { retryable: true, status, cause: error })
}

function credentialsRefused(message: string, cause: unknown): ModelError {
  return new ModelError('AUTH', message, { retryable: false, cause })
}

/** The library's words, and the codes of OAuth (RFC 6749, 5.2), which may come under any status. */
const sentences: readonly RegExp[] = [
  // "Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication/getting-started …"
  /could not load the default credentials/i,
  // "Unable to read the credential file specified by the GOOGLE_APPLICATION_CREDENTIALS environment variable: …"
  /unable to read the credential file/i,
  // "The file at … does not exist, or it is not a file."
  /the file at .* does not exist, or it is not a file/i,
  /invalid_(grant|client|request|scope|target)|unauthorized_client|access_denied/,
  // "Could not refresh access token: …", of the machine's own credentials.
  /could not refresh access token/i,
]

/** An exchange of tokens over HTTP: the library's HTTP client throws errors of its own kind, OAuth's are rewritten. */
function isTokenFailure(error: unknown): error is Error & { readonly status?: number } {
  if (!(error instanceof Error)) return false
  return error.constructor.name === 'GaxiosError' || error.message.startsWith('Error code ')
}
