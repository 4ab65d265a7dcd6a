import type { Json } from '../domain/json.ts'
import { headAndTail, isLight, lightAction } from '../domain/light-action.ts'
import type { ToolMessage } from '../domain/message.ts'
import type { ActionRow } from '../domain/run-log.ts'
import type { RunSecrets } from './run-secrets.ts'

/** A result as text: what is no text stands as JSON. */
export function asText(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output)
}

/**
 * An action's output as it stands in the context (CTX-3): whole, or, beyond `maxChars` characters, its head and its tail, with a mark
 * that says how to read on and a reference to the stored whole.
 */
export function shownOutput(
  action: ActionRow,
  maxChars: number,
  secrets: Pick<RunSecrets, 'shorten'>,
): Pick<ToolMessage, 'text' | 'reference'> {
  const text = asText(action.output)
  if (text.length > maxChars) {
    const shorter = secrets.shorten(text, (whole) => headAndTail(whole, action.id, maxChars))
    return { text: shorter, reference: action.id }
  }
  return isLight(action) ? { text, reference: action.id } : { text }
}

/**
 * The row of a large output as the loop keeps it once the log has it: with what the model is shown of it.
 * So what a run holds in memory does not grow with what its tools gave.
 */
export function lighten(
  action: ActionRow,
  maxChars: number,
  secrets: Pick<RunSecrets, 'shorten'>,
): ActionRow {
  const { text, reference } = shownOutput(action, maxChars, secrets)
  if (reference === undefined) return action
  return lightAction(action, text)
}
