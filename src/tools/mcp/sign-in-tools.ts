import type { Tool } from '../../domain/tool.ts'
import { defineTool } from '../define-tool.ts'
import { nameTools } from '../tool-names.ts'
import type { McpServerConfig } from './mcp-file.ts'
import type { McpCall } from './mcp-tools.ts'

/** The tool of a server whose tools nobody knows yet, where its file names none. */
const signInName = 'sign_in'

/**
 * What stands for the tools of a server that gives their list only to people who have signed in: the tools that the file names, or one to sign
 * in with. A call of it has the person sign in. Then the tools are known.
 */
export function signInTools(
  config: McpServerConfig,
  call: (call: McpCall) => Promise<unknown>,
): readonly Tool[] {
  const { name: server, prefix, tools: wanted = [signInName] } = config
  const { names } = nameTools(prefix, wanted)
  return [...names].map(([tool, name]) => ({
    ...defineTool({
      name,
      description: `${tool === signInName ? 'Has the user sign in to' : `The tool ${tool} of`} the MCP server ${server}. Its parameters are known once the user has signed in: call it without any first.`,
      input: { type: 'object', properties: {} },
      effect: 'read' as const,
      execute: (args, context) =>
        call({ ...{ kind: 'tool', tool: listOnly, mayBeTask: false }, name, effect: 'read', args, context }),
    }),
    source: `mcp:${server}`,
  }))
}

/** In place of the name of a tool: the call connects, and does nothing. */
export const listOnly = ''

/** What a model reads then. */
export function signedInText(server: string): string {
  return `The user is signed in to the MCP server "${server}". Its tools and their parameters are known from now on: call the one that you need.`
}
