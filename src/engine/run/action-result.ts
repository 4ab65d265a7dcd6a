import { z } from 'zod'
import type { ActionAudit } from '../../domain/action-audit.ts'
import {
  describe,
  type ErrorCode,
  type ErrorData,
  isRungraphError,
  messageOf,
  RungraphError,
} from '../../domain/errors.ts'
import { cleanText, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import type { FilePart, ToolMessage } from '../../domain/message.ts'
import type { Redactor } from '../../domain/redaction.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import type { TestMetrics, ToolContext } from '../../domain/tool.ts'
import { headAndTail, isTruncated, truncatedAction } from '../../domain/truncated-action.ts'
import { cutText } from '../context/show.ts'
import type { Stop } from '../stop.ts'
import { isBetweenSteps } from './held.ts'
import type { RunCore } from './run-context.ts'
import type { RunSecrets } from './run-secrets.ts'

/** Result of an action, and the action as it was last attempted. */
export interface AttemptResult {
  readonly action: ActionRow
  readonly result: ActionResult
}

/** Result of a tool call. Every failure is a result that the model reads (TAS-4). */
export type ActionResult =
  | Succeeded
  | Failed
  | Denied
  /** Its child run waits for a human, and so does it. */
  | { readonly kind: 'held' }
  | { readonly kind: 'stopped'; readonly stop: Stop }

/** The result of an action that has ended. */
export type EndResult = Exclude<ActionResult, { kind: 'held' }>

interface Reported {
  /** Reports of a tool on the progress of its run (JDG-2). */
  readonly reports?: ToolReports
}

interface Succeeded extends Reported {
  readonly kind: 'succeeded'
  readonly output: Json
  /** Size of the output as JSON before it was cut to the limit (LIM-12). */
  readonly bytes: number
  readonly done: boolean
}

export interface Failed extends Reported {
  readonly kind: 'failed'
  readonly code: string
  readonly error: string
}

/** It was not permitted, or a human refused it (TAS-3). */
export interface Denied {
  readonly kind: 'denied'
  readonly code: string
  readonly error: string
}

/** What a tool, a relic, a model or a child run gave, as the run goes on with it: safe to show to its model (TAS-7), within its limit (LIM-12). */
export function succeeded(output: Json, { run, secrets }: RunCore): Succeeded {
  const limited = secrets.limit(secrets.incoming.value(output), run.effectiveLimits.maxResultBytes.value)
  return { kind: 'succeeded', ...limited, done: false }
}

/** A failure, in the words that the table has for its code. */
export function failed<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): Failed {
  return { kind: 'failed', code, error: describe(code, data) }
}

/** The failure of work that threw. */
export function failedBy(error: unknown): Failed {
  const code = isRungraphError(error) ? error.code : 'TOOL_FAILED'
  return { kind: 'failed', code, error: messageOf(error) }
}

export function denied<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): Denied {
  return { kind: 'denied', code, error: describe(code, data) }
}

/** A call that must not happen twice may have taken effect before it was stopped (TAS-5). */
export function interruption(action: ActionRow, stop: Stop): readonly [code: string, error: string] {
  const { effect, target, retryAt } = action
  return effect === 'once' && retryAt === null && !isBetweenSteps(action)
    ? ['OUTCOME_UNKNOWN', describe('OUTCOME_UNKNOWN', { tool: target })]
    : ['TOOL_INTERRUPTED', describe('TOOL_INTERRUPTED', { reason: stop.message })]
}

/** A result as text: other values than strings as JSON. */
export function asText(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output)
}

/**
 * An action's output as the context has it (CTX-3): whole, or, beyond `maxChars` characters, its head and its tail, with a mark that says
 * how to read on and a reference to the stored whole.
 */
export function shownOutput(
  action: ActionRow,
  maxChars: number,
  secrets: Pick<RunSecrets, 'shorten'>,
): Pick<ToolMessage, 'text' | 'reference'> {
  const text = asText(action.output)
  if (text.length > maxChars) {
    const shorter = secrets.shorten(text, (fullText) => headAndTail(fullText, action.id, maxChars))
    return { text: shorter, reference: action.id }
  }
  return isTruncated(action) ? { text, reference: action.id } : { text }
}

/**
 * The row of a large output as the loop keeps it once the log has it: with the part that the model is shown. So the memory of a run does
 * not grow with the results of its tools.
 */
export function truncateOutput(
  action: ActionRow,
  maxChars: number,
  secrets: Pick<RunSecrets, 'shorten'>,
): ActionRow {
  const { text, reference } = shownOutput(action, maxChars, secrets)
  if (reference === undefined) return action
  return truncatedAction(action, text)
}

