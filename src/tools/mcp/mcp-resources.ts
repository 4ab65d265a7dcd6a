import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { cutMarked } from '../cut-marked.ts'
import { callFault } from './call-fault.ts'
import type { CallAnswer, McpAsker, ToolOfServer } from './mcp-answers.ts'

/** Our names of the two tools, beside the server's own; a tool of the server that has the name wins (MCP-10). */
export const listResources = 'list_resources'
export const readResource = 'read_resource'

/** A page of a server that gives more is cut, in entries. */
const maxEntries = 1000
const maxWords = 500
const maxUri = 4000

/** The tools with which an agent finds and reads the resources of a server. */
export const resourceTools: readonly ToolOfServer[] = [
  {
    name: listResources,
    description:
      'Lists the resources of this server, which are documents and data that it has, by their URIs, and templates of URIs. A long list comes in pages.',
    inputSchema: {
      type: 'object',
      properties: {
        cursor: {
          type: 'string',
          description: '`nextCursor` of the page before. Leave it out for the first page.',
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: readResource,
    description:
      'Reads a resource of this server by its URI: one that is listed, that fits a template, or that a result of a tool of this server links to.',
    inputSchema: {
      type: 'object',
      properties: { uri: { type: 'string', minLength: 1, maxLength: maxUri } },
      required: ['uri'],
      additionalProperties: false,
    },
  },
]

/** A page of the resources; the first one has the templates as well. */
export async function listedResources(
  { cursor }: JsonObject,
  connection: McpAsker,
  signal: AbortSignal,
): Promise<JsonObject> {
  const params: JsonObject = cursor === undefined ? {} : { cursor }
  const { resources, nextCursor = null } = await connection.ask({ method: 'resources/list', params }, signal)
  const templates = cursor === undefined ? await templatesOf(connection, signal) : []
  return {
    resources: described(resources, 'uri'),
    ...(templates.length > 0 && { templates }),
    ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
  }
}

/** A server may have none, and not know the question. */
async function templatesOf(connection: McpAsker, signal: AbortSignal): Promise<readonly JsonObject[]> {
  try {
    const asked = { method: 'resources/templates/list', params: {} }
    const { resourceTemplates } = await connection.ask(asked, signal)
    return described(resourceTemplates, 'uriTemplate')
  } catch (error) {
    signal.throwIfAborted()
    const { kind } = callFault(error)
    if (kind === 'answered' || kind === 'refused') return []
    throw error
  }
}

function described(list: Json | undefined, uri: 'uri' | 'uriTemplate'): readonly JsonObject[] {
  const entries = list !== undefined && isJsonArray(list) ? list.slice(0, maxEntries) : []
  return entries.flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry[uri] !== 'string') return []
    const { name, title, description, mimeType, size } = entry
    const words = Object.entries({ name, title, description, mimeType }).flatMap(([key, text]) =>
      typeof text === 'string' && text !== '' ? [[key, cutMarked(text, maxWords)]] : [],
    )
    const bytes = typeof size === 'number' ? { size } : {}
    return [{ [uri]: entry[uri], ...Object.fromEntries(words), ...bytes }]
  })
}

/** A resource as the result of a call: its text, and its bytes as those of a result. */
export async function readResourceOf(
  { uri = '' }: JsonObject,
  connection: McpAsker,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const { contents } = await connection.ask({ method: 'resources/read', params: { uri } }, signal)
  const found = contents !== undefined && isJsonArray(contents) ? contents : []
  const parts = found.map((resource) => ({ type: 'resource', resource }))
  const nothing = { type: 'text', text: 'The resource is empty.' }
  return { kind: 'answer', parts: parts.length === 0 ? [nothing] : parts, structured: null, isError: false }
}
