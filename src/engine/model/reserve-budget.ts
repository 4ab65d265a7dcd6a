import {
  type BudgetInForce,
  type BudgetRefusal,
  type BudgetRun,
  type BudgetScope,
  type BudgetState,
  decideReservation,
  type ReservationRequest,
  runBudgetKey,
  type Spend,
} from '../../domain/budget.ts'
import { compareDecimals } from '../../domain/decimal.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'
import { linkedTo } from '../../domain/time-limit.ts'
import { noTokens, type PriceOf, type TokenUsage } from '../../domain/usage.ts'
import type { ModelContext } from '../run/run-context.ts'
import { Stop } from '../stop.ts'

/** A model call that is about to be made. */
export interface CallToReserve {
  /** Names the hold; a UUID. */
  readonly messageId: string
  readonly provider: string
  readonly model: string
  /** Returns an upper bound of the input tokens; called only if a budget is in force. */
  readonly worstInputTokens: () => number
  /** The longest answer that is asked for, in tokens; `null` leaves it to the provider. */
  readonly maxOutputTokens: number | null
  /** The shortest bound of an answer that is worth paying for when a budget runs low, in tokens. */
  readonly floor: number
  readonly signals: readonly AbortSignal[]
  /** Absent: it is paid at the full price. */
  readonly pricing?: 'BATCH' | null
}

export type Reservation =
  | {
      readonly kind: 'held'
      /** The bound that the answer must be given, for the hold to be right; `null` where nothing is limited and none was asked for. */
      readonly maxOutputTokens: number | null
      /** The budget that made the bound lower than it would have been; `null` where none did. */
      readonly boundBy: BudgetRefusal['reason'] | null
      /** Books the usage of the call in place of its worst case. To be called once the call is over, with any outcome. */
      settle(used: CallUsed): Promise<void>
    }
  | Pick<BudgetRefusal, 'kind' | 'reason' | 'scope'>
  /** These limits of money are in force, and no price of the model is known: its cost cannot be limited. */
  | { readonly kind: 'unpriced'; readonly scopes: readonly BudgetScope[] }