/** Reports of a tool call on the progress of its run, besides its result (JDG-2). */
export interface ToolReports {
  readonly tests: readonly TestMetrics[]
  readonly artifacts: JsonObject
  /** Files of the result; absent: it has none (FILE-4). */
  readonly files?: readonly FilePart[] | undefined
}

const maxReports = 100

const maxNameChars = 200

/** Takes the reports of one call, without secrets (TAS-7), up to `maxBytes` of artifacts; an invalid report throws at the tool. */
export function collectReports(
  maxBytes: number,
  redactor: Redactor,
): Pick<ToolContext, 'reportTests' | 'addArtifact'> & { reports(): ToolReports } {
  const tests: TestMetrics[] = []
  const artifacts = new Map<string, Json>()
  return {
    reportTests(metrics) {
      if (tests.length >= maxReports)
        throw refusedReport(`at most ${maxReports} test reports are taken of one call`)
      const checked = testMetrics.safeParse(metrics)
      if (!checked.success)
        throw refusedReport(
          'test metrics are whole numbers `passed` and `failed` from 0, and `coverage` from 0 to 1',
        )
      tests.push(checked.data)
    },
    addArtifact(name, value) {
      const key = cleanText(name)
      if (key === '' || key.length > maxNameChars)
        throw refusedReport(`the name of an artifact has 1 to ${maxNameChars} characters`)
      const stored = redactor.value(toJson(value))
      const all = { ...Object.fromEntries(artifacts), [key]: stored }
      if (bytesOfArtifacts(all) > maxBytes || Object.keys(all).length > maxReports)
        throw refusedReport(
          `the artifacts of one call are at most ${maxReports}, and ${maxBytes} bytes of JSON`,
        )
      artifacts.set(key, stored)
    },
    reports: () => ({ tests: [...tests], artifacts: Object.fromEntries(artifacts) }),
  }
}

export function bytesOfArtifacts(artifacts: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(artifacts))
}

/** The part of an action's audit that keeps the reports until its step is validated. */
export function reportsAudit(
  reports: ToolReports | undefined,
): Pick<ActionAudit, 'tests' | 'artifacts' | 'files'> {
  if (!reports) return {}
  const { tests, artifacts, files = [] } = reports
  return {
    ...(files.length > 0 && { files }),
    ...(tests.length > 0 && { tests: tests.map((metrics) => ({ ...metrics })) }),
    ...(Object.keys(artifacts).length > 0 && { artifacts }),
  }
}

/** Combines the reports of the actions in plan order. Of two artifacts with one name, the later replaces the earlier. */
export function reportsOf(actions: readonly ActionRow[]): ToolReports {
  // Few of them report anything.
  const reporting = actions.filter(
    ({ audit }) => audit.tests !== undefined || audit.artifacts !== undefined || audit.files !== undefined,
  )
  const files = reporting.flatMap(({ audit }) => audit.files ?? [])
  return {
    ...(files.length > 0 && { files }),
    tests: reporting.flatMap(({ audit: { tests } }) => (tests && reportedTests.safeParse(tests).data) ?? []),
    artifacts: Object.fromEntries(
      reporting.flatMap(({ audit: { artifacts = {} } }) => Object.entries(artifacts)),
    ),
  }
}

const reportedCount = z.int().min(0).max(1_000_000_000)

const testMetrics = z
  .object({ passed: reportedCount, failed: reportedCount, coverage: z.number().min(0).max(1).optional() })
  .transform(({ passed, failed, coverage }) =>
    coverage === undefined ? { passed, failed } : { passed, failed, coverage },
  )

const reportedTests = z.array(testMetrics)

function refusedReport(message: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message: sentence(`The report was refused: ${message}`) })
}

/** The event for the start of the action's current attempt. */
export function actionStarted(action: ActionRow, stepNumber: number, ctx: RunCore): NewEvent {
  const { id: actionId, name, type: actionType, mode, target, attempt } = action
  const parameters = recordedParameters(action, ctx)
  const data = { actionId, name, attempt, actionType, mode, target, parameters }
  return { type: 'ActionStarted', stepNumber, data }
}

/** An event holds no more than a result may (LIM-12); the row has all. */
function recordedParameters({ parameters }: ActionRow, { run, secrets }: RunCore): Json {
  const maxBytes = run.effectiveLimits.maxResultBytes.value
  if (Buffer.byteLength(JSON.stringify(parameters)) <= maxBytes) return parameters
  // Before it is cut: half a secret cannot be recognised (TAS-7). A character is six bytes at most, as \u0007.
  return cutText(JSON.stringify(secrets.redactor.value(parameters)), Math.floor(maxBytes / 6))
}
