import { sentence } from '../../domain/foreign-text.ts'
import type { ModelChunk, ModelRequest } from '../../domain/model.ts'
import { released, startTimeLimit } from '../../domain/time-limit.ts'
import { cutText } from '../context/show.ts'
import { type Candidate, modelKey, readyAt } from '../model-call.ts'
import type { Turn } from '../rate-limits.ts'
import type { RunContext } from '../run/run-context.ts'
import { attemptModel } from './attempt-model.ts'
import { isWaitedFor, shortWaitMs } from './failover.ts'
import { hasTime, type Limited, noteBackoff, type PendingCall, whileWaiting, whyOf } from './pending-call.ts'

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
  const free = hasTime(pending) ? rateLimits.turnNow(key) : noTurn
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
export async function attempt(candidate: Candidate, turn: Turn, pending: PendingCall) {
  const { call, state, ctx } = pending
  pending.attempts += 1
  try {
    const asked = { number: pending.attempts, takesWords: pending.withoutCalls.has(modelKey(candidate)) }
    const result = await attemptModel(accepting(candidate, turn), asked, call, state, ctx)
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

/** Most characters of a refusal that other runs quote. */
const maxQuoted = 300

/** Without the secrets of this run, which others do not know. */
function wordsForOthers(message: string, { secrets }: RunContext): string {
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
  return {
    ...candidate,
    access: {
      ...{ name: access.name, stream },
      ...(unsupportedOptions && { unsupportedOptions }),
      ...(adaptations && { adaptations }),
    },
  }
}

/** Whether others are asked meanwhile: the model is known to be limited, for longer than is worth waiting. */
export function isBetterLeft(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  ctx: RunContext,
): boolean {
  const limitMs = ctx.rateLimits.remainingMs(modelKey(candidate))
  const { otherProfile, otherModel } = otherCandidates(candidate, alternatives, ctx)
  return (limitMs > 0 && otherProfile) || (limitMs > shortWaitMs && otherModel)
}

/** For how long a limit is waited for where others are left to ask, in milliseconds. */
export function patienceFor(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  ctx: RunContext,
): number {
  const { otherProfile, otherModel } = otherCandidates(candidate, alternatives, ctx)
  return otherProfile || otherModel ? shortWaitMs : ctx.run.agent.definition.modelRetry.capMs
}

/** Whether others can be asked that neither rest nor are limited: the model with another key, or another model. */
export function otherCandidates(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  { coolDowns, rateLimits, clock }: RunContext,
) {
  const ready = alternatives.filter(
    (other) => readyAt(other, coolDowns) <= clock.elapsed() && rateLimits.remainingMs(modelKey(other)) === 0,
  )
  return {
    otherProfile: ready.some((other) => other.name === candidate.name),
    otherModel: ready.some((other) => other.name !== candidate.name),
  }
}