/** Usage of a call, from its recorded row. */
interface CallUsed {
  readonly costUsd: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * The bound of an answer in a run with a budget where neither the agent nor the model's facts name one, in tokens: low enough
 * that providers do not refuse it as more than the model can give.
 */
export const assumedMaxOutputTokens = 8_192

/** No model gives a longer answer where nothing bounds it, in tokens. */
const longestAnswerTokens = 131_072

interface Context extends Pick<ModelContext, 'budgets' | 'priceOf' | 'clock' | 'random'> {
  readonly run: BudgetRun
  readonly journal: Pick<ModelContext['journal'], 'durable'>
}

/**
 * Holds the worst case of a call against all budgets that it counts towards (LIM-9). Where it does not fit, the answer is bounded by the
 * remaining amount, down to the floor; where less is left and others hold enough, it waits for them: a hold lasts one call, and a waiting
 * call holds nothing. @throws the reason of one of the call's signals, or a Stop where another owns the run
 */
export async function reserveBudget(call: CallToReserve, ctx: Context): Promise<Reservation> {
  for (let waits = 0; ; waits++) {
    const outcome = await tryToReserve(call, ctx)
    if (outcome.kind !== 'refused' || !outcome.mayFree) return outcome
    // Made where it waits: hardly any call does.
    const waiting = linkedTo(...call.signals)
    await ctx.clock.sleep(waitMs(waits, ctx.random()), waiting.signal).finally(waiting.unlink)
  }
}

/** From 25 to 50 ms, then twice as long each time, up to 2 s; `random` is from 0 to below 1. */
export function waitMs(waits: number, random: number): number {
  return Math.round(Math.min(2_000, 50 * 2 ** waits) * (0.5 + random / 2))
}

/** The runs without a limit that others count towards, apart from that of their project; each claim of a run decides again. */
const unlimited = new WeakSet<BudgetRun>()

/** A limit of tokens that the run alone counts towards, kept in the memory of its owner: no statement per call. */
interface OwnLimit {
  readonly maxTokens: number
  /** Tokens that ended calls used, plus the worst case of the calls in flight. */
  tokens: number
  readonly inFlight: Map<string, Spend>
  /** Resolves when the database holds the reservations in flight; `null`: they are kept in memory. */
  requeued: Promise<void> | null
}

/** Limits of runs that have the project's default limit (LIM-14), from their first claim until they have a child or come near the limit. */
const ownLimits = new WeakMap<BudgetRun, OwnLimit>()

/** A claim shows whether there is a limit that is kept in the database, where no run above may have one. */
export function noteUnlimited(run: ClaimedRun, budgets: Context['budgets']): void {
  const { maxCostUsd, maxTokens } = run.effectiveLimits
  budgets.noteProjectLimited(run.projectId, run.isProjectLimited)
  const isShared = maxCostUsd.value !== null || run.isProjectLimited || run.ancestorIds.length > 0
  if (isShared) return
  if (maxTokens.value === null) unlimited.add(run)
  else if (maxTokens.source === 'project' && run.firstClaim) {
    ownLimits.set(run, { maxTokens: maxTokens.value, tokens: 0, inFlight: new Map(), requeued: null })
    unlimited.add(run)
  }
}

/** From now on the database counts the usage under the run's own limit: its children count towards it too. */
export async function shareLimits(ctx: Context): Promise<void> {
  const own = ownLimits.get(ctx.run)
  if (!own) return
  own.requeued ??= moveToDatabase(own, ctx)
  await own.requeued
}

/** The budget opens with the recorded usage, and the calls in flight are reserved against it. Each call is in one of the two. */
async function moveToDatabase(
  { maxTokens, inFlight }: OwnLimit,
  { run, budgets, journal }: Context,
): Promise<void> {
  unlimited.delete(run)
  await journal.durable()
  const own = { key: runBudgetKey(run.id), scope: 'RUN', maxCostUsd: null, maxTokens } as const
  for (const [id, worst] of inFlight) await budgets.reserve({ id, run, budgets: [own], worst })
}

/** The hold of a call that no limit in the database counts; `null` where the run's own limit may not have room for it. */
function reserveInMemory(
  call: CallToReserve,
  at: Date,
  ctx: Context,
): Extract<Reservation, { kind: 'held' }> | null {
  const { messageId, maxOutputTokens } = call
  const own = ownLimits.get(ctx.run)
  if (!own) return unreserved(call)
  if (own.requeued) return null
  const worst = worstCasesOf(call, at, ctx).worstOf(maxOutputTokens ?? longestAnswerTokens)
  if (own.tokens + worst.tokens > own.maxTokens) return null
  own.tokens += worst.tokens
  own.inFlight.set(messageId, worst)
  const settle = async (used: CallUsed) => {
    if (own.requeued) {
      await own.requeued
      return ctx.budgets.settle(messageId, spendOf(used))
    }
    own.inFlight.delete(messageId)
    own.tokens += spendOf(used).tokens - worst.tokens
  }
  return { kind: 'held', maxOutputTokens, boundBy: null, settle }
}

function spendOf({ costUsd, inputTokens, outputTokens }: CallUsed): Spend {
  return { costUsd, tokens: inputTokens + outputTokens }
}

function unreserved({ maxOutputTokens }: CallToReserve): Extract<Reservation, { kind: 'held' }> {
  return { kind: 'held', maxOutputTokens, boundBy: null, settle: async () => undefined }
}

/** Limits and day are read again each time: both may change while it waits. */
async function tryToReserve(
  call: CallToReserve,
  ctx: Context,
): Promise<Exclude<Reservation, { kind: 'refused' }> | BudgetRefusal> {
  const at = new Date(ctx.clock.now())
  const { run } = ctx
  if (unlimited.has(run) && !(await ctx.budgets.isProjectLimited(run.projectId))) {
    const hold = reserveInMemory(call, at, ctx)
    if (hold) return hold
  }
  const budgets = await ctx.budgets.inForce(run, at)
  const unshared = budgets.length === 0 || areOwn(budgets, run) ? reserveInMemory(call, at, ctx) : null
  if (unshared) {
    unlimited.add(run)
    return unshared
  }
  await shareLimits(ctx)
  const { priced, worstOf } = worstCasesOf(call, at, ctx)
  const scopes = moneyLimited(budgets)
  if (scopes.length > 0 && priced(0) === null) return { kind: 'unpriced', scopes }
  return reserveMost(call, worstOf, { id: call.messageId, run: ctx.run, budgets }, ctx)
}

/** The hold of a call that an earlier owner made: it lasts as long as the batch that the call is part of (BATCH-5). */
export function heldBefore(
  callId: string,
  boundBy: BudgetRefusal['reason'] | null,
  { budgets }: Pick<ModelContext, 'budgets'>,
): Extract<Reservation, { kind: 'held' }> {
  const settle = (used: CallUsed) => budgets.settle(callId, spendOf(used))
  return { kind: 'held', maxOutputTokens: null, boundBy, settle }
}

/** Without a price and without a limit of money, tokens alone are held. */
function worstCasesOf(
  { provider, model, worstInputTokens, pricing = null }: CallToReserve,
  at: Date,
  { priceOf }: Context,
) {
  const inputTokens = worstInputTokens()
  const priced = worstCase({ provider, model, inputTokens, at, pricing }, priceOf)
  const worstOf = (outputTokens: number): Spend =>
    priced(outputTokens) ?? { costUsd: '0', tokens: inputTokens + outputTokens }
  return { priced, worstOf }
}

/** Whether there is no other limit than the one that is kept in memory. */
function areOwn(budgets: readonly BudgetInForce[], run: BudgetRun): boolean {
  return (
    ownLimits.get(run)?.requeued === null &&
    budgets.every(({ scope, maxCostUsd }) => scope === 'RUN' && maxCostUsd === null)
  )
}

/** Holds the longest answer that there is room for. Each try asks for less than the one before. */
async function reserveMost(
  call: CallToReserve,
  worstOf: (outputTokens: number) => Spend,
  hold: Omit<ReservationRequest, 'worst'> & { readonly budgets: readonly BudgetState[] },
  { budgets, run }: Context,
): Promise<Extract<Reservation, { kind: 'held' }> | BudgetRefusal> {
  let asked = call.maxOutputTokens ?? assumedMaxOutputTokens
  const least = Math.min(call.floor, asked)
  let boundBy: BudgetRefusal['reason'] | null = null
  for (;;) {
    const worst = worstOf(asked)
    // Most refusals need no lock, so a caller that waits does not block callers that settle.
    const seen = decideReservation(worst, hold.budgets)
    const outcome = seen.kind === 'refused' ? seen : await budgets.reserve({ ...hold, worst })
    if (outcome.kind === 'stale') throw new Stop('LEASE_LOST', `Run ${run.id} is owned by another.`)
    if (outcome.kind === 'reserved') {
      return {
        kind: 'held',
        maxOutputTokens: asked,
        boundBy,
        settle: (used) => budgets.settle(call.messageId, spendOf(used)),
      }
    }
    if (asked === least) return outcome
    const room = longestAnswer({ least, most: asked - 1 }, outcome, worstOf)
    if (room === null && outcome.mayFree) return outcome
    // The least is asked for too where it does not fit now: it may fit once other holds are released.
    asked = room ?? least
    boundBy = outcome.reason
  }
}

/** Whose limits of money these are, each once. */
function moneyLimited(budgets: readonly BudgetInForce[]): readonly BudgetScope[] {
  const limited = budgets.filter(({ maxCostUsd }) => maxCostUsd !== null)
  return [...new Set(limited.map(({ scope }) => scope))]
}

/** A call whose cost is to be bounded before it is made. */
interface BoundedCall {
  readonly provider: string
  readonly model: string
  /** At most so many tokens are sent. */
  readonly inputTokens: number
  readonly at: Date
  readonly pricing?: 'BATCH' | null
}

/** The most that a call can use with an answer of up to `outputTokens`; `null` where no price of it is known. */
type WorstOf = (outputTokens: number) => Spend | null

/** Bounds a call: nothing of its input is read from a cache, and all of it may be written to one, where that is dearer (LIM-9). */
export function worstCase(
  { provider, model, inputTokens, at, pricing = null }: BoundedCall,
  priceOf: PriceOf,
): WorstOf {
  const costOf = (usage: Partial<TokenUsage>) =>
    priceOf({ provider, model, usage: { ...noTokens, inputTokens, ...usage }, at, pricing })?.costUsd ?? null
  return (outputTokens) => {
    const uncached = costOf({ outputTokens })
    const written = costOf({ outputTokens, cacheWriteTokens: inputTokens })
    if (uncached === null || written === null) return null
    const costUsd = compareDecimals(written, uncached) > 0 ? written : uncached
    return { costUsd, tokens: inputTokens + outputTokens }
  }
}

/**
 * The longest answer from `least` to `most` tokens whose worst case fits into the remaining budget (`null`: any amount); `null` where
 * even the shortest does not. A longer answer never costs less.
 */
export function longestAnswer(
  range: { readonly least: number; readonly most: number },
  remaining: { readonly remainingUsd: string | null; readonly remainingTokens: number | null },
  worstOf: (outputTokens: number) => Spend,
): number | null {
  const fits = (outputTokens: number) => {
    const { costUsd, tokens } = worstOf(outputTokens)
    return (
      (remaining.remainingUsd === null || compareDecimals(costUsd, remaining.remainingUsd) <= 0) &&
      (remaining.remainingTokens === null || tokens <= remaining.remainingTokens)
    )
  }
  if (!fits(range.least)) return null
  let low = range.least
  let high = range.most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Thrown instead of asking a model: the remaining budget does not cover the worst case of the call (LIM-9). */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
  readonly reason: BudgetRefusal['reason']

  constructor({ reason, scope }: Pick<BudgetRefusal, 'reason' | 'scope'>) {
    super(`The rest of ${whose[scope]} does not cover another model call.`)
    this.reason = reason
  }
}

const whose: Record<BudgetRefusal['scope'], string> = {
  RUN: "the run's budget",
  TREE: 'the budget of a run above this one',
  PROJECT: "the project's budget for today (UTC)",
}
