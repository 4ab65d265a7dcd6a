import type { ActionAudit } from '../../domain/action-audit.ts'
import { gateDecider } from '../../domain/agent-settings.ts'
import {
  type AwaitedEvent,
  type CallStep,
  type CallSteps,
  type EventWait,
  maxCallSteps,
  maxStepKeyChars,
  type Question,
  type QuestionOutcome,
  textAnswerSchema,
} from '../../domain/call-steps.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { cleanText, copyJson, isJsonObject, type Json, toJson } from '../../domain/json.ts'
import { clockToleranceMs, eventNameFault } from '../../domain/received-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { oneLine, quoted } from '../../domain/text/foreign-text.ts'
import type { Tool, ToolContext } from '../../domain/tool.ts'
import type { CallFiles } from '../files/collect-files.ts'
import { filterFault } from '../gates/wake-by-event.ts'
import { audited } from '../run/held.ts'
import type { RunCore, StepCore, TargetContext } from '../run/run-context.ts'
import { hasMark } from '../run/run-secrets.ts'
import { holdForWait, type WaitSubject } from './hold-action.ts'

/** The steps of a call that is under way, and the action as they leave it. */
export interface StepsOfCall extends Pick<ToolContext, 'step' | 'ask' | 'waitUntil' | 'waitForEvent'> {
  current(): ActionRow
  /** Whether the call waits: whatever the tool does after that is not looked at. */
  isSuspended(): boolean
  /** Resolves when none of its steps is running. */
  settled(): Promise<void>
  /** The call is over: what it still does is no part of it, and changes nothing. */
  close(): void
}

/** Most calls have no steps: nothing is made for them. */
export function createLazySteps(make: () => StepsOfCall) {
  let made: StepsOfCall | undefined
  let isOver = false
  return {
    of: () => {
      if (isOver) throw refusedStep('the call is over')
      made ??= make()
      return made
    },
    begun: () => made,
    close: () => {
      isOver = true
      made?.close()
    },
  }
}

/** Ends a call at a wait. A tool that catches it changes nothing. */
class Suspended extends Error {
  override readonly name = 'Suspended'
}

interface MadeCall {
  readonly tool: Tool
  readonly idempotencyKey: string
  /** Kept with the steps: a step that is done does not add its files again. */
  readonly files: Pick<CallFiles, 'kept'>
}

/**
 * Steps, questions and waits of one call (TAS-13). They are kept in the audit of its action, so that whoever owns the run next goes on from
 * there. A `once` step is in the log before it begins, and is not made again where nobody knows its end.
 */
export function createCallSteps(
  given: ActionRow,
  { tool, idempotencyKey, files }: MadeCall,
  ctx: StepCore & Pick<TargetContext, 'schemas'>,
): StepsOfCall {
  let action = given
  let isSuspended = false
  let isOver = false
  const used = new Set<string>()
  const running = new Set<Promise<unknown>>()

  function known(key: string): CallStep | undefined {
    if (isOver) throw refusedStep('the call is over')
    if (typeof key !== 'string' || key === '' || key.length > maxStepKeyChars || cleanText(key) !== key)
      throw refusedStep(`the key of a step has 1 to ${maxStepKeyChars} characters`)
    if (used.has(key)) throw refusedStep(`the key ${quoted(key)} is used twice in one call`)
    if (tool.effect === 'once' && tool.isResumable !== true)
      throw refusedStep(
        `"${tool.name}" is not repeated once it has begun. If all that it does is in steps, declare it with isResumable: true`,
      )
    used.add(key)
    return stepsOf(action)[key]
  }

  function withFiles(more: ActionAudit): ActionRow {
    const kept = files.kept()
    return audited(action, { ...more, ...(kept.length > 0 && { files: kept }) })
  }

  function write(key: string, step: CallStep | null): void {
    if (isOver) return
    const { [key]: _before, ...others } = stepsOf(action)
    const steps = step === null ? others : { ...others, [key]: step }
    checkSize(steps, ctx)
    action = withFiles({ steps })
    const stepNumber = ctx.step.row.number
    const data = { actionId: action.id, name: action.name, key }
    const isDone = step?.state === 'done'
    const events = isDone ? [{ type: 'ActionStepCompleted' as const, stepNumber, data }] : []
    ctx.journal.write({ actions: [action], events })
  }

  async function perform(key: string, work: (stepKey: string) => unknown): Promise<Json> {
    if (action.effect === 'once') {
      write(key, { state: 'begun' })
      await ctx.journal.durable()
    }
    let made: unknown
    try {
      made = await work(`${idempotencyKey}/${key}`)
    } catch (error) {
      // Its end is known.
      if (action.effect === 'once') write(key, null)
      throw error
    }
    const value = ctx.secrets.incoming.value(toJson(made))
    try {
      write(key, { state: 'done', value, at: new Date(ctx.clock.now()).toISOString() })
    } catch (error) {
      if (action.effect !== 'once') throw error
      // It took effect: it is not to be made again for the size of its result.
      throw new RungraphError('OUTCOME_UNKNOWN', { tool: tool.name, reason: messageOf(error) }, error)
    }
    await ctx.journal.durable()
    return value
  }

  function suspend(subject: WaitSubject): Suspended {
    if (!isSuspended) {
      isSuspended = true
      action = holdForWait(withFiles({}), subject, ctx).action
    }
    return new Suspended('The call waits, and begins again when it continues.')
  }

  const recordedValue = async (key: string, value: Json): Promise<Json> => {
    const revealed = await ctx.secrets.reveal(value)
    if (hasMark(revealed)) throw new RungraphError('SECRET_LOST', { action: `${action.name}/${key}` })
    return copyJson(revealed)
  }

  return {
    current: () => action,
    isSuspended: () => isSuspended,
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
    close: () => {
      isOver = true
    },
    // The result is JSON: what the work gave, as a call that goes on is given it.
    step: async <Value>(key: string, work: (stepKey: string) => Value | Promise<Value>) => {
      const before = known(key)
      if (before?.state === 'done') return (await recordedValue(key, before.value)) as Value
      if (isSuspended) throw new Suspended('The call waits.')
      const performing = perform(key, work)
      running.add(performing)
      try {
        return copyJson(await performing) as Value
      } finally {
        running.delete(performing)
      }
    },
    ask: async (key, question) => {
      const before = known(key)
      if (before?.state === 'done') return readOutcome(await recordedValue(key, before.value))
      throw suspend(questionSubject(key, question, action, ctx))
    },
    waitUntil: async (key, time) => {
      if (known(key)?.state === 'done') return
      throw suspend(timeSubject(key, time, action, ctx))
    },
    waitForEvent: async (key, wait) => {
      const before = known(key)
      if (before?.state === 'done') return readAwaited(await recordedValue(key, before.value))
      throw suspend(eventSubject(key, wait, action, ctx))
    },
  }
}

