import { lineNotes, type Remote } from '../remote/open-remote.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmlessJson } from '../terminal/terminal-text.ts'
import { nextCommandAt } from './next-command.ts'
import { createRunRenderer, renderEnd } from './render-run.ts'
import { runEventsDocument, type ShownEvent, shownTypes } from './run-events-document.ts'
import { exitCodeOf, readRun, stoppedCode } from './run-result.ts'

/** The run to follow, and how to show it. */
export interface FollowCall {
  /** Global id of the run. */
  readonly runId: string
  /** Cursor of the last event that is known; `null`: from the beginning. */
  readonly after: string | null
  /** URL that the user gave, for the commands that are printed; `null`: none. */
  readonly url: string | null
  /** Whether events are printed as lines of JSON. */
  readonly isJson: boolean
}

/**
 * Prints a run to its end, over restarts of the server, and gives the exit code. If the user stops it, the run continues, and the notes say
 * how to follow it again. @throws NOT_FOUND, SERVER_UNREACHABLE, SERVER_REFUSED
 */
export async function followRun(remote: Remote, call: FollowCall, terminal: Terminal): Promise<number> {
  const { runId, isJson } = call
  // A subscription to a run that does not exist, or to no server, would be retried for ever.
  await readRun(remote.ask, runId)
  const signal = terminal.stopped()
  const command = nextCommandAt(call.url)
  const render = createRunRenderer({ ...terminal, command })
  let { after } = call
  for await (const { runEvents: event } of remote.follow<{ runEvents: ShownEvent }>(runEventsDocument, {
    variables: { runId, after, types: shownTypes },
    signal,
    onLine: (state) => terminal.note(lineNotes[state]),
  })) {
    terminal.output.write(isJson ? `${harmlessJson(event)}\n` : render(event))
    after = event.cursor
  }
  if (signal.aborted) {
    terminal.note(
      `\nNo longer followed; the run goes on. Continue with:\n  ${command(`tail ${runId}${after === null ? '' : ` --after ${after}`}`)}`,
    )
    return stoppedCode
  }
  const run = await readRun(remote.read, runId)
  if (!isJson) terminal.print(`${renderEnd(run, terminal.paint)}`)
  return exitCodeOf(run)
}
