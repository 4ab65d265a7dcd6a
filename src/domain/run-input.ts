/** A message to an active run, which its owner reads before the next step. */
export type RunInput =
  /** The model reads it (CTX-5). */
  | { readonly kind: 'MESSAGE'; readonly text: string }
  /** The agent is asked how sure it is of itself (JDG-3). */
  | { readonly kind: 'CONFIDENCE_CHECK' }
