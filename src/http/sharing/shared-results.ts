import { setImmediate as nextRound } from 'node:timers/promises'
import type { ExecutionResult } from 'graphql'

/** Result of a subscription, executed and serialised once for all subscriptions with the same operation (EVT-5). */
export class SharedResult {
  /** The event of the run that it is of. */
  readonly seq: number
  readonly cursor: string
  readonly result: ExecutionResult
  /** As JSON. */
  readonly text: string
  #bytes: Buffer | null = null

  constructor({ seq, cursor, result }: Pick<SharedResult, 'seq' | 'cursor' | 'result'>) {
    this.seq = seq
    this.cursor = cursor
    this.result = result
    this.text = JSON.stringify(result)
    texts.set(result, this.text)
  }

  /** The text in UTF-8. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}

const texts = new WeakMap<ExecutionResult, string>()

/** A result as JSON; one that is shared was serialised before. */
export function textOfResult(result: ExecutionResult): string {
  return texts.get(result) ?? JSON.stringify(result)
}

/** The subscription that gives the results, and how far it is. */
export interface SharedSource {
  /** Begins it. Rejects where it cannot be followed. */
  readonly open: () => Promise<AsyncIterator<ExecutionResult>>
  /** Of the last event that was read, whether it was shown or not. */
  readonly seq: () => number
  /** Of the last event that was shown. */
  readonly cursor: () => string | null
}

/**
 * Why a member gets no more: the subscription is complete; its next result has errors, which each subscription reports separately; or the
 * member is too far behind, or the results cannot be read.
 */
export type End = 'ENDED' | 'ERRORS' | 'ALONE'

/** A subscription that takes its results from the shared ones, with those that it has not taken yet. */
export interface Member {
  /** The last event that it had when it joined. */
  readonly after: number
  results: SharedResult[]
  size: number
  end: End | null
  wake: () => void
}

/** A member that has not taken so much is left to read the log alone, in characters. */
const maxSize = 512 * 1024
/** What a result takes beside its text, about. */
const resultSize = 1_280
/** Most characters that a member receives at once, so that little is buffered for a slow client. */
const maxAtOnce = 64 * 1024
/** So many members continue in one round of the event loop. */
const wakesPerRound = 256
/** A subscription that is so many events ahead may wait for the others. */
const maxAhead = 200

/**
 * The results of one subscription, for members that joined where it had read to. The fastest one determines the pace. Nothing is read while
 * nobody waits.
 */
export class SharedResults {
  readonly #source: SharedSource
  readonly #onClose: () => void
  readonly #members = new Set<Member>()
  readonly #waiting = new Set<Member>()
  #iterator: AsyncIterator<ExecutionResult> | null = null
  #end: End | null = null
  #isPulling = false
  /** Size of the results that came since members were woken last. */
  #unannounced = 0
  #announcing: Promise<void> | null = null

  /** `onClose` is called once, when nobody can join any more. */
  constructor(source: SharedSource, onClose: () => void) {
    this.#source = source
    this.#onClose = onClose
  }

  /** Takes in a subscription that has every event up to one; `null` where that is behind the shared one, or far ahead. */
  join(after: number): Member | null {
    const ahead = after - this.#source.seq()
    if (this.#end !== null || ahead < 0 || ahead > maxAhead) return null
    const member: Member = { after, results: [], size: 0, end: null, wake: () => undefined }
    this.#members.add(member)
    return member
  }

  /** Ends with its last member. The member's `next` gives the end at once. */
  leave(member: Member): void {
    this.#drop(member, 'ENDED')
    if (this.#members.size === 0) this.#stop('ENDED')
  }

  /** The next results of a member, in order, when there are some; of many, the first part. */
  async next(member: Member): Promise<readonly SharedResult[] | End> {
    while (member.results.length === 0 && member.end === null) {
      const { promise, resolve } = Promise.withResolvers<void>()
      member.wake = resolve
      this.#waiting.add(member)
      void this.#pull()
      await promise
    }
    return member.results.length > 0 ? takeFirst(member) : (member.end ?? 'ALONE')
  }

  async #pull(): Promise<void> {
    if (this.#isPulling) return
    this.#isPulling = true
    try {
      this.#iterator ??= await this.#source.open()
      while (this.#waiting.size > 0 && this.#end === null) {
        this.#take(await this.#iterator.next())
        // No member is left behind because it was not told yet.
        while (this.#unannounced >= maxSize / 2 && this.#announcing !== null) await this.#announcing
      }
    } catch {
      // A subscription that continues alone meets the same failure, and reports it.
      this.#stop('ALONE')
    } finally {
      this.#isPulling = false
      if (this.#end !== null) this.#endSource()
    }
  }

  #take({ done, value }: IteratorResult<ExecutionResult>): void {
    const cursor = this.#source.cursor()
    if (done || value.errors !== undefined || cursor === null) {
      this.#stop(done ? 'ENDED' : 'ERRORS')
      return
    }
    const result = new SharedResult({ seq: this.#source.seq(), cursor, result: value })
    const size = result.text.length + resultSize
    for (const member of this.#members) {
      if (result.seq <= member.after) continue
      member.results.push(result)
      member.size += size
      if (member.size > maxSize && member.results.length > 1) this.#drop(member, 'ALONE')
    }
    this.#unannounced += size
    this.#announce()
  }

  /** Also a waiting member with events that it has not been told of yet: nothing else would wake it. */
  #drop(member: Member, end: End): void {
    this.#members.delete(member)
    this.#waiting.delete(member)
    member.results = []
    member.end = end
    member.wake()
  }

  #stop(end: End): void {
    if (this.#end !== null) return
    this.#end = end
    for (const member of this.#members) member.end = end
    this.#endSource()
    this.#onClose()
    this.#announce()
  }

  #announce(): void {
    this.#announcing ??= this.#wakeMembers()
  }

  /** After this round of the event loop, so that results which arrive in it are given together. */
  async #wakeMembers(): Promise<void> {
    await nextRound()
    this.#unannounced = 0
    let woken = 0
    for (const member of [...this.#waiting]) {
      if (this.#waiting.delete(member)) member.wake()
      woken += 1
      if (woken % wakesPerRound === 0) await nextRound()
    }
    this.#announcing = null
    const isNews = this.#unannounced > 0 || this.#end !== null
    if (isNews && this.#waiting.size > 0) this.#announce()
  }

  /** Its end is of no interest to anybody. */
  #endSource(): void {
    void this.#iterator?.return?.()?.catch(() => undefined)
  }
}

function takeFirst(member: Member): readonly SharedResult[] {
  let characters = 0
  const isEnough = ({ text }: SharedResult, nth: number) => {
    characters += text.length
    return nth > 0 && characters > maxAtOnce
  }
  const end = member.results.findIndex(isEnough)
  const taken = member.results.splice(0, end === -1 ? member.results.length : end)
  for (const { text } of taken) member.size -= text.length + resultSize
  return taken
}
