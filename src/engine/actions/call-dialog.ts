import { gateDecider } from '../../domain/agent-settings.ts'
import type { CallAsks, CallDialog } from '../../domain/call-dialog.ts'
import type { CallSteps, Question, QuestionOutcome } from '../../domain/call-steps.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { linkedTo, released, type TimeLimit } from '../../domain/time-limit.ts'
import { topics } from '../../domain/wakeups.ts'
import { readGiven } from '../gates/gate-outcome.ts'
import { closeGate } from '../gates/resolve-gate.ts'
import type { EngineServices, StepCore, TargetContext } from '../run/run-context.ts'
import { warn } from '../run/warn.ts'
import { Signal } from '../signal.ts'
import { type createLazySteps, outcomeOfWait, readOutcome } from './call-steps.ts'
import { askBeside } from './hold-action.ts'
import { questionSubject } from './wait-subjects.ts'

type DialogContext = StepCore &
  Pick<TargetContext, 'schemas'> &
  Pick<EngineServices, 'log' | 'wakeups' | 'vault'>

type LazySteps = ReturnType<typeof createLazySteps>

interface Call {
  readonly action: ActionRow
  readonly steps: LazySteps
  readonly limit: Pick<TimeLimit, 'pause'>
}

/** A call may ask so often before it is made, and so much within. */
const maxRounds = 10
const maxWithin = 20
/** The most time for a question within a call, in milliseconds: the call stays in memory. */
const maxWithinMs = 600_000
/** Poll interval for an answer without wakeup, in milliseconds. */
const answerPollMs = 1_000

/** The questions of a call that another program does (ELICIT-1). A call without any pays nothing for it. */
export function createCallDialog({ action, steps, limit }: Call, ctx: DialogContext): CallDialog {
  let within = 0
  return {
    projectId: ctx.run.projectId,
    caller: ctx.run.caller,
    resumed: async () => {
      const recorded = action.audit.steps ?? {}
      const round = roundsOf(recorded)
      if (round === 0) return null
      const { state, questions } = readRound(await steps.of().recorded(roundKey(round)))
      const outcomes: QuestionOutcome[] = []
      for (const [index, question] of questions.entries()) {
        const key = questionKey(round, index)
        if (recorded[key] === undefined)
          throw steps.of().suspend(questionSubject(key, question, action, ctx), {})
        outcomes.push(readOutcome(await steps.of().recorded(key)))
      }
      return { round, state, outcomes }
    },
    askWithin: async (question, signal) => {
      within += 1
      if (within > maxWithin) throw tooMuch(action, `asks more than ${maxWithin} questions in one call`)
      const expiresAfterMs = Math.min(
        ...[maxWithinMs, question.expiresAfterMs ?? maxWithinMs],
        ctx.run.agent.definition.gates.expiresAfterMs ?? maxWithinMs,
      )
      const subject = questionSubject(`within ${within}`, { ...question, expiresAfterMs }, action, ctx)
      const gate = askBeside(action, subject, ctx)
      await ctx.journal.durable()
      const goOn = limit.pause()
      try {
        return await answerAt(gate, signal, ctx)
      } finally {
        goOn()
        await closeGate(gate, ctx)
      }
    },
    warn: (code, message) => warn({ code, message }, ctx.step.row.number, ctx),
  }
}

/** Ends a call at the first of its questions, and gives the error that it ends with. What it is to know is in the log with the gate. */
export function suspendAtQuestions(asks: CallAsks, call: Call, ctx: DialogContext): unknown {
  try {
    return suspendAtFirst(asks, call, ctx)
  } catch (error) {
    return error
  }
}

function suspendAtFirst({ questions, state }: CallAsks, { action, steps }: Call, ctx: DialogContext): Error {
  const round = roundsOf(action.audit.steps ?? {}) + 1
  if (round > maxRounds) throw tooMuch(action, `asks more than ${maxRounds} times before it is made`)
  const [first] = questions
  if (first === undefined) throw new Error('A call asks no question.')
  const value = ctx.secrets.incoming.value(toJson({ state, questions }))
  const subject = questionSubject(questionKey(round, 0), first, action, ctx)
  return steps.of().suspend(subject, { [roundKey(round)]: { state: 'done', value } })
}

/** The outcome of a question whose call keeps running. */
async function answerAt(gate: GateRow, signal: AbortSignal, ctx: DialogContext): Promise<QuestionOutcome> {
  const over = linkedTo(signal, ctx.draining, ctx.stepSignal)
  const changed = new Signal()
  const stopListening = ctx.wakeups.listen(topics.control(ctx.run.id), () => changed.raise())
  try {
    while (!over.signal.aborted) {
      changed.clear()
      const [decided] = await ctx.runs.gates.decided([gate.id])
      if (decided) return outcomeOf(decided, ctx)
      await changed.wait(answerPollMs, ctx.clock, over.signal)
    }
    return { status: 'EXPIRED' }
  } finally {
    stopListening()
    over.abort(released)
    over.unlink()
  }
}

/** An answer that nobody can read any more is none. */
function outcomeOf(gate: GateRow, { vault }: DialogContext): QuestionOutcome {
  const answer = readGiven('answer', gate, { vault }) ?? null
  const value = answer === null && gate.status === 'ANSWERED' ? undefined : outcomeOfWait(gate, answer)
  return value === undefined ? { status: 'EXPIRED' } : readOutcome(value)
}

function roundKey(round: number): string {
  return `asked ${round}`
}

function questionKey(round: number, index: number): string {
  return `asked ${round}.${index + 1}`
}

function roundsOf(recorded: CallSteps): number {
  let round = 0
  while (recorded[roundKey(round + 1)] !== undefined) round += 1
  return round
}

/** It was written by `suspendAtQuestions`. */
function readRound(value: Json): { readonly state: Json; readonly questions: readonly Question[] } {
  const { state = null, questions = [] } = isJsonObject(value) ? value : {}
  const asked = isJsonArray(questions) ? questions.filter(isJsonObject) : []
  return {
    state,
    questions: asked.map(readQuestion),
  }
}

function readQuestion(asked: JsonObject): Question {
  const { question, schema = null, url, expiresAfterMs, respondent } = asked
  const decider = gateDecider.options.find((known) => known === asked.decider)
  return {
    question: String(question),
    ...(isJsonObject(schema) && { schema }),
    ...(typeof url === 'string' && { url }),
    ...(typeof expiresAfterMs === 'number' && { expiresAfterMs }),
    ...(decider && { decider }),
    ...(typeof respondent === 'string' && { respondent }),
  }
}

function tooMuch({ target }: ActionRow, what: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message: `"${target}" ${what}.` })
}
