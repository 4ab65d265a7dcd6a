import type { z } from 'zod'
import type { CallDialog } from './call-dialog.ts'
import type { CallLog } from './call-log.ts'
import type { AwaitedEvent, BegunWork, EventWait, Question, QuestionOutcome } from './call-steps.ts'
import { choice } from './declared.ts'
import type { Json, JsonObject } from './json.ts'
import type { PromptServer } from './prompt-call.ts'
import type { TraceContext } from './trace-context.ts'

/** TAS-5 */
export const shownEffect = choice(
  'ToolEffect',
  'Effect of a tool or an operation of a relic: what happens to a call that a crash interrupted.',
  {
    READ: 'The call changes nothing. An interrupted call is repeated.',
    IDEMPOTENT:
      'The call has the same effect if it is made twice. An interrupted call is repeated with the same key.',
    ONCE: 'An interrupted call is never repeated. The model receives an error, or a human decides.',
  },
)
/** Effect of a call: after a crash, `read` and `idempotent` calls are repeated and `once` calls never are (TAS-5). */
export type ToolEffect = Lowercase<z.infer<typeof shownEffect>>

export const toolKind = choice('ToolKind', 'Kind of a tool: where it comes from.', {
  BUILT_IN: 'The tool is part of the server.',
  MODULE: 'The tool is code of the operator: `RUNGRAPH_TOOLS`.',
  MCP: 'The tool is offered by an MCP server: `RUNGRAPH_MCP`.',
  OPENAPI: 'The tool is an operation of an HTTP API: `RUNGRAPH_OPENAPI`.',
})
export type ToolKind = z.infer<typeof toolKind>

/** Metrics of a test run. */
export interface TestMetrics {
  /** Tests that passed and that failed, whole numbers from 0. */
  readonly passed: number
  readonly failed: number
  /** The share of the code that they cover, from 0 to 1; absent where it is not known. */
  readonly coverage?: number
}

/** How far a call is. Without `progress` it has a message. */
export interface CallProgress {
  /** A number that grows, out of `total` where that is known. */
  readonly progress?: number
  readonly total?: number
  /** Up to 500 characters of it are kept. */
  readonly message?: string
}

/** Context that a tool receives besides its arguments. */
export interface ToolContext {
  /** Aborted when the run is, or when the call's time is up. */
  readonly signal: AbortSignal
  readonly runId: string
  readonly stepNumber: number
  /** Id that the run shares with the runs that it starts and with others of its caller (SUB-3). */
  readonly threadId: string
  /** The data that the run was triggered with. */
  readonly context: Json
  /** The same for a repeated call: `runId/stepNumber/actionName` (TAS-5). */
  readonly idempotencyKey: string
  /** Maximum number of characters of a result that the model is shown at once. It reads the rest with `read_output` (CTX-3). */
  readonly maxResultChars: number
  /** Trace of the call, for requests to other services: the headers `traceparent` and `tracestate`. Absent: no trace. */
  readonly trace?: TraceContext
  /** The whole text of an earlier result, by its reference; `null` where the run and its session have none such (CTX-3). */
  readOutput(reference: string): Promise<string | null>
  /**
   * Does a part of the call once (TAS-13): its result is in the log before this resolves, and a call that goes on after a crash, a wait or a
   * retry is given it and does not do the part again. `key` names the part, unique in the call, with up to 200 characters; the result is
   * JSON. The work gets a key for services that recognise a repeated request. @throws what the work throws, or TOOL_FAILED
   */
  step<Value>(key: string, work: (idempotencyKey: string) => Value | Promise<Value>): Promise<Value>
  /**
   * Begins work that goes on elsewhere, such as a job of another service, and gives its id (TAS-15). The id, JSON that is not null, is in the
   * log before this resolves: a call that goes on after a crash, a wait or a retry is given it, and does not begin the work again. `start`
   * gives `null` where the work is done already. `cancel` is called where the call is given up: its run was aborted, or its time is
   * up. Of an aborted run it is called at least once, also if the run waited or a process dies: the call then begins again, is given the id, and
   * ends there. It is tried a few times where it rejects.
   * @throws what `start` throws, or TOOL_FAILED
   */
  begin<Id>(
    key: string,
    start: (idempotencyKey: string) => Id | null | Promise<Id | null>,
    cancel?: (id: Id) => unknown,
  ): Promise<BegunWork<Id> | null>
  /**
   * Asks a person (JDG-5). The call ends here and the run waits, without memory, until somebody answered; then the call begins again, is given
   * the results of its steps, and continues here with the outcome. @throws TOOL_FAILED
   */
  ask(key: string, question: Question): Promise<QuestionOutcome>
  /** Waits until a time in the same way, for minutes or months. @throws TOOL_FAILED */
  waitUntil(key: string, time: Date): Promise<void>
  /** Waits for an event in the same way (WAIT-2). Gives `null` where none came in time. @throws TOOL_FAILED */
  waitForEvent(key: string, wait: EventWait): Promise<AwaitedEvent | null>
  /** For tools of other programs, such as MCP servers; absent: nobody can be asked. */
  readonly dialog?: CallDialog
  /** Reports test results of the run's work: its progress is judged by them (JDG-2). @throws TOOL_FAILED */
  reportTests(metrics: TestMetrics): void
  /** Reports how far the call is: an event for those who follow the run (TAS-16). Of those within a second, the last counts. @throws TOOL_FAILED */
  reportProgress(progress: CallProgress): void
  /** Writes lines of the log of the call, which people read with the run: `context.log.info('Found.', { count })` (TAS-17). */
  readonly log: CallLog
  /**
   * Leaves something that the run made, under a name of up to 200 characters; it is stored with the run once the step ends.
   * All that one call leaves is bounded as its result is. @throws TOOL_FAILED
   */
  addArtifact(name: string, value: unknown): void
  /**
   * Adds a file to the result, such as an image, which the model receives behind the text; at most 20 of one call. The media type may be left
   * out where the bytes show it. @throws FILE_TOO_LARGE, FILE_REFUSED, LIMIT_EXCEEDED, TOOL_FAILED
   */
  addFile(data: Uint8Array, mediaType?: string, name?: string): Promise<void>
}

