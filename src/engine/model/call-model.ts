import { RungraphError } from '../../domain/errors.ts'
import type { SwitchReason } from '../../domain/event-fields.ts'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
import { linkedTo } from '../../domain/time-limit.ts'
import {
  type Backoff,
  backoffOf,
  type Candidate,
  type ContextFit,
  candidatesOf,
  credentialKey,
  isOf,
  type ModelCall,
  modelKey,
  readyAt,
  readyFirst,
  remainingOf,
} from '../model-call.ts'
import type { RunContext } from '../run/run-context.ts'
import { type RunState, toLoopState } from '../run/run-state.ts'
import { type AnsweredCall, attemptModel } from './attempt-model.ts'
import { cooldownAfter, nextRecovery } from './failover.ts'

/** One call in flight. */
interface PendingCall {
  readonly call: ModelCall
  readonly state: RunState
  readonly ctx: RunContext
  attempts: number
  readonly failures: string[]
  /** Kinds of the last failures of the candidates that were asked. */
  readonly failureKinds: ModelErrorKind[]
  /** Passed over because the request is too large for them. */
  readonly tooSmall: Candidate[]
  /** Why the candidate before was left; `null` ahead of the first. */
  switchReason: SwitchReason | null
  inUse: Pick<Candidate, 'name' | 'profile'>
  /** The wait in which an earlier owner was, until it is waited for. */
  readonly backoff: Backoff | null
}

/**
 * Asks the models of a chain until one answers: each is tried again while that may help (MOD-4), then with other credentials, then the next
 * model is asked (MOD-5). A candidate in its cool-down is asked last; a model whose window is too small only when all others have failed,
 * with the history made smaller for it. Every attempt is recorded once.
 * @throws MODELS_EXHAUSTED with the error of each, ANSWER_REFUSED where that was a refusal of each, ANSWER_TOO_LARGE where the answer of each
 * was too large, BudgetSpent, or the Stop of the signal; the Stop of a process that is about to end only while the call waits (DUR-4).
 */
