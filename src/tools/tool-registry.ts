import { RungraphError } from '../domain/errors.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { calculator } from './calculator.ts'
import { createCurrentTime } from './current-time.ts'
import { doneTool } from './done.ts'
import { exitLoopTool } from './exit-loop.ts'
import { createHttpGet, type HttpGetOptions } from './http-get.ts'
import { readOutputTool } from './read-output.ts'
import { reportUncertaintyTool } from './report-uncertainty.ts'
import { todoTool } from './todo.ts'

/**
 * The tools that agents may name: the built-in ones, then the user's.
 * @throws TOOL_INVALID where two have one name
 */
export function createTools({ builtIn, module }: Record<'builtIn' | 'module', readonly Tool[]>): Tools {
  const byName = new Map<string, Tool>()
  for (const tool of [...builtIn, ...module]) {
    const other = byName.get(tool.name)
    if (other) {
      const reason = `there is another tool of this name (${other.source}); names are unique`
      throw new RungraphError('TOOL_INVALID', { tool: tool.name, reason })
    }
    byName.set(tool.name, tool)
  }
  const all = [...byName.values()]
  return { list: () => all, find: (name) => byName.get(name) ?? null }
}

/** The tools that need no setup; `now` gives milliseconds since 1970, `http` says where `http_get` may go. */
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
  ]
  return tools.map((tool) => ({ ...tool, source: 'built-in' }))
}
