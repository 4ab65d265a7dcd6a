import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Json } from '../../domain/json.ts'
import { type Todo, todoList } from '../../domain/todo.ts'
import { batchedTurn } from '../batched-turn.ts'
import { type ContextMeter, measures } from '../context/context-meter.ts'
import { flowStart } from '../judge/flow.ts'
import { fault, softStops } from '../judge/judge.ts'
import { initialJudgement, judgement } from '../judge/judgement.ts'
import { partialAnswer } from '../judge/partial-answer.ts'
import { doomLoop, initialCalls } from '../judge/repetition.ts'
import { backoff } from '../model-call.ts'

/** Decisions about a run and calls that were refused, kept in `loopState`. */
const approvals = z.object({
  /** The gate about the whole run that it waits at (JDG-4). */
  runGate: z.string().nullable().default(null),
  /** The gate of the plan of a step, and whether it was passed (LOOP-7). */
  planGate: z
    .object({ gateId: z.string(), stepNumber: z.int(), passed: z.boolean(), note: z.string().nullable() })
    .nullable()
    .default(null),
  /** Number of gates about plans and actions that were opened; 0 means that none can be open when the run ends. */
  gatesOpened: z.int().default(0),
  /** The step in which each call was denied first, by type, target and operation (TAS-3). */
  denials: z.record(z.string(), z.int()).default({}),
})

export type Approvals = z.infer<typeof approvals>

export const initialApprovals: Approvals = approvals.parse({})

/** The part of the state that is no row of its own, as the run's `loopState` keeps it. */
export const loopState = z.object({
  doomLoop: doomLoop.default({ ...initialCalls, recent: [] }),
  words: doomLoop.default({ ...initialCalls, recent: [] }),
  answer: z
    .object({ text: z.string(), reason: z.enum(['FINAL_ANSWER', 'DONE_TOOL', 'GOAL_ACHIEVED']) })
    .nullable()
    .default(null),
  /** The text of the current turn. */
  wordsSoFar: z.string().default(''),
  /** The words of the last turn that had any. */
  lastText: z.string().default(''),
  /** The words of the last turn that no message holds, as it was stopped in their middle. */
  cutWords: z.string().default(''),
  /** The final summary of the model, where the run has not finished since. */
  finalSummary: z
    .object({ reason: z.enum(softStops), text: z.string() })
    .nullable()
    .default(null),
  /** The reason that was said before the end, by a soft stop. */
  announced: z.enum(softStops).nullable().default(null),
  /** Which model was asked last, where that was not the agent's first choice. */
  modelInUse: z.object({ name: z.string(), profile: z.int() }).nullable().default(null),
  /** Backoff of the conversation before the next request to a model; `null`: none. */
  backoff: backoff.nullable().default(null),
  /** The turn that the run waits for at a gate; `null`: none. */
  batchedTurn: batchedTurn.nullable().default(null),
  /** Models, each with a profile, that took no batch of this run: they are asked at the full price. */
  unbatched: z.array(z.string()).default([]),
  measures: measures.default({}),
  /** Number of times that the model was asked to repair an answer that does not fit the output schema. */
  outputRepairs: z.int().default(0),
  /** Position of the run in its flow (LOOP-6). */
  flow: z.object({ stage: z.int(), iteration: z.int() }).default(flowStart),
  /** The agent's list of its own work, and how often a completion guard sent an answer back (LOOP-4). */
  todos: todoList.shape.todos.default([]),
  guardRounds: z.int().default(0),
  isHeldBack: z.boolean().default(false),
  /** Objections to an answer that was accepted anyway; `null`: none. Its parent receives them. */
  unmet: z.string().nullable().default(null),
  judgement: judgement.default(initialJudgement),
  partialAnswer: partialAnswer.nullable().default(null),
  approvals: approvals.default(initialApprovals),
  fault: fault.nullable().default(null),
})

export type LoopState = Readonly<Omit<z.infer<typeof loopState>, 'todos'>> & {
  readonly todos: readonly Todo[]
}

/** The state of the loop while it runs: its meter has the measures. */
type LoopStateSource = Omit<LoopState, 'measures'> & { readonly meter: Pick<ContextMeter, 'measures'> }

const initialLoopState: Readonly<Record<string, unknown>> = loopState.parse({})

/** Only the fields that differ from the beginning: a turn writes it twice, and most of it never changes. */
export function toLoopState(state: LoopStateSource): Partial<LoopState> {
  const source: Readonly<Record<string, unknown>> = state
  const changed: Record<string, unknown> = {}
  for (const name in initialLoopState) {
    const value = name === 'measures' ? state.meter.measures() : source[name]
    if (!isInitial(value, initialLoopState[name])) changed[name] = value
  }
  return changed
}

/** Most fields are no objects, or still the first ones: `parseLoopState` made them so. Others are made anew in each turn, often the same. */
function isInitial(value: unknown, initial: unknown): boolean {
  return value === initial || (typeof value === 'object' && isDeepStrictEqual(value, initial))
}

/** The stored state, with the very values of the beginning where it has equal ones. */
export function parseLoopState(stored: Json): LoopState {
  const state = loopState.parse(stored)
  const equal = Object.entries(state).filter(([name, value]) => isInitial(value, initialLoopState[name]))
  const initial = equal.map(([name]) => [name, initialLoopState[name]] as const)
  return Object.assign({ ...state }, Object.fromEntries(initial))
}
