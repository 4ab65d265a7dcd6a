import type { StandardSchemaV1 } from '@standard-schema/spec'
import { RungraphError } from '../domain/errors.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Tool, ToolContext, ToolEffect } from '../domain/tool.ts'
import { readToolInput, type ToolInput } from './tool-input.ts'

/** The arguments as `execute` gets them: inferred from a Standard Schema, plain JSON otherwise. */
export type ToolArguments<Input extends ToolInput> = Input extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Input>
  : JsonObject

export interface ToolDefinition<Input extends ToolInput> {
  /** Name by which models call the tool: a letter, then letters, digits, `_` or `-`, at most 64 in all. */
  readonly name: string
  /** Description that models read. */
  readonly description: string
  readonly input: Input
  /** Whether a call is repeated after a crash in the middle of it (TAS-5). Default: `once`, never repeated. */
  readonly effect?: ToolEffect
  /**
   * Whether all that a call does is in steps (`context.step`), so that it may begin again where it was cut off (TAS-13). A `once` tool needs it
   * for steps and waits. Default: false.
   */
  readonly isResumable?: boolean
  /** Time for one call in milliseconds, a whole number from 1. Default: the run's limit (LIM-12). */
  readonly timeoutMs?: number
  /**
   * Gives the result, as a value or a promise; an error that it throws becomes an error result for the model. A large result is best given
   * as a stream or from an `async *execute`: pieces of text, bytes of UTF-8, or values that become lines of JSON. It is asked for the next
   * piece when the one before is processed, and never held whole (LIM-12).
   */
  execute(args: ToolArguments<Input>, context: ToolContext): unknown
  /** Takes arguments that are no JSON, as the model wrote them. Absent: such a call is an error result (TAS-4). */
  executeRaw?(text: string, context: ToolContext): unknown
}

/** The form of a name that every provider takes. */
const toolName = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/
const effects: readonly unknown[] = ['read', 'idempotent', 'once'] satisfies readonly ToolEffect[]

/**
 * A tool that agents can be given.
 * @throws TOOL_INVALID
 */
export function defineTool<Input extends ToolInput>(definition: ToolDefinition<Input>): Tool {
  const { name, description, effect = 'once', isResumable, timeoutMs } = definition
  const fault = faultOf(definition)
  if (fault !== null) throw new RungraphError('TOOL_INVALID', { tool: String(name), reason: fault })
  return {
    name,
    description,
    effect,
    source: 'module',
    ...readToolInput(name, definition.input),
    ...(isResumable === undefined ? {} : { isResumable }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    // The engine passes the arguments that `check` returned, which fit the schema.
    execute: async (args, context) => definition.execute(args as ToolArguments<Input>, context),
    ...(definition.executeRaw && {
      executeRaw: async (text: string, context: ToolContext) => definition.executeRaw?.(text, context),
    }),
  }
}

type Unchecked<Shape> = { readonly [Key in keyof Shape]?: unknown }

/** JavaScript has no compiler to ask, so nothing is taken for granted. */
function faultOf(definition: Unchecked<ToolDefinition<JsonObject>>): string | null {
  const { name, description, effect, isResumable, timeoutMs, execute, executeRaw } = definition
  if (name === undefined) return 'it has no name'
  if (typeof name !== 'string' || !toolName.test(name)) {
    return 'its name must be a letter, then letters, digits, "_" or "-", at most 64 in all'
  }
  if (typeof description !== 'string' || description.trim() === '') return 'it has no description'
  if (typeof execute !== 'function') return 'it has no execute function'
  if (executeRaw !== undefined && typeof executeRaw !== 'function') return 'its executeRaw must be a function'
  if (effect !== undefined && !effects.includes(effect))
    return `its effect must be one of ${effects.join(', ')}`
  if (isResumable !== undefined && typeof isResumable !== 'boolean')
    return 'its isResumable must be true or false'
  if (timeoutMs !== undefined && !(Number.isSafeInteger(timeoutMs) && Number(timeoutMs) >= 1)) {
    return 'its timeoutMs must be a whole number of milliseconds from 1'
  }
  return null
}
