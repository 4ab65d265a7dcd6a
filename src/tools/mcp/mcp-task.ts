import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** The extension of the newer generation of the protocol in which calls may go on as tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/**
 * How calls of a server become tasks (MCP-15): not at all, where the client asks for it (2025-11-25), or where the server decides it
 * (2026-07-28).
 */
export type TaskGeneration = 'none' | 'asked-for' | 'of-server'

const statuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const

/** A task, as its server says that it stands. */
export interface TaskState {
  readonly kind: 'task'
  readonly taskId: string
  readonly status: (typeof statuses)[number]
  /** What the server says about it; `null`: nothing. */
  readonly message: string | null
  /** After how many milliseconds to ask again; `null` where the server does not say. */
  readonly intervalMs: number | null
  /** What the call gave, where the server says it with the status. */
  readonly result: JsonObject | null
  /** The error that it failed by, in the same way. */
  readonly error: Json
  /** What it wants to be answered before it goes on, by names of the server; `null`: the server does not say. */
  readonly requests: JsonObject | null
}

/** An id is kept in the log, and is no data. In characters. */
const maxIdChars = 1_000

/** A task of either generation; `null` where it has no usable id or status. */
export function toTask(data: JsonObject): TaskState | null {
  const { taskId, status: said, statusMessage, pollInterval, pollIntervalMs, error = null } = data
  const { result = null, inputRequests = null } = data
  const status = statuses.find((one) => one === said)
  const isId = typeof taskId === 'string' && taskId !== '' && taskId.length <= maxIdChars
  if (!isId || status === undefined) return null
  const interval = pollIntervalMs ?? pollInterval
  return {
    ...{ kind: 'task', taskId, status, error },
    message: typeof statusMessage === 'string' && statusMessage.trim() !== '' ? statusMessage.trim() : null,
    intervalMs: typeof interval === 'number' && interval > 0 ? interval : null,
    result: isJsonObject(result) ? result : null,
    requests: isJsonObject(inputRequests) ? inputRequests : null,
  }
}

/** A task that nobody set an interval for is asked for so often, in milliseconds; none is asked for more often, or less, than so. */
const usualPollMs = 1000
const leastPollMs = 200
const mostPollMs = 3_600_000

/** A task that takes longer than so, or that is to be asked for so rarely, is not waited for by a process, in milliseconds. */
const restAfterMs = 60_000
const leastRestMs = 10_000

/** No task is waited for longer, in milliseconds: a day. */
export const maxTaskMs = 86_400_000

/** How a task is waited for until it is asked for again, which is `ms` from now. */
export interface TaskPause {
  /** `rest`: the run waits for the time, without a process. */
  readonly kind: 'hold' | 'rest' | 'over'
  readonly ms: number
}

/** The older a task, the less often it is asked for. `limitMs`: the time that it has, `ageMs`: how much of that is over. */
export function pauseOf(
  intervalMs: number | null,
  { ageMs, limitMs }: { readonly ageMs: number; readonly limitMs: number },
): TaskPause {
  const left = limitMs - ageMs
  if (left <= 0) return { kind: 'over', ms: 0 }
  const interval = Math.min(mostPollMs, Math.max(leastPollMs, intervalMs ?? usualPollMs))
  if (ageMs < restAfterMs && interval < restAfterMs) return { kind: 'hold', ms: Math.min(interval, left) }
  const ms = Math.min(mostPollMs, Math.max(interval, leastRestMs, ageMs / 5))
  return { kind: 'rest', ms: Math.min(ms, left) }
}
