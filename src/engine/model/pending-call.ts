import type { SwitchReason } from '../../domain/event-fields.ts'
import type { ModelChunk, ModelError, ModelErrorKind, ModelRequest } from '../../domain/model.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import { linkedTo, released, startTimeLimit } from '../../domain/time-limit.ts'
import { cutText } from '../context/show.ts'
import {
  type Backoff,
  type Candidate,
  isBackoffOf,
  type ModelCall,
  modelKey,
  readyAt,
  remainingOf,
} from '../model-call.ts'
import type { Turn } from '../rate-limits.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { attemptModel } from './attempt-model.ts'
import { type BatchedCall, batchAttemptOf } from './batched-call.ts'
import { isWaitedFor, shortWaitMs } from './failover.ts'

/** One call in flight. */
export interface PendingCall {
  readonly call: ModelCall
  readonly state: LiveRun
  readonly ctx: ModelContext
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
  /** How its requests are parts of batches; `null`: they are sent at once. */
  readonly batched: BatchedCall | null
  /** Models, each with a key, that were asked and left. */
  readonly left: string[]
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
  if (backoff === null || pending.attempts > backoff.attempts || !isBackoffOf(backoff, candidate)) return 0
  await waitForRetry(remainingOf(backoff, ctx.clock.now()), pending)
  return backoff.tries
}

/** Waits before another try. */
export function waitForRetry(ms: number, pending: PendingCall): Promise<void> {
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

interface RetryWait {
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
  { tries, delayMs, why }: RetryWait,
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

/**
 * The right to ask, waited for where runs of this process wait for the rate limit of the model. `null`: it took more than `patienceMs`
 * (`null`: any time), and somebody else may be asked.
 */
export async function turnOf(
  { candidate, refused }: Limited,
  { tries, patienceMs }: { readonly tries: number; readonly patienceMs: number | null },
  pending: PendingCall,
): Promise<Turn | null> {
  const { rateLimits } = pending.ctx
  const key = modelKey(candidate)
  // Batches have limits of their own.
  const free = hasTime(pending) && pending.batched === null ? rateLimits.turnNow(key) : noTurn
  if (free) return free
  const why = refused === null ? asTold(rateLimits.words(key)) : whyOf(refused.error)
  noteBackoff(candidate, { tries, delayMs: rateLimits.remainingMs(key), why }, pending)
  return whileWaiting(async (signal) => {
    if (patienceMs === null) return rateLimits.turn(key, signal, refused?.turn)
    const patience = startTimeLimit({
      clock: pending.ctx.clock,
      ms: patienceMs,
      signal,
      timeUp: () => released,
    })
    try {
      return await rateLimits.turn(key, patience.signal, refused?.turn)
    } catch (error) {
      if (patience.isOver) return null
      throw error
    } finally {
      patience.release()
    }
  }, pending)
}

function asTold(words: string | null): string {
  return words === null
    ? 'RATE_LIMIT, as another run was told.'
    : `RATE_LIMIT, as another run was told: ${words}`
}

/** A run whose time is up asks for its summary without waiting for anybody. */
const noTurn: Turn = { isProbe: false, accepted: () => undefined, refused: () => 0, given: () => undefined }

/** One request, whose outcome says something about the rate limit of the model: `limitMs` is for how long nobody asks it. */
export async function attemptWithTurn(candidate: Candidate, turn: Turn, pending: PendingCall) {
  const { call, state, ctx, batched } = pending
  pending.attempts += 1
  try {
    const batch = batched && batchAttemptOf(batched, candidate, placeOf(candidate, pending), pending)
    const takesWords = pending.withoutCalls.has(modelKey(candidate))
    const asked = { number: pending.attempts, takesWords, batch }
    const result = await attemptModel(batch ? candidate : accepting(candidate, turn), asked, call, state, ctx)
    if (result.kind === 'answered') turn.accepted()
    if (result.kind === 'failed' && result.lacksCall) pending.withoutCalls.add(modelKey(candidate))
    // What nobody waits for closes nothing: the next run would wait for it.
    const isLimited =
      result.kind === 'failed' && result.error.kind === 'RATE_LIMIT' && isWaitedFor(result.error)
    const toldMs = isLimited ? result.error.retryAfterMs : undefined
    const words = isLimited ? wordsForOthers(result.error.message, ctx) : undefined
    const { modelRetry: retry } = ctx.run.agent.definition
    const refusal = { toldMs, ...(words && { words }), retry, random: ctx.random() }
    return { ...result, limitMs: isLimited ? turn.refused(refusal) : 0 }
  } finally {
    turn.given()
  }
}

/** Where the call is: the owner that reads the answer of a batch goes on from there. */
function placeOf(candidate: Candidate, { attempts, tries, left, failures, failureKinds, call }: PendingCall) {
  return {
    ...{ attempts, tries: tries.get(modelKey(candidate)) ?? 0 },
    ...{ left: [...left], failures: [...failures], failureKinds: [...failureKinds] },
    rejectedPlans: call.rest?.rejectedPlans ?? 0,
  }
}

/** Most characters of a refusal that other runs quote. */
const maxQuoted = 300

/** Without the secrets of this run, which others do not know. */
function wordsForOthers(message: string, { secrets }: ModelContext): string {
  return sentence(cutText(secrets.withheld(message), maxQuoted))
}

/** The same candidate; the first part of its answer shows that the request was let through. */
function accepting(candidate: Candidate, turn: Turn): Candidate {
  const { access } = candidate
  if (!access || !turn.isProbe) return candidate
  async function* stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    for await (const chunk of access?.stream(request) ?? []) {
      turn.accepted()
      yield chunk
    }
  }
  const unsupportedOptions = access.unsupportedOptions?.bind(access)
  const adaptations = access.adaptations?.bind(access)
  const leftOutFiles = access.leftOutFiles?.bind(access)
  return {
    ...candidate,
    access: {
      ...{ name: access.name, stream },
      ...(unsupportedOptions && { unsupportedOptions }),
      ...(adaptations && { adaptations }),
      ...(leftOutFiles && { leftOutFiles }),
    },
  }
}

/** Whether others are asked meanwhile: the model is known to be limited, for longer than is worth waiting. */
export function isBetterLeft(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  ctx: ModelContext,
): boolean {
  const limitMs = ctx.rateLimits.remainingMs(modelKey(candidate))
  const { otherProfile, otherModel } = otherCandidates(candidate, alternatives, ctx)
  return (limitMs > 0 && otherProfile) || (limitMs > shortWaitMs && otherModel)
}

/** For how long a limit is waited for where others are left to ask, in milliseconds. */
export function patienceFor(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  ctx: ModelContext,
): number {
  const { otherProfile, otherModel } = otherCandidates(candidate, alternatives, ctx)
  return otherProfile || otherModel ? shortWaitMs : ctx.run.agent.definition.modelRetry.capMs
}

/** Whether others can be asked that neither rest nor are limited: the model with another key, or another model. */
export function otherCandidates(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  { coolDowns, rateLimits, clock }: ModelContext,
) {
  const ready = alternatives.filter(
    (other) => readyAt(other, coolDowns) <= clock.elapsed() && rateLimits.remainingMs(modelKey(other)) === 0,
  )
  return {
    otherProfile: ready.some((other) => other.name === candidate.name),
    otherModel: ready.some((other) => other.name !== candidate.name),
  }
}
