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
import type {
  CallTrace,
  RunTrace,
  TracedCall,
  TracedGate,
  TracedModelCall,
  Tracer,
} from '../domain/tracer.ts'
import {
  callAttributes,
  contentAttributes,
  gateAttributes,
  modelAttributes,
  runAttributes,
} from './gen-ai.ts'

/** Maximum number of characters of an attribute of a span: longer values are cut. */
export const maxAttributeLength = 65_536

export interface SpanIds {
  readonly spanId: string
  readonly traceId?: string
}

export interface RunTracerOptions {
  readonly tracer: OtelTracer
  /** Starts a span with these ids: its own, and that of its trace where it has no parent. All others are random. */
  readonly withIds: (ids: SpanIds, start: () => Span) => Span
  /** Whether a trace that begins here is recorded. */
  readonly isSampled: (traceId: string) => boolean
  /** Redactor of recorded content (TAS-7). */
  readonly redactor: Redactor
  /** Whether messages to and from models and tools are recorded. */
  readonly capturesContent: boolean
}

/**
 * Traces of runs by the GenAI conventions: `invoke_agent` for each stretch of a run, below the caller's span or the parent's; below it
 * `chat` for each request to a model and `execute_tool` for each call; beside it `wait_for_gate` for the time at each gate. In a trace of
 * its own a run's first stretch is the root, and everything later stands below it.
 */
export function createRunTracer(options: RunTracerOptions): Tracer {
  return {
    begin: (run) => {
      const span = beginRun(run, options)
      return traceOf(run, span, options)
    },
  }
}

function beginRun(run: ClaimedRun, options: RunTracerOptions): Span {
  const { tracer, withIds } = options
  const name = `invoke_agent ${run.agent.definition.name}`
  const span = { kind: SpanKind.INTERNAL, attributes: runAttributes(run) }
  if (run.trace !== null || !isFirst(run)) return tracer.startSpan(name, span, parentOf(run, options))
  const ids = { spanId: spanIdOf(run.id), traceId: traceIdOfRun(run.rootId, null) }
  return withIds(ids, () => tracer.startSpan(name, { ...span, root: true }, ROOT_CONTEXT))
}

/** Whether no stretch before ended by itself: a span that was lost with its process is no parent. Each claim raises the epoch by one. */
function isFirst({ epoch, recoveries }: ClaimedRun): boolean {
  return epoch - recoveries <= 1
}

/** In a trace of its own it is the first stretch, in whichever process that was: its ids follow from those of the rows. */
function parentOf({ id, rootId, trace }: ClaimedRun, { isSampled }: RunTracerOptions): Context {
  if (trace !== null) return below(trace)
  const traceId = traceIdOfRun(rootId, null)
  const traceparent = `00-${traceId}-${spanIdOf(id)}-${isSampled(traceId) ? '01' : '00'}`
  return below({ traceparent, tracestate: null })
}

/** The random half of an id of a row. */
function spanIdOf(id: string): string {
  return id.replaceAll('-', '').slice(16)
}

function traceOf(run: ClaimedRun, span: Span, options: RunTracerOptions): RunTrace {
  const within = otel.setSpan(ROOT_CONTEXT, span)
  const { traceId, spanId } = span.spanContext()
  const gates = new Set<string>()
  return {
    context: contextOf(span.spanContext()),
    ids: { traceId, spanId },
    waited: (gate) => {
      // A replay reads gates of another run.
      if (gates.has(gate.id) || gate.runId !== run.id || gate.resolvedAt === null) return
      gates.add(gate.id)
      recordWait({ ...gate, resolvedAt: gate.resolvedAt }, run, options)
    },
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

/** It is the same span for every process that reads of the decision. */
function recordWait(
  gate: TracedGate & { readonly resolvedAt: Date },
  run: ClaimedRun,
  options: RunTracerOptions,
): void {
  const { tracer, withIds } = options
  const about = { kind: SpanKind.INTERNAL, startTime: gate.createdAt, attributes: gateAttributes(gate, run) }
  const start = () => tracer.startSpan('wait_for_gate', about, parentOf(run, options))
  withIds({ spanId: spanIdOf(gate.id) }, start).end(gate.resolvedAt)
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
