import { createReadStream } from 'node:fs'
import type { Client, RunResult } from '../../client/client.ts'
import { throwRefusal } from '../../client/client-error.ts'
import { runBounds } from '../../domain/agent.ts'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import { RunEndDocument, TriggerRunDocument } from '../../generated/follower/graphql.ts'
import { atAddress, newIdempotencyKey, type RemoteAddress, withLineNotes } from '../remote/at-server.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmless, harmlessJson, nextCommandAt } from '../terminal/terminal-text.ts'
import { exitCodeOf, followRun, readRunResult, stoppedCode } from './follow-run.ts'

/** Parsed arguments of the command. */
export interface TriggerCall extends RemoteAddress {
  readonly agent: string
  readonly input?: string | undefined
  readonly inputFile?: string | undefined
  /** Next action after the run is accepted. */
  readonly then: 'print' | 'wait' | 'follow'
  readonly idempotencyKey?: string | undefined
  readonly tags: readonly string[]
  readonly pricing?: 'standard' | 'batch' | undefined
  /** In minutes. */
  readonly batchDeadline?: number | undefined
}

/** Starts a run, prints the requested result, and gives the exit code. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runTrigger(call: TriggerCall, { settings, terminal }: CommandContext): Promise<number> {
  return atAddress(call, { command: 'trigger', settings }, async (client) => {
    const { agent, tags, url, idempotencyKey = newIdempotencyKey() } = call
    const input = await readInput(call, terminal)
    // Sent once: a person who waits wants to know.
    const { triggerRun } = await client.mutate(TriggerRunDocument, {
      input: {
        agent,
        input,
        idempotencyKey,
        ...(tags.length > 0 && { tags: [...tags] }),
        ...pricingOf(call),
      },
    })
    const { id: runId } = triggerRun.__typename === 'Run' ? triggerRun : refuse(triggerRun)
    if (call.then === 'print') {
      terminal.print(runId)
      return 0
    }
    terminal.note(`Run ${runId}`)
    return call.then === 'wait'
      ? waitFor(runId, { client, url, terminal })
      : followRun(client, { runId, url }, terminal)
  })
}

/** The words of the server, of an option in the words of this command. */
function refuse(refusal: Parameters<typeof throwRefusal>[0]): never {
  if (refusal.message.startsWith('batchDeadlineMs is for the pricing BATCH'))
    throw wrongArguments(
      'trigger',
      '--batch-deadline is for the pricing of batches. Give --pricing batch too, or leave it out.',
    )
  throwRefusal(refusal)
}

function pricingOf({ pricing, batchDeadline }: TriggerCall) {
  return {
    ...(pricing && { pricing: pricing === 'batch' ? ('BATCH' as const) : ('STANDARD' as const) }),
    ...(batchDeadline !== undefined && { batchDeadlineMs: batchDeadline * 60_000 }),
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
    return readText(createReadStream(inputFile)).catch((error: unknown) => {
      if (isRungraphError(error)) throw error
      throw wrongArguments('trigger', `${inputFile} cannot be read: ${messageOf(error)}.`, error)
    })
  if (stdin.isTTY)
    throw wrongArguments(
      'trigger',
      'The input is missing. Give it after the agent, with --input-file, or on standard input.',
    )
  return readText(stdin)
}

/** The whole text. Standard input may have no end: what is longer than an input may be is not read to its end. */
async function readText(source: AsyncIterable<string | Uint8Array>): Promise<string> {
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

async function waitFor(
  runId: string,
  at: { readonly client: Client; readonly url: string | undefined; readonly terminal: Terminal },
): Promise<number> {
  const { client, terminal } = at
  const signal = terminal.stopped()
  const end = client.subscribe(RunEndDocument, { runId }, { signal })
  for await (const _ of withLineNotes(end, client, terminal));
  if (signal.aborted) {
    const follow = nextCommandAt(at.url)(`tail ${runId}`)
    terminal.note(`\nNo longer waited for; the run goes on. Follow it with:\n  ${follow}`)
    return stoppedCode
  }
  const run = await readRunResult(client, runId)
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
