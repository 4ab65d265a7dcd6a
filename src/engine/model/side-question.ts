import { RungraphError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { type Message, textOf } from '../../domain/message.ts'
import type { ResponseFormat } from '../../domain/model.ts'
import { maxOutputRepairs, readOutput, renderRepair, warningOfReading } from '../judge/check-output.ts'
import { continuationPrompt, emptyAnswer, joinAnswer, type PartialAnswer } from '../judge/partial-answer.ts'
import type { Asked, CallPosition, ModelCall } from '../model-call.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warn } from '../run/warn.ts'
import { answeredBefore, leftBefore } from './answered-before.ts'
import type { AnsweredCall } from './attempt-model.ts'
import { callModel } from './call-model.ts'
import { usageEvent } from './model-call-row.ts'

/** A question that is asked beside the conversation: nothing of it enters the history. */
export interface Question {
  readonly purpose: CallPosition['purpose']
  readonly step: CallPosition['step']
  readonly action?: CallPosition['action']
  readonly models: readonly string[]
  readonly systemPrompt: string | null
  readonly text: string
  readonly signal: AbortSignal
  /** Absent: those of the agent. */
  readonly settings?: Pick<Asked, 'temperature' | 'maxOutputTokens' | 'reasoningEffort'>
  /** The LLM action that asks: its answer is streamed into the log as it comes. Absent: nothing of it is. */
  readonly actionId?: string
}

/** Asks in words and books the call. @throws ANSWER_TRUNCATED where the answer does not become whole, else as callModel does */
export async function askSideQuestion(
  question: Question,
  state: LiveRun,
  ctx: ModelContext,
): Promise<string> {
  return askUntilWhole([{ role: 'user', text: question.text }], null, question, state, ctx)
}

/** Asks for JSON that fits a schema, with a bounded number of repairs. @throws OUTPUT_INVALID where none came, else as `askSideQuestion` */
export async function askForObject(
  question: Question & { readonly format: ResponseFormat },
  state: LiveRun,
  ctx: ModelContext,
): Promise<Json> {
  const { format } = question
  const schema: JsonObject = format.schema
  const messages: Message[] = [{ role: 'user', text: question.text }]
  for (let repairs = 0; ; repairs++) {
    const text = await askUntilWhole(messages, format, question, state, ctx)
    const checked = await readOutput(text, schema, ctx.schemas)
    if (checked.kind === 'fits') {
      const events = warningOfReading(
        `answer to ${question.purpose}`,
        checked.readAs ?? [],
        question.step.number,
      )
      if (events.length > 0) ctx.journal.write({ events })
      return parseJson(checked.text)
    }
    if (repairs >= maxOutputRepairs) throw new RungraphError('OUTPUT_INVALID', { problems: checked.problems })
    const repairMessage = renderRepair(checked.problems, schema)
    messages.push({ role: 'user', text: `Your answer was:\n${text}\n\n${repairMessage}`, byEngine: true })
  }
}

/** The words of one answer, in as many messages as they take (LOOP-10). @throws ANSWER_TRUNCATED where they do not become whole */
async function askUntilWhole(
  messages: readonly Message[],
  responseFormat: ResponseFormat | null,
  question: Question,
  state: LiveRun,
  ctx: ModelContext,
): Promise<string> {
  const continuations = state.limits.maxContinuations.value
  let asked = messages
  let partial: PartialAnswer | null = null
  const parts: string[] = []
  for (;;) {
    // The rest of an object is none.
    const answered = await askOnce(asked, partial?.text ? null : responseFormat, question, state, ctx)
    const joined = joinAnswer(partial, textOf(answered.message), answered, continuations)
    if (joined.kind === 'complete') return joined.text
    if (joined.kind === 'empty') {
      warn(emptyAnswer, question.step.number, ctx)
      return ''
    }
    partial = joined.partial
    const { limit } = partial
    if (answered.shownAs !== null) parts.push(answered.shownAs)
    if (partial.isGivenUp && limit) {
      discard(parts, 'ANSWER_TRUNCATED', question, ctx)
      throw new RungraphError('ANSWER_TRUNCATED', { cutBy: limit, continuations })
    }
    const next: Message = { role: 'user', text: continuationPrompt(partial), byEngine: true }
    asked = [...asked, answered.message, next]
    // A crash costs one message at most, also in the middle of an answer.
    await ctx.journal.durable()
  }
}

/** Half an answer is none: the action fails, and may be tried again (MOD-6). */
function discard(
  messageIds: readonly string[],
  reason: 'ANSWER_TRUNCATED' | 'RECOVERY',
  { step }: Pick<Question, 'step'>,
  { journal }: ModelContext,
): void {
  if (messageIds.length === 0) return
  const stepNumber = step.number
  journal.write({
    events: messageIds.map((messageId) => ({
      type: 'AttemptDiscarded',
      stepNumber,
      data: { messageId, reason },
    })),
  })
}

/** `to`: whom it was given to. `shownAs` is the message that it was streamed into the log as; `null`: nothing of it was. */
type SideAnswer = Pick<AnsweredCall, 'message' | 'truncatedBy'> & {
  readonly to: 'this-owner' | 'earlier-owner'
  readonly shownAs: string | null
}

/** One answer, which may be cut off: of an earlier owner, or asked for now and booked. */
export async function askOnce(
  messages: readonly Message[],
  responseFormat: ResponseFormat | null,
  { purpose, step, action, models, systemPrompt, signal, settings, actionId }: Question,
  state: LiveRun,
  ctx: ModelContext,
): Promise<SideAnswer> {
  const { temperature, maxOutputTokens, reasoningEffort } = settings ?? ctx.run.agent.definition
  const call: ModelCall = {
    purpose,
    shows: actionId === undefined ? 'nothing' : { actionId },
    step,
    action,
    signal,
    models,
    context: null,
    leastOutputTokens: leastAnswerTokens,
    request: () => ({
      systemPrompt,
      messages: [...messages],
      tools: [],
      toolChoice: 'none',
      temperature,
      maxOutputTokens,
      reasoningEffort,
      responseFormat,
    }),
  }
  const before = await answeredBefore(call, state, ctx)
  if (before)
    return { ...before, to: 'earlier-owner', shownAs: actionId === undefined ? null : before.messageId }
  // The text of an unfinished attempt at a side question is discarded like that of an interrupted attempt.
  if (actionId !== undefined) discard(await leftBefore(call, state, ctx), 'RECOVERY', { step }, ctx)
  const answered = await callModel(call, state, ctx)
  ctx.journal.write({
    modelCalls: [answered.row],
    events: [usageEvent(step.number, answered.row)],
  })
  return { ...answered, to: 'this-owner', shownAs: answered.shown ? answered.row.messageId : null }
}

/** Less than this is no answer to a question. */
const leastAnswerTokens = 256
