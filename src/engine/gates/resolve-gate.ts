import { isSettled } from '../../domain/action.ts'
import { type Caller, leastRoleOf, mayDecide } from '../../domain/caller.ts'
import { type Dispatch, type DueJobs, gateJob, idOfKey } from '../../domain/dispatch.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import {
  type FoundGate,
  type GateDecision,
  type GateRow,
  type GateStatus,
  isForPerson,
} from '../../domain/gate.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { madeOnce } from '../../domain/made-once.ts'
import type { ResolveGate } from '../../domain/operations.ts'
import type { ActionRow, RunLog } from '../../domain/run-log.ts'
import { topics } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'
import { checkText } from '../check-input.ts'
import { gateOf } from '../run/held.ts'
import type { EngineServices, RunContext } from '../run/run-context.ts'
import { createRunSecrets, hasMark } from '../run/run-secrets.ts'
import { wordAnswerProblems } from './answer-problems.ts'
import { checkRevision } from './check-revision.ts'
import { keptGiven } from './gate-outcome.ts'
import { continued, gateResolved, wakeWaiting } from './open-gate.ts'

export type DecisionServices = Pick<EngineServices, 'runs' | 'log' | 'wakeups' | 'clock' | 'report'>

type Services = DecisionServices &
  Pick<
    EngineServices,
    'agents' | 'tools' | 'relics' | 'workflows' | 'schemas' | 'redactor' | 'vault' | 'newId'
  >

/** Maximum size of a note, in bytes. */
const maxNoteBytes = 100_000

/** Maximum size of an answer, in bytes. */
const maxAnswerBytes = 1024 * 1024

/** Decides at a gate: the first decision stands, and applies to the gate's subject and nothing else (JDG-4). */
export async function resolveGate(
  call: ResolveGate,
  services: Services,
): Promise<{ readonly gateId: string }> {
  const found = await services.runs.gates.find(call.projectId, call.gateId)
  if (!found) throw new RungraphError('NOT_FOUND', { kind: 'gate' })
  if (!mayDecide(call.caller, found.gate)) throw refused(call.caller, found.gate)
  const revised = await withSecrets(call.arguments, found, services)
  const revisedCall = revised === undefined ? call : { ...call, arguments: revised }
  if (found.gate.respondent !== null && found.gate.respondent !== call.caller.name)
    throw new RungraphError('NOT_THE_RESPONDENT', { respondent: found.gate.respondent })
  await checkDecision(revisedCall, found, services)
  await writeFirstDecision(revisedCall, found, services)
  return { gateId: call.gateId }
}

function refused({ access }: Caller, { decider }: GateRow): RungraphError {
  const action = 'Deciding at this gate'
  if (!access) return new RungraphError('FORBIDDEN', { action, role: leastRoleOf(decider) })
  return new RungraphError('FORBIDDEN', { action, access: access.abilities.join(', ') })
}

/**
 * Restores the secrets behind the marks in a revision. A person who changes a part of the shown arguments leaves the marks in the rest
 * (TAS-7).
 */
async function withSecrets(
  revised: Json | undefined,
  { gate: { projectId }, rootId }: FoundGate,
  services: Services,
): Promise<Json | undefined> {
  if (revised === undefined || !hasMark(revised)) return revised
  const { redactor, vault, runs, newId } = services
  const scope = { projectId, rootId, sessionId: null }
  const options = { scope, mode: 'VALUES', redactor, vault, store: runs.secrets, newId } as const
  const revealed = await createRunSecrets(options).reveal(revised)
  if (!hasMark(revealed)) return revealed
  throw invalid('arguments', 'hold a mark of a secret that is not kept. Put the secret itself in its place.')
}

const statusOf: Record<GateDecision, GateStatus> = {
  APPROVE: 'APPROVED',
  REJECT: 'REJECTED',
  REVISE: 'REVISED',
  ANSWER: 'ANSWERED',
}

async function checkDecision(call: ResolveGate, found: FoundGate, services: Services): Promise<void> {
  const { decision, note, arguments: revised, answer } = call
  if (note !== undefined) checkText('note', note, maxNoteBytes)
  checkKind(decision, found.gate)
  if (answer !== undefined && answer !== null && decision !== 'ANSWER')
    throw invalid('answer', `is for ANSWER; the decision is ${decision}. Leave it out.`)
  if (decision === 'ANSWER') await checkAnswer(answer ?? null, found.gate, services)
  if (decision !== 'REVISE') {
    if (revised !== undefined && revised !== null)
      throw invalid('arguments', `are for REVISE; the decision is ${decision}. Leave them out.`)
    return
  }
  if ((note ?? '').trim() === '' && (revised === undefined || revised === null))
    throw invalid('note', 'is empty, and so are the arguments. REVISE needs one of them.')
  if (revised !== undefined && revised !== null) await checkRevision(revised, found, services)
}

