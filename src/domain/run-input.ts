/** A message to an active run, which its owner reads before the next step. */
export type RunInput = Sent &
  /** The model reads it (CTX-5). */
  (
    | { readonly kind: 'MESSAGE'; readonly text: string }
    /** The agent is asked how sure it is of itself (JDG-3). */
    | { readonly kind: 'CONFIDENCE_CHECK' }
  )

interface Sent {
  /** Name of the caller who sent it; absent: no caller did, or it is not known. */
  readonly sentBy?: string | undefined
}

/** The same, as its owner reads it. */
export type ReceivedInput = RunInput & { readonly receivedAt: Date }
