import { isUuid, toGlobalId } from '../../graphql/global-id.ts'
import { lineNotes, openRemote, type Remote, type RemoteAddress } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmlessJson, nextCommandAt } from '../terminal/terminal-text.ts'
import { createRunRenderer, renderEnd } from './render-run.ts'
import { runEventsDocument, type ShownEvent, shownTypes } from './run-events-document.ts'
import { exitCodeOf, readRun, stoppedCode } from './run-result.ts'

/** The run to follow, and how to show it. */
export interface FollowCall {
  /** Global id of the run. */
  readonly runId: string
  /** Cursor of the last event that is known. Default: from the beginning. */
  readonly after?: string | undefined
  /** URL that the user gave, for the commands that are printed. */
  readonly url?: string | undefined
  /** Whether events are printed as lines of JSON. */
  readonly json?: boolean | undefined
}

interface TailCall extends Omit<FollowCall, 'runId'>, RemoteAddress {
  /** Id of the run, as the API gives it or as the database has it. */
  readonly run: string
}

/** Follows a run of the server, and gives the exit code. @throws ARGUMENTS_INVALID, and the errors of `followRun` */
export function runTail({ run, ...call }: TailCall, { settings, terminal }: CommandContext): Promise<number> {
  const remote = openRemote(call, settings.environment(), 'tail')
  return followRun(remote, { ...call, runId: isUuid(run) ? toGlobalId('Run', run) : run }, terminal)
}

/**
 * Prints a run to its end, over restarts of the server, and gives the exit code. If the user stops it, the run continues, and the notes say
 * how to follow it again. @throws NOT_FOUND, SERVER_UNREACHABLE, SERVER_REFUSED
 */
export async function followRun(remote: Remote, call: FollowCall, terminal: Terminal): Promise<number> {
  const { runId, json: isJson = false } = call
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
      `\nNo longer followed; the run goes on. Continue with:\n  ${command(`tail ${runId}${after === undefined ? '' : ` --after ${after}`}`)}`,
    )
    return stoppedCode
  }
  const run = await readRun(remote.read, runId)
  if (!isJson) terminal.print(`${renderEnd(run, terminal.paint)}`)
  return exitCodeOf(run)
}
