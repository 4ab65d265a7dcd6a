/** A fault of Rungraph that the suite has found and that waits to be mended; the report names each. */
export interface KnownFault {
  readonly what: string
  /** Takes what it prints out of a process's standard error. */
  readonly pattern: RegExp
}

export const knownFaults: readonly KnownFault[] = []
