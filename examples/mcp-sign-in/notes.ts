/**
 * An MCP server of notes, which each person signs in to: every account sees its own notes alone. Before it writes one it asks that person
 * which folder the note belongs to (elicitation).
 *
 *     PORT=4100 node examples/mcp-sign-in/notes.ts     at http://127.0.0.1:4100/mcp
 */
import {
  type AuthInfo,
  acceptedContent,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  inputRequired,
  McpServer,
  oauthMetadataResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { serveHttp } from '../mcp-server/serve-http.ts'
import { SignIns } from './sign-ins.ts'

interface Note {
  readonly text: string
  readonly folder: string
}

const notes = new Map<string, Note[]>()

const where = inputRequired.elicit({
  message: 'Which folder does the note belong to?',
  requestedSchema: {
    type: 'object',
    properties: { folder: { type: 'string', title: 'Folder', enum: ['home', 'work'] } },
    required: ['folder'],
  },
})

/** A server for one request, of the person whose token came with it. */
function notesOf({ authInfo }: { readonly authInfo?: AuthInfo }): McpServer {
  const account = String(authInfo?.extra?.account)
  const own = notes.get(account) ?? []
  notes.set(account, own)
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool(
    'list_notes',
    {
      description: 'Lists the notes of the user.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    () => answer({ account, notes: own }),
  )
  server.registerTool(
    'add_note',
    { description: 'Adds a note of the user.', inputSchema: z.object({ text: z.string().min(1) }) },
    ({ text }, { mcpReq: { inputResponses } }) => {
      if (inputResponses === undefined) return inputRequired({ inputRequests: { where } })
      const chosen = acceptedContent<{ folder: string }>(inputResponses, 'where')
      if (!chosen) return answer({ account, added: null })
      const note = { text, folder: chosen.folder }
      own.push(note)
      return answer({ account, added: note })
    },
  )
  return server
}

function answer(data: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(data) }] }
}

/** Serves it with its authorization server on loopback, and gives its URL. `port` 0 picks a free one; `setting` says it. */
export async function startNotes(port: number, setting?: string): Promise<string> {
  let serve: ReturnType<typeof createService> | undefined
  return serveHttp({
    ...{ port, ...(setting !== undefined && { setting }) },
    handler: {
      fetch: (request) => {
        serve ??= createService(new URL('/mcp', request.url))
        return serve(request)
      },
    },
  })
}

function createService(url: URL): (request: Request) => Promise<Response> {
  const mcp = createMcpHandler(notesOf)
  const signIns = new SignIns(url)
  const documents = { oauthMetadata: signIns.metadata, resourceServerUrl: url }
  const signedIn = requireBearerAuth({
    verifier: signIns,
    expectedResource: url,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
  })
  return async (request) => {
    const other = oauthMetadataResponse(request, documents) ?? (await signIns.answer(request))
    if (other) return other
    const authInfo = await signedIn(request)
    return authInfo instanceof Response ? authInfo : mcp.fetch(request, { authInfo })
  }
}

if (import.meta.main) console.log(await startNotes(Number(process.env.PORT ?? 4100)))