export async function callModel(call: ModelCall, state: RunState, ctx: RunContext): Promise<AnsweredCall> {
  const inUse = (isMainLine(call) ? state.modelInUse : null) ?? {
    name: call.models[0] ?? '',
    profile: 1,
  }
  const backoff = backoffOf(call, state.backoff)
  const attempts = backoff?.attempts ?? 0
  const pending: PendingCall = {
    ...{ call, state, ctx, attempts, inUse, backoff },
    ...{ failures: [], failureKinds: [], tooSmall: [], switchReason: null },
  }
  const candidates = candidatesOf(call.models, ctx.models)
  const answered =
    (await askInTurn(candidates, 'compact-for-first', pending)) ??
    (await askInTurn(pending.tooSmall.splice(0), 'compact', pending))
  if (!answered) throw exhausted(pending)
  if (isMainLine(call)) {
    state.modelInUse = pending.inUse
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

/** The agent's own conversation; other requests do not determine which model speaks there. */
function isMainLine({ context }: ModelCall): boolean {
  return context !== null
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
    const [candidate, ...alternatives] = readyFirst(untried, coolDowns, clock.elapsed())
    if (!candidate) return null
    const mayCompact = rule === 'compact' || candidate.name === pending.call.models[0]
    const end = await ask(candidate, alternatives, mayCompact, pending)
    if (end.kind === 'answered') return end.answered
    untried =
      end.kind === 'profile-failed'
        ? alternatives
        : alternatives.filter(({ name }) => name !== candidate.name)
  }
}

type End =
  | { readonly kind: 'answered'; readonly answered: AnsweredCall }
  | { readonly kind: 'profile-failed' }
  | { readonly kind: 'model-failed' }

/** Asks one candidate for as long as that may help. */
async function ask(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  mayCompact: boolean,
  pending: PendingCall,
): Promise<End> {
  const { call, ctx } = pending
  const fit = await call.context?.fit(candidate, mayCompact)
  if (fit?.kind === 'too-large') return skipCandidate(candidate, fit, mayCompact, pending)
  announce(candidate, pending)
  let lessons = 0
  for (let tries = 1 + (await waitOut(candidate, pending)); ; tries++) {
    pending.attempts += 1
    const result = await attemptModel(candidate, pending.attempts, call, pending.state, ctx)
    if (result.kind === 'answered') {
      clearCoolDowns(candidate, ctx)
      return result
    }
    if (result.kind === 'unpriced') return skipUnpriced(result.why, pending)
    const { error } = result
    if (error.adapted !== undefined && lessons++ < maxLessons) {
      noteAdapted(candidate, error.adapted, pending)
      // It was no failure that another try could not help: it is none of the tries.
      tries -= 1
      continue
    }
    const move = nextRecovery(error, {
      tries,
      random: ctx.random(),
      retry: ctx.run.agent.definition.modelRetry,
      canCompact: call.context !== null,
      ...otherCandidates(candidate, alternatives, ctx),
    })
    switch (move.kind) {
      case 'wait':
        noteBackoff(candidate, { tries, delayMs: move.delayMs, error }, pending)
        await pause(move.delayMs, pending)
        break
      case 'compact':
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

/** Error for a conversation that is too large although nothing more can be omitted. */
function atSmallest({ kind, message, retryable }: ModelError): ModelError {
  const more = 'Nothing more of the conversation can be left out.'
  return new ModelError(kind, `${message.replace(/\.?$/, '.')} ${more}`, { retryable })
}

/** Waits for the remaining part of the backoff of an earlier owner. Gives how often that owner had asked this candidate. */
async function waitOut(candidate: Candidate, pending: PendingCall): Promise<number> {
  const { backoff, ctx } = pending
  if (backoff === null || pending.attempts > backoff.attempts || !isOf(backoff, candidate)) return 0
  await pause(remainingOf(backoff, ctx.clock.now()), pending)
  return backoff.tries
}

/** A wait that the run is called away from is over; one that its process does not live to see continues with the run. */
async function pause(ms: number, { call, state, ctx }: PendingCall): Promise<void> {
  const forget = () => {
    state.backoff = null
  }
  const stopping = linkedTo(call.signal, ctx.draining)
  call.signal.addEventListener('abort', forget, { once: true })
  try {
    await ctx.clock.sleep(ms, stopping.signal)
  } finally {
    call.signal.removeEventListener('abort', forget)
    stopping.unlink()
  }
}

interface Wait {
  readonly tries: number
  readonly delayMs: number
  readonly error: ModelError
}

/** Records that it waits; requests beside the conversation may wait several times at once, and begin anew after a crash. */
function noteBackoff(
  { name, profile }: Candidate,
  { tries, delayMs, error }: Wait,
  { call, state, ctx, attempts }: PendingCall,
): void {
  const stepNumber = call.step.number
  const message = `${name}: ${error.kind}, ${error.message.replace(/\.?$/, '.')} Trying again in ${delayMs} ms.`
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

/** In one call: a server that keeps refusing is left in the end. */
const maxLessons = 12

/** The adapter learnt which options the server does not take, and asks again at once; the refused attempt is recorded like any other. */
function noteAdapted({ name }: Candidate, what: string, { call, ctx }: PendingCall): void {
  const data = { code: 'MODEL_REQUEST_ADAPTED', message: `${name} refused the request; from now on ${what}.` }
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber: call.step.number, data }] })
}

function otherCandidates(
  candidate: Candidate,
  alternatives: readonly Candidate[],
  { coolDowns, clock }: RunContext,
) {
  const ready = alternatives.filter((other) => readyAt(other, coolDowns) <= clock.elapsed())
  return {
    otherProfile: ready.some((other) => other.name === candidate.name),
    otherModel: ready.some((other) => other.name !== candidate.name),
  }
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

function clearCoolDowns(candidate: Candidate, { coolDowns }: RunContext): void {
  coolDowns.clear(credentialKey(candidate))
  coolDowns.clear(modelKey(candidate))
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
  { models }: RunContext,
): string {
  const key = models.profiles(provider).length > 1 ? ` (key ${profile})` : ''
  return `${name}${key}: ${kind} after ${tries === 1 ? '1 try' : `${tries} tries`}, ${message.replace(/\.$/, '')}`
}

/** Says when another model, or the same with other credentials, is asked than was asked last. */
function announce({ name, profile }: Candidate, pending: PendingCall): void {
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
