import type { Client, RunResult } from '../../client/client.ts'
import { RungraphError } from '../../domain/errors.ts'
import { RunResultDocument } from '../../generated/follower/graphql.ts'
import { isUuid, toGlobalId } from '../../graphql/global-id.ts'
import { atAddress, type RemoteAddress, withLineNotes } from '../remote/at-server.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmlessJson, nextCommandAt } from '../terminal/terminal-text.ts'
import { createRunRenderer, isShown, renderEnd, shownTypes } from './render-run.ts'

/** The run to follow, and how to show it. */
interface FollowCall {
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
  const runId = isUuid(run) ? toGlobalId('Run', run) : run
  return atAddress(call, { command: 'tail', settings }, (client) =>
    followRun(client, { ...call, runId }, terminal),
  )
}

/**
 * Prints a run to its end, over restarts of the server, and gives the exit code. If the user stops it, the run continues, and the notes say
 * how to follow it again. @throws NOT_FOUND, RungraphClientError
 */
export async function followRun(client: Client, call: FollowCall, terminal: Terminal): Promise<number> {
  const { runId, json: isJson = false } = call
  // A subscription to no server would be retried for ever. Asked once: a person who waits wants to know.
  const { run: found } = await client.mutate(RunResultDocument, { id: runId })
  if (found === null) throwMissing(runId)
  const signal = terminal.stopped()
  const command = nextCommandAt(call.url)
  const render = createRunRenderer({ ...terminal, command })
  let { after } = call
  const events = client.follow(runId, { after, types: shownTypes, signal })
  for await (const event of withLineNotes(events, client, terminal)) {
    if (isShown(event)) terminal.output.write(isJson ? `${harmlessJson(event)}\n` : render(event))
    after = event.cursor
  }
  if (signal.aborted) {
    terminal.note(
      `\nNo longer followed; the run goes on. Continue with:\n  ${command(`tail ${runId}${after === undefined ? '' : ` --after ${after}`}`)}`,
    )
    return stoppedCode
  }
  const run = await readRunResult(client, runId)
  if (!isJson) terminal.print(`${renderEnd(run, terminal.paint)}`)
  return exitCodeOf(run)
}

/** A run that was followed to its end: asked for again while the server restarts. @throws NOT_FOUND, RungraphClientError */
export async function readRunResult(client: Client, id: string): Promise<RunResult> {
  const { run } = await client.query(RunResultDocument, { id })
  return run ?? throwMissing(id)
}

function throwMissing(id: string): never {
  throw new RungraphError('NOT_FOUND', { kind: 'run', key: id })
}

/** The exit code of a command that followed a run to its end, or until it stood still. */
export function exitCodeOf({ status }: RunResult): number {
  return status === 'COMPLETED' ? 0 : 1
}

/** Of a command that the user stopped: that of a process that SIGINT ends, in a shell. */
export const stoppedCode = 130
