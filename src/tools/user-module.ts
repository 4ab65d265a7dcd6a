import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { JsonObject } from '../domain/json.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { Tool } from '../domain/tool.ts'
import { importUserModules, type RefuseFile, type UserModule } from '../user-code/user-modules.ts'
import { defineTool, type ToolDefinition } from './define-tool.ts'

/** A tool as a module may write it without importing anything. */
export type PlainTool = Omit<ToolDefinition<JsonObject>, 'input'> & { readonly inputSchema: JsonObject }

/** Exports of the user's modules. */
export interface UserTools {
  readonly tools: readonly Tool[]
  /** Decides about calls before any policy (TAS-1); `null` where no module has one. */
  readonly canExecuteTool: CanExecuteTool | null
  /** Judge answers of evaluations (EVAL-4); empty where no module has any. */
  readonly evaluators: Evaluators
}

/**
 * Loads the user's TypeScript or JavaScript module, or all modules of a folder. The default export of a module is a tool or lists tools,
 * each either a plain object or a result of `defineTool`; a module may export a function `canExecuteTool` and an object of `evaluators`
 * too. In a folder, a module without tools exports one of the two. A relative path begins at the working directory.
 * @throws TOOLS_MODULE_INVALID
 */
export async function loadUserTools(path: string): Promise<UserTools> {
  const found = (await importUserModules(path, refuseFile)).map(readModule)
  const hooks = found.filter(({ canExecuteTool }) => canExecuteTool !== null)
  if (hooks[1]) throw refuseFile(hooks[1].file, 'another module of the folder exports canExecuteTool too')
  const evaluators = found.flatMap(({ file, evaluators }) =>
    Object.entries(evaluators).map(([name, evaluator]) => ({ file, name, evaluator })),
  )
  const twice = repeatedIn(evaluators)
  if (twice) throw refuseFile(twice.file, `two evaluators have the name "${twice.name}"`)
  const tools = found.flatMap(({ file, tools }) => tools.map((tool) => ({ file, name: tool.name, tool })))
  const twin = repeatedIn(tools)
  if (twin) throw refuseFile(twin.file, `two of its tools have the name "${twin.name}"`)
  return {
    tools: tools.map(({ tool }) => tool),
    canExecuteTool: hooks[0]?.canExecuteTool ?? null,
    evaluators: Object.fromEntries(evaluators.map(({ name, evaluator }) => [name, evaluator])),
  }
}

/** Tools that code lists, as a module's default export does. @throws TOOL_INVALID */
export function listTools(entries: readonly (Tool | PlainTool)[]): readonly Tool[] {
  const refuse: Refuse = (reason, cause) =>
    new RungraphError('TOOL_INVALID', { tool: 'of the option tools', reason }, cause)
  return entries.map((entry, index) => toTool(entry, `entry ${index + 1}`, refuse))
}

type Refuse = (reason: string, cause?: unknown) => RungraphError

const refuseFile: RefuseFile = (path, reason, cause) =>
  new RungraphError('TOOLS_MODULE_INVALID', { path, reason: `${reason.replace(/\.$/, '')}.` }, cause)

function readModule({ file, exports }: UserModule, _index: number, all: readonly UserModule[]) {
  const refuse: Refuse = (reason, cause) => refuseFile(file, reason, cause)
  const isOfFolder = all.length > 1
  const mayLack = isOfFolder && (exports.canExecuteTool ?? exports.evaluators) !== undefined
  return {
    file,
    tools: mayLack && exports.default === undefined ? [] : toTools(exports.default, refuse),
    canExecuteTool: toHook(exports.canExecuteTool, refuse),
    evaluators: toEvaluators(exports.evaluators, refuse),
  }
}

function repeatedIn<Named extends { readonly name: string }>(all: readonly Named[]): Named | undefined {
  return all.find(({ name }, index) => all.findIndex((one) => one.name === name) < index)
}

function toTools(entries: unknown, refuse: Refuse): readonly Tool[] {
  if (entries === undefined)
    throw refuse('it has no default export; that must be a tool or an array of tools')
  if (Array.isArray(entries))
    return entries.map((entry: unknown, index) => toTool(entry, `entry ${index + 1}`, refuse))
  if (typeof entries !== 'object' || entries === null)
    throw refuse('its default export must be a tool or an array of tools')
  return [toTool(entries, 'its default export', refuse)]
}

function toHook(hook: unknown, refuse: Refuse): CanExecuteTool | null {
  if (hook === undefined) return null
  if (isHook(hook)) return hook
  throw refuse('its export canExecuteTool must be a function that takes a call')
}

function toEvaluators(entries: unknown, refuse: Refuse): Evaluators {
  if (entries === undefined) return {}
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    throw refuse('its export evaluators must be an object of functions by name')
  const found = Object.entries(entries)
  const wrong = found.find(([, entry]) => typeof entry !== 'function')
  if (wrong) throw refuse(`the evaluator "${wrong[0]}" is no function`)
  return Object.fromEntries(found)
}

/** Its results are checked at each call. */
function isHook(hook: unknown): hook is CanExecuteTool {
  return typeof hook === 'function'
}

function toTool(entry: unknown, which: string, refuse: Refuse): Tool {
  if (typeof entry !== 'object' || entry === null) throw refuse(`${which} is no tool`)
  if (isTool(entry)) return entry
  // Nothing is known of it yet: `defineTool` checks every field.
  const plain = entry as PlainTool
  try {
    return defineTool(toDefinition(plain))
  } catch (error) {
    const name = typeof plain.name === 'string' ? ` ("${plain.name}")` : ''
    const reason = isRungraphError(error) && 'reason' in error.data ? error.data.reason : messageOf(error)
    throw refuse(`${which}${name}: ${reason}`, error)
  }
}

/** Values that `defineTool` returned were checked by it. */
function isTool(entry: object): entry is Tool {
  return 'check' in entry && typeof entry.check === 'function' && 'source' in entry
}

/** Functions keep the object that they were written in as `this`. */
function toDefinition(plain: PlainTool): ToolDefinition<JsonObject> {
  const { inputSchema, execute, executeRaw, ...rest } = plain
  return {
    ...rest,
    input: inputSchema,
    execute: bind(execute, plain),
    ...(executeRaw === undefined ? {} : { executeRaw: bind(executeRaw, plain) }),
  }
}

function bind<Method>(method: Method, owner: object): Method {
  return typeof method === 'function' ? method.bind(owner) : method
}
