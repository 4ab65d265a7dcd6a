import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { ErrorReporter } from './domain/error-reporter.ts'
import type { Redactor } from './domain/redaction.ts'

/** Destination of log lines. */
export interface LogDestination {
  write(line: string): void
}

/** The log of a process: lines of JSON, redacted whole, with whatever errors and their causes say (TAS-7). */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  redactor: Redactor,
  destination: LogDestination = pino.destination(2),
): Logger {
  return pino({ level: logLevel }, { write: (line) => destination.write(redactor.text(line)) })
}

/** Writes reports to the operator as errors, with their subject in fields of its own: `runId`, `projectId`, `agent`, `traceId`, `spanId` (OPS-3). */
export function reportTo(logger: Logger): ErrorReporter {
  return (message, error, about) => logger.error({ ...about, err: error }, message)
}
