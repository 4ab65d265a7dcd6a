import type { FilePart } from './message.ts'

/** A message to an active run, which its owner reads before the next step. */
export type RunInput = Sent &
  /** The model reads it (CTX-5). */
  (
    | { readonly kind: 'MESSAGE'; readonly text: string; readonly files?: readonly FilePart[] | undefined }
    /** The agent is asked how sure it is of itself (JDG-3). */
    | { readonly kind: 'CONFIDENCE_CHECK' }
  )

interface Sent {
  /** Name of the caller who sent it; absent: no caller did, or it is not known. */
  readonly sentBy?: string | undefined
}

/** The files of a message to a run. */
export function filesOfInput(input: RunInput): readonly FilePart[] {
  return input.kind === 'MESSAGE' ? (input.files ?? []) : []
}

/** The same, as its owner reads it. */
export type ReceivedInput = RunInput & { readonly receivedAt: Date }