/** @throws INVALID_INPUT */
function checkKind(decision: GateDecision, { kind }: GateRow): void {
  if (!isForPerson(kind))
    throw invalid('id', 'names a gate at which nobody decides: its call waits for a time or an event.')
  const isQuestion = kind === 'INPUT'
  if (isQuestion && decision !== 'ANSWER' && decision !== 'REJECT')
    throw invalid('decision', `is ${decision}, and the gate asks a question. Give ANSWER or REJECT.`)
  if (!isQuestion && decision === 'ANSWER')
    throw invalid('decision', `is ANSWER, and the gate asks no question: it is ${kind}.`)
}

/** Checks an answer against the schema of its question. @throws INVALID_INPUT */
async function checkAnswer(answer: Json, { context }: GateRow, { schemas }: Services): Promise<void> {
  if (!isJsonObject(answer))
    throw invalid('answer', 'must be an object that fits the schema of the question.')
  checkText('answer', JSON.stringify(answer), maxAnswerBytes)
  const { schema } = isJsonObject(context) ? context : {}
  if (!isJsonObject(schema)) return
  const checked = await schemas.check(schema)(answer)
  if (checked.ok) return
  throw new RungraphError('INVALID_INPUT', {
    message: `answer does not fit the schema of the question: ${wordAnswerProblems(checked.problems, schema).join('; ')}.`,
    path: ['answer', ...fieldOf(checked.problems)],
  })
}

/** The field of the answer that the first problem is about: `/size: expected string`. */
function fieldOf([problem = '']: readonly string[]): readonly string[] {
  const [, field] = /^\/([^/:]+)/.exec(problem) ?? []
  return field === undefined ? [] : [field]
}

async function writeFirstDecision(call: ResolveGate, first: FoundGate, services: Services): Promise<void> {
  const { decision, note, arguments: revised, answer, caller } = call
  const given = isJsonObject(revised) ? keptGiven('arguments', revised, services) : null
  const resolution = isJsonObject(answer) ? keptGiven('answer', answer, services) : given
  const decided = {
    status: statusOf[decision],
    note: note === undefined ? null : services.redactor.text(note),
    resolution,
    resolvedBy: caller.name,
  }
  const outcome = await decideFirst(first, decided, services)
  if (outcome === 'written') return
  if (outcome === null) throw new RungraphError('NOT_FOUND', { kind: 'gate' })
  const { gate } = outcome
  throw alreadyResolved(gate.status === 'OPEN' ? { status: 'CANCELLED', resolvedBy: null } : gate)
}

/**
 * Writes a decision. If two decisions are made at the same time, in any processes, one is written and the other learns which: it gets the
 * gate as it is, which is open where its run has closed it; `null` where it is gone. Those of one run take turns in this process: side by
 * side each refuses all others, which then begin again.
 */
export function decideFirst(
  first: FoundGate,
  decided: Decided,
  services: DecisionServices,
): Promise<'written' | FoundGate | null> {
  const { projectId, id, runId } = first.gate
  const lasts = madeOnce(lastDecisions, services.log, () => new Map<string, Promise<unknown>>())
  const before = lasts.get(runId)
  const outcome = before
    ? before.then(async () => decideInTurn(await services.runs.gates.find(projectId, id), decided, services))
    : decideInTurn(first, decided, services)
  const ended = outcome
    .catch(() => undefined)
    .finally(() => {
      if (lasts.get(runId) === ended) lasts.delete(runId)
    })
  lasts.set(runId, ended)
  return outcome
}

type Decided = Pick<GateRow, 'status' | 'resolution' | 'resolvedBy'> & Partial<Pick<GateRow, 'note'>>

/** By run, the decision that is written last. */
const lastDecisions = new WeakMap<RunLog, Map<string, Promise<unknown>>>()

async function decideInTurn(
  first: FoundGate | null,
  decided: Decided,
  services: DecisionServices,
): Promise<'written' | FoundGate | null> {
  let found = first
  while (found && found.gate.status === 'OPEN' && !isClosedByRun(found)) {
    const { gate }: FoundGate = found
    const now = services.clock.now()
    if (gate.expiresAt !== null && gate.expiresAt.getTime() <= now)
      await endUndecided('EXPIRED', found, services)
    else if (await writeDecision({ ...gate, ...decided, resolvedAt: new Date(now) }, found, services))
      return 'written'
    found = await services.runs.gates.find(gate.projectId, gate.id)
  }
  return found
}

/** Nobody decides any more at a gate of a run that has ended or is paused, unless it is about an action that continues without its run. */
function isClosedByRun({ runStatus, isAboutFired }: FoundGate): boolean {
  if (runStatus === 'WAITING' || runStatus === 'RUNNING') return false
  return runStatus === 'CANCELLED' || !isAboutFired
}

