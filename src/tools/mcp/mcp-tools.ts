import { setImmediate } from 'node:timers/promises'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Tool, ToolContext, ToolEffect } from '../../domain/tool.ts'
import { cutMarked } from '../cut-marked.ts'
import { defineTool } from '../define-tool.ts'
import { jsonSchemaCheck } from '../json-schema-check.ts'
import { withLargeNumbers } from '../large-arguments.ts'
import { type RepairedSchema, repairedSchema } from '../repaired-schema.ts'
import { nameTools } from '../tool-names.ts'
import type { ToolOfServer } from './mcp-answers.ts'
import type { McpServerConfig } from './mcp-file.ts'
import { listResources, resourceTools } from './mcp-resources.ts'
import type { TaskGeneration } from './mcp-task.ts'
import type { ServerFeatures } from './tool-list.ts'

/** Words of others in the prompt: a longer description is cut. In characters. */
const maxDescription = 4000
/** As JSON, in characters: every call of a model carries it. */
export const maxSchema = 100_000
const maxTools = 1000

export interface McpCall {
  /** What is asked for: a tool of the server, by its own name, or its resources. */
  readonly kind: 'tool' | 'resources' | 'resource'
  readonly tool: string
  /** Ours. */
  readonly name: string
  readonly effect: ToolEffect
  readonly args: JsonObject
  /** Whether the server may go on with it as a task. */
  readonly mayBeTask: boolean
  readonly context: ToolContext
}

/** A server that has tools. */
export interface McpToolServer extends Pick<ServerFeatures, 'tasks' | 'hasResources' | 'instructions'> {
  readonly config: McpServerConfig
  readonly call: (call: McpCall) => Promise<unknown>
}

/** The tools of a server as agents know them, and why others are left out. A schema takes its time: others continue between two. */
export async function toMcpTools(
  definitions: readonly ToolOfServer[],
  server: McpToolServer,
): Promise<{ readonly tools: readonly Tool[]; readonly faults: readonly string[] }> {
  const { config } = server
  const own = new Set(definitions.map(({ name }) => name))
  const added = server.hasResources ? resourceTools.filter(({ name }) => !own.has(name)) : []
  const offered = [...definitions, ...added]
  const wanted = [...definitions.slice(0, maxTools), ...added].filter(
    ({ name }) => config.tools === undefined || config.tools.includes(name),
  )
  const named = nameTools(
    config.prefix,
    wanted.map(({ name }) => name),
  )
  const tools: Tool[] = []
  const faults = [...named.faults, ...repeated(wanted), ...missing(offered, config)]
  for (const definition of new Map(wanted.map((one) => [one.name, one])).values()) {
    const name = named.names.get(definition.name)
    if (name === undefined) continue
    const quoted = `"${cutMarked(definition.name, 100)}"`
    await setImmediate()
    try {
      const { schema, faults: lost } = schemaOf(definition)
      tools.push(toMcpTool(definition, name, schema, server))
      if (lost.length > 0)
        faults.push(`${quoted} is offered without faults of its input schema: ${some(lost)}`)
    } catch (error) {
      const reason = isRungraphError(error) && 'reason' in error.data ? error.data.reason : messageOf(error)
      faults.push(`${quoted}: ${reason}`)
    }
  }
  return { tools, faults }
}

function some(faults: readonly string[]): string {
  return cutMarked(faults.slice(0, 3).join('; '), 500)
}

function repeated(definitions: readonly ToolOfServer[]): readonly string[] {
  const names = definitions.map(({ name }) => name)
  const again = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...again].map(
    (name) => `"${cutMarked(name, 100)}" is in its list more than once: the last one counts`,
  )
}

function missing(definitions: readonly ToolOfServer[], { tools = [] }: McpServerConfig): readonly string[] {
  const known = new Set(definitions.map(({ name }) => name))
  const lost = tools
    .filter((name) => !known.has(name))
    .map((name) => `"${name}" is named in the file, and the server has no such tool`)
  return definitions.length > maxTools
    ? [...lost, `only the first ${maxTools} of ${definitions.length} are taken`]
    : lost
}

