import { type Logger, pino } from 'pino'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import type { Redactor } from '../domain/redaction.ts'
import type { Config } from '../settings/config.ts'

/** Destination of log lines. */
export interface LogDestination {
  write(line: string): void
}

interface LoggerOptions {
  readonly redactor: Redactor
  /** The id under which the API knows a run. */
  readonly toPublicId: (kind: 'Run', id: string) => string
  readonly destination: LogDestination
}

/**
 * The log of a process: lines of JSON, redacted whole, with whatever errors and their causes say (TAS-7). A line about a run has its id as
 * the API shows it.
 */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  { redactor, toPublicId, destination }: LoggerOptions,
): Logger {
  const log = (fields: Record<string, unknown>) =>
    typeof fields.runId === 'string' ? { ...fields, runId: toPublicId('Run', fields.runId) } : fields
  return pino(
    { level: logLevel, formatters: { log } },
    { write: (line) => destination.write(redactor.text(line)) },
  )
}

/** The log of a process on its standard error, in the format of the settings. */
export async function openLogger(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  options: Omit<LoggerOptions, 'destination'>,
): Promise<Logger> {
  return createLogger(config, { ...options, destination: await openStandardError(config) })
}

/** The formatter for people is loaded only where they read. */
async function openStandardError({ logFormat }: Pick<Config, 'logFormat'>): Promise<LogDestination> {
  const { stderr } = process
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && stderr.isTTY)
  if (!isPretty) return pino.destination(2)
  const { prettyFactory } = await import('pino-pretty')
  const format = prettyFactory({
    colorize: stderr.isTTY && stderr.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  })
  return { write: (line) => void stderr.write(format(line)) }
}

/**
 * Writes reports to the operator as errors, with their subject in separate fields: `runId`, `projectId`, `agent`, `traceId`, `spanId`
 * (OPS-3).
 */
export function reportTo(logger: Logger): ErrorReporter {
  return (message, error, about) => logger.error({ ...about, err: error }, message)
}
