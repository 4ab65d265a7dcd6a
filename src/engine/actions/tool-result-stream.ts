import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type Json, toJson } from '../../domain/json.ts'
import { splitsSurrogatePair } from '../../domain/text/whole-character.ts'
import { bytesOf, detachedCopy, keepEnds, type LimitedResult, limitResult } from '../run/limit-result.ts'
import type { RunSecrets } from '../run/run-secrets.ts'
import { unshownValue } from './unshown-value.ts'

/** Whether a tool's result comes piece by piece: an async iterable or generator, a web or a Node stream that was not read to its end. */
export function isStream(result: unknown): result is AsyncIterable<unknown> {
  if (result instanceof Readable && result.readableEnded) return false
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

interface ReadOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Take the server's own secrets out of the whole before it is cut, and keep the cut out of the middle of the others (TAS-7). */
  readonly secrets: Pick<RunSecrets, 'incoming' | 'redactor' | 'reveal'>
}

/**
 * The text of a streamed result. Pieces are strings, bytes of UTF-8, or other values, which become a line of JSON each. The next piece is
 * read when the one before is processed. Beyond `maxBytes` only the beginning and the end are kept, in memory too (LIM-12).
 * @throws the error of the stream, the signal's reason, or what to give in place of a piece that has no form as JSON; the stream is released
 * first
 */
export async function readStream(
  stream: AsyncIterable<unknown>,
  { maxBytes, signal, secrets }: ReadOptions,
): Promise<LimitedResult<Json>> {
  const ends = createEnds(maxBytes)
  const withoutOwn = secrets.incoming.stream()
  const marked = secrets.redactor.stream()
  // Characters are dropped before redaction, so that dropping cannot create a secret or a mark.
  const add = (rawText: string) => {
    const text = rawText.replaceAll('\u0000', '')
    ends.count(text)
    ends.add(marked.push(withoutOwn.push(text)))
  }
  const textOf = (piece: unknown) => {
    if (typeof piece === 'string') return piece
    const fault = unshownValue(piece)
    if (fault !== null) throw new Error(`A piece of its stream cannot be shown. ${fault}.`)
    return `${JSON.stringify(secrets.incoming.value(toJson(piece)))}\n`
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  await drain(sourceOf(stream), signal, (piece) => {
    if (!isBytes(piece)) add(decoder.decode() + textOf(piece))
    else for (const part of streamBlocksOf(piece)) add(decoder.decode(part, { stream: true }))
  })
  add(decoder.decode())
  ends.add(marked.push(withoutOwn.end()) + marked.end())
  const { output, bytes } = ends.result()
  const revealed = await secrets.reveal(output)
  return { output: revealed, bytes }
}

interface Source {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  /** Says that no more is wanted, also while a piece is awaited. */
  release(): Promise<unknown>
}

/** The release of a generator waits for its pending `next`, however long that takes; a web or a Node stream ends it at once. */
function sourceOf(stream: AsyncIterable<unknown>): Source {
  if (stream instanceof ReadableStream) {
    const reader = stream.getReader()
    return { next: () => reader.read(), release: () => reader.cancel() }
  }
  const iterator = stream[Symbol.asyncIterator]()
  const release = async () => {
    if (stream instanceof Readable) stream.destroy()
    await iterator.return?.()
  }
  return { next: () => iterator.next(), release }
}

/** Maximum time for which a stream that never waits may block the event loop, in milliseconds. */
const maxStretchMs = 10

async function drain(source: Source, signal: AbortSignal, take: (piece: unknown) => void): Promise<void> {
  const release = () => {
    // The result of releasing the source no longer matters.
    source.release().catch(() => undefined)
  }
  signal.addEventListener('abort', release, { once: true })
  try {
    signal.throwIfAborted()
    let stretchBegan = performance.now()
    for (;;) {
      const { done, value } = await source.next()
      // A released stream ends as if it were complete.
      signal.throwIfAborted()
      if (done) return
      take(value)
      if (performance.now() - stretchBegan < maxStretchMs) continue
      await setImmediate()
      stretchBegan = performance.now()
    }
  } catch (error) {
    release()
    throw error
  } finally {
    signal.removeEventListener('abort', release)
  }
}

function isBytes(piece: unknown): piece is ArrayBuffer | NodeJS.ArrayBufferView {
  return piece instanceof ArrayBuffer || ArrayBuffer.isView(piece)
}

function* streamBlocksOf(piece: ArrayBuffer | NodeJS.ArrayBufferView): Generator<Uint8Array> {
  const bytes =
    piece instanceof ArrayBuffer
      ? new Uint8Array(piece)
      : new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)
  for (let at = 0; at < bytes.length; at += blockChars) yield bytes.subarray(at, at + blockChars)
}

/** Text is kept and dropped in blocks of this size, however it comes. */
const blockChars = 65_536

/** A text as a stream, cut between characters. */
export async function* piecesOf(text: string): AsyncGenerator<string, void, void> {
  for (let from = 0; from < text.length; ) {
    const end = from + blockChars
    const to = splitsSurrogatePair(text, end) ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
}

/** The beginning and the end of a text that grows, each of `maxBytes` characters and a block at most. */
function createEnds(maxBytes: number) {
  const head: string[] = []
  const tail: string[] = []
  let headChars = 0
  let tailChars = 0
  let bytes = 2 // the quotes
  let lastUnit = ''
  let isCut = false
  let gathered = ''

  function take(text: string): void {
    const block = detachedCopy(text)
    if (headChars < maxBytes) {
      head.push(block)
      headChars += block.length
      return
    }
    tail.push(block)
    tailChars += block.length
    for (let first = tail[0]; first && tailChars - first.length >= maxBytes; first = tail[0]) {
      tail.shift()
      tailChars -= first.length
      isCut = true
    }
  }

  return {
    /** Counts the given text, before redaction changes its size. */
    count(text: string): void {
      // Two halves of a character have three bytes each, the whole has four.
      bytes += bytesOf(text) - (splitsSurrogatePair(lastUnit + text.slice(0, 1), 1) ? 2 : 0)
      lastUnit = text.slice(-1) || lastUnit
    },
    add(text: string): void {
      gathered += text
      let from = 0
      while (gathered.length - from > blockChars) {
        const end = from + blockChars
        const to = splitsSurrogatePair(gathered, end) ? end - 1 : end
        take(gathered.slice(from, to))
        from = to
      }
      if (from > 0) gathered = gathered.slice(from)
    },
    result(): LimitedResult {
      take(gathered)
      if (!isCut) {
        const fullText = [...head, ...tail].join('')
        const limited = limitResult(fullText, maxBytes)
        if (limited.output === fullText) return limited
        return { output: keepEnds({ head: fullText, tail: fullText, bytes }, maxBytes), bytes }
      }
      return { output: keepEnds({ head: head.join(''), tail: tail.join(''), bytes }, maxBytes), bytes }
    },
  }
}
