import { isMarked } from '../../domain/context-view.ts'
import { messageOf } from '../../domain/errors.ts'
import { inSlices } from '../../domain/in-slices.ts'
import { textOf } from '../../domain/message.ts'
import type { CompactionRow } from '../../domain/run-log.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import { countAhead, countMessages } from '../../domain/token-estimate.ts'
import { type Compacted, compact } from '../context/compact.ts'
import { countRequest, guard, roomOf } from '../context/count-tokens.ts'
import { show } from '../context/show.ts'
import type { SummaryRequest } from '../context/summary.ts'
import {
  type Candidate,
  type ContextFit,
  type ContextKeeper,
  candidatesOf,
  type ModelCall,
} from '../model-call.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { warn, warnOnce } from '../run/warn.ts'
import { stopBehind } from '../stop.ts'
import { modelsOf } from './request.ts'
import { askOnce } from './side-question.ts'

type CallContext = Pick<ModelCall, 'step' | 'signal' | 'request'>

/** Target size after an overflow, as a share of the request that overflowed. */
const overflowTarget = 0.6

/** A request of this share of a window may be too large for it: windows are known, and tokens counted, only about. */
const nearShare = 0.7

/** The one who summarises is given this much at once, where its window is not known. */
const defaultSummaryRoom = 24_000

/**
 * Keeps the requests of a run within the windows of its models: warns, then makes the history smaller (CTX-1, CTX-2). No estimate
 * ends a run that may still fit: a request that is refused unasked has been made as small as it gets, and is surely too large then.
 */
function keepContext(call: CallContext, state: LiveRun, ctx: ModelContext): ContextKeeper {
  const { definition } = ctx.run.agent
  const { compaction } = definition
  const { meter } = state

  function lastVerdict({ name }: Candidate, room: number, isSmallest: boolean): ContextFit {
    const asked = call.request()
    return meter.least(name, asked) <= room
      ? { kind: 'fits' }
      : { kind: 'too-large', tokens: meter.estimate(name, asked), room, isSmallest }
  }

  return {
    async fit(candidate, mayCompact) {
      const window = windowOf(candidate, ctx)
      const asked = call.request()
      const counting = inSlices(countAhead(asked.messages))
      if (counting) await counting
      const tokens = meter.estimate(candidate.name, asked)
      const maxOutputTokens =
        definition.maxOutputTokens ?? ctx.modelInfo(candidate.provider, candidate.model).maxOutputTokens
      const learntRoom = meter.learntRoom(candidate.name)
      const found = guard({ window, learntRoom, tokens, maxOutputTokens, compaction })
      switch (found.kind) {
        case 'fits':
          return found
        case 'nearly-full':
          warnOnce(nearlyFull, fullness(candidate, found.share), call.step.number, state, ctx)
          return { kind: 'fits' }
        case 'too-large':
          return mayCompact
            ? lastVerdict(candidate, found.room, false)
            : { kind: 'too-large', tokens, room: found.room, isSmallest: false }
        case 'compact': {
          if (!mayCompact) return { kind: 'too-large', tokens, room: found.room, isSmallest: false }
          await makeSmaller(candidate, tokens, found, call, state, ctx)
          return window === null
            ? { kind: 'fits' }
            : lastVerdict(candidate, roomOf(window, maxOutputTokens), true)
        }
        default:
          return found satisfies never
      }
    },

    isLarge(candidate) {
      const asked = call.request()
      const limits = [windowOf(candidate, ctx), meter.learntRoom(candidate.name)].filter(
        (size) => size !== null,
      )
      const isNear = meter.estimate(candidate.name, asked) >= nearShare * Math.min(...limits)
      return compaction !== null && (isNear || meter.isUnproven(candidate.name, asked))
    },

    async overflowed(candidate) {
      if (!compaction) return false
      const asked = call.request()
      const room = meter.overflowed(candidate.name, asked)
      const sizes = { line: room, target: Math.floor(room * overflowTarget), room }
      return makeSmaller(candidate, meter.estimate(candidate.name, asked), sizes, call, state, ctx)
    },
  }
}

/** The smaller of the agent's limit and the model's known window; `null` where it is unknown. */
function windowOf({ provider, model }: Candidate, ctx: ModelContext): number | null {
  const known = [ctx.run.agent.definition.contextWindow, ctx.modelInfo(provider, model).contextWindow].filter(
    (window) => window !== null,
  )
  return known.length === 0 ? null : Math.min(...known)
}

