import { RungraphError } from '../domain/errors.ts'
import type { PromptServer } from '../domain/prompt-call.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { calculator } from './arithmetic.ts'
import { doneTool, exitLoopTool, reportUncertaintyTool, todoTool } from './control-tools.ts'
import { createCurrentTime } from './current-time.ts'
import { createHttpGet, type HttpGetOptions } from './get-page.ts'
import { readOutputTool } from './read-output.ts'
import { askPersonTool, createWaitUntil, waitForEventTool } from './waiting-tools.ts'

/** Tools that come and go while the process runs. Their names begin with its prefix, and no others do. */
export interface ToolSource {
  /** As the API shows it: `mcp:<server>`. */
  readonly source: string
  readonly prefix: string
  list(): readonly Tool[]
  /** Why it has no tool of this name, which begins with its prefix, and yet may have one later; `null` where it will not. */
  absenceReason(name: string): string | null
  /** The MCP server that it is. Absent: it is none. */
  readonly server?: PromptServer
}

/**
 * The tools that agents may name: the built-in ones, then the user's, then those that sources have at the moment.
 * @throws TOOL_INVALID where two have one name, or could have
 */
export function createTools({
  builtIn,
  module,
  sources = [],
}: Record<'builtIn' | 'module', readonly Tool[]> & { readonly sources?: readonly ToolSource[] }): Tools {
  const byPrefix = toPrefixes(sources)
  const sourceOf = (name: string) => byPrefix.get(name.slice(0, Math.max(0, name.indexOf('__')))) ?? null
  const byName = new Map<string, Tool>()
  for (const tool of [...builtIn, ...module]) {
    const other = byName.get(tool.name)?.source ?? sourceOf(tool.name)?.source
    if (other !== undefined) {
      const reason = `there is another tool of this name, or may be (${other}); names are unique`
      throw new RungraphError('TOOL_INVALID', { tool: tool.name, reason })
    }
    byName.set(tool.name, tool)
  }
  const all = [...byName.values()]
  return {
    list: () => (sources.length === 0 ? all : [...all, ...sources.flatMap((source) => source.list())]),
    find: (name) =>
      byName.get(name) ??
      sourceOf(name)
        ?.list()
        .find((tool) => tool.name === name) ??
      null,
    absenceReason: (name) => sourceOf(name)?.absenceReason(name) ?? null,
    servers: () => sources.flatMap(({ server }) => server ?? []),
  }
}

function toPrefixes(sources: readonly ToolSource[]): ReadonlyMap<string, ToolSource> {
  const byPrefix = new Map<string, ToolSource>()
  for (const source of sources) {
    const other = byPrefix.get(source.prefix)
    if (other) {
      const reason = `tools of ${source.source} and of ${other.source} would have these names; rename one of the two`
      throw new RungraphError('TOOL_INVALID', { tool: `${source.prefix}__…`, reason })
    }
    byPrefix.set(source.prefix, source)
  }
  return byPrefix
}

/** The tools that need no setup; `now` gives milliseconds since 1970, `http` limits the targets of `http_get`. */
export function builtInTools({ now, http }: { now: () => number; http: HttpGetOptions }): readonly Tool[] {
  const tools = [
    calculator,
    createCurrentTime(now),
    createHttpGet(http),
    readOutputTool,
    doneTool,
    exitLoopTool,
    todoTool,
    reportUncertaintyTool,
    askPersonTool,
    createWaitUntil(now),
    waitForEventTool,
  ]
  return tools.map((tool) => ({ ...tool, source: 'built-in' }))
}
