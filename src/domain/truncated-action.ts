import type { ActionRow } from './run-log.ts'
import { lastWhole, nextWhole } from './text/whole-character.ts'

/** The row of an action with only the shown part of its output; the stored row has it whole. */
export function truncatedAction(action: ActionRow, shown: string): ActionRow {
  return {
    ...action,
    output: shown,
    audit: { ...action.audit, light: true, isText: typeof action.output === 'string' },
  }
}

export function isTruncated({ audit }: ActionRow): boolean {
  return audit.light === true
}

/**
 * A text of more than `maxChars` characters as its head and its tail, within so many, with a mark that says how to read on by its
 * reference (CTX-3).
 */
export function headAndTail(text: string, reference: string, maxChars: number): string {
  const { length } = text
  const room = Math.max(0, maxChars - markOf(reference, { length, from: length, to: length }).length)
  // More of the beginning: it identifies the whole.
  const from = headEnd(text, Math.floor((room * 2) / 3))
  const to = tailStart(text, length - (room - from))
  const shown = text.slice(0, from) + markOf(reference, { length, from, to }) + text.slice(to)
  // A copy: a slice would keep the whole in memory.
  return Buffer.from(shown).toString()
}

function markOf(reference: string, cut: Record<'length' | 'from' | 'to', number>): string {
  const { length, from, to } = cut
  const call = JSON.stringify({ reference, offset: from })
  return `\n[${length} characters in all; ${from} to ${to} are left out. Read on: read_output ${call}]\n`
}

/** The end of a line, where one is near; the end of a character in any case. */
function headEnd(text: string, most: number): number {
  const line = text.lastIndexOf('\n', most - 1) + 1
  return lastWhole(text, line > most * 0.75 ? line : most)
}

/** The beginning of a line, where one is near. */
function tailStart(text: string, least: number): number {
  const line = text.indexOf('\n', least - 1) + 1
  return nextWhole(text, line > 0 && line - least < (text.length - least) / 4 ? line : least)
}
