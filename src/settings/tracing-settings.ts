import { z } from 'zod'
import { keyValues, oneOf, onOrOff, share, valueKinds, webUrl, wholeNumber } from './config-values.ts'
import { optionalSetting, secret, setting } from './declare-setting.ts'

/** The settings of OpenTelemetry, under the names that it gives them (OPS-2). */
export const tracingSettings = {
  OTEL_SDK_DISABLED: setting(
    // OpenTelemetry also writes the values in capitals.
    z
      .string()
      .toLowerCase()
      .pipe(onOrOff('true', 'false'))
      .register(valueKinds, { kind: 'switch', on: 'true', off: 'false' }),
    'false',
    '`true` disables tracing, regardless of the other settings.',
  ),
  OTEL_TRACES_EXPORTER: setting(
    oneOf(['otlp', 'none']),
    'otlp',
    '`otlp` sends traces to the configured endpoint. `none` sends no traces, for an endpoint that is meant for other programs.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    webUrl(),
    'Base URL of the OTLP endpoint for traces, over HTTP. The path `/v1/traces` is appended. If this setting and `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` are unset, nothing is traced and OpenTelemetry is not loaded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalSetting(
    webUrl(),
    'Full URL of the OTLP endpoint for traces, with its path. Overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    keyValues(),
    'Headers of OTLP requests: `name=value`, comma-separated, values percent-encoded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: secret(
    keyValues(),
    'Additional headers of OTLP requests for traces. Overrides `OTEL_EXPORTER_OTLP_HEADERS` for the same names.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    z.string(),
    'http/protobuf',
    'OTLP protocol. Only `http/protobuf` is supported, which every collector accepts.',
  ),
  OTEL_SERVICE_NAME: setting(z.string(), 'rungraph', 'Service name of this process in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: optionalSetting(
    keyValues(),
    'Additional resource attributes of this process in traces, comma-separated: `deployment.environment.name=production`.',
  ),
  OTEL_TRACES_SAMPLER: setting(
    oneOf([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    'parentbased_always_on',
    'Sampler of traces. A `parentbased_…` sampler follows the decision of the caller.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    share(),
    '1',
    'Fraction of traces, from 0 to 1, that `traceidratio` and `parentbased_traceidratio` keep.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    wholeNumber(1, 600_000),
    '5000',
    'Delay in milliseconds before a batch of spans is sent.',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: setting(
    onOrOff('true', 'false'),
    'false',
    '`true` includes the content of model messages and tool calls in traces. Secrets are redacted.',
  ),
}
