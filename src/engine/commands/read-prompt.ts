import { runBounds } from '../../domain/agent.ts'
import { invalid, messageOf, RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { PromptCall, PromptServer, WorkflowPrompt } from '../../domain/prompt-call.ts'
import { oneLine } from '../../domain/text/foreign-text.ts'
import { startTimeLimit } from '../../domain/time-limit.ts'
import { checkText } from '../check-input.ts'
import { cutText } from '../context/show.ts'
import type { EngineServices } from '../run/run-context.ts'

/** A caller waits no longer for the servers of their prompts, in milliseconds. */
const limitMs = 30_000
const maxReasonChars = 500

type Services = Pick<EngineServices, 'tools' | 'clock'>

/**
 * Asks an MCP server for the messages of a prompt, which become the input of a run (MCP-12).
 * @throws INVALID_INPUT where there is no such server, or it refuses; MCP_SERVER_UNAVAILABLE where it is away, or answers late
 */
export async function readPrompt(call: PromptCall, services: Services): Promise<string> {
  const server = serverOf(call, 'prompt', services)
  return withinLimit(services, (signal) => ask(server, call, 'prompt', signal))
}

/** The same for parameters of a workflow: the servers are asked at the same time, and none any more once one has failed. */
export async function readPrompts(
  prompts: readonly WorkflowPrompt[],
  services: Services,
): Promise<JsonObject> {
  const asked = prompts.map(({ parameter, prompt }, index) => {
    const field = `prompts[${index}].prompt`
    return { parameter, prompt, field, server: serverOf(prompt, field, services) }
  })
  const texts = await withinLimit(services, (signal) =>
    Promise.all(
      asked.map(
        async ({ parameter, prompt, field, server }) =>
          [parameter, await ask(server, prompt, field, signal)] as const,
      ),
    ),
  )
  return Object.fromEntries(texts)
}

function serverOf({ server: name }: PromptCall, field: string, { tools }: Services): PromptServer {
  const servers = tools.servers?.() ?? []
  const server = servers.find((one) => one.name === name)
  if (server) return server
  const known = servers.map((one) => one.name).join(', ') || 'none'
  throw invalid(
    `${field}.server`,
    `is ${JSON.stringify(name)}, and no MCP server has that name. Known: ${known}.`,
  )
}

async function withinLimit<Value>(
  { clock }: Services,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const timeUp = () => new LateAnswer('The server does not answer in time.')
  const failed = new AbortController()
  const limit = startTimeLimit({ clock, ms: limitMs, signal: failed.signal, timeUp })
  try {
    return await work(limit.signal)
  } catch (error) {
    failed.abort(error)
    throw error
  } finally {
    limit.release()
  }
}

class LateAnswer extends Error {}

async function ask(
  server: PromptServer,
  { name, arguments: given }: PromptCall,
  field: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const text = await server.prompt(name, textsOf(given), signal)
    checkText('its text', text, runBounds.maxInputBytes)
    if (text.trim() === '') throw invalid('its text', 'is empty.')
    return text
  } catch (error) {
    const reason = cutText(oneLine(messageOf(error)), maxReasonChars)
    const late = signal.reason instanceof LateAnswer ? signal.reason.message : null
    const absence = late ?? (server.absence && `${server.absence}.`)
    if (absence !== null)
      throw new RungraphError(
        'MCP_SERVER_UNAVAILABLE',
        { field, server: server.name, reason: absence },
        error,
      )
    throw invalid(field, `was not given by the MCP server ${JSON.stringify(server.name)}: ${reason}`)
  }
}

function textsOf(given: Json | undefined): Readonly<Record<string, string>> {
  const entries = isJsonObject(given ?? null) ? Object.entries(given ?? {}) : []
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