/** The arguments of a call, checked against the tool's schema, or the problems with them. */
export type ArgumentCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Words of a source of tools. They are foreign text. */
export interface ToolGuide {
  /** Name of the MCP server. */
  readonly server: string
  readonly text: string
}

/** A stateless function that models may call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** A JSON Schema of an object. */
  readonly inputSchema: JsonObject
  readonly effect: ToolEffect
  /** Source of the tool, as the API shows it: `built-in`, `module`, `mcp:<server>`, `openapi:<document>`. */
  readonly source: string
  /** Whether a call may begin again where it was cut off: all that it does is in steps (TAS-13). Absent: no. */
  readonly isResumable?: boolean
  /** Absent: the run's limit (LIM-12). */
  readonly timeoutMs?: number
  /** What its source says about all of its tools, for the system prompt of agents that have one of them (MCP-11). */
  readonly guide?: ToolGuide
  check(args: Json): ArgumentCheck | Promise<ArgumentCheck>
  /** Gives the result. An async iterable or a stream is taken in piece by piece: text, bytes of UTF-8, or values as lines of JSON. */
  execute(args: unknown, context: ToolContext): Promise<unknown>
  /** Takes arguments that are no JSON, as the model wrote them (TAS-4). */
  executeRaw?(text: string, context: ToolContext): Promise<unknown>
}

/** The tools that agents may name. It is read at each step, so tools may come and go. */
export interface Tools {
  /** All tools that are available now. Must not throw. */
  list(): readonly Tool[]
  /** The tool of this name; `null` if there is none now. Must not throw. */
  find(name: string): Tool | null
  /** Why a tool that is set up is not there at the moment; `null` where none of this name is to come. Absent: none ever is. */
  absenceReason?(name: string): string | null
  /** The MCP servers that tools come from. Absent: none. */
  servers?(): readonly PromptServer[]
}

/** Returned by a tool to end the run with this message as its answer, or with the last words of the model where it is empty (LOOP-3). */
export class Done {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Ends the run from inside a tool: `return done('All set.')`. Without a message, the words that the model wrote last are the answer. */
export function done(message = ''): Done {
  return new Done(message)
}

/** Thrown by a tool to end the run as a `Done` does (LOOP-3). */
export class TaskComplete extends Error {
  override readonly name = 'TaskComplete'
}

/** Every provider takes names of tools up to this length, of letters, digits, `_` and `-`. */
const maxNameLength = 64

/** A name that every provider takes: a longer one is cut, and ends with 8 characters of the hash of `whole`, which it was made of. */
export function fitToolName(name: string, whole: string, hash: (text: string) => string): string {
  if (name.length <= maxNameLength) return name
  return `${name.slice(0, maxNameLength - 9)}_${hash(whole).slice(0, 8)}`
}
