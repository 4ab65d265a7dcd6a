import { messageOf } from '../domain/errors.ts'
import { textOf } from '../domain/message.ts'
import { modelsOf } from './ask.ts'
import { callModel } from './call-model.ts'
import { type Compacted, compact } from './context/compact.ts'
import { countMessages, countRequest } from './context/count-tokens.ts'
import { guard } from './context/guard.ts'
import { isMarked, show } from './context/show.ts'
import type { SummaryRequest } from './context/summary.ts'
import type { ContextKeeper, ModelCall } from './model-call.ts'
import type { Candidate } from './model-chain.ts'
import type { RunContext } from './run-context.ts'
import { type RunState, toLoopState } from './run-state.ts'
import { stopBehind } from './stop.ts'
import { usageEvent } from './usage-event.ts'

type Kept = Pick<ModelCall, 'step' | 'signal' | 'request'>

/** Where nobody knows the window, one that overflowed is taken for this share of what did not fit. */
const overflowShare = 0.8
/** The one who summarises is given this much at once, where its window is not known. */
const defaultSummaryRoom = 24_000

/** Keeps the requests of a run within the windows of its models: warns, then makes the history smaller (CTX-1, CTX-2). */
export function keepContext(call: Kept, state: RunState, ctx: RunContext): ContextKeeper {
  const { definition } = ctx.run.agent
  const { compaction } = definition
  return {
    async fit(candidate, mayCompact) {
      const window = windowOf(candidate, state, ctx)
      if (window === null) return { kind: 'fits' }
      const tokens = state.meter.estimate(candidate.name, call.request())
      const maxOutputTokens =
        definition.maxOutputTokens ?? ctx.factsOf(candidate.provider, candidate.model).maxOutputTokens
      const found = guard({ window, tokens, maxOutputTokens, compaction })
      switch (found.kind) {
        case 'fits':
          return found
        case 'nearly-full':
          warnOnce(candidate, found.share, call, state, ctx)
          return { kind: 'fits' }
        case 'too-large':
          return { kind: 'too-large', tokens, room: found.room }
        case 'compact': {
          if (!mayCompact) return { kind: 'too-large', tokens, room: found.room }
          await makeSmaller(candidate, tokens, found, call, state, ctx)
          const after = state.meter.estimate(candidate.name, call.request())
          return after <= found.room
            ? { kind: 'fits' }
            : { kind: 'too-large', tokens: after, room: found.room }
        }
        default:
          return found satisfies never
      }
    },

    async overflowed(candidate) {
      if (!compaction) return false
      const tokens = state.meter.estimate(candidate.name, call.request())
      const room = Math.floor(tokens * overflowShare)
      state.learntWindows.set(candidate.name, room)
      const sizes = { line: room, target: Math.floor(room * 0.6), room }
      return makeSmaller(candidate, tokens, sizes, call, state, ctx)
    },
  }
}

