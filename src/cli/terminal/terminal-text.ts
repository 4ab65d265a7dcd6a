import truncatedWidth from 'fast-string-truncated-width'
import { shellWord } from '../../domain/text/foreign-text.ts'

/**
 * What a terminal would obey, or show as nothing: C0 and C1 but tab and line feed, and DEL; marks of direction, which make a line read as
 * another one; characters without a width. With ESC gone, a sequence of the terminal is text. Between letters and pictures that need them,
 * joiners stay.
 */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u200c\u200d]]|(?<![^\u0000-\u007f\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f\u200c\u200d])/gv

/** A text of a model, tool or server, without characters that a terminal would obey, and without those that nobody sees. */
export function harmless(text: string): string {
  return text.replace(controls, '')
}

/** A value as JSON, with these characters escaped, of which JSON leaves most as they are. `space`: as of `JSON.stringify`. */
export function harmlessJson(value: unknown, space = 0): string {
  const text = JSON.stringify(value, null, space) ?? ''
  return text.replace(controls, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** A value in one line of at most `columns`, as JSON; a string as it is. */
export function inOneLine(value: unknown, columns: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = harmless(text.replaceAll(/\s*[\n\u2028\u2029]\s*/g, ' ').trim())
  const { index, ellipsed } = truncatedWidth(line, { limit: Math.max(columns, 8), ellipsis: '…' })
  return ellipsed ? `${line.slice(0, index)}…` : line
}

/** The columns that a text takes. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width
}

/** Makes the line that a user pastes to call a command of this program. */
export type NextCommand = (args: string) => string

/** Lines for the server of this `--url`. Without one the next command finds the server as this one did. */
export function nextCommandAt(url: string | undefined): NextCommand {
  const option = url === undefined ? '' : ` --url ${shellWord(url)}`
  return (args) => `npx rungraph ${args}${option}`
}
