import type { RunInput } from '../domain/run-input.ts'
import { noCalls } from './doom-loop.ts'
import type { RunContext } from './run-context.ts'
import { addMessage, type RunState, toLoopState } from './run-state.ts'
import { Stop } from './stop.ts'

/**
 * Takes the messages that were sent to the run into its history, before a step begins: in their order, each once, as one commit
 * with the count of what was taken, so that an owner that dies leaves either all or nothing of it (CTX-5).
 * Not between a turn and the results of its calls, nor between the parts of an answer: there they wait for the next step.
 */
export async function takeInputs(state: RunState, ctx: RunContext): Promise<void> {
  // What was sent before the last step closed was seen by the write that closed it, at the latest; before a first step, by the claim.
  // And no turn is asked for while the one before could still be lost: a crash costs one answer at most.
  if (state.lastStep) await ctx.journal.durable()
  if (!state.inputPending || state.openStep?.actions || (state.openStep && state.partialAnswer)) return
  const waiting = await readWaiting(state, ctx)
  const inputs = ctx.recording?.due(waiting, state.inputsTaken, state.stepCount + 1) ?? waiting
  if (inputs.length === 0) return
  const texts: string[] = []
  for (const input of inputs) {
    // Those of a replay are from a record, which has marks (TAS-7).
    if (input.kind === 'MESSAGE') texts.push(await ctx.secrets.revealText(input.text))
  }
  const messages = texts.map((text) => addMessage(state, ctx.run, { role: 'user', text }, null))
  // A message after it makes another answer of what follows (LOOP-10).
  if (texts.length > 0) state.partialAnswer = null
  if (texts.length < inputs.length) state.judgement = { ...state.judgement, isConfidenceAskedFor: true }
  state.inputsTaken += inputs.length
  // To a new message the same may be said once more.
  if (texts.length > 0) state.words = noCalls
  ctx.journal.write({
    messages,
    run: { inputsTaken: state.inputsTaken, loopState: toLoopState(state) },
    events: texts.map((text) => ({ type: 'InputInjected', stepNumber: null, data: { text } })),
  })
}

/** Withdraws an answer that was given before a waiting message was read; false where none waits (CTX-5). */
export async function reopenForInput(state: RunState, ctx: RunContext): Promise<boolean> {
  const waiting = await readWaiting(state, ctx)
  if (waiting.length === 0) return false
  state.inputPending = true
  state.answer = null
  // What was met before the message is judged anew with it: else the same end would be tried for ever.
  state.judgement = { ...state.judgement, criteria: null }
  return true
}

async function readWaiting(state: RunState, ctx: RunContext): Promise<readonly RunInput[]> {
  // Told first, read after: a message that comes in between is told of again.
  state.inputPending = false
  try {
    return await ctx.runs.readInputs(ctx.run.id, state.inputsTaken)
  } catch (error) {
    throw new Stop('LOST', 'The messages that were sent to the run cannot be read.', error)
  }
}
