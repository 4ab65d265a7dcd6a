/** Makes the line that a user pastes to call a command of this program. */
export type NextCommand = (args: string) => string

/** Lines for the server of this `--url`; `null`: it was not given, and the next command finds the server as this one did. */
export function nextCommandAt(url: string | null): NextCommand {
  const option = url === null ? '' : ` --url ${quoted(url)}`
  return (args) => `npx rungraph ${args}${option}`
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w:./@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
