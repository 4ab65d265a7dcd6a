import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { PromptServer, ServerPrompt } from '../../domain/prompt-call.ts'
import { cutMarked } from '../cut-marked.ts'
import { listOf } from './loose-json.ts'
import type { McpAsker } from './mcp-answers.ts'
import { textOfContent } from './mcp-result.ts'

interface PromptServerOptions extends McpAsker {
  readonly name: string
  readonly absence: () => string | null
  readonly instructions: () => string | null
  readonly hasPrompts: () => boolean
}

/** The server of the prompts, as it is at each moment (MCP-12). */
export function createPromptServer(options: PromptServerOptions): PromptServer {
  return {
    name: options.name,
    get absence() {
      return options.absence()
    },
    get instructions() {
      return options.instructions()
    },
    prompts: async (signal) => (options.hasPrompts() ? listedPrompts(options, signal) : []),
    prompt: (name, args, signal) => promptTextOf(name, args, options, signal),
  }
}

const maxPages = 20
const maxPrompts = 500
const maxArguments = 50
const maxWords = 1000

async function listedPrompts(connection: McpAsker, signal: AbortSignal): Promise<readonly ServerPrompt[]> {
  const found: ServerPrompt[] = []
  let cursor: Json | undefined
  for (let page = 0; page < maxPages && found.length < maxPrompts; page += 1) {
    const params: JsonObject = cursor === undefined ? {} : { cursor }
    const { prompts, nextCursor } = await connection.ask({ method: 'prompts/list', params }, signal)
    found.push(...listOf(prompts).flatMap((prompt) => toPrompt(prompt) ?? []))
    if (typeof nextCursor !== 'string' || nextCursor === '' || nextCursor === cursor) break
    cursor = nextCursor
  }
  return found.slice(0, maxPrompts)
}

function toPrompt(prompt: Json): ServerPrompt | null {
  if (!isJsonObject(prompt) || typeof prompt.name !== 'string' || prompt.name === '') return null
  const { name, title, description, arguments: args } = prompt
  return {
    name,
    title: wordsOr(title),
    description: wordsOr(description),
    arguments: listOf(args)
      .slice(0, maxArguments)
      .flatMap((arg) =>
        isJsonObject(arg) && typeof arg.name === 'string'
          ? [{ name: arg.name, description: wordsOr(arg.description), required: arg.required === true }]
          : [],
      ),
  }
}

function wordsOr(text: Json | undefined): string | null {
  return typeof text === 'string' && text.trim() !== '' ? cutMarked(text.trim(), maxWords) : null
}

/** The messages of a prompt as one text: of several, each says whose it is. */
async function promptTextOf(
  name: string,
  args: Readonly<Record<string, string>>,
  connection: McpAsker,
  signal: AbortSignal,
): Promise<string> {
  const asked = { method: 'prompts/get', params: { name, arguments: args } }
  const { messages } = await connection.ask(asked, signal)
  const said = listOf(messages).flatMap((message) => {
    if (!isJsonObject(message)) return []
    const { role, content = null } = message
    const text = listOf(content)
      .map((part) => textOfContent(part, null))
      .join('\n')
    return [{ who: role === 'assistant' ? 'Assistant' : 'User', text }]
  })
  if (said.length <= 1) return said[0]?.text ?? ''
  return said.map(({ who, text }) => `${who}: ${text}`).join('\n\n')
}