/** False where nothing could be made smaller. */
async function makeSmaller(
  candidate: Candidate,
  tokens: number,
  { line, target, room }: { readonly line: number; readonly target: number; readonly room: number },
  call: CallContext,
  state: LiveRun,
  ctx: ModelContext,
): Promise<boolean> {
  const { definition } = ctx.run.agent
  const stepNumber = call.step.number
  ctx.journal.write({ events: [{ type: 'CompactionStarted', stepNumber, data: { tokens, limit: line } }] })
  const asked = call.request()
  // Messages are counted by estimate, and the rest of the request stays.
  const overhead = countRequest(asked) - countMessages(show(state.history, state.view))
  const inMessages = (size: number) => Math.max(0, state.meter.toCount(candidate.name, size) - overhead)
  const compacted = await compact({
    history: state.history,
    view: state.view,
    runId: ctx.run.id,
    target: inMessages(target),
    room: inMessages(room),
    keepRecent: inMessages(room * (definition.compaction?.keepRecent ?? 0)),
    summaryRoom: summaryRoomOf(state, ctx),
    summarise: (request) => summarise(request, call, state, ctx),
  })
  if (compacted.strategies.length === 0) {
    const code = 'COMPACTION_FAILED'
    const message = 'Nothing of the history could be made smaller.'
    warnOnce(code, { code, message }, stepNumber, state, ctx)
    return false
  }
  state.view = compacted.view
  state.history = state.history.filter((entry) => !isMarked(entry, compacted.view.covered))
  state.warned.delete(nearlyFull)
  state.warned.delete('COMPACTION_FAILED')
  const tokensAfter = state.meter.estimate(candidate.name, call.request())
  state.views += 1
  recordCompaction({ ...compacted, tokensBefore: tokens, tokensAfter, number: state.views }, stepNumber, ctx)
  return true
}

function recordCompaction(
  { view, strategies, tokensBefore, tokensAfter, number }: Compacted & Pick<CompactionRow, 'number'>,
  stepNumber: number,
  { journal, run, clock, newId }: ModelContext,
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
        number,
        view,
        strategies,
        createdAt: new Date(clock.now()),
      },
    ],
    events: [{ type: 'ContextCompacted', stepNumber, data: { strategies, ...sizes } }],
  })
}

/** Half of the window of the model that summarises, so that earlier notes and the answer fit beside; in tokens by estimate. */
function summaryRoomOf(state: LiveRun, ctx: ModelContext): number {
  const [candidate] = candidatesOf(summarisersOf(ctx), ctx.models)
  const window = candidate ? windowOf(candidate, ctx) : null
  return candidate && window !== null
    ? state.meter.toCount(candidate.name, Math.floor(window / 2))
    : defaultSummaryRoom
}

function summarisersOf(ctx: ModelContext): readonly string[] {
  const own = ctx.run.agent.definition.compaction?.models ?? []
  return own.length > 0 ? own : modelsOf(ctx)
}

/** Asks the compaction's own models, or the agent's, for notes; `null` where none gives any. @throws the Stop of a run that ends */
async function summarise(
  request: SummaryRequest,
  call: CallContext,
  state: LiveRun,
  ctx: ModelContext,
): Promise<string | null> {
  try {
    const first = await askNotes(request, call, state, ctx)
    if (first?.trim()) return first.trim()
    const again = { ...request, text: `${request.text}\n\n${first === null ? brevity : emptyNotes}` }
    const second = await askNotes(again, call, state, ctx)
    if (second?.trim()) return second.trim()
    const fault = second === null ? 'cut off at the output limit' : 'empty'
    warnOfSummary(`No usable summary: the second one was ${fault}.`, call, ctx)
    return null
  } catch (error) {
    const stop = stopBehind(error, call.signal)
    if (stop) throw stop
    warnOfSummary(`No summary: ${sentence(messageOf(error))}`, call, ctx)
    return null
  }
}

const brevity = 'Your notes were cut off at the output limit. Write them again with half as many words.'

const emptyNotes = 'Your notes were empty. Write them now.'

/** `null` where they were cut off: the missing part would be lost unnoticed (LOOP-10). */
async function askNotes(
  request: SummaryRequest,
  { step, signal }: CallContext,
  state: LiveRun,
  ctx: ModelContext,
): Promise<string | null> {
  const settings = { temperature: null, maxOutputTokens: maxNotesTokens, reasoningEffort: null }
  const question = {
    purpose: 'COMPACTION',
    step,
    signal,
    models: summarisersOf(ctx),
    settings,
    ...request,
  } as const
  const { message, truncatedBy, to } = await askOnce(
    [{ role: 'user', text: request.text }],
    null,
    question,
    state,
    ctx,
  )
  if (to === 'this-owner') {
    // A crash costs the notes on one part of the history at most.
    ctx.journal.write({ run: { loopState: toLoopState(state) } })
    await ctx.journal.durable()
  }
  return truncatedBy === null ? textOf(message) : null
}

/** Maximum size of a summary, in tokens. */
const maxNotesTokens = 2_000

const nearlyFull = 'CONTEXT_NEARLY_FULL'

function fullness({ name }: Candidate, share: number) {
  const percent = Math.round(share * 100)
  return {
    code: nearlyFull,
    message: `The conversation takes ${percent} % of the context window of ${name}.`,
  }
}

function warnOfSummary(message: string, { step }: CallContext, ctx: ModelContext): void {
  warn({ code: 'SUMMARY_FAILED', message }, step.number, ctx)
}

/** A call on the run's own history: the agent's models are asked in their order, and the history is kept within their windows (CTX-1). */
export function callOnHistory(
  call: Omit<ModelCall, 'models' | 'context'>,
  state: LiveRun,
  ctx: ModelContext,
): ModelCall {
  return { ...call, models: modelsOf(ctx), context: keepContext(call, state, ctx) }
}
