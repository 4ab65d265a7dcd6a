import type { Sampler } from '@opentelemetry/sdk-trace'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import type { Redactor } from '../domain/redaction.ts'
import { waitAtMost } from '../domain/time-limit.ts'
import type { Tracer } from '../domain/tracer.ts'
import type { RunTracerOptions, SpanIds } from './run-tracer.ts'

/** Destination and selection of spans, as OpenTelemetry's variables define them. */
export interface Tracing {
  /** Takes OTLP over HTTP, as protobuf. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly resource: Readonly<Record<string, string>>
  /** As `OTEL_TRACES_SAMPLER` names them. */
  readonly sampler: string
  /** The share of traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number
  /** Time for which spans are collected before they are sent, in milliseconds. */
  readonly delayMs: number
  readonly capturesContent: boolean
}

export interface OpenTracer {
  readonly tracer: Tracer
  /** Sends pending spans, within the time that an unavailable receiver may delay the end of a process. */
  close(): Promise<void>
}

/** A receiver that is away holds up the end of a process for no longer. */
const closeWithinMs = 3_000

/**
 * Number of spans that wait for a receiver that is away; further ones are lost. With content a span holds up to three attributes of the
 * greatest length: 100 MB in all where no character is Latin. A batch is then small enough for the limits of receivers.
 */
const queues = {
  bare: { maxQueueSize: 2_048, maxExportBatchSize: 512 },
  withContent: { maxQueueSize: 256, maxExportBatchSize: 64 },
}

/** Loads the SDK of OpenTelemetry, at no cost where there is no exporter, and traces with it (OPS-2). */
export async function openTracer(
  tracing: Tracing,
  { redactor, report }: { readonly redactor: Redactor; readonly report: ErrorReporter },
): Promise<OpenTracer> {
  const sdk = await import('@opentelemetry/sdk-trace')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  const { setGlobalErrorHandler } = await import('@opentelemetry/core')
  const { ROOT_CONTEXT, SpanKind } = await import('@opentelemetry/api')
  const { createRunTracer, maxAttributeLength } = await import('./run-tracer.ts')
  setGlobalErrorHandler((error) => report('Spans could not be exported.', error))
  const random = new sdk.RandomIdGenerator()
  let ids: Partial<SpanIds> = {}
  const sampler = samplerOf(tracing, sdk)
  const { url, headers, serviceName, resource, delayMs, capturesContent } = tracing
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } })
  const queue = capturesContent ? queues.withContent : queues.bare
  // Not registered for the whole process: other instrumentation in it would record the same calls a second time.
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ ...resource, 'service.name': serviceName }),
    sampler,
    idGenerator: {
      generateTraceId: () => ids.traceId ?? random.generateTraceId(),
      generateSpanId: () => ids.spanId ?? random.generateSpanId(),
    },
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs, ...queue })],
  })
  const withIds: RunTracerOptions['withIds'] = (given, start) => {
    ids = given
    try {
      return start()
    } finally {
      ids = {}
    }
  }
  const isSampled = (traceId: string) =>
    sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []).decision ===
    sdk.SamplingDecision.RECORD_AND_SAMPLED
  const tracer = provider.getTracer('rungraph')
  return {
    tracer: createRunTracer({ tracer, withIds, isSampled, redactor, capturesContent }),
    close: async () => {
      // The error handler reports spans that cannot be exported.
      await waitAtMost(closeWithinMs, provider.shutdown()).catch(() => null)
    },
  }
}

function samplerOf({ sampler, ratio }: Tracing, sdk: typeof import('@opentelemetry/sdk-trace')): Sampler {
  const root = (name: string): Sampler => {
    if (name === 'traceidratio') return new sdk.TraceIdRatioBasedSampler(ratio)
    return name === 'always_off' ? new sdk.AlwaysOffSampler() : new sdk.AlwaysOnSampler()
  }
  if (!sampler.startsWith('parentbased_')) return root(sampler)
  return new sdk.ParentBasedSampler({ root: root(sampler.slice('parentbased_'.length)) })
}
