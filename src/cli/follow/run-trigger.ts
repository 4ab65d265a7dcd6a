import { createReadStream } from 'node:fs'
import { runBounds } from '../../domain/agent.ts'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import {
  lineNotes,
  mutate,
  newIdempotencyKey,
  openRemote,
  type Remote,
  type RemoteAddress,
  withId,
} from '../remote/open-remote.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmless, harmlessJson, nextCommandAt } from '../terminal/terminal-text.ts'
import { type FollowCall, followRun } from './follow-run.ts'
import { exitCodeOf, type RunResult, readRun, stoppedCode } from './run-result.ts'

/** Parsed arguments of the command. */
export interface TriggerCall extends RemoteAddress {
  readonly agent: string
  readonly input?: string | undefined
  readonly inputFile?: string | undefined
  /** Next action after the run is accepted. */
  readonly then: 'print' | 'wait' | 'follow'
  readonly idempotencyKey?: string | undefined
  readonly tags: readonly string[]
}

const triggerRun = { name: 'triggerRun', selection: 'Run { id }', given: withId }

const endDocument = `subscription CommandRunEnd($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after, types: [RunCompleted, RunFailed]) { cursor }
}`

/** Starts a run, prints the requested result, and gives the exit code. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runTrigger(call: TriggerCall, { settings, terminal }: CommandContext): Promise<number> {
  const remote = openRemote(call, settings.environment(), 'trigger')
  const { agent, tags, idempotencyKey = newIdempotencyKey() } = call
  const input = await readInput(call, terminal)
  const { id: runId } = await mutate(remote, triggerRun, {
    ...{ agent, input, idempotencyKey },
    ...(tags.length > 0 && { tags }),
  })
  switch (call.then) {
    case 'print':
      terminal.print(runId)
      return 0
    case 'follow':
      terminal.note(`Run ${runId}`)
      return followRun(remote, { runId, url: call.url }, terminal)
    case 'wait':
      terminal.note(`Run ${runId}`)
      return wait(remote, { runId, url: call.url }, terminal)
    default:
      return call.then satisfies never
  }
}

/** The input: the argument, the file, or standard input. */
async function readInput({ input, inputFile }: TriggerCall, { input: stdin }: Terminal): Promise<string> {
  if (input !== undefined && inputFile !== undefined)
    throw wrongArguments(
      'trigger',
      'The input is given twice. Give it after the agent, or with --input-file.',
    )
  if (input !== undefined) return input
  if (inputFile !== undefined)
    return textOf(createReadStream(inputFile)).catch((error: unknown) => {
      if (isRungraphError(error)) throw error
      throw wrongArguments('trigger', `${inputFile} cannot be read: ${messageOf(error)}.`, error)
    })
  if (stdin.isTTY)
    throw wrongArguments(
      'trigger',
      'The input is missing. Give it after the agent, with --input-file, or on standard input.',
    )
  return textOf(stdin)
}

/** The whole text. Standard input may have no end: what is longer than an input may be is not read to its end. */
async function textOf(source: AsyncIterable<string | Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    const read = Buffer.from(piece)
    pieces.push(read)
    bytes += read.length
    if (bytes > runBounds.maxInputBytes)
      throw wrongArguments('trigger', `The input has more than ${runBounds.maxInputBytes} bytes.`)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function wait(remote: Remote, { runId, url }: FollowCall, terminal: Terminal): Promise<number> {
  const signal = terminal.stopped()
  const onLine = (state: keyof typeof lineNotes) => terminal.note(lineNotes[state])
  const following = { variables: { runId }, signal, onLine }
  for await (const _ of remote.follow(endDocument, following));
  if (signal.aborted) {
    const follow = nextCommandAt(url)(`tail ${runId}`)
    terminal.note(`\nNo longer waited for; the run goes on. Follow it with:\n  ${follow}`)
    return stoppedCode
  }
  const run = await readRun(remote.read, runId)
  const answer = answerOf(run)
  if (answer !== null) terminal.print(answer)
  if (run.status !== 'COMPLETED') terminal.note(endNote(run))
  return exitCodeOf(run)
}

/** Structured output as JSON, else the text. */
function answerOf({ output, summary }: RunResult): string | null {
  if (output !== null && output !== undefined) return harmlessJson(output, 2)
  return summary === null ? null : harmless(summary)
}

function endNote({ status, terminationReason, error }: RunResult): string {
  const reason = terminationReason === null ? '' : ` (${terminationReason})`
  return `The run is ${status}${reason}.${error === null ? '' : ` ${error.code}: ${harmless(error.message)}`}`
}
