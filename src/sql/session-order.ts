/**
 * SQL of the order of the runs of a session: that of their triggers, which are numbered under the lock of the session's row. Times are no
 * order: a database that another one takes over from, or a clock that is set back, would give a later run an earlier time. An imported run
 * may have the number of another one; the ids decide between the two.
 */

/** The columns by which the runs `run` of a session are sorted, in a direction. */
export function inSessionOrder(run: string, direction: 'asc' | 'desc' = 'asc'): string {
  return `${run}."sessionNumber" ${direction}, ${run}.id ${direction}`
}

/** Whether run `a` was triggered before run `b` of the same session. */
export function isBeforeInSession(a: string, b: string): string {
  return `(${a}."sessionNumber", ${a}.id) < (${b}."sessionNumber", ${b}.id)`
}