/** A tool that calls one of an MCP server. @throws where the definition of that is of no use */
function toMcpTool(
  definition: ToolOfServer,
  name: string,
  input: JsonObject,
  { config, tasks, instructions, call }: McpToolServer,
): Tool {
  const kind = resourceKinds.get(definition) ?? 'tool'
  const mayBeTask = kind === 'tool' && mayBecomeTask(definition, tasks)
  const fault = faultOf(definition, mayBeTask)
  if (fault !== null) throw new Error(fault)
  const effect = kind === 'tool' ? (config.effect ?? effectOf(definition)) : 'read'
  const tool = defineTool({
    name,
    description: descriptionOf(definition, config),
    input,
    effect,
    ...(config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs }),
    // The id of its task is in the log: a process that resumes the call asks for the task, and does not call again.
    ...(mayBeTask && { isResumable: true }),
    execute: (args, context) => call({ kind, tool: definition.name, name, effect, args, mayBeTask, context }),
  })
  // The server gets JSON: a number of any size as it was written.
  const check = withLargeNumbers(jsonSchemaCheck(input), 'AS_WRITTEN')
  const guide = { server: config.name, text: cutMarked(instructions ?? '', maxDescription) }
  const isGuided = instructions !== null && config.instructions !== false
  return { ...tool, check, source: `mcp:${config.name}`, ...(isGuided && { guide }) }
}

const resourceKinds: ReadonlyMap<ToolOfServer, McpCall['kind']> = new Map(
  resourceTools.map((tool) => [tool, tool.name === listResources ? 'resources' : 'resource']),
)

/** Why no agent could use it. */
function faultOf(definition: ToolOfServer, mayBeTask: boolean): string | null {
  const { _meta: meta } = definition
  if (taskSupportOf(definition) === 'required' && !mayBeTask)
    return 'it is done as a task only, and its server does not declare that calls can be tasks'
  return isJsonObject(meta) && isForAppsOnly(meta) ? 'its server marks it for apps only' : null
}

/** In the older generation the client asks for a task where the tool takes it; in the newer one the server decides at each call. */
function mayBecomeTask(definition: ToolOfServer, tasks: TaskGeneration): boolean {
  if (tasks !== 'asked-for') return tasks === 'of-server'
  const support = taskSupportOf(definition)
  return support === 'optional' || support === 'required'
}

function taskSupportOf({ execution }: ToolOfServer): Json {
  return isJsonObject(execution) ? (execution.taskSupport ?? null) : null
}

/** As the extension for apps has it, in both of its spellings, and as clients had it before. */
function isForAppsOnly(meta: JsonObject): boolean {
  const { ui, 'ui/visibility': flat, 'openai/visibility': before } = meta
  const visibility = isJsonObject(ui) && ui.visibility !== undefined ? ui.visibility : flat
  const to = typeof visibility === 'string' ? [visibility] : visibility
  return (
    before === 'private' ||
    (to !== undefined && isJsonArray(to) && to.includes('app') && !to.includes('model'))
  )
}

/** A hint is a claim of the server, and is trusted only for the repetition of a call. */
function effectOf({ annotations }: ToolOfServer): ToolEffect {
  if (!isJsonObject(annotations)) return 'once'
  if (annotations.readOnlyHint === true) return 'read'
  return annotations.idempotentHint === true ? 'idempotent' : 'once'
}

function descriptionOf(
  { name, title, description, annotations }: ToolOfServer,
  config: McpServerConfig,
): string {
  const told = [description, title, isJsonObject(annotations) ? annotations.title : null]
  const [text] = told.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []))
  return cutMarked(text ?? `The tool ${name} of the MCP server ${config.name}.`, maxDescription)
}

/** A tool without arguments may have none, or one that says nothing. */
function schemaOf({ inputSchema = null }: ToolOfServer): RepairedSchema {
  // PHP writes an object without members as a list.
  const isEmpty = inputSchema === null || (isJsonArray(inputSchema) && inputSchema.length === 0)
  const schema: Json = isEmpty ? {} : inputSchema
  if (!isJsonObject(schema)) throw new Error('its input schema is no object')
  if (JSON.stringify(schema).length > maxSchema)
    throw new Error(`its input schema has more than ${maxSchema} characters`)
  const { schema: repaired, faults } = repairedSchema(schema)
  const { type = 'object', ...rest } = repaired
  // Arguments are an object, whatever else would do.
  const own = isJsonArray(type) && type.includes('object') ? 'object' : type
  return { schema: { type: own, ...rest }, faults }
}
