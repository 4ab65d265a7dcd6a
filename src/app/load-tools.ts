import type { Config } from '../config.ts'
import { demoTools } from '../demo/demo-tools.ts'
import { systemClock } from '../domain/clock.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { openOutsideTools } from '../tools/outside-tools.ts'
import type { OwnAddresses } from '../tools/own-addresses.ts'
import { builtInTools, createTools } from '../tools/tool-registry.ts'
import { loadUserModule } from '../tools/user-module.ts'
import type { Disposer } from './disposer.ts'
import type { Overrides } from './overrides.ts'

/** The quickest tool of a demonstration takes so long. */
const demoToolPaceMs = 600

/** Tools of the server, the hook that decides about their calls, and the evaluators of the module. */
export interface InCode extends Pick<EngineServices, 'tools' | 'canExecuteTool'> {
  readonly evaluators: Evaluators
}

interface Surroundings {
  readonly own: OwnAddresses
  readonly report: EngineServices['report']
  readonly closing: Disposer
}

/** An override stands in for what the user's module has, and for the servers and APIs of the settings. */
export async function loadTools(
  { tools: path, mcp, openapi, http, demo }: Config,
  overrides: Partial<Overrides>,
  { own, report, closing }: Surroundings,
): Promise<InCode> {
  const module = path === null ? null : await loadUserModule(path)
  const canExecuteTool: CanExecuteTool | null = overrides.canExecuteTool ?? module?.canExecuteTool ?? null
  const evaluators = overrides.evaluators ?? module?.evaluators ?? {}
  const hook = { evaluators, ...(canExecuteTool && { canExecuteTool }) }
  if (overrides.tools) return { tools: overrides.tools, ...hook }
  const rules = { allow: http.allow, allowPrivate: http.private, own }
  const outside = await openOutsideTools({
    mcp,
    openapi,
    env: process.env,
    rules,
    clock: systemClock,
    report,
  })
  closing.add(() => outside.close())
  const builtIn = [
    ...builtInTools({ now: systemClock.now, http: rules }),
    ...(demo ? demoTools({ chunkDelayMs: demoToolPaceMs }) : []),
  ]
  const tools = createTools({ builtIn, module: module?.tools ?? [], sources: outside.sources })
  await outside.start()
  return { tools, ...hook }
}
