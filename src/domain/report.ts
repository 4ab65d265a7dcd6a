/** What a line of the log is about; whoever reads it finds all of one run, or of one trace, by it. */
export interface Subject {
  readonly runId?: string
  readonly projectId?: string
  /** The slug of an agent. */
  readonly agent?: string
  readonly traceId?: string
  readonly spanId?: string
}

/** Tells the operator what no caller sees. */
export type Report = (message: string, error?: unknown, about?: Subject) => void

/** The same, for what all is about one thing. */
export function reportAbout(report: Report, subject: Subject): Report {
  return (message, error, about) => report(message, error, { ...subject, ...about })
}
