import type { AgentDefinition } from '../../domain/agent.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Todo, unfinished } from '../../domain/todo.ts'
import { unmetCriteria } from './criteria.ts'
import type { Judgement } from './judgement.ts'

/** The input of a completion guard. */
interface GuardedAnswer {
  /** The last answer of the run, before it is accepted. */
  readonly answer: string
  readonly todos: readonly Todo[]
  /** The shared context of the run, and the data that its tools stored. */
  readonly context: JsonObject
  readonly artifacts: JsonObject
  /** Verdicts on the step that gave the answer. */
  readonly judgement: Pick<Judgement, 'criteria'>
}

/**
 * Checks a final answer (LOOP-4). Gives the objection that the model reads, or `null` to accept. An error that it throws is reported, and
 * counts as `null`.
 */
export type CompletionGuard = (state: GuardedAnswer, definition: AgentDefinition) => string | null

/** What stands against an answer, for people to read, and as the model reads it, with what it is to do. */
export interface Objection {
  readonly defect: string
  readonly text: string
}

/** A guard of the engine. One in code has one text, for both. */
type Guard = (state: GuardedAnswer, definition: AgentDefinition) => Objection | string | null

/** The guards in order, ahead of those given in code; the first that speaks sends the answer back. */
export const completionGuards: readonly Guard[] = [unfinishedTodos, unmetCriteria]

/** The objection to an answer. A guard that throws has none: `failed` receives the error. */
export function objectionTo(
  state: GuardedAnswer,
  definition: AgentDefinition,
  { guards, failed }: { guards: readonly Guard[]; failed: (error: unknown) => void },
): Objection | null {
  for (const guard of guards) {
    const objection = objectionOf(guard, state, definition, failed)
    if (typeof objection === 'string') return { defect: objection, text: objection }
    if (objection !== null) return objection
  }
  return null
}

function objectionOf(
  guard: Guard,
  state: GuardedAnswer,
  definition: AgentDefinition,
  failed: (error: unknown) => void,
): Objection | string | null {
  try {
    return guard(state, definition)
  } catch (error) {
    failed(error)
    return null
  }
}

function unfinishedTodos({ todos }: GuardedAnswer): Objection | null {
  const openTodos = unfinished(todos)
  if (openTodos.length === 0) return null
  const items = openTodos.map(({ text, status }) => `- ${text} (${status})`)
  return {
    defect: ['Items of its todo list are not finished:', ...items].join('\n'),
    text: [
      'Your answer is not accepted yet: these items of your todo list are not finished.',
      ...items,
      'Finish them, or mark them DONE or CANCELLED with `todo`. Then answer again.',
    ].join('\n'),
  }
}
