/** So many runs on each side of the one that is opened are remembered. */
const mostBeside = 100

/** The runs around one of a list, which its page steps through. */
export function listedAround(runs: readonly { readonly id: string }[], id: string): readonly string[] {
  const at = runs.findIndex((run) => run.id === id)
  return runs.slice(Math.max(0, at - mostBeside), at + mostBeside + 1).map((run) => run.id)
}

declare module '@tanstack/react-router' {
  /** What an entry of the browser's history knows besides its address. */
  interface HistoryState {
    /** The list from which the page of a run was opened, in its order at that moment. */
    readonly listedRuns?: readonly string[]
  }
}
