import type { BudgetRefusal } from '../../domain/budget.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { ModelError } from '../../domain/model.ts'
import type { BatchResponse } from '../../domain/model-batch.ts'
import type { BatchedTurn } from '../batched-turn.ts'
import { openGate } from '../gates/open-gate.ts'
import { type Candidate, type ModelCall, modelKey } from '../model-call.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warnOnce } from '../run/warn.ts'

/*
 * A turn of a run with the pricing BATCH is asked as any other, but for the moment at which its HTTP request would be sent: the request is
 * kept, and the run rests at a gate. The owner that goes on asks again, and gives the adapter the response of the batch in the place of the
 * server's. So the same code makes the request and reads the answer, and budgets, rows, redaction and failover are those of every call.
 */

/** A call that may be part of a batch. */
export interface BatchedCall {
  /** What an earlier owner waited for, until it is read. */
  answered: AnsweredTurn | null
}

interface AnsweredTurn {
  readonly turn: BatchedTurn
  readonly response: BatchResponse
}

/** Where a call is when it is put into a batch. */
export type PlaceInCall = Pick<
  BatchedTurn,
  'attempts' | 'tries' | 'left' | 'failures' | 'failureKinds' | 'rejectedPlans'
>

/** How an attempt is part of a batch: its request is kept for one, or its answer is there. */
export type BatchAttempt =
  | { readonly kind: 'keep'; readonly place: PlaceInCall }
  | ({ readonly kind: 'read' } & AnsweredTurn)

/** Thrown in place of an answer: the run rests at the gate, which opens with that unless it is open already (BATCH-2). */
export class BatchRest extends Error {
  override readonly name = 'BatchRest'
  readonly gate: GateRow | null

  constructor(gate: GateRow | null) {
    super('The turn waits for the answer of a batch.')
    this.gate = gate
  }
}

export function mayBeBatched({ rest }: ModelCall, { run }: ModelContext): boolean {
  return rest !== undefined && run.batchUntil !== null
}

/**
 * Finds the result of the turn that an earlier owner waited for. `null`: the call is asked at once, at the full price.
 * @throws BatchRest if there is none yet
 */
export async function openBatchedCall(
  call: ModelCall,
  state: LiveRun,
  ctx: ModelContext,
): Promise<BatchedCall | null> {
  const { batchedTurn: turn } = state
  if (turn === null) return { answered: null }
  if (turn.stepNumber !== call.step.number || turn.purpose !== call.purpose) {
    state.batchedTurn = null
    return { answered: null }
  }
  // The gate says who has the answer, here and in `settleCalls`: one that came after its end is booked there.
  const [gate] = await ctx.runs.gates.decided([turn.gateId])
  if (!gate) throw new BatchRest(null)
  ctx.trace.waited(gate)
  const found = (await ctx.batches?.find(turn.callId)) ?? null
  if (gate.status === 'ANSWERED' && found?.state === 'ANSWERED' && found.response)
    return { answered: { turn, response: found.response } }
  // It is paid, and its dispatcher leaves it to this run: held on, the budget would never be free again.
  if (gate.status === 'ANSWERED') await ctx.budgets.settle(turn.callId, null)
  const why =
    found?.error ?? (gate.status === 'EXPIRED' ? deadlineOver : 'the answer of its batch cannot be read')
  if (found?.state === 'FAILED')
    state.unbatched = [...state.unbatched, modelKey({ ...turn, name: turn.model })]
  leaveBatch(turn, why, { call, state, ctx })
  // Its turn, once more in a batch, would wait as long again.
  return null
}

const deadlineOver = 'the deadline of its batches is over'

/** Says that the turn is asked at the full price instead. A later one waits again, unless this one was refused. */
function leaveBatch({ model }: BatchedTurn, why: string, { call, state, ctx }: Asking): void {
  state.batchedTurn = null
  state.warned.add(unbatchedWarning(model))
  ctx.journal.write({
    run: { loopState: toLoopState(state) },
    events: [{ type: 'Warning', stepNumber: call.step.number, data: leftBatch(model, why) }],
  })
}

/** This owner warns of a model once. */
function unbatchedWarning(model: string): string {
  return `${model} unbatched`
}

function leftBatch(model: string, why: string) {
  return { code: 'BATCH_LEFT', message: `${model} is asked at the full price: ${why}.` }
}

/** Whether the answer of a candidate is there. */
export function isAnsweredBy(
  { answered }: BatchedCall,
  candidate: Pick<Candidate, 'name' | 'profile'>,
): boolean {
  return answered?.turn.model === candidate.name && answered.turn.profile === candidate.profile
}

