import type { SwitchReason } from '../../domain/event-fields.ts'
import { sentence } from '../../domain/foreign-text.ts'
import type { ModelError, ModelErrorKind } from '../../domain/model.ts'
import { linkedTo } from '../../domain/time-limit.ts'
import { type Backoff, type Candidate, isOf, type ModelCall, remainingOf } from '../model-call.ts'
import type { Turn } from '../rate-limits.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { RunContext } from '../run/run-context.ts'
import type { RunState } from '../run/run-state.ts'

/** One call in flight. */
export interface PendingCall {
  readonly call: ModelCall
  readonly state: RunState
  readonly ctx: RunContext
  attempts: number
  readonly failures: string[]
  /** Kinds of the last failures of the candidates that were asked. */
  readonly failureKinds: ModelErrorKind[]
  /** Passed over because the request is too large for them. */
  readonly tooSmall: Candidate[]
  /** Left because of a rate limit that passes. */
  readonly limited: Limited[]
  /** Number of failures of a model with a key that another try may not have; rate limits are none of them. */
  readonly tries: Map<string, number>
  /** Models with a key that sent words, and not the call that they announced. */
  readonly withoutCalls: Set<string>
  /** Why the candidate before was left; `null` ahead of the first. */
  switchReason: SwitchReason | null
  inUse: Pick<Candidate, 'name' | 'profile'>
  /** The wait in which an earlier owner was, until it is waited for. */
  readonly backoff: Backoff | null
}

/** A candidate against whom there is only a rate limit: what it said, and the turn that it was refused in; `null`: it was not asked. */
export interface Limited {
  readonly candidate: Candidate
  readonly refused: { readonly turn: Turn; readonly error: ModelError } | null
}

/** The agent's own conversation; other requests do not determine which model speaks there. */
export function isMainLine({ context }: ModelCall): boolean {
  return context !== null
}

/** Whether the run may wait: not where its time is up, and it only sums up. Before that its signal ends each wait. */
export function hasTime({ state, ctx }: PendingCall): boolean {
  return state.announced === null || state.deadlineAt === null || ctx.clock.elapsed() < state.deadlineAt
}

/** Waits for the remaining part of the backoff of an earlier owner. Gives how often that owner had asked this candidate. */
export async function waitOut(candidate: Candidate, pending: PendingCall): Promise<number> {
  const { backoff, ctx } = pending
  if (backoff === null || pending.attempts > backoff.attempts || !isOf(backoff, candidate)) return 0
  await pause(remainingOf(backoff, ctx.clock.now()), pending)
  return backoff.tries
}

/** Waits before another try. */
export function pause(ms: number, pending: PendingCall): Promise<void> {
  return whileWaiting((signal) => pending.ctx.clock.sleep(ms, signal), pending)
}

/** A wait that the run is called away from is over; one that its process does not live to see continues with the run. */
export async function whileWaiting<Value>(
  wait: (signal: AbortSignal) => Promise<Value>,
  { call, state, ctx }: PendingCall,
): Promise<Value> {
  const forget = () => {
    state.backoff = null
  }
  const stopping = linkedTo(call.signal, ctx.draining)
  call.signal.addEventListener('abort', forget, { once: true })
  try {
    return await wait(stopping.signal)
  } finally {
    call.signal.removeEventListener('abort', forget)
    stopping.unlink()
  }
}

interface Wait {
  readonly tries: number
  readonly delayMs: number
  readonly why: string
}

/** What a failure said, as a sentence. */
export function whyOf({ kind, message }: ModelError): string {
  return `${kind}, ${sentence(message)}`
}

/** Records that it waits; requests beside the conversation may wait several times at once, and begin anew after a crash. */
export function noteBackoff(
  { name, profile }: Candidate,
  { tries, delayMs, why }: Wait,
  { call, state, ctx, attempts }: PendingCall,
): void {
  const stepNumber = call.step.number
  const message = `${name}: ${why} Trying again in ${delayMs} ms.`
  const events = [{ type: 'Warning', stepNumber, data: { code: 'MODEL_RETRY', message } }] as const
  if (isMainLine(call)) {
    const until = ctx.clock.now() + delayMs
    state.backoff = {
      stepNumber,
      purpose: call.purpose,
      model: name,
      profile,
      tries,
      attempts,
      delayMs,
      until,
    }
  }
  ctx.journal.write({ ...(isMainLine(call) && { run: { loopState: toLoopState(state) } }), events })
}
