/**
 * Text that a page shows as the answer of a run, from the fields in its cache: while the run is at work, the text of its model so far. What
 * a run said before it failed or was cancelled is no answer: it may have been discarded.
 */
export function textOfRun({
  status,
  summary,
  soFar,
}: Readonly<Record<'status' | 'summary' | 'soFar', unknown>>): string | null {
  const isAtWork = status === 'RUNNING' || status === 'QUEUED'
  const isLost = status === 'FAILED' || status === 'CANCELLED'
  const texts = isAtWork ? [soFar, summary] : isLost ? [summary] : [summary, soFar]
  return texts.find((text) => typeof text === 'string') ?? null
}