/** How the next attempt of a candidate is part of a batch; `null`: it is not, and the run is told why once. An answer is given out once. */
export function batchAttemptOf(
  batched: BatchedCall,
  candidate: Candidate,
  place: PlaceInCall,
  { call, state, ctx }: Asking,
): BatchAttempt | null {
  const { answered } = batched
  if (answered && isAnsweredBy(batched, candidate)) {
    batched.answered = null
    return { kind: 'read', ...answered }
  }
  if (state.unbatched.includes(modelKey(candidate))) return null
  const why = whyUnbatched(candidate, ctx)
  if (why === null) return { kind: 'keep', place }
  const data = leftBatch(candidate.name, why)
  warnOnce(unbatchedWarning(candidate.name), data, call.step.number, state, ctx)
  return null
}

interface Asking {
  readonly call: ModelCall
  readonly state: LiveRun
  readonly ctx: ModelContext
}

function whyUnbatched({ access, provider }: Candidate, { batches, run, clock }: ModelContext): string | null {
  if (!access?.batches) return `${provider} has no batch API`
  if (!batches) return 'this server has no RUNGRAPH_ENCRYPTION_KEY to keep its request with'
  if (run.batchUntil !== null && run.batchUntil.getTime() <= clock.now()) return deadlineOver
  return null
}

/** What stands in the place of the provider's server: it keeps the request, or gives the response of the batch. */
export function exchangeOf(attempt: BatchAttempt): {
  readonly sendBy: typeof fetch
  readonly kept: () => JsonObject | null
} {
  let kept: JsonObject | null = null
  if (attempt.kind === 'read') return { sendBy: respondWith(attempt.response), kept: () => null }
  return {
    sendBy: async (_address, init) => {
      kept = bodyOf(init?.body)
      throw new ModelError('UNKNOWN', 'It is kept for a batch.', { retryable: false, sent: false })
    },
    kept: () => kept,
  }
}

/** Answers a request with the response of a batch. A status that no response with a body has is an error of the provider. */
export function respondWith({ status: given, body }: BatchResponse): typeof fetch {
  const headers = { 'content-type': 'application/json' }
  const isStatus = Number.isInteger(given) && given >= 200 && given <= 599 && !bodiless.has(given)
  const status = isStatus ? given : 502
  return async () => new Response(JSON.stringify(body), { status, headers })
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

function bodyOf(body: unknown): JsonObject | null {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : null
  return isJsonObject(parsed) ? parsed : null
}

/** A call that waited for its batch began when it was put there. */
export function beginningOf(waited: BatchedTurn | null, { clock }: ModelContext) {
  const now = clock.now()
  const waitedMs = waited ? Math.min(Math.max(0, now - waited.askedAt), maxWaitedMs) : 0
  return { now: now - waitedMs, elapsed: clock.elapsed() - waitedMs }
}

/** A latency is an Int, in milliseconds. */
const maxWaitedMs = 2 ** 31 - 1

interface KeptAttempt {
  readonly candidate: Candidate
  readonly call: ModelCall
  readonly place: PlaceInCall
  readonly messageId: string
  /** Place among the calls of the run. */
  readonly number: number
  readonly boundBy: BudgetRefusal['reason'] | null
  readonly askedAt: number
}

/** Keeps a request for a batch, and opens the gate that the run waits at. @throws BatchRest */
export async function restForBatch(
  request: JsonObject,
  attempt: KeptAttempt,
  state: LiveRun,
  ctx: ModelContext,
): Promise<never> {
  const { candidate, call, place, messageId, number, boundBy, askedAt } = attempt
  const { run, batches } = ctx
  const { provider, model, profile, name } = candidate
  const { step, purpose } = call
  const stepNumber = step.number
  const deadlineAt = run.batchUntil ?? new Date(askedAt)
  const gate = openGate(
    {
      kind: 'BATCH',
      reason: `The turn waits for the answer of ${name} in a batch.`,
      stepId: step.id,
      actionId: null,
      context: { kind: 'BATCH', stepNumber, provider, model },
      expiry: { expiresAt: deadlineAt, onExpiry: 'PROCEED' },
    },
    ctx,
  )
  const { rootId, sessionId, projectId, id: runId, agent } = run
  const { agentId, version: agentVersion } = agent
  // Without the gate, which is written with the rest, the request is never sent.
  await batches?.add({
    ...{ id: messageId, projectId, runId, gateId: gate.id, provider, model, profile, request, deadlineAt },
    position: {
      ...{ rootId, stepId: step.id, stepNumber, sessionId, agentId, agentVersion, purpose, number },
      attempt: place.attempts,
    },
  })
  state.batchedTurn = {
    ...{
      callId: messageId,
      messageId: null,
      gateId: gate.id,
      stepNumber,
      purpose,
      model: name,
      profile,
      askedAt,
      boundBy,
    },
    ...place,
  }
  state.approvals = { ...state.approvals, gatesOpened: state.approvals.gatesOpened + 1 }
  throw new BatchRest(gate)
}
