import { type Clock, systemClock } from '../../domain/clock.ts'
import type { ModelChunk } from '../../domain/model.ts'
import type { RunRedactor, StreamRedactor } from '../../domain/redaction.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { Journal } from '../run/journal.ts'

/** EVT-4: how long increments gather before they become an event. */
const coalesceMs = 40

export type Increment = Exclude<ModelChunk, { type: 'done' }>

/**
 * Turns a model's increments into delta events: the first at once, then one per stream and `coalesceMs` at most. Where the end of an
 * increment is held back it waits as long: an answer of one piece is one delta.
 */
export function createDeltaWriter(options: DeltaWriterOptions) {
  const { journal, clock, signal, redactor } = options
  const redacting = redactStreams(redactor)
  const offsets = new Map<string, number>()
  let gathered: Increment[] = []
  let lastFlush = Number.NEGATIVE_INFINITY
  let scheduled = false
  let shown = false
  let text = ''

  function write(increments: readonly Increment[]): void {
    if (increments.length === 0) return
    const events = increments.map((increment) => toEvent(increment, takeOffset(offsets, increment), options))
    shown = true
    lastFlush = clock.elapsed()
    journal.write({ events })
  }

  function gather(increment: Increment): void {
    if (increment.text === '') return
    gathered = joinIncrement(gathered, increment)
  }

  function flush(): void {
    for (const increment of redacting.end()) gather(increment)
    write(gathered)
    gathered = []
  }

  /** Half a character cannot be stored: it waits for its other half. */
  function flushWhole(): void {
    const parts = gathered.map(splitWhole)
    gathered = parts.flatMap(({ rest }) => rest)
    write(parts.flatMap(({ complete }) => complete))
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    const leftMs = lastFlush + coalesceMs - clock.elapsed()
    // What is held back waits in real time: the rest comes from outside, whatever clock the run has.
    const waited = leftMs > 0 ? clock.sleep(leftMs, signal) : systemClock.sleep(coalesceMs, signal)
    waited.then(
      () => {
        // Before the flush: an increment that comes right after it must find its own one.
        scheduled = false
        flushWhole()
      },
      () => undefined, // stopped: the attempt ends with a flush of its own
    )
  }

  return {
    add(increment: Increment): void {
      if (increment.type === 'text') text += increment.text
      for (const shown of redacting.push(increment)) gather(shown)
      if (gathered.length === 0) return
      if (!redacting.holdsBack() && clock.elapsed() - lastFlush >= coalesceMs) flushWhole()
      else schedule()
    },
    /** Writes the gathered and the held-back text: no more comes. */
    flush,
    /** Whether anything of the message was shown. */
    get shown() {
      return shown
    },
    /** All visible text so far, as it is. */
    get text() {
      return text
    },
  }
}

interface DeltaWriterOptions {
  /** Redactor of the shown text. Text that may become part of a secret is held back until more of it is known (TAS-7). */
  readonly redactor: RunRedactor
  readonly journal: Journal
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly messageId: string
  readonly stepNumber: number
  /** The LLM action that it is the answer of; absent: it is the agent's own turn. */
  readonly actionId?: string
}

/** A stream of a message while it may continue. */
interface OpenStream {
  readonly stream: StreamRedactor
  readonly last: Increment
  /** Whether it continues after others: then held-back text may be the rest of a word that was shown before. */
  readonly isResumed: boolean
  /** Whether any of it was shown since it was begun or resumed. */
  isShown: boolean
  /** Text at its end that is held back, as far as it is known. */
  readonly held: string
}

/** Redacts each stream of a message separately. A stream that another kind of increment follows is written to its end before that. */
function redactStreams(redactor: RunRedactor) {
  const open = new Map<string, OpenStream>()
  const ended = new Set<string>()

  function end(key: string, { stream, last }: OpenStream): Increment {
    open.delete(key)
    ended.add(key)
    const held = stream.end()
    // The output limit, or a switch to another stream, may have cut a secret in two: neither part is shown.
    return { ...last, text: redactor.learnCut(held) ? redactor.text(held) : held }
  }

  /** Reasoning ends where the text begins, and the text where a call does. */
  function endOthers({ type }: Increment): readonly Increment[] {
    return [...open].flatMap(([key, stream]) => {
      // A stream that comes in crumbs between others may be a secret that comes in crumbs.
      const mayEnd = stream.last.type !== type && (!stream.isResumed || stream.isShown)
      return mayEnd ? [end(key, stream)] : []
    })
  }

  return {
    /** Adds an increment and returns the increments that can be shown now. */
    push(increment: Increment): readonly Increment[] {
      const before = endOthers(increment)
      const key = streamOf(increment)
      const { stream, isResumed, isShown, held } = open.get(key) ?? {
        stream: redactor.stream(),
        isResumed: ended.has(key),
        isShown: false,
        held: '',
      }
      const text = stream.push(increment.text)
      const all = held + increment.text
      // Where a secret was found in it nothing is known of the rest.
      const rest = all.startsWith(text) ? all.slice(text.length) : ''
      open.set(key, { stream, last: increment, isResumed, isShown: isShown || text !== '', held: rest })
      return [...before, { ...increment, text }]
    },
    /** Whether the end of a text is held back. */
    holdsBack: () => [...open.values()].some(({ held }) => held !== ''),
    /** Returns the text that was held back. */
    end: () => [...open].map(([key, stream]) => end(key, stream)),
  }
}

/** More pieces than this that wait for the same flush are gathered by stream alone. */
const maxPieces = 16

/** Joins an increment to the gathered ones of its stream, where none of another kind came in between. */
function joinIncrement(gathered: readonly Increment[], next: Increment): Increment[] {
  const index = gathered.findLastIndex((increment) => streamOf(increment) === streamOf(next))
  const begun = gathered[index]
  const isInOrder = gathered.slice(index + 1).every(({ type }) => type === next.type)
  return begun && (isInOrder || gathered.length >= maxPieces)
    ? gathered.with(index, { ...begun, text: begun.text + next.text })
    : [...gathered, next]
}

/** An increment up to its last whole character, and the half of one that may follow. */
function splitWhole(increment: Increment): {
  readonly complete: readonly Increment[]
  readonly rest: Increment[]
} {
  const length = increment.text.length - (/[\ud800-\udbff]$/.test(increment.text) ? 1 : 0)
  const part = (text: string) => (text === '' ? [] : [{ ...increment, text }])
  return { complete: part(increment.text.slice(0, length)), rest: part(increment.text.slice(length)) }
}

function streamOf(increment: Increment): string {
  return increment.type === 'tool-arguments' ? `call ${increment.callId}` : increment.type
}

/** The place of an increment in its stream, which grows by it. */
function takeOffset(offsets: Map<string, number>, increment: Increment): number {
  const stream = streamOf(increment)
  const offset = offsets.get(stream) ?? 0
  offsets.set(stream, offset + increment.text.length)
  return offset
}

function toEvent(
  increment: Increment,
  offset: number,
  { messageId, stepNumber, actionId, redactor }: DeltaWriterOptions,
): NewEvent {
  const data = { messageId, offset, text: increment.text }
  const attributed = actionId === undefined ? data : { ...data, llmActionId: actionId }
  switch (increment.type) {
    case 'text':
      return { type: 'TextDelta', stepNumber, data: attributed }
    case 'reasoning':
      return { type: 'ReasoningDelta', stepNumber, data: attributed }
    case 'tool-arguments':
      return {
        type: 'ArgumentsDelta',
        stepNumber,
        data: { ...data, callId: increment.callId, tool: redactor.text(increment.name) },
      }
    default:
      return increment satisfies never
  }
}
