import type { Tool } from '@modelcontextprotocol/client'
import { faultWords } from './fault-words.ts'
import { mapOf } from './loose-json.ts'
import type { ToolOfServer, ToolPage } from './mcp-answers.ts'
import type { TaskGeneration } from './mcp-task.ts'

/** What a server can do beside its tools. */
export interface ServerFeatures {
  readonly tasks: TaskGeneration
  readonly hasResources: boolean
  readonly hasPrompts: boolean
  /** What it says about itself and its tools; `null`: nothing. */
  readonly instructions: string | null
}

export interface ToolList {
  readonly tools: readonly ToolOfServer[]
  readonly faults: readonly string[]
}

/** A list of more is not read to its end. */
const maxPages = 100

/**
 * Reads all pages of the tools of a server; `hasNone` says of a refused first page that the server has none.
 * @throws the error of the first page, and of any page once it `isOver`
 */
export async function readToolList(
  read: (cursor: string) => Promise<ToolPage>,
  { isOver, hasNone }: { readonly isOver: () => boolean; readonly hasNone: (error: unknown) => boolean },
): Promise<ToolList> {
  const tools: ToolOfServer[] = []
  const faults: string[] = []
  let cursor: string | null = ''
  for (const seen = new Set<string>(); cursor !== null; ) {
    seen.add(cursor)
    const page: Omit<ToolPage, 'kind'> = await read(cursor).catch((error: unknown) => {
      // The pages that were read stay: a server may end its list with a cursor that it refuses.
      const isFirst = seen.size === 1
      if (isOver() || (isFirst && !hasNone(error))) throw error
      faults.push(
        isFirst
          ? `it declares none, and refuses to list them: ${faultWords(error)}`
          : `page ${seen.size} of its list cannot be read: ${faultWords(error)}`,
      )
      return { tools: [], faults: [], nextCursor: null }
    })
    tools.push(...page.tools)
    faults.push(...page.faults)
    const next = page.nextCursor
    const isEnough = next !== null && (seen.has(next) || seen.size >= maxPages)
    if (isEnough) faults.push(`its list does not end after ${seen.size} pages`)
    cursor = isEnough ? null : next
  }
  return { tools, faults }
}

/** As the library wants it: it reads in the properties which arguments are headers too. */
export function definitionOf({ name, inputSchema }: ToolOfServer): Tool {
  const properties = JSON.parse(JSON.stringify(mapOf(inputSchema).properties ?? {}))
  return { name, inputSchema: { type: 'object', properties } }
}
