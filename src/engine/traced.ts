import type { ActionRow } from '../domain/run-log.ts'
import type { TraceContext } from '../domain/trace-context.ts'
import type { TracedCall, TracedOutcome } from '../domain/tracer.ts'
import type { Performed } from './performed.ts'
import type { RunContext } from './run-context.ts'

/** Performs a call as a part of the run's trace. */
export async function traced(
  { id, callId, parameters }: ActionRow,
  called: Pick<TracedCall, 'kind' | 'name' | 'description'>,
  { trace }: Pick<RunContext, 'trace'>,
  perform: (context: TraceContext | null) => Promise<Performed>,
): Promise<Performed> {
  const span = trace.call({ ...called, callId: callId ?? id, parameters })
  try {
    const performed = await perform(span.context)
    span.end(outcomeOf(performed))
    return performed
  } catch (error) {
    span.end({ kind: 'failed', error: 'CUT_OFF' })
    throw error
  }
}

function outcomeOf(performed: Performed): TracedOutcome {
  switch (performed.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: performed.output }
    case 'failed':
    case 'denied':
      return { kind: 'failed', error: performed.code }
    case 'stopped':
      return { kind: 'failed', error: performed.stop.kind }
    case 'held':
      return { kind: 'succeeded', output: null }
    default:
      return performed satisfies never
  }
}
