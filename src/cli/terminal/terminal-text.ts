import truncatedWidth from 'fast-string-truncated-width'

/** C0 and C1 but tab and line feed, and DEL. With ESC gone, a sequence of the terminal is text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A text of a model or tool, without control characters that a terminal would execute. */
export function harmless(text: string): string {
  return text.replace(controls, '')
}

/** A value as JSON, with DEL and C1 escaped too, which JSON leaves as they are. `space`: as of `JSON.stringify`. */
export function harmlessJson(value: unknown, space = 0): string {
  const text = JSON.stringify(value, null, space) ?? ''
  return text.replace(controls, (control) => `\\u00${control.charCodeAt(0).toString(16)}`)
}

/** A value in one line of at most `columns`, as JSON; a string as it is. */
export function inOneLine(value: unknown, columns: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = harmless(text.replaceAll(/\s*\n\s*/g, ' ').trim())
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

/** As a shell takes it for one word. */
export function shellWord(text: string): string {
  return /^[\w:./@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
