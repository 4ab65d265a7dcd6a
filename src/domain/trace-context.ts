/** A place in a trace, as the headers of W3C Trace Context write it. */
export interface TraceContext {
  readonly traceparent: string
  /** State that vendors added to the trace; `null`: none. */
  readonly tracestate: string | null
}

/** Version 00; a later one begins with the same fields (W3C Trace Context, 3.2.4 and 4.3). */
const traceparentPattern =
  /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** As long as everybody must pass on (3.3.1.5). */
const maxStateChars = 512

/**
 * The place that a request names; `null` where it names none that could be read: a caller's broken header begins a new trace, as the
 * recommendation says (4.3), and makes nothing fail.
 */
export function readTraceContext(
  traceparent: string | null | undefined,
  tracestate: string | null | undefined,
): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = traceparentPattern.exec(traceparent?.trim() ?? '') ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return null
  const state = tracestate?.trim() ?? ''
  const isPassedOn = state !== '' && state.length <= maxStateChars && /^[\x20-\x7e]+$/.test(state)
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: isPassedOn ? state : null }
}

/** The trace that a place is in: 32 hexadecimal digits. */
export function traceIdOf({ traceparent }: Pick<TraceContext, 'traceparent'>): string {
  return traceparent.slice(3, 35)
}

/**
 * The trace that the runs of a tree belong to: the caller's where it named one, else one whose id is that of the tree's first run. So
 * the next owner of a run, after a restart or in another process, continues the same trace without anything being stored for it.
 */
export function traceIdOfRun(rootId: string, trace: Pick<TraceContext, 'traceparent'> | null): string {
  return trace === null ? rootId.replaceAll('-', '') : traceIdOf(trace)
}

/** The headers that propagate it. */
export function traceHeaders(trace: TraceContext | undefined): Readonly<Record<string, string>> {
  if (trace === undefined) return {}
  const { traceparent, tracestate } = trace
  return tracestate === null ? { traceparent } : { traceparent, tracestate }
}