/** The action, given what came of the wait that its gate stands for; `null` while it waits, or where the run ended first. */
export function afterWait(action: ActionRow, gate: GateRow, answer: Json | null): ActionRow | null {
  const value = outcomeOfWait(gate, answer)
  const key = isJsonObject(gate.context) ? gate.context.key : null
  if (value === undefined || typeof key !== 'string') return null
  const { gateId: _gate, ...audit } = action.audit
  return { ...action, audit: { ...audit, steps: { ...stepsOf(action), [key]: { state: 'done', value } } } }
}

function outcomeOfWait({ kind, status, note, resolvedBy }: GateRow, answer: Json | null): Json | undefined {
  if (status === 'OPEN' || status === 'CANCELLED') return undefined
  if (kind === 'TIME') return null
  if (kind === 'EVENT') return status === 'ANSWERED' ? answer : null
  if (status === 'ANSWERED') return { status: 'ANSWERED', answer, answeredBy: resolvedBy }
  return status === 'EXPIRED' ? { status: 'EXPIRED' } : { status: 'DECLINED', note }
}

/** It was written by `outcomeOfWait`. */
function readOutcome(value: Json): QuestionOutcome {
  const { status, answer, answeredBy, note } = isJsonObject(value) ? value : {}
  if (status === 'ANSWERED' && isJsonObject(answer))
    return { status, answer, answeredBy: typeof answeredBy === 'string' ? answeredBy : null }
  if (status === 'DECLINED') return { status, note: typeof note === 'string' ? note : null }
  return { status: 'EXPIRED' }
}

function questionSubject(
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
  if (respondent !== undefined && !isName(respondent))
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

function timeSubject(key: string, time: Date, { name, target }: ActionRow, ctx: StepCore): WaitSubject {
  if (!isStorable(time)) throw refusedStep('the time of a wait is a Date before the year 9999')
  const stepNumber = ctx.step.row.number
  return {
    kind: 'TIME',
    reason: `"${target}" waits until ${time.toISOString()}.`,
    context: { kind: 'TIME', stepNumber, action: name, target, key },
    expiry: { expiresAt: time, onExpiry: 'PROCEED' },
  }
}

function eventSubject(
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

/** It was written by `outcomeOfWait`. */
function readAwaited(value: Json): AwaitedEvent | null {
  if (!isJsonObject(value)) return null
  const { id, name, data = null, receivedAt } = value
  return { id: String(id), name: String(name), data, receivedAt: String(receivedAt) }
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

function isName(name: unknown): boolean {
  return (
    typeof name === 'string' && name !== '' && name.length <= maxRespondentChars && cleanText(name) === name
  )
}

function isWebAddress(url: unknown): boolean {
  const parsed = typeof url === 'string' && url.length <= maxUrlChars ? URL.parse(url) : null
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}

function stepsOf({ audit }: ActionRow): CallSteps {
  return audit.steps ?? {}
}

/** All that the steps of a call give is bounded as its result is. */
function checkSize(steps: CallSteps, { run }: RunCore): void {
  const maxBytes = run.effectiveLimits.maxResultBytes.value
  if (Object.keys(steps).length > maxCallSteps || Buffer.byteLength(JSON.stringify(steps)) > maxBytes)
    throw refusedStep(`the steps of one call are at most ${maxCallSteps}, and ${maxBytes} bytes of JSON`)
}

function refusedStep(reason: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message: `The step was refused: ${reason}.` })
}
