import type { JsonObject } from '../domain/json.ts'
import type { ScriptedTurn } from './scripted.ts'

/** What a scripted planner says: a plan, or the answer. */
export function plannerTurn(
  reasoning: string,
  turn: { readonly goalAchieved: boolean; readonly answer: string | null; readonly plan: JsonObject | null },
): ScriptedTurn {
  return { reasoning, text: JSON.stringify({ reasoning, ...turn }) }
}
