import {
  type Context,
  createTraceState,
  type Tracer as OtelTracer,
  trace as otel,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api'
import type { Json } from '../domain/json.ts'
import type { Redactor } from '../domain/redaction.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import { type TraceContext, traceIdOfRun } from '../domain/trace-context.ts'
import type { CallTrace, RunTrace, TracedCall, TracedModelCall, Tracer } from '../domain/tracer.ts'
import { callAttributes, contentAttributes, modelAttributes, runAttributes } from './gen-ai.ts'

/** Maximum number of characters of an attribute of a span: longer values are cut. */
export const maxAttributeLength = 65_536

export interface RunTracerOptions {
  readonly tracer: OtelTracer
  /** Has the next span without a parent begin this trace. */
  readonly beginTrace: (traceId: string) => void
  /** Redactor of recorded content (TAS-7). */
  readonly redactor: Redactor
  /** Whether messages to and from models and tools are recorded. */
  readonly capturesContent: boolean
}

/**
 * Traces of runs by the GenAI conventions: `invoke_agent` for each stretch of a run, below the caller's span or the parent's; below it
 * `chat` for each request to a model and `execute_tool` for each call.
 */
export function createRunTracer(options: RunTracerOptions): Tracer {
  return {
    begin: (run) => {
      const span = beginRun(run, options)
      return traceOf(run, span, options)
    },
  }
}

function beginRun(run: ClaimedRun, { tracer, beginTrace }: RunTracerOptions): Span {
  const name = `invoke_agent ${run.agent.definition.name}`
  const span = { kind: SpanKind.INTERNAL, attributes: runAttributes(run) }
  if (run.trace !== null) return tracer.startSpan(name, span, below(run.trace))
  // The same for all of a tree, and after a restart: nothing is stored for it.
  beginTrace(traceIdOfRun(run.rootId, null))
  return tracer.startSpan(name, { ...span, root: true }, ROOT_CONTEXT)
}

function traceOf(run: ClaimedRun, span: Span, options: RunTracerOptions): RunTrace {
  const within = otel.setSpan(ROOT_CONTEXT, span)
  const { traceId, spanId } = span.spanContext()
  return {
    context: contextOf(span.spanContext()),
    ids: { traceId, spanId },
    modelCalled: (call) => recordModelCall(call, run, within, options),
    call: (called) => beginCall(called, within, options),
    finished: ({ status, reason, error }) => {
      span.setAttributes({ 'rungraph.run.status': status, ...(reason && { 'rungraph.run.reason': reason }) })
      if (error !== null) fail(span, error)
    },
    end: (release) => {
      if (release !== 'finished') span.setAttribute('rungraph.run.release', release)
      span.end()
    },
  }
}

/** It is known when it has ended, with when it began: one that was cut off with its process leaves nothing. */
function recordModelCall(
  call: TracedModelCall,
  run: ClaimedRun,
  within: Context,
  options: RunTracerOptions,
): void {
  const { row } = call
  const startTime = row.startedAt
  const attributes = modelAttributes(call, run)
  const about = { kind: SpanKind.CLIENT, startTime, attributes }
  const span = options.tracer.startSpan(`chat ${row.model}`, about, within)
  recordContent(span, () => contentAttributes(call), options)
  if (row.errorCode !== null) fail(span, row.errorCode)
  span.end(new Date(startTime.getTime() + (row.latencyMs ?? 0)))
}

function beginCall(called: TracedCall, within: Context, options: RunTracerOptions): CallTrace {
  const attributes = callAttributes(called)
  const kind = called.kind === 'tool' ? SpanKind.INTERNAL : SpanKind.CLIENT
  const span = options.tracer.startSpan(`execute_tool ${called.name}`, { kind, attributes }, within)
  recordContent(span, () => ({ 'gen_ai.tool.call.arguments': called.parameters }), options)
  return {
    context: contextOf(span.spanContext()),
    end: (outcome) => {
      if (outcome.kind === 'failed') fail(span, outcome.error)
      else recordContent(span, () => ({ 'gen_ai.tool.call.result': outcome.output }), options)
      span.end()
    },
  }
}

/** By its code alone: messages of errors may hold anything. */
function fail(span: Span, code: string): void {
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The whole history is in it at each call, so it is exported only where it is kept. */
function recordContent(
  span: Span,
  content: () => Readonly<Record<string, Json>>,
  { redactor, capturesContent }: RunTracerOptions,
): void {
  if (!capturesContent || !span.isRecording()) return
  for (const [name, value] of Object.entries(content()))
    span.setAttribute(name, beginningOf(JSON.stringify(redactor.value(value))))
}

/** As the limit of the SDK has it, which takes a slice: that would hold the whole text for as long as the span waits. A copy does not. */
function beginningOf(text: string): string {
  return text.length <= maxAttributeLength ? text : Buffer.from(text.slice(0, maxAttributeLength)).toString()
}

function below({ traceparent, tracestate }: TraceContext): Context {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(tracestate !== null && { traceState: createTraceState(tracestate) }),
  }
  return otel.setSpanContext(ROOT_CONTEXT, parent)
}

function contextOf({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const flags = traceFlags.toString(16).padStart(2, '0')
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    tracestate: traceState?.serialize() || null,
  }
}
