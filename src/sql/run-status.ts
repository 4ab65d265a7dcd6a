/** Whether a run has ended; one that is PAUSED or WAITING may continue. */
export function hasEnded(run: string): string {
  return `${run}.status in ('COMPLETED', 'FAILED', 'CANCELLED')`
}
