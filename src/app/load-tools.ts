import { systemClock } from '../domain/clock.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import type { OwnAddresses } from '../net/own-addresses.ts'
import type { Config } from '../settings/config.ts'
import { builtInTools, createTools } from '../tools/tool-registry.ts'
import { loadUserTools } from '../tools/user-module.ts'
import type { AppCode } from './app-options.ts'
import { loadDemoTools } from './demo.ts'
import type { Disposer } from './disposer.ts'
import { openOutsideTools } from './outside-tools.ts'

/** Tools of the server, the hook that decides about their calls, and the evaluators of the module. */
export interface InCode extends Pick<EngineServices, 'tools' | 'canExecuteTool'> {
  readonly evaluators: Evaluators
}

interface Surroundings {
  readonly own: OwnAddresses
  readonly report: EngineServices['report']
  /** For what is worth a line of the log and no fault. Default: nobody hears it. */
  readonly note?: (message: string) => void
  readonly closing: Disposer
}

/** Tools of the settings and of code beside the built-in ones; those of code come before those of a module. */
export async function loadTools(
  { tools: path, mcp, openapi, http, demo }: Config,
  code: AppCode,
  { own, report, note, closing }: Surroundings,
): Promise<InCode> {
  const module = path === null ? null : await loadUserTools(path)
  const canExecuteTool: CanExecuteTool | null = code.canExecuteTool ?? module?.canExecuteTool ?? null
  const evaluators = code.evaluators ?? module?.evaluators ?? {}
  const hook = { evaluators, ...(canExecuteTool && { canExecuteTool }) }
  if (code.tools) return { tools: code.tools, ...hook }
  const rules = { allow: http.allow, allowPrivate: http.private, own }
  const outside = await openOutsideTools({
    mcp: code.mcp ?? mcp,
    openapi: code.openapi ?? openapi,
    env: code.environment ?? process.env,
    rules,
    clock: systemClock,
    report,
    ...(note && { note }),
  })
  closing.add(() => outside.close())
  const builtIn = [
    ...builtInTools({ now: systemClock.now, http: rules }),
    ...(demo ? await loadDemoTools() : []),
  ]
  const tools = createTools({
    builtIn,
    module: [...(module?.tools ?? []), ...(code.ownTools ?? [])],
    sources: outside.sources,
  })
  await outside.start()
  return { tools, ...hook }
}
