import type { ActionAudit } from '../../domain/action-audit.ts'
import { CallAsks } from '../../domain/call-dialog.ts'
import {
  type AwaitedEvent,
  type CallStep,
  type CallSteps,
  maxCallSteps,
  maxStepKeyChars,
  type QuestionOutcome,
} from '../../domain/call-steps.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { copyJson, isJsonObject, isName, type Json, toJson } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { quoted } from '../../domain/text/foreign-text.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import type { Tool, ToolContext } from '../../domain/tool.ts'
import { toWordId } from '../../domain/word-id.ts'
import type { CallFiles } from '../files/collect-files.ts'
import { audited } from '../run/held.ts'
import type { RunCore, StepCore, TargetContext } from '../run/run-context.ts'
import { hasMark } from '../run/run-secrets.ts'
import { holdForWait, type WaitSubject } from './hold-action.ts'
import { eventSubject, questionSubject, refusedStep, timeSubject } from './wait-subjects.ts'

/** The steps of a call that is running, and the action as they leave it. */
export interface StepsOfCall
  extends Pick<ToolContext, 'step' | 'begin' | 'ask' | 'waitUntil' | 'waitForEvent'> {
  current(): ActionRow
  /** Ends the call at a wait, and records these steps with it: the error to throw. */
  suspend(subject: WaitSubject, more: CallSteps): Error
  /** What a step or a wait gave. @throws SECRET_LOST */
  recorded(key: string): Promise<Json>
  /** Whether the call is still to be given steps of an earlier beginning: what it does between them was done before. */
  isRepeating(): boolean
  /** Whether the call waits: whatever the tool does after that is not looked at. */
  isSuspended(): boolean
  /** Resolves when none of its steps is running. */
  settled(): Promise<void>
  /** Nobody goes on with the call: what it began elsewhere is cancelled, in a few tries. */
  giveUp(): Promise<void>
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
  /** The call begins again only to be given the ids of what it began elsewhere: it ends at the last of them, and does nothing else. */
  readonly isGivenUp?: boolean
  /** Writes the lines of the call so far: they come before the step that is done. */
  readonly flushLog: () => void
}

/**
 * Steps, questions and waits of one call (TAS-13). They are kept in the audit of its action, so that the next owner of the run goes on from
 * there. A `once` step is in the log before it begins, and is not made again where nobody knows its end.
 */
