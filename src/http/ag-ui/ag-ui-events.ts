import { type Event, EventType, type TokenUsage } from '@ag-ui/core'
import { parse } from 'graphql'
import { z } from 'zod'

/** What the translation reads of the events of a run. */
export const toldEventsDocument = parse(`subscription AgUiEvents($id: ID!) {
  runEvents(runId: $id) {
    type at stepNumber
    ... on TextDelta { messageId delta: text llmActionId }
    ... on ReasoningDelta { messageId delta: text llmActionId }
    ... on ActionStarted { actionId target parameters }
    ... on ActionProgressed { actionId progress progressTotal progressMessage }
    ... on ActionLogged { actionId level message data }
    ... on ActionCompleted { actionId output }
    ... on ActionFailed { actionId error }
    ... on ActionDenied { actionId reason }
    ... on ActionSkipped { actionId reason }
    ... on ChildRunStarted { actionId childRunId agentName }
    ... on ChildRunEnded { childRunId status }
    ... on AttemptDiscarded { messageId }
    ... on FinalAnswer { answer: text }
    ... on GateResolved { gateId }
    ... on Warning { code message }
  }
}`)

const shown = z.object({
  type: z.string(),
  at: z.coerce.date(),
  stepNumber: z.number().nullable(),
  messageId: z.string().default(''),
  delta: z.string().default(''),
  llmActionId: z.string().nullish(),
  actionId: z.string().default(''),
  target: z.string().default(''),
  parameters: z.unknown().optional(),
  progress: z.number().nullish(),
  progressTotal: z.number().nullish(),
  progressMessage: z.string().nullish(),
  output: z.unknown().optional(),
  error: z.string().optional(),
  reason: z.string().optional(),
  childRunId: z.string().default(''),
  agentName: z.string().default(''),
  status: z.string().optional(),
  answer: z.string().default(''),
  gateId: z.string().default(''),
  code: z.string().optional(),
  level: z.string().optional(),
  data: z.unknown().optional(),
  message: z.string().optional(),
})

export type ShownEvent = z.infer<typeof shown>

export function readEvent(value: unknown): ShownEvent {
  return shown.parse(value)
}

/**
 * The events of a run as those of AG-UI, which has no word for some of ours. A call of a tool is told of when it begins, with its whole
 * arguments; its id is that of the action. What the log alone can say, such as a discarded answer, is a CUSTOM event.
 */
export class Translation {
  /** Steps and calls that were begun here: none is ended that was not. */
  readonly #open = new Set<string>()
  readonly #calls = new Set<string>()
  #said = ''

  of(event: ShownEvent): readonly Event[] {
    const timestamp = event.at.getTime()
    return this.#of(event).map((one) => ({ ...one, timestamp }))
  }

  #of(event: ShownEvent): readonly Event[] {
    const { messageId, delta, actionId, childRunId } = event
    const isOfAction = event.llmActionId != null
    const stepName = `step ${event.stepNumber}`
    switch (event.type) {
      case 'StepStarted':
        this.#open.add(stepName)
        this.#said = ''
        return [{ type: EventType.STEP_STARTED, stepName }]
      case 'StepCompleted':
        return this.#open.delete(stepName) ? [{ type: EventType.STEP_FINISHED, stepName }] : []
      case 'TextDelta':
        if (isOfAction) return []
        this.#said += delta
        return [{ type: EventType.TEXT_MESSAGE_CHUNK, messageId, role: 'assistant', delta }]
      case 'ReasoningDelta':
        return isOfAction
          ? []
          : [{ type: EventType.REASONING_MESSAGE_CHUNK, messageId: `${messageId}:reasoning`, delta }]
      case 'ActionStarted':
        return this.#call(actionId, event)
      case 'ActionProgressed': {
        const { progress, progressTotal: total, progressMessage: message } = event
        const value = { toolCallId: actionId, progress, total, message }
        return [{ type: EventType.CUSTOM, name: 'rungraph.progress', value }]
      }
      case 'ActionLogged': {
        const { level, message, data = null } = event
        return [
          {
            type: EventType.CUSTOM,
            name: 'rungraph.log',
            value: { toolCallId: actionId, level, message, data },
          },
        ]
      }
      case 'ActionCompleted':
        return this.#result(actionId, asText(event.output))
      case 'ActionFailed':
        return this.#result(actionId, event.error ?? '')
      case 'ActionDenied':
      case 'ActionSkipped':
        return this.#result(actionId, event.reason ?? '')
      case 'ChildRunStarted':
        this.#open.add(childRunId)
        return [
          {
            type: EventType.SUBAGENT_STARTED,
            subagentRunId: childRunId,
            name: event.agentName,
            parentToolCallId: actionId,
          },
        ]
      case 'ChildRunEnded':
        return this.#open.delete(childRunId) ? [childEnded(childRunId, event.status)] : []
      case 'AttemptDiscarded':
        this.#said = ''
        return [{ type: EventType.CUSTOM, name: 'rungraph.discarded', value: { messageId } }]
      case 'Warning':
        return [
          {
            type: EventType.CUSTOM,
            name: 'rungraph.warning',
            value: { code: event.code, message: event.message },
          },
        ]
      case 'FinalAnswer':
        return this.#answer(event)
      default:
        return []
    }
  }

  /** Ends what is open, as a run may stop in the middle of a step. */
  ended(): readonly Event[] {
    const open = [...this.#open].toReversed()
    this.#open.clear()
    return open.map((name) =>
      name.startsWith('step ')
        ? { type: EventType.STEP_FINISHED, stepName: name }
        : { type: EventType.SUBAGENT_FINISHED, subagentRunId: name, outcome: { type: 'suspended' } },
    )
  }

  #call(toolCallId: string, { target, parameters }: ShownEvent): readonly Event[] {
    // Another attempt is the same call.
    if (this.#calls.has(toolCallId)) return []
    this.#calls.add(toolCallId)
    return [
      { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: target },
      { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(parameters) },
      { type: EventType.TOOL_CALL_END, toolCallId },
    ]
  }

  #result(toolCallId: string, content: string): readonly Event[] {
    if (!this.#calls.delete(toolCallId)) return []
    return [
      {
        type: EventType.TOOL_CALL_RESULT,
        messageId: `${toolCallId}:result`,
        toolCallId,
        content,
        role: 'tool',
      },
    ]
  }

  /** An answer that no increment has told. */
  #answer({ answer, stepNumber }: ShownEvent): readonly Event[] {
    if (answer === '' || this.#said.trim() === answer.trim()) return []
    return [
      {
        type: EventType.TEXT_MESSAGE_CHUNK,
        messageId: `answer:${stepNumber}`,
        role: 'assistant',
        delta: answer,
      },
    ]
  }
}

function childEnded(subagentRunId: string, status: string | undefined): Event {
  if (status === 'COMPLETED')
    return { type: EventType.SUBAGENT_FINISHED, subagentRunId, outcome: { type: 'success' } }
  return { type: EventType.SUBAGENT_ERROR, subagentRunId, message: `The run ended as ${status}.` }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

const usage = z.object({ inputTokens: z.number(), outputTokens: z.number(), totalTokens: z.number() })

/** The usage of a run, as its end tells it. */
export function toAgUiUsage(value: unknown): TokenUsage[] {
  const read = usage.safeParse(value)
  return read.success ? [read.data] : []
}