/** False where another gate of the run was decided, or its run changed, since it was read: then it is to be read again. */
async function writeDecision(
  gate: GateRow,
  { runStatus, gateDecisions, stepNumber, rootId }: FoundGate,
  services: DecisionServices,
): Promise<boolean> {
  const counted = { gateDecisions: gateDecisions + 1 }
  const isWaiting = runStatus === 'WAITING'
  const outcome = await services.log.commit({
    runId: gate.runId,
    epoch: null,
    from: [runStatus],
    afterGateDecisions: gateDecisions,
    run: isWaiting ? { ...counted, ...continued } : counted,
    gates: [gate],
    events: [gateResolved(gate, stepNumber)],
  })
  if (outcome.kind === 'refused') return false
  services.wakeups.publish(isWaiting ? topics.queue : topics.control(gate.runId))
  // Ancestors no longer wait for the run.
  await wakeWaiting(rootId, services).catch((error: unknown) =>
    services.report(`The runs above run ${toWordId('run', gate.runId)} continue within seconds.`, error, {
      runId: gate.runId,
    }),
  )
  return true
}

/**
 * Ends a gate at which nobody decided. A decision that came at the same moment wins or loses whole; a gate that is still open is to
 * be found again.
 */
async function endUndecided(
  status: 'EXPIRED' | 'CANCELLED',
  found: FoundGate,
  services: DecisionServices,
): Promise<void> {
  const resolvedAt = new Date(services.clock.now())
  await writeDecision({ ...found.gate, status, resolvedAt }, found, services)
}

/** Ends the wait of a turn whose batch has an outcome. Gives how the gate stands then: it may have expired first. */
export async function endByBatch(
  { id, projectId, gateId }: { readonly id: string; readonly projectId: string; readonly gateId: string },
  services: DecisionServices,
): Promise<GateStatus | null> {
  for (;;) {
    const found = await services.runs.gates.find(projectId, gateId)
    if (!found || found.gate.status !== 'OPEN' || isClosedByRun(found)) return found?.gate.status ?? null
    const resolvedAt = new Date(services.clock.now())
    await writeDecision(
      { ...found.gate, status: 'ANSWERED', resolvedBy: `batch:${id}`, resolvedAt },
      found,
      services,
    )
  }
}

function alreadyResolved({ status, resolvedBy }: Pick<GateRow, 'status' | 'resolvedBy'>): RungraphError {
  return new RungraphError('GATE_RESOLVED', { status, resolvedBy })
}

/**
 * Closes the gates of actions that ended before anybody decided: by a stop, or with a plan that failed. A later caller reads
 * that there is nothing to decide any more, and no decision is taken that nothing would be done about (JDG-4).
 */
export function closeGates(actions: readonly ActionRow[], ctx: RunContext): Promise<void> {
  return closeGatesOf(
    actions.filter(({ status }) => isSettled(status)),
    ctx,
  )
}

/** The same for actions that are about to end, regardless of any decision. */
export async function closeGatesOf(actions: readonly ActionRow[], ctx: RunContext): Promise<void> {
  const ended = new Set(actions.flatMap((action) => gateOf(action) ?? []))
  if (ended.size === 0) return
  await ctx.journal.durable()
  await ctx.background.journal.durable()
  for (;;) {
    const undecided = await ctx.runs.gates.undecided(ctx.run.id)
    const found = undecided.find(({ gate }) => ended.has(gate.id))
    if (!found) return
    await endUndecided('CANCELLED', found, ctx)
  }
}

/** Closes a gate, unless somebody decided at it. */
export async function closeGate({ projectId, id }: GateRow, services: DecisionServices): Promise<void> {
  for (;;) {
    const found = await services.runs.gates.find(projectId, id)
    if (found?.gate.status !== 'OPEN') return
    await endUndecided('CANCELLED', found, services)
  }
}

/** Closes the gates of questions within a call whose process died (ELICIT-3): nobody would hear the answers. */
export async function closeGatesWithin(actionId: string, ctx: RunContext): Promise<void> {
  const undecided = await ctx.runs.gates.undecided(ctx.run.id)
  for (const { gate } of undecided) if (gate.actionId === actionId) await closeGate(gate, ctx)
}

/** So many gates expire at once. */
const pageSize = 100

/** Ends each gate whose time is up, until the returned function is called: no process holds anything for a run that waits (JDG-4). */
export function expireGates(
  services: DecisionServices & { readonly dispatch: Dispatch },
): Promise<() => Promise<void>> {
  return services.dispatch.work('gates', (key) => expireGate(idOfKey(key), services))
}

/** Does nothing if the gate is already decided. */
async function expireGate(gateId: string, services: DecisionServices): Promise<void> {
  for (const found of await services.runs.gates.due({ gateId }, nowOf(services)))
    await endUndecided('EXPIRED', found, services)
}

/** Finds the gates whose time is up, and sends on runs that a process was about to wake when it died. */
export function dueGates(services: DecisionServices): DueJobs {
  return async () => {
    await wakeWaiting(null, services)
    const due = await services.runs.gates.due({ limit: pageSize }, nowOf(services))
    return due.flatMap(({ gate: { id, expiresAt } }) => (expiresAt ? [gateJob({ id, expiresAt })] : []))
  }
}

function nowOf({ clock }: Pick<DecisionServices, 'clock'>): Date {
  return new Date(clock.now())
}