export function createCallSteps(
  given: ActionRow,
  { tool, idempotencyKey, files, flushLog, isGivenUp = false }: MadeCall,
  ctx: StepCore & Pick<TargetContext, 'schemas'>,
): StepsOfCall {
  let action = given
  let isSuspended = isGivenUp
  let isOver = false
  const used = new Set<string>()
  const repeated = new Set(Object.keys(stepsOf(given)))
  const running = new Set<Promise<unknown>>()
  const cancels = new Set<() => unknown>()
  let left = isGivenUp ? begunKeys(given).length : null

  function known(key: string): CallStep | undefined {
    if (isOver) throw refusedStep('the call is over')
    if (!isName(key, maxStepKeyChars))
      throw refusedStep(`the key of a step has 1 to ${maxStepKeyChars} characters`)
    if (used.has(key)) throw refusedStep(`the key ${quoted(key)} is used twice in one call`)
    if (tool.effect === 'once' && tool.isResumable !== true)
      throw refusedStep(
        `"${tool.name}" is not repeated once it has begun. If all that it does is in steps, declare it with isResumable: true`,
      )
    used.add(key)
    repeated.delete(key)
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
    flushLog()
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

  /** Unlike a step that throws, one that begins something is not done again by a `once` call: it may have begun. */
  async function start<Id>(key: string, work: (stepKey: string) => Id | null | Promise<Id | null>) {
    const isOnce = action.effect === 'once'
    if (isOnce) {
      write(key, { state: 'begun' })
      await ctx.journal.durable()
    }
    let made: Id | null
    try {
      made = await work(`${idempotencyKey}/${key}`)
    } catch (error) {
      // Nothing has begun.
      if (isOnce && (error instanceof Suspended || error instanceof CallAsks)) write(key, null)
      throw error
    }
    const value = ctx.secrets.incoming.value(toJson(made))
    if (value === null) return null
    write(key, { state: 'begun', value })
    await ctx.journal.durable()
    return value
  }

  function begunWork<Id>(key: string, value: Json, cancel: ((id: Id) => unknown) | undefined) {
    const id = copyJson(value) as Id
    const cancelIt = () => cancel?.(id)
    if (cancel) cancels.add(cancelIt)
    if (left !== null) {
      left -= 1
      if (left === 0) throw new Suspended('The call is given up.')
    }
    const forget = () => {
      if (action.effect === 'once' || isGivenUp) return
      cancels.delete(cancelIt)
      write(key, null)
      used.delete(key)
    }
    return { id, forget }
  }

  function suspend(subject: WaitSubject, more: CallSteps = {}): Suspended {
    if (!isSuspended) {
      const steps = { ...stepsOf(action), ...more }
      checkSize(steps, ctx)
      isSuspended = true
      flushLog()
      action = holdForWait(withFiles({ steps }), subject, ctx).action
    }
    return new Suspended('The call waits, and begins again when it continues.')
  }

  const recordedValue = async (key: string, value: Json): Promise<Json> => {
    const revealed = await ctx.secrets.reveal(value)
    if (hasMark(revealed))
      throw new RungraphError('SECRET_LOST', { action: `${action.name}/${key}`, of: 'STEP' })
    return copyJson(revealed)
  }

  return {
    current: () => action,
    suspend,
    recorded: (key) => {
      const step = stepsOf(action)[key]
      if (step?.state !== 'done') throw new Error(`The call has no step ${quoted(key)}.`)
      return recordedValue(key, step.value)
    },
    isRepeating: () => repeated.size > 0,
    isSuspended: () => isSuspended,
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
    giveUp: async () => {
      await Promise.all([...cancels].map((cancel) => cancelled(cancel, action, ctx)))
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
    begin: async <Id>(
      key: string,
      work: (stepKey: string) => Id | null | Promise<Id | null>,
      cancel?: (id: Id) => unknown,
    ) => {
      const before = known(key)
      if (before?.value !== undefined) return begunWork(key, await recordedValue(key, before.value), cancel)
      if (isSuspended) throw new Suspended('The call waits.')
      const starting = start(key, work)
      running.add(starting)
      try {
        const value = await starting
        return value === null ? null : begunWork(key, value, cancel)
      } finally {
        running.delete(starting)
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

/** A service may be away for a moment: it is asked so often, for so long each time, with this time before the next, in milliseconds. */
const cancelTries = 3
const cancelMs = 5_000
const betweenCancelsMs = 500

async function cancelled(cancel: () => unknown, { name }: ActionRow, ctx: RunCore): Promise<void> {
  const { clock, report, run } = ctx
  const { signal } = new AbortController()
  const timeUp = () => new Error('It took too long.')
  for (let tries = 1; ; tries += 1) {
    const limit = startTimeLimit({ clock, ms: cancelMs, signal, timeUp })
    try {
      await rejectOnAbort(Promise.resolve().then(cancel), limit.signal)
      return
    } catch (error) {
      if (tries < cancelTries) await clock.sleep(tries * betweenCancelsMs, signal)
      else
        return report(
          `Run ${toWordId('run', run.id)}: what "${name}" began elsewhere was not cancelled.`,
          error,
        )
    } finally {
      limit.release()
    }
  }
}

/** The steps of a call by which something goes on elsewhere. */
export function begunKeys(action: ActionRow): readonly string[] {
  return Object.entries(stepsOf(action)).flatMap(([key, { state, value }]) =>
    state === 'begun' && value !== undefined ? [key] : [],
  )
}

/** The action, given the outcome of the wait that its gate stands for; `null` while it waits, or where the run ended first. */
export function afterWait(action: ActionRow, gate: GateRow, answer: Json | null): ActionRow | null {
  const value = outcomeOfWait(gate, answer)
  const key = isJsonObject(gate.context) ? gate.context.key : null
  if (value === undefined || typeof key !== 'string') return null
  const { gateId: _gate, ...audit } = action.audit
  return { ...action, audit: { ...audit, steps: { ...stepsOf(action), [key]: { state: 'done', value } } } }
}

/** What the call is given; `undefined`: the wait has no outcome. */
export function outcomeOfWait(
  { kind, status, note, resolvedBy }: GateRow,
  answer: Json | null,
): Json | undefined {
  if (status === 'OPEN' || status === 'CANCELLED') return undefined
  if (kind === 'TIME') return null
  if (kind === 'EVENT') return status === 'ANSWERED' ? answer : null
  if (status === 'ANSWERED') return { status: 'ANSWERED', answer, answeredBy: resolvedBy }
  return status === 'EXPIRED' ? { status: 'EXPIRED' } : { status: 'DECLINED', note }
}

/** It was written by `outcomeOfWait`. */
export function readOutcome(value: Json): QuestionOutcome {
  const { status, answer, answeredBy, note } = isJsonObject(value) ? value : {}
  if (status === 'ANSWERED' && isJsonObject(answer))
    return { status, answer, answeredBy: typeof answeredBy === 'string' ? answeredBy : null }
  if (status === 'DECLINED') return { status, note: typeof note === 'string' ? note : null }
  return { status: 'EXPIRED' }
}

/** It was written by `outcomeOfWait`. */
function readAwaited(value: Json): AwaitedEvent | null {
  if (!isJsonObject(value)) return null
  const { id, name, data = null, receivedAt } = value
  return { id: String(id), name: String(name), data, receivedAt: String(receivedAt) }
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
