import type { ModelRequest } from '../domain/model.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import type { Candidate } from './model-chain.ts'

/** Where a model call stands in its run. */
export interface CallPlace {
  readonly purpose: ModelCallRow['purpose']
  readonly step: { readonly id: string; readonly number: number }
  /** The attempt of an action that it is made for, or that it plans; absent: it is made for none. */
  readonly action?: { readonly id: string; readonly attempt: number } | undefined
  /** What of the answer is streamed into the log as it comes; what the engine asks for itself is nothing that the agent says. */
  readonly shows: 'everything' | 'reasoning' | 'nothing'
  /** The words that the answer goes on with, said in earlier messages of the same turn. */
  readonly wordsBefore?: string
}

/** What a request says, whoever is asked. */
export type Asked = Omit<ModelRequest, 'model' | 'signal' | 'messageId'>

/** What is asked, whichever model of the chain answers. */
export interface ModelCall extends CallPlace {
  /** The models in the order in which they are to be asked. */
  readonly models: readonly string[]
  /** Made anew for each attempt: a compaction in between changes what there is to say. */
  readonly request: () => Asked
  /** Keeps the request within a model's window; `null` where it cannot be made smaller. */
  readonly context: ContextKeeper | null
  /** The least room for an answer that is worth paying for when a budget runs low, in tokens. */
  readonly leastOutputTokens: number
  /** Aborted: the call ends at once, with the signal's Stop. */
  readonly signal: AbortSignal
}

export type Fit =
  | { readonly kind: 'fits' }
  /** What it takes by estimate, and what the window has for it, in tokens; `isSmallest`: after all that could be left out was. */
  | {
      readonly kind: 'too-large'
      readonly tokens: number
      readonly room: number
      readonly isSmallest: boolean
    }

/** Keeps what a model is asked within its window (CTX-1). */
export interface ContextKeeper {
  /** Whether the request fits the candidate's window, made smaller for it where that is allowed and needed. */
  fit(candidate: Candidate, mayCompact: boolean): Promise<Fit>
  /** The provider said that it does not fit: makes it smaller than it is; false where that cannot be done. */
  overflowed(candidate: Candidate): Promise<boolean>
}
