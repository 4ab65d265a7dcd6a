import type { AgentDefinition } from '../../domain/agent.ts'
import type { ConditionVerdict } from '../../domain/decide-call.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { exitToolName } from '../built-in-tools.ts'
import { parseCondition } from '../plan/expressions.ts'

/** Position of a run in its flow, from 0 (LOOP-6). */
export interface FlowPosition {
  /** Current stage of a SEQUENTIAL flow. */
  readonly stage: number
  /** Number of completed iterations of a LOOP flow. */
  readonly iteration: number
}

export const flowStart: FlowPosition = { stage: 0, iteration: 0 }

/** A part of the flow as the log has it; `index` is from 1, `total` is `null` where it is unknown. */
interface Stage {
  readonly name: string
  readonly index: number
  readonly total: number | null
}

/** Conditions by which the body of a LOOP flow may end the flow early. */
interface FlowExits {
  readonly toolCalled: boolean
  readonly conditionHolds: boolean
}

/** Use of an answer: it is the answer of the whole flow, or the input of the next part. */
type FlowMove =
  | { readonly kind: 'finished' }
  | { readonly kind: 'next'; readonly position: FlowPosition; readonly message: string }

type Flow = Pick<AgentDefinition, 'flowType' | 'stages' | 'loop'>

/** The first message of a run: its input and, in a SEQUENTIAL flow, the instructions of its first stage. */
export function openingMessage(input: string, flow: Flow): string {
  return flow.flowType === 'SEQUENTIAL' ? stageMessage(input, 0, flow) : input
}

/** Returns the stage at a position; `null` in a flow without parts. */
export function stageAt({ stage, iteration }: FlowPosition, { flowType, stages }: Flow): Stage | null {
  switch (flowType) {
    case 'SINGLE':
      return null
    case 'SEQUENTIAL':
      return { name: stages[stage]?.name ?? '', index: stage + 1, total: stages.length }
    case 'LOOP':
      return { name: `iteration ${iteration + 1}`, index: iteration + 1, total: null }
    default:
      return flowType satisfies never
  }
}

/** Whether an answer given here is the last of the flow in any case. */
export function isLastStage({ stage }: FlowPosition, { flowType, stages }: Flow): boolean {
  return flowType !== 'SEQUENTIAL' || stage >= stages.length - 1
}

/** The output of one stage is the input of the next; a body is repeated until something ends it or it has had all its iterations. */
export function nextInFlow(answer: string, position: FlowPosition, flow: Flow, exits: FlowExits): FlowMove {
  switch (flow.flowType) {
    case 'SINGLE':
      return { kind: 'finished' }
    case 'SEQUENTIAL':
      return nextStage(answer, position, flow)
    case 'LOOP':
      return nextIteration(answer, position, flow, exits)
    default:
      return flow.flowType satisfies never
  }
}

function nextStage(answer: string, position: FlowPosition, flow: Flow): FlowMove {
  if (isLastStage(position, flow)) return { kind: 'finished' }
  const stage = position.stage + 1
  return { kind: 'next', position: { ...position, stage }, message: stageMessage(answer, stage, flow) }
}

function stageMessage(input: string, stage: number, { stages }: Flow): string {
  const { name = '', instruction = '' } = stages[stage] ?? {}
  return `Stage ${stage + 1} of ${stages.length}: ${name}\n${instruction}\n\nInput:\n${input}`
}

function nextIteration(answer: string, position: FlowPosition, { loop }: Flow, exits: FlowExits): FlowMove {
  const iteration = position.iteration + 1
  if (exits.toolCalled || exits.conditionHolds || iteration >= loop.maxIterations) return { kind: 'finished' }
  const message = `Iteration ${iteration + 1} of at most ${loop.maxIterations}. Go on from your last result; call ${exitToolName} when there is nothing left to improve.\n\nLast result:\n${answer}`
  return { kind: 'next', position: { ...position, iteration }, message }
}

/** Returns the problem of the exit condition of a LOOP flow; `null` if it is valid. */
export function validateCondition(text: string): string | null {
  const parsed = parseCondition(text)
  if (!parsed.ok) return parsed.problem
  return parsed.condition.results.length === 0 ? null : "sees the run's context and `answer`, no `results`"
}

/**
 * Whether a body's answer ends the loop: a condition over the run's context and `answer`, which is an object where the answer is
 * one in JSON, and text otherwise (LOOP-6).
 */
export function exitConditionHolds(text: string, answer: string, context: JsonObject): ConditionVerdict {
  const parsed = parseCondition(text)
  if (!parsed.ok) return parsed
  const seen: JsonObject = { ...context, answer: answerAsObject(answer) ?? answer }
  return parsed.condition.evaluate({
    key: (name) => (Object.hasOwn(seen, name) ? seen[name] : undefined),
    result: () => undefined,
  })
}

function answerAsObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null // words
  }
}
