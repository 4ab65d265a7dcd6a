import { isJsonObject, type Json } from '../domain/json.ts'
import type { ToolMessage } from '../domain/message.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { isInsideCharacter } from '../domain/whole-character.ts'
import { detached } from './limit-result.ts'

/** A result as text: what is no text stands as JSON. */
export function asText(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output)
}

/**
 * An action's output as it stands in the context (CTX-3): whole, or, beyond `maxChars` characters, its head and its tail, with a mark
 * that says how to read on and a reference to the stored whole.
 */
export function shownOutput(action: ActionRow, maxChars: number): Pick<ToolMessage, 'text' | 'reference'> {
  const text = asText(action.output)
  if (text.length > maxChars) return { text: headAndTail(text, action.id, maxChars), reference: action.id }
  return isLight(action) ? { text, reference: action.id } : { text }
}

/**
 * The row of a large output as the loop keeps it once the log has it: with what the model is shown of it.
 * So what a run holds in memory does not grow with what its tools gave.
 */
export function lighten(action: ActionRow, maxChars: number): ActionRow {
  const { text, reference } = shownOutput(action, maxChars)
  if (reference === undefined) return action
  const audit = isJsonObject(action.audit) ? action.audit : {}
  return { ...action, output: text, audit: { ...audit, light: true } }
}

/** Whether the row's output is no more than what is shown of it; the stored row has it whole. */
function isLight({ audit }: ActionRow): boolean {
  return isJsonObject(audit) && audit.light === true
}

function headAndTail(text: string, reference: string, maxChars: number): string {
  const { length } = text
  const room = Math.max(0, maxChars - markOf(reference, { length, from: length, to: length }).length)
  // More of the beginning: it says what the whole is.
  const from = headEnd(text, Math.floor((room * 2) / 3))
  const to = tailStart(text, length - (room - from))
  return detached(text.slice(0, from) + markOf(reference, { length, from, to }) + text.slice(to))
}

function markOf(reference: string, place: Record<'length' | 'from' | 'to', number>): string {
  const { length, from, to } = place
  const call = JSON.stringify({ reference, offset: from })
  return `\n[${length} characters in all; ${from} to ${to} are left out. Read on: read_output ${call}]\n`
}

/** The end of a line, where one is near; the end of a character in any case. */
function headEnd(text: string, most: number): number {
  const line = text.lastIndexOf('\n', most - 1) + 1
  if (line > most * 0.75) return line
  return isInsideCharacter(text, most) ? most - 1 : most
}

/** The beginning of a line, where one is near. */
function tailStart(text: string, least: number): number {
  const line = text.indexOf('\n', least - 1) + 1
  if (line > 0 && line - least < (text.length - least) / 4) return line
  return isInsideCharacter(text, least) ? least + 1 : least
}
