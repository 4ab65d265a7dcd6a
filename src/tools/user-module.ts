import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { JsonObject } from '../domain/json.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { Tool } from '../domain/tool.ts'
import { defineTool, type ToolDefinition } from './define-tool.ts'
import { provideOwnPackage } from './own-package.ts'

/** A tool as a module may write it without importing anything. */
export type PlainTool = Omit<ToolDefinition<JsonObject>, 'input'> & { readonly inputSchema: JsonObject }

/** Exports of the user's module. */
export interface UserModule {
  readonly tools: readonly Tool[]
  /** Decides about calls before any policy (TAS-1); `null` where the module has none. */
  readonly canExecuteTool: CanExecuteTool | null
  /** Judge answers of evaluations (EVAL-4); empty where the module has none. */
  readonly evaluators: Evaluators
}

/**
 * The user's TypeScript or JavaScript module. Its default export lists the tools, each either a plain object or what
 * `defineTool` gave; it may export a function `canExecuteTool` and an object of `evaluators` too. A relative path begins at the working
 * directory.
 * @throws TOOLS_MODULE_INVALID
 */
export async function loadUserModule(path: string): Promise<UserModule> {
  const file = resolve(path)
  const refuse: Refuse = (reason, cause) =>
    new RungraphError('TOOLS_MODULE_INVALID', { path: file, reason: `${reason.replace(/\.$/, '')}.` }, cause)
  const module = await importModule(file, refuse)
  return {
    tools: toTools(module.default, refuse),
    canExecuteTool: toHook(module.canExecuteTool, refuse),
    evaluators: toEvaluators(module.evaluators, refuse),
  }
}

type Refuse = (reason: string, cause?: unknown) => RungraphError

function toTools(entries: unknown, refuse: Refuse): readonly Tool[] {
  if (entries === undefined) throw refuse('it has no default export; that must be an array of tools')
  if (!Array.isArray(entries)) throw refuse('its default export must be an array of tools')
  const tools = entries.map((entry: unknown, index) => toTool(entry, `entry ${index + 1}`, refuse))
  const twice = tools.find(({ name }, index) => tools.findIndex((tool) => tool.name === name) < index)
  if (twice) throw refuse(`two of its tools have the name "${twice.name}"`)
  return tools
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

async function importModule(file: string, refuse: Refuse): Promise<Readonly<Record<string, unknown>>> {
  const found = await stat(file).catch((error: unknown) => {
    throw refuse(isMissing(error) ? 'there is no such file' : messageOf(error), error)
  })
  if (!found.isFile()) throw refuse('it is not a file')
  provideOwnPackage()
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    // Node keeps the place of a syntax error to itself, and prints it when it runs the file.
    throw error instanceof SyntaxError
      ? refuse(`it has a syntax error: ${error.message} (\`node ${file}\` shows where)`, error)
      : refuse(`it throws when it is imported: ${messageOf(error)}`, error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
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
  const { name, description, inputSchema, effect, timeoutMs, execute, executeRaw } = plain
  return {
    name,
    description,
    input: inputSchema,
    ...(effect === undefined ? {} : { effect }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    execute: bind(execute, plain),
    ...(executeRaw === undefined ? {} : { executeRaw: bind(executeRaw, plain) }),
  }
}

function bind<Method>(method: Method, owner: object): Method {
  return typeof method === 'function' ? method.bind(owner) : method
}
