import type { CallLog } from '../../domain/call-log.ts'
import type { Clock } from '../../domain/clock.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import type { CallProgress, ToolContext } from '../../domain/tool.ts'
import { answersTo, type GivenInput, type WantingCall, wantingCall } from './input-rounds.ts'
import { keepMedia } from './kept-media.ts'
import { UnfinishedResult } from './mcp-answers.ts'
import type { CallResult, McpConnection } from './mcp-connection.ts'
import type { McpServerConfig } from './mcp-file.ts'
import { listedResources, readResourceOf } from './mcp-resources.ts'
import { toResult } from './mcp-result.ts'
import type { TaskState } from './mcp-task.ts'
import type { McpCall } from './mcp-tools.ts'
import { type TasksOfServer, throughTask } from './through-task.ts'

/** Something that a server is asked for. */
export interface Exchange extends Pick<McpCall, 'name' | 'effect'> {
  readonly context: Pick<ToolContext, 'signal' | 'dialog'>
}

/** What makes the calls of a server. */
export interface CallMaker {
  readonly clock: Clock
  readonly config: Pick<McpServerConfig, 'name' | 'timeoutMs'>
  /** Name of the tool that reads a resource of the server; `null`: there is none. */
  readonly reader: string | null
  /** Sends over the connection of the moment, and once more where that does no harm. @throws CallAsks */
  exchange<Result>(call: Exchange, send: (connection: McpConnection) => Promise<Result>): Promise<Result>
  failed(error: unknown): RungraphError
  report(what: string, error: unknown): void
}

/** A server has a call made so often with what it has by itself. */
const maxInputRounds = 10
/** Before the next such call, times their number, in milliseconds. */
const betweenRoundsMs = 100

/**
 * What a call gives. `given`: what goes with it where people have answered.
 * @throws CallAsks where people must be asked first, and the errors of `throughTask` and `resultOf`
 */
export async function outcomeOf(call: McpCall, given: GivenInput, maker: CallMaker): Promise<unknown> {
  const { kind, args, context, mayBeTask } = call
  if (kind === 'resources')
    return maker.exchange(call, (connection) => listedResources(args, connection, context.signal))
  const make = () => madeCall(call, given, maker)
  const result = mayBeTask ? await throughTask(call, make, tasksOf(call, given, maker)) : await make()
  if (result.kind === 'task') throw new UnfinishedResult({ type: 'task', wanted: null })
  return resultOf(call, result, maker)
}

/** Makes a call, and again where its server wants that with more before it does it (ELICIT-1). */
async function madeCall(call: McpCall, first: GivenInput, maker: CallMaker): Promise<CallResult | TaskState> {
  let given = first
  for (let rounds = 1; ; rounds += 1) {
    const sent = await maker.exchange(call, (connection) => sentCall(call, given, connection, maker))
    if (sent.kind !== 'wanting') return sent
    const next = sent.ask()
    if (rounds >= maxInputRounds) throw maker.failed(sent.error)
    await maker.clock.sleep(rounds * betweenRoundsMs, call.context.signal)
    given = next
  }
}

async function sentCall(
  { kind, tool, args, context, mayBeTask }: McpCall,
  given: GivenInput,
  connection: McpConnection,
  { config }: CallMaker,
): Promise<CallResult | TaskState | WantingCall> {
  const { signal, trace, dialog } = context
  if (kind === 'resource')
    return { kind: 'result', answer: await readResourceOf(args, connection, signal), misfit: null }
  const onProgress = progressOf(context)
  const more = { ...(trace && { trace }), ...(dialog && { dialog }) }
  try {
    return await connection.call(tool, args, {
      signal,
      ...more,
      given,
      mayBeTask,
      onProgress,
      onLog: logOf(context),
    })
  } catch (error) {
    signal.throwIfAborted()
    const wanting = dialog ? wantingCall(error, dialog, config.name) : null
    if (wanting === null) throw error
    return wanting
  }
}

/** Takes what a server tells of the progress of a call. What is no progress is passed over (MCP-13). */
export function progressOf({ reportProgress }: Pick<ToolContext, 'reportProgress'>) {
  return ({ progress, total, message }: JsonObject): void => {
    const told: CallProgress = {
      ...(isNumber(progress) && { progress }),
      ...(isNumber(total) && { total }),
      ...(typeof message === 'string' && message.trim() !== '' && { message: message.trim() }),
    }
    if (told.progress !== undefined || told.message !== undefined) reportProgress(told)
  }
}

/** Takes what a server tells its log in the middle of a call, as lines of the call (MCP-17). */
export function logOf(context: Pick<ToolContext, 'log'>) {
  return (level: string, data: unknown): void => {
    const json = toJson(data)
    const said = isJsonObject(json) && typeof json.message === 'string' ? json.message : json
    const line = typeof said === 'string' ? said : JSON.stringify(said)
    const more = said === json ? undefined : json
    context.log[levels[level] ?? 'error'](line, more)
  }
}

const levels: Readonly<Record<string, keyof CallLog>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function tasksOf(
  { tool, name, context }: McpCall,
  given: GivenInput,
  { clock, config, ...maker }: CallMaker,
): TasksOfServer {
  const asking = { name, effect: 'read', context } as const
  const { signal, dialog } = context
  /** What was answered: a task may list it for a while longer. */
  const answered = new Set<string>()
  return {
    clock,
    timeoutMs: config.timeoutMs ?? null,
    get: (taskId) => maker.exchange(asking, (connection) => connection.task(taskId, signal)),
    result: (task) => maker.exchange(asking, (connection) => connection.resultOf(tool, task, context)),
    answer: async ({ taskId, requests }) => {
      if (dialog && requests === null) return 'within'
      if (!dialog || requests === null || Object.keys(requests).length === 0) return 'nobody'
      const open = Object.entries(requests).filter(([name]) => !answered.has(name))
      if (open.length === 0) return 'answered'
      const answers = answersTo(Object.fromEntries(open), given, dialog, config.name)
      await maker.exchange(asking, (connection) => connection.answerTask(taskId, answers, signal))
      for (const name of Object.keys(answers)) answered.add(name)
      return 'answered'
    },
    cancel: (taskId) => cancelTask(taskId, maker),
  }
}

/** A server is asked for so long to cancel a task, in milliseconds. */
const cancelMs = 5_000

async function cancelTask(taskId: string, { exchange }: Pick<CallMaker, 'exchange'>): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs)
  try {
    const asking = { name: 'tasks/cancel', effect: 'read', context: { signal } } as const
    await exchange(asking, (connection) => connection.cancelTask(taskId, signal))
  } catch (error) {
    // A refusal is an answer: the task has ended, or the server knows it no more.
    if (!isRungraphError(error) || error.code !== 'TOOL_FAILED') throw error
  }
}

/** @throws TOOL_FAILED where the server says that it failed, or its result is not what the tool should give, and nothing was changed */
async function resultOf(
  { effect, context }: McpCall,
  { answer, misfit }: CallResult,
  { reader, report }: CallMaker,
): Promise<unknown> {
  if (misfit !== null && effect !== 'once') throw new RungraphError('TOOL_FAILED', { message: misfit })
  const kept = answer.isError ? undefined : await keepMedia(answer.parts, context, report)
  return toResult(answer, { misfit, reader, ...(kept && { kept }) })
}
