import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { runBounds } from '../../domain/agent.ts'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import {
  lineNotes,
  newIdempotencyKey,
  openRemote,
  type Remote,
  type RemoteAddress,
  refused,
} from '../remote/open-remote.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmless, harmlessJson } from '../terminal/terminal-text.ts'
import { followRun } from './follow-run.ts'
import { nextCommandAt } from './next-command.ts'
import { exitCodeOf, type RunResult, readRun, stoppedCode } from './run-result.ts'

/** Parsed arguments of the command. */
export interface TriggerCall extends RemoteAddress {
  readonly agent: string
  readonly input: string | null
  readonly inputFile: string | null
  /** Next action after the run is accepted. */
  readonly then: 'print' | 'wait' | 'follow'
  readonly idempotencyKey: string | null
  readonly tags: readonly string[]
}

const triggerDocument = `mutation CommandTrigger($input: TriggerRunInput!) {
  triggerRun(input: $input) { __typename ... on Run { id } ... on Error { code message } }
}`

const triggered = z.object({
  triggerRun: z.union([z.object({ id: z.string() }), z.object({ code: z.string(), message: z.string() })]),
})

const endDocument = `subscription CommandRunEnd($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after, types: [RunCompleted, RunFailed]) { cursor }
}`

/** Starts a run, prints the requested result, and gives the exit code. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runTrigger(call: TriggerCall, { settings, terminal }: CommandContext): Promise<number> {
  const remote = openRemote(call, settings.environment(), 'trigger')
  const runId = await trigger(remote, call, await readInput(call, terminal))
  switch (call.then) {
    case 'print':
      terminal.print(runId)
      return 0
    case 'follow':
      terminal.note(`Run ${runId}`)
      return followRun(remote, { runId, after: null, url: call.url, isJson: false }, terminal)
    case 'wait':
      terminal.note(`Run ${runId}`)
      return wait(remote, { runId, url: call.url }, terminal)
    default:
      return call.then satisfies never
  }
}

/** The input: the argument, the file, or standard input. */
async function readInput({ input, inputFile }: TriggerCall, { input: stdin }: Terminal): Promise<string> {
  if (input !== null && inputFile !== null)
    throw wrongArguments(
      'trigger',
      'The input is given twice. Give it after the agent, or with --input-file.',
    )
  if (input !== null) return input
  if (inputFile !== null)
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

async function trigger(remote: Remote, call: TriggerCall, input: string): Promise<string> {
  const { agent, tags, idempotencyKey } = call
  const variables = {
    input: {
      agent,
      input,
      idempotencyKey: idempotencyKey ?? newIdempotencyKey(),
      ...(tags.length > 0 && { tags }),
    },
  }
  const { triggerRun } = triggered.parse(await remote.ask(triggerDocument, variables))
  if ('id' in triggerRun) return triggerRun.id
  throw refused(triggerRun.message, triggerRun.code)
}

async function wait(
  remote: Remote,
  { runId, url }: { readonly runId: string; readonly url: string | null },
  terminal: Terminal,
): Promise<number> {
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
