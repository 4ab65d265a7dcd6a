import { gateDecider } from '../../domain/agent-settings.ts'
import { type EventWait, type Question, textAnswerSchema } from '../../domain/call-steps.ts'
import { RungraphError } from '../../domain/errors.ts'
import { isJsonObject, isName, toJson } from '../../domain/json.ts'
import { clockToleranceMs, eventNameFault } from '../../domain/received-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { oneLine, quoted } from '../../domain/text/foreign-text.ts'
import { filterFault } from '../gates/wake-by-event.ts'
import type { StepCore, TargetContext } from '../run/run-context.ts'
import type { WaitSubject } from './hold-action.ts'

/** The gate of a question of a call. @throws TOOL_FAILED where it cannot be asked so */
export function questionSubject(
  key: string,
  asked: Question,
  action: ActionRow,
  ctx: StepCore & Pick<TargetContext, 'schemas'>,
): WaitSubject {
  const { question, schema = textAnswerSchema, url = null, expiresAfterMs, decider, respondent } = asked
  if (typeof question !== 'string' || question.trim() === '' || question.length > maxQuestionChars)
    throw refusedStep(`a question has 1 to ${maxQuestionChars} characters`)
  if (!isJsonObject(schema) || schema.type !== 'object')
    throw refusedStep('the schema of an answer is a JSON Schema of an object')
  if (JSON.stringify(schema).length > maxSchemaChars)
    throw refusedStep(`the schema of an answer has at most ${maxSchemaChars} characters`)
  const fault = ctx.schemas.fault(schema)
  if (fault !== null) throw refusedStep(`the schema of an answer cannot be used: ${fault}`)
  if (url !== null && !isWebAddress(url))
    throw refusedStep(
      `the url of a question is an http or https address of at most ${maxUrlChars} characters`,
    )
  if (decider !== undefined && !gateDecider.options.includes(decider))
    throw refusedStep(`the decider of a question is one of ${gateDecider.options.join(', ')}`)
  if (respondent !== undefined && !isName(respondent, maxRespondentChars))
    throw refusedStep(`the respondent of a question is a name of 1 to ${maxRespondentChars} characters`)
  const { name, target } = action
  const own = { kind: 'INPUT', stepNumber: ctx.step.row.number, action: name, target, key } as const
  const expiresAt = expiresAfterMs === undefined ? undefined : new Date(ctx.clock.now() + expiresAfterMs)
  if (
    expiresAt &&
    !(Number.isSafeInteger(expiresAfterMs) && Number(expiresAfterMs) > 0 && isStorable(expiresAt))
  )
    throw refusedStep(
      'expiresAfterMs is a whole number of milliseconds from 1, and ends before the year 9999',
    )
  return {
    kind: 'INPUT',
    reason: `"${target}" asks: ${oneLine(question)}`,
    context: { ...own, question: ctx.secrets.incoming.text(question), schema: toJson(schema), url },
    ...(expiresAt && { expiry: { expiresAt, onExpiry: 'REFUSE' } }),
    ...(decider && { decider }),
    ...(respondent && { respondent }),
  }
}

/** The gate of a wait for a time. @throws TOOL_FAILED */
export function timeSubject(
  key: string,
  time: Date,
  { name, target }: ActionRow,
  ctx: StepCore,
): WaitSubject {
  if (!isStorable(time)) throw refusedStep('the time of a wait is a Date before the year 9999')
  const stepNumber = ctx.step.row.number
  return {
    kind: 'TIME',
    reason: `"${target}" waits until ${time.toISOString()}.`,
    context: { kind: 'TIME', stepNumber, action: name, target, key },
    expiry: { expiresAt: time, onExpiry: 'PROCEED' },
  }
}

/** The gate of a wait for an event. @throws TOOL_FAILED */
export function eventSubject(
  key: string,
  { name, filter, until, timeoutMs, since }: EventWait,
  { name: own, target }: ActionRow,
  ctx: StepCore,
): WaitSubject {
  const nameFault = eventNameFault(name)
  if (nameFault !== null) throw refusedStep(`the name of an event ${nameFault}`)
  const fault = filter === undefined ? null : filterFault(filter, 'wait')
  if (fault !== null) throw refusedStep(`the filter of the event ${fault}`)
  if (until !== undefined && timeoutMs !== undefined)
    throw refusedStep('a wait has until or timeoutMs, not both')
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs >= 0))
    throw refusedStep('timeoutMs is a number of milliseconds from 0')
  const now = ctx.clock.now()
  const end = timeoutMs === undefined ? until : new Date(now + timeoutMs)
  const from = since ?? new Date(now - clockToleranceMs)
  for (const time of end === undefined ? [from] : [from, end])
    if (!isStorable(time)) throw refusedStep('the times of a wait are Dates before the year 9999')
  const stepNumber = ctx.step.row.number
  return {
    kind: 'EVENT',
    reason: `"${target}" waits for the event ${quoted(name)}.`,
    context: {
      ...{ kind: 'EVENT', stepNumber, action: own, target, key },
      ...{ event: name, filter: filter ?? null, since: from },
    },
    expiry: end === undefined ? null : { expiresAt: end, onExpiry: 'PROCEED' },
  }
}

const maxQuestionChars = 20_000
const maxSchemaChars = 100_000
const maxUrlChars = 2_000
const maxRespondentChars = 200
/** PostgreSQL holds later times, and nobody waits for them. */
const latestMs = Date.UTC(9_999, 0)

function isStorable(time: unknown): boolean {
  return time instanceof Date && time.getTime() >= 0 && time.getTime() <= latestMs
}

function isWebAddress(url: unknown): boolean {
  const parsed = typeof url === 'string' && url.length <= maxUrlChars ? URL.parse(url) : null
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}

/** A step or a wait that a call cannot have so. */
export function refusedStep(reason: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message: `The step was refused: ${reason}.` })
}
