import { RungraphError } from '../../domain/errors.ts'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import {
  backoffOf,
  type Candidate,
  type ContextFit,
  candidatesOf,
  credentialKey,
  type ModelCall,
  modelKey,
  readyFirst,
} from '../model-call.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warn } from '../run/warn.ts'
import type { AnsweredCall } from './attempt-model.ts'
import { isAnsweredBy, mayBeBatched, openBatchedCall } from './batched-call.ts'
import { cooldownAfter, nextRecovery } from './failover.ts'
import {
  attemptWithTurn,
  hasTime,
  isBetterLeft,
  isMainLine,
  type Limited,
  noteBackoff,
  otherCandidates,
  type PendingCall,
  patienceFor,
  turnOf,
  waitForRetry,
  waitOut,
  whyOf,
} from './pending-call.ts'

/**
 * Asks the models of a chain until one answers: each is tried again while that may help (MOD-4), then with other credentials, then the next
 * model is asked (MOD-5). A candidate in its cool-down is asked last; a model whose window is too small only when all others have failed,
 * with the history made smaller for it. Every attempt is recorded once.
 * @throws MODELS_EXHAUSTED with the error of each, ANSWER_REFUSED where that was a refusal of each, ANSWER_TOO_LARGE where the answer of each
 * was too large, BudgetSpent, BatchRest where the turn waits for a batch, or the Stop of the signal; the Stop of a process that is about to
 * end only while the call waits (DUR-4).
 */
export async function callModel(call: ModelCall, state: LiveRun, ctx: ModelContext): Promise<AnsweredCall> {
  const inUse = (isMainLine(call) ? state.modelInUse : null) ?? {
    name: call.models[0] ?? '',
    profile: 1,
  }
  // No promise for calls that are asked at once.
  const batched = mayBeBatched(call, ctx) ? await openBatchedCall(call, state, ctx) : null
  const waited = batched?.answered?.turn ?? null
  const backoff = waited === null ? backoffOf(call, state.backoff) : null
  // The attempt that an earlier owner began is the next one.
  const attempts = waited === null ? (backoff?.attempts ?? 0) : waited.attempts - 1
  const pending: PendingCall = {
    ...{ call, state, ctx, attempts, inUse, backoff, batched },
    ...{
      left: [...(waited?.left ?? [])],
      failures: [...(waited?.failures ?? [])],
      failureKinds: [...(waited?.failureKinds ?? [])],
      tooSmall: [],
      limited: [],
      tries: new Map(waited ? [[modelKey({ ...waited, name: waited.model }), waited.tries]] : []),
      withoutCalls: new Set(),
      switchReason: null,
    },
  }
  const all = candidatesOf(call.models, ctx.models)
  const candidates = waited ? all.filter((candidate) => !waited.left.includes(modelKey(candidate))) : all
  const answered =
    (await askInTurn(candidates, 'compact-for-first', pending)) ??
    (await askInTurn(pending.tooSmall.splice(0), 'compact', pending)) ??
    (await askLimited(pending))
  if (!answered) throw exhausted(pending)
  if (isMainLine(call)) {
    const { name, profile } = pending.inUse
    state.modelInUse = name === call.models[0] && profile === 1 ? null : pending.inUse
    state.backoff = null
  }
  return answered
}

/** Distinguishes requests that fail with each model in the same way from those that may succeed later. */
function exhausted({ failures: attempts, failureKinds }: PendingCall): RungraphError {
  const [kind, ...others] = new Set(failureKinds)
  const isSame = others.length === 0 && failureKinds.length === attempts.length
  const code = kind !== undefined && isSame ? codes[kind] : undefined
  return new RungraphError(code ?? 'MODELS_EXHAUSTED', { attempts })
}

const codes: Partial<Record<ModelErrorKind, 'ANSWER_REFUSED' | 'ANSWER_TOO_LARGE'>> = {
  CONTENT_BLOCKED: 'ANSWER_REFUSED',
  ANSWER_TOO_LARGE: 'ANSWER_TOO_LARGE',
}

/** The first answer of these candidates; `null` where none gives one. */
async function askInTurn(
  candidates: readonly Candidate[],
  rule: 'compact-for-first' | 'compact',
  pending: PendingCall,
): Promise<AnsweredCall | null> {
  const { coolDowns, clock } = pending.ctx
  let untried = candidates
  for (;;) {
    const [candidate, ...alternatives] = answeredFirst(
      readyFirst(untried, coolDowns, clock.elapsed()),
      pending,
    )
    if (!candidate) return null
    const mayCompact = rule === 'compact' || candidate.name === pending.call.models[0]
    const end = await askCandidates(candidate, alternatives, mayCompact, pending)
    if (end.kind === 'answered') return end.answered
    pending.left.push(modelKey(candidate))
    untried =
      end.kind === 'profile-failed'
        ? alternatives
        : alternatives.filter(({ name }) => name !== candidate.name)
  }
}

