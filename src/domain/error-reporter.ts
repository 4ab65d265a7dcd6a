/** Subject of a log line. With it a reader finds all lines of one run or one trace. */
export interface LogContext {
  readonly runId?: string
  readonly projectId?: string
  /** The slug of an agent. */
  readonly agent?: string
  readonly traceId?: string
  readonly spanId?: string
}

/** Reports details to the operator that no caller sees. `error` is the cause, `about` the subject. Must not throw. */
export type ErrorReporter = (message: string, error?: unknown, about?: LogContext) => void

/** The same, for several reports about one subject. */
export function reporterFor(report: ErrorReporter, subject: LogContext): ErrorReporter {
  return (message, error, about) => report(message, error, { ...subject, ...about })
}