/** The smallest of what the agent allows, what is known of the model, and what was learnt from an overflow. */
function windowOf({ name, provider, model }: Candidate, state: RunState, ctx: RunContext): number | null {
  const known = [
    ctx.run.agent.definition.contextWindow,
    ctx.factsOf(provider, model).contextWindow,
    state.learntWindows.get(name) ?? null,
  ].filter((window) => window !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** False where nothing could be made smaller. */
async function makeSmaller(
  candidate: Candidate,
  tokens: number,
  { line, target, room }: { readonly line: number; readonly target: number; readonly room: number },
  call: Kept,
  state: RunState,
  ctx: RunContext,
): Promise<boolean> {
  const { definition } = ctx.run.agent
  const stepNumber = call.step.number
  ctx.journal.write({ events: [{ type: 'CompactionStarted', stepNumber, data: { tokens, limit: line } }] })
  const asked = call.request()
  // Sizes are the provider's as far as they are known; the messages are counted by estimate.
  const scale = countRequest(asked) / Math.max(1, tokens)
  const overhead = countRequest(asked) - countMessages(show(state.history, state.view))
  const inMessages = (size: number) => Math.max(0, Math.floor(size * scale) - overhead)
  const compacted = await compact({
    history: state.history,
    view: state.view,
    runId: ctx.run.id,
    target: inMessages(target),
    room: inMessages(room),
    keepRecent: inMessages(room * (definition.compaction?.keepRecent ?? 0)),
    summaryRoom: summaryRoomOf(candidate, state, ctx),
    summarise: (request) => summarise(request, call, state, ctx),
  })
  if (compacted.strategies.length === 0) {
    warn('COMPACTION_FAILED', 'Nothing of the history could be made smaller.', call, ctx)
    return false
  }
  state.view = compacted.view
  state.history = state.history.filter((entry) => !isMarked(entry, compacted.view.covered))
  state.warned.delete('nearly full')
  const tokensAfter = state.meter.estimate(candidate.name, call.request())
  record({ ...compacted, tokensBefore: tokens, tokensAfter }, stepNumber, ctx)
  return true
}

function record(
  { view, strategies, tokensBefore, tokensAfter }: Compacted,
  stepNumber: number,
  { journal, run, clock, newId }: RunContext,
): void {
  const sizes = { tokensBefore, tokensAfter }
  journal.write({
    compactions: [
      {
        ...sizes,
        id: newId(),
        projectId: run.projectId,
        runId: run.id,
        sessionId: run.sessionId,
        stepNumber,
        view,
        strategies,
        createdAt: new Date(clock.now()),
      },
    ],
    events: [{ type: 'ContextCompacted', stepNumber, data: { strategies: strategies.join(', '), ...sizes } }],
  })
}

/** Half of the window, so that earlier notes and the answer fit beside. */
function summaryRoomOf(candidate: Candidate, state: RunState, ctx: RunContext): number {
  const window = windowOf(candidate, state, ctx)
  return window === null ? defaultSummaryRoom : Math.floor(window / 2)
}

/** Asks the compaction's own models, or the agent's, for notes; `null` where none gives any. Throws the Stop of a run that ends. */
async function summarise(
  { systemPrompt, text }: SummaryRequest,
  call: Kept,
  state: RunState,
  ctx: RunContext,
): Promise<string | null> {
  const own = ctx.run.agent.definition.compaction?.models ?? []
  try {
    const { message, row } = await callModel(
      {
        purpose: 'COMPACTION',
        shows: 'nothing',
        step: call.step,
        signal: call.signal,
        models: own.length > 0 ? own : modelsOf(ctx),
        context: null,
        leastOutputTokens: 256,
        request: () => ({
          systemPrompt,
          messages: [{ role: 'user', text }],
          tools: [],
          toolChoice: 'none',
          temperature: null,
          maxOutputTokens: maxNotesTokens,
          reasoningEffort: null,
          responseFormat: null,
        }),
      },
      state,
      ctx,
    )
    ctx.journal.write({
      modelCalls: [row],
      run: { costUsd: state.costUsd, loopState: toLoopState(state) },
      events: [usageEvent(call.step.number, row)],
    })
    return textOf(message).trim() || null
  } catch (error) {
    const stop = stopBehind(error, call.signal)
    if (stop) throw stop
    warn('SUMMARY_FAILED', `No summary could be had: ${messageOf(error)}`, call, ctx)
    return null
  }
}

/** Of a summary. */
const maxNotesTokens = 2_000

function warnOnce({ name }: Candidate, share: number, call: Kept, state: RunState, ctx: RunContext): void {
  const key = 'nearly full'
  if (state.warned.has(key)) return
  state.warned.add(key)
  warn(
    'CONTEXT_NEARLY_FULL',
    `The conversation takes ${Math.round(share * 100)} % of the context window of ${name}.`,
    call,
    ctx,
  )
}

function warn(code: string, message: string, { step }: Kept, ctx: RunContext): void {
  ctx.journal.write({ events: [{ type: 'Warning', stepNumber: step.number, data: { code, message } }] })
}