/** The candidate whose answer is there comes before all. */
function answeredFirst(candidates: readonly Candidate[], { batched }: PendingCall): readonly Candidate[] {
  const answered = batched && candidates.find((candidate) => isAnsweredBy(batched, candidate))
  return answered ? [answered, ...candidates.filter((candidate) => candidate !== answered)] : candidates
}

/**
 * Where nobody else is left, those against whom there is only a rate limit are waited for, the one that ends first, as often as it takes:
 * until one answers or the time of the run is up. `null` where each has failed otherwise since.
 */
async function askLimited(pending: PendingCall): Promise<AnsweredCall | null> {
  const { rateLimits } = pending.ctx
  const endsIn = ({ candidate }: Limited) => rateLimits.remainingMs(modelKey(candidate))
  for (;;) {
    const [next, ...others] = pending.limited.splice(0).toSorted((a, b) => endsIn(a) - endsIn(b))
    if (!next) return null
    pending.limited.push(...others)
    const end = await askCandidates(next.candidate, [], true, pending, next.refused)
    if (end.kind === 'answered') return end.answered
  }
}

type End =
  | { readonly kind: 'answered'; readonly answered: AnsweredCall }
  | { readonly kind: 'profile-failed' }
  | { readonly kind: 'model-failed' }

/** Asks one candidate for as long as that may help. `refused` is how it was refused before, in this call. */
async function askCandidates(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  mayCompact: boolean,
  pending: PendingCall,
  refused: Limited['refused'] = null,
): Promise<End> {
  const { call, ctx } = pending
  const isAnswered = pending.batched !== null && isAnsweredBy(pending.batched, candidate)
  const fit = isAnswered ? undefined : await call.context?.fit(candidate, mayCompact)
  if (fit?.kind === 'too-large') return skipCandidate(candidate, fit, mayCompact, pending)
  if (pending.batched === null && isBetterLeft(candidate, alternatives, ctx))
    return leaveLimited({ candidate, refused }, alternatives, pending)
  announceSwitch(candidate, pending)
  let lessons = 0
  let isSuspected = false
  let before = refused
  const isLast = alternatives.length === 0 && pending.tooSmall.length === 0
  const failedBefore = pending.tries.get(modelKey(candidate)) ?? (await waitOut(candidate, pending))
  for (let tries = 1 + failedBefore; ; tries++) {
    pending.tries.set(modelKey(candidate), tries - 1)
    const patienceMs = isLast ? null : patienceFor(candidate, alternatives, ctx)
    const turn = await turnOf({ candidate, refused: before }, { tries: tries - 1, patienceMs }, pending)
    if (turn === null) return leaveLimited({ candidate, refused: before }, alternatives, pending)
    const result = await attemptWithTurn(candidate, turn, pending)
    if (result.kind === 'answered') {
      ctx.coolDowns.clear(credentialKey(candidate))
      ctx.coolDowns.clear(modelKey(candidate))
      return result
    }
    if (result.kind === 'unpriced') return skipUnpriced(result.why, pending)
    const { error, limitMs } = result
    if (error.adapted !== undefined && lessons++ < maxLessons) {
      noteAdapted(candidate, error, error.adapted, pending)
      // It was no failure that another try could not help: it is none of the tries.
      tries -= 1
      continue
    }
    const move = nextRecovery(error, {
      tries,
      limitMs,
      random: ctx.random(),
      retry: ctx.run.agent.definition.modelRetry,
      canCompact: call.context !== null,
      mayBeTooLong: !isSuspected && (call.context?.isLarge(candidate) ?? false),
      hasTime: hasTime(pending),
      isLast,
      ...otherCandidates(candidate, alternatives, ctx),
    })
    before = { turn, error }
    switch (move.kind) {
      case 'wait':
        noteBackoff(candidate, { tries, delayMs: move.delayMs, why: whyOf(error) }, pending)
        await waitForRetry(move.delayMs, pending)
        break
      case 'wait-for-turn':
        break
      case 'wait-for-limit':
        return leaveLimited({ candidate, refused: before }, alternatives, pending)
      case 'compact':
        if (error.kind !== 'CONTEXT_OVERFLOW') {
          isSuspected = true
          noteSuspected(candidate, error, pending)
        }
        if (await call.context?.overflowed(candidate)) break
        return endAttempts('model-failed', candidate, atSmallest(error), tries, pending)
      case 'next-profile':
        return endAttempts('profile-failed', candidate, error, tries, pending)
      case 'next-model':
        return endAttempts('model-failed', candidate, error, tries, pending)
      default:
        return move satisfies never
    }
  }
}

