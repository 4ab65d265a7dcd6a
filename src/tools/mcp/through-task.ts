import type { Clock } from '../../domain/clock.ts'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'
import { failureReason } from '../../domain/failure-reason.ts'
import { cutMarked } from '../cut-marked.ts'
import type { CallResult } from './mcp-connection.ts'
import { maxTaskMs, pauseOf, type TaskState } from './mcp-task.ts'
import type { McpCall } from './mcp-tools.ts'

/** The tasks of a server, for one call. Each request is repeated where the connection broke. */
export interface TasksOfServer {
  readonly clock: Clock
  /** The time that the operator gives a call, in milliseconds; `null`: none of its own. */
  readonly timeoutMs: number | null
  get(taskId: string): Promise<TaskState>
  /** What the call gave: its task has ended, or goes on once its server has asked a person within this. */
  result(task: TaskState): Promise<CallResult>
  /**
   * Answers what a task wants to know. `within`: its server asks while its result is asked for, as those of the older generation do.
   * @throws CallAsks where people must be asked first
   */
  answer(task: TaskState): Promise<'answered' | 'within' | 'nobody'>
  /** Asks the server to cancel a task. @throws where the request fails */
  cancel(taskId: string): Promise<void>
}

/** A task of a call, as the log has it. */
interface BegunTask {
  readonly taskId: string
  /** When it began, in milliseconds since 1970. */
  readonly at: number
}

type TaskEnd =
  | { readonly kind: 'result'; readonly result: CallResult }
  | { readonly kind: 'failed' | 'cancelled' | 'lost'; readonly reason: string }

/** A server that is away is waited for so long, in milliseconds: the task may well go on. */
const awayMs = 120_000
const maxReason = 2000

/**
 * Makes a call that the server may go on with as a task (MCP-15). The id of the task is in the log before it is waited for: a process that
 * resumes the call asks how the task stands. Where the server knows it no more, a `once` call ends as OUTCOME_UNKNOWN, and another is made
 * again, once. @throws CallAsks, OUTCOME_UNKNOWN, TOOL_FAILED, TOOL_TIMEOUT
 */
export async function throughTask(
  call: McpCall,
  make: () => Promise<CallResult | TaskState>,
  tasks: TasksOfServer,
): Promise<CallResult> {
  const { context, effect, name } = call
  for (let isAgain = false; ; isAgain = true) {
    const made: { first?: CallResult | TaskState } = {}
    const begun = await context.begin<BegunTask>(
      'task',
      async () => {
        const first = await make()
        made.first = first
        return first.kind === 'task' ? { taskId: first.taskId, at: tasks.clock.now() } : null
      },
      ({ taskId }) => tasks.cancel(taskId),
    )
    const { first = null } = made
    if (begun === null) return answerOf(first)
    const end = await endOf(begun.id, first, call, tasks)
    if (end.kind === 'result') {
      if (end.result.answer.isError) begun.forget()
      return end.result
    }
    begun.forget()
    // A task that is cancelled is one that another attempt gave up, or the server itself.
    const mayRepeat = effect !== 'once' && !isAgain && (end.kind === 'lost' || first === null)
    if (mayRepeat && end.kind !== 'failed') continue
    if (end.kind === 'lost' && effect === 'once')
      throw new RungraphError('OUTCOME_UNKNOWN', { tool: name, reason: end.reason })
    throw new RungraphError('TOOL_FAILED', { message: `The task of the call ended: ${end.reason}.` })
  }
}

function answerOf(made: CallResult | TaskState | null): CallResult {
  if (made?.kind === 'result') return made
  throw new Error('The call has no result.')
}

/** Waits for the end of a task. `first`: how it stands, where it was begun just now. */
async function endOf(
  begun: BegunTask,
  first: CallResult | TaskState | null,
  { name, effect, context }: McpCall,
  tasks: TasksOfServer,
): Promise<TaskEnd> {
  const { clock, timeoutMs } = tasks
  const limitMs = Math.min(maxTaskMs, timeoutMs ?? maxTaskMs)
  let state = first?.kind === 'task' ? first : null
  let heardAt = clock.now()
  let said: string | null = null
  for (;;) {
    if (state?.status === 'working' && state.message !== null && state.message !== said)
      context.reportProgress({ message: state.message })
    said = state?.message ?? said
    const end = state && (await settled(state, tasks))
    if (end) return end
    const pause = pauseOf(state?.intervalMs ?? null, { ageMs: clock.now() - begun.at, limitMs })
    if (pause.kind === 'over') {
      requestCancel(tasks, begun.taskId)
      throw new RungraphError('TOOL_TIMEOUT', { tool: name, timeoutMs: limitMs, effect })
    }
    // A call that is resumed asks first.
    if (state !== null) await waitFor(pause.ms, pause.kind, { context, clock })
    try {
      state = await tasks.get(begun.taskId)
      heardAt = clock.now()
    } catch (error) {
      context.signal.throwIfAborted()
      if (!isRungraphError(error)) throw error
      const reason = `the server does not know the task any more (${reasonOf(error)})`
      if (error.code !== 'SERVER_UNAVAILABLE') return { kind: 'lost', reason }
      if (clock.now() - heardAt > awayMs)
        return { kind: 'lost', reason: `the server of the task is away (${reasonOf(error)})` }
    }
  }
}

async function waitFor(
  ms: number,
  kind: 'hold' | 'rest',
  { context, clock }: Pick<McpCall, 'context'> & Pick<TasksOfServer, 'clock'>,
): Promise<void> {
  if (kind === 'hold') return clock.sleep(ms, context.signal)
  const until = new Date(clock.now() + ms)
  await context.waitUntil(`task until ${until.toISOString()}`, until)
}

/** How a task ended; `null` while it goes on. */
async function settled(state: TaskState, tasks: TasksOfServer): Promise<TaskEnd | null> {
  const { status, message, error, taskId } = state
  switch (status) {
    case 'working':
      return null
    case 'input_required': {
      const how = await tasks.answer(state)
      if (how === 'answered') return null
      if (how === 'within') return resultOr(state, tasks)
      requestCancel(tasks, taskId)
      return { kind: 'failed', reason: 'it asks its user for something, and nobody is there to answer' }
    }
    case 'cancelled':
      return {
        kind: 'cancelled',
        reason: message === null ? 'it was cancelled' : cutMarked(message, maxReason),
      }
    case 'failed':
      if (error !== null) return { kind: 'failed', reason: cutMarked(failureReason(error), maxReason) }
      return resultOr(state, tasks)
    case 'completed':
      return resultOr(state, tasks)
    default:
      return status satisfies never
  }
}

/** The call ends at once: an error of the request changes nothing of it. */
function requestCancel(tasks: TasksOfServer, taskId: string): void {
  tasks.cancel(taskId).catch(() => undefined)
}

/** What a failed task says besides may be an error in place of its result. */
async function resultOr(state: TaskState, tasks: TasksOfServer): Promise<TaskEnd> {
  try {
    return { kind: 'result', result: await tasks.result(state) }
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'TOOL_FAILED') throw error
    return state.status === 'failed'
      ? { kind: 'failed', reason: reasonOf(error) }
      : { kind: 'lost', reason: `its result is not to be had (${reasonOf(error)})` }
  }
}

function reasonOf(error: unknown): string {
  return cutMarked(messageOf(error), maxReason).replace(/\.$/, '')
}