/** It is asked again where nobody else answers. */
function leaveLimited(limited: Limited, alternatives: readonly Candidate[], pending: PendingCall): End {
  const key = modelKey(limited.candidate)
  const { error } = limited.refused ?? {}
  if (error && alternatives.length > 0) pending.ctx.coolDowns.start(key, error.retryAfterMs)
  pending.limited.push(limited)
  pending.switchReason = 'RATE_LIMIT'
  return { kind: 'profile-failed' }
}

/** Servers have words of their own for a request that is too long. */
function noteSuspected({ name }: Candidate, error: ModelError, { call, ctx }: PendingCall): void {
  const message = `${name}: ${whyOf(error)} The request may be too long for it: it is made shorter, and sent once more.`
  warn({ code: 'CONTEXT_OVERFLOW_SUSPECTED', message }, call.step.number, ctx)
}

/** Error for a conversation that is too large although nothing more can be omitted. */
function atSmallest(error: ModelError): ModelError {
  const { kind, message, retryable } = error
  if (kind !== 'CONTEXT_OVERFLOW') return error
  const more = 'Nothing more of the conversation can be left out.'
  return new ModelError(kind, `${sentence(message)} ${more}`, { retryable })
}

/** In one call: a server that keeps refusing is left in the end. */
const maxLessons = 12

/** The adapter learnt what the server does not take, or how its answers are read, and asks again at once; the attempt is recorded like any other. */
function noteAdapted(
  { name }: Candidate,
  { status, message: failure }: ModelError,
  what: string,
  { call, state, ctx }: PendingCall,
): void {
  state.warned.add(`${name} ${what}`)
  const why = status === undefined ? `: ${sentence(failure)} From` : ' refused the request; from'
  const message = sentence(`${name}${why} now on ${what}`)
  warn({ code: 'MODEL_REQUEST_ADAPTED', message }, call.step.number, ctx)
}

function endAttempts(
  kind: 'profile-failed' | 'model-failed',
  candidate: Candidate,
  error: ModelError,
  tries: number,
  pending: PendingCall,
): End {
  const { coolDowns } = pending.ctx
  const scope = cooldownAfter(error)
  // A provider that is not set up has no credentials that a cool-down could restore.
  if (scope === 'credentials' && candidate.access) coolDowns.start(credentialKey(candidate))
  if (scope === 'model') coolDowns.start(modelKey(candidate), error.retryAfterMs)
  pending.switchReason = error.kind
  pending.failureKinds.push(error.kind)
  pending.failures.push(failureOf(candidate, error, tries, pending.ctx))
  return { kind }
}

/** The fault is neither in the model nor in the request. */
function skipUnpriced(why: string, pending: PendingCall): End {
  pending.switchReason = 'UNPRICED'
  pending.failures.push(why)
  return { kind: 'model-failed' }
}

/** A model that cannot hold the conversation is not asked; it may be, with a smaller one, when nobody else is left. */
function skipCandidate(
  candidate: Candidate,
  { tokens, room, isSmallest }: ContextFit & { kind: 'too-large' },
  mayCompact: boolean,
  pending: PendingCall,
): End {
  pending.switchReason = 'CONTEXT_OVERFLOW'
  const what = isSmallest ? 'the smallest context that the conversation can be cut to' : 'the conversation'
  const why = `${what} takes about ${tokens} tokens, and its context window has room for ${room}`
  if (mayCompact) pending.failures.push(`${candidate.name}: ${why}`)
  else pending.tooSmall.push(candidate)
  return { kind: 'model-failed' }
}

function failureOf(
  { name, provider, profile }: Candidate,
  { kind, message }: ModelError,
  tries: number,
  { models }: ModelContext,
): string {
  const key = models.profiles(provider).length > 1 ? ` (key ${profile})` : ''
  return `${name}${key}: ${kind} after ${tries === 1 ? '1 try' : `${tries} tries`}, ${sentence(message).replace(/\.$/, '')}`
}

/** Says when another model, or the same with other credentials, is asked than was asked last. */
function announceSwitch({ name, profile }: Candidate, pending: PendingCall): void {
  const { inUse, call, ctx, switchReason } = pending
  if (inUse.name === name && inUse.profile === profile) return
  const isFirstChoice = name === call.models[0] && profile === 1
  const data = {
    fromModel: inUse.name,
    toModel: name,
    reason: switchReason ?? (isFirstChoice ? 'FIRST_CHOICE' : 'COOLING_DOWN'),
    fromProfile: inUse.profile,
    toProfile: profile,
  }
  pending.inUse = { name, profile }
  ctx.journal.write({ events: [{ type: 'ModelSwitched', stepNumber: call.step.number, data }] })
}
