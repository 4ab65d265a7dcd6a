import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBounds } from '../../src/domain/agent.ts'
import { answerBounds } from '../../src/domain/answer-size.ts'
import { maxCallSteps } from '../../src/domain/call-steps.ts'
import { fileBounds } from '../../src/domain/file.ts'
import { defaultLimits } from '../../src/domain/limits.ts'
import { maxPolicies } from '../../src/domain/permission.ts'
import { maxEventBytes } from '../../src/domain/received-event.ts'
import { labelBounds } from '../../src/domain/run-labels.ts'
import { maxPlanBytes } from '../../src/engine/plan/check-given-plan.ts'
import { maxPageSize } from '../../src/graphql/paging/page-arguments.ts'
import { maxRequestBytes } from '../../src/http/yoga/graphql-server.ts'
import { root } from './run-command.ts'

type Row = readonly [what: string, most: string, beyond: string]

/** Limits of runs that neither callers nor settings change, as a Markdown table. */
export function runLimitsTable(): string {
  return table([
    [
      'Steps of a subagent whose definition has no number',
      count(defaultLimits.subAgentMaxSteps),
      'A final summary (`MAX_STEPS`).',
    ],
    ['Time of a run (`timeoutMs`)', duration(runBounds.maxTimeoutMs), '`INVALID_INPUT`'],
    [
      'Time of the final summary after a time limit',
      duration(defaultLimits.graceMs),
      'The run is PAUSED without it.',
    ],
    [
      'Attempt of an action without a limit of its own',
      duration(defaultLimits.actionTimeoutMs),
      'The attempt fails.',
    ],
    [
      'Stored result of an action',
      bytes(defaultLimits.maxResultBytes),
      'Its beginning and its end are kept.',
    ],
    ['Actions of a step at once (`maxParallel`)', count(defaultLimits.maxParallel), 'Default of an agent.'],
    ['Depth of the tree of runs (`maxDepth`)', count(defaultLimits.maxDepth), 'Default of an agent.'],
    ['Children of a run (`maxChildren`)', count(defaultLimits.maxChildren), 'Default of an agent.'],
    ['Runs below the root of a tree', count(defaultLimits.maxDescendants), 'The call fails.'],
    [
      'Continuations of an answer that was cut off',
      count(defaultLimits.maxContinuations),
      'Default of an agent.',
    ],
    ['Steps of a call of a tool (`context.step`)', count(maxCallSteps), 'The call fails.'],
    [
      'Schedules of a project',
      count(numberIn('schedules/schedule-operations.ts', 'maxSchedules')),
      '`LIMIT_EXCEEDED`',
    ],
    [
      'Webhooks of a project',
      count(numberIn('webhooks/webhook-operations.ts', 'maxWebhooks')),
      '`LIMIT_EXCEEDED`',
    ],
    [
      'Event triggers of a project',
      count(numberIn('events/event-trigger-operations.ts', 'maxTriggers')),
      '`LIMIT_EXCEEDED`',
    ],
    [
      'Event sources of a project',
      count(numberIn('events/event-source-operations.ts', 'maxSources')),
      '`LIMIT_EXCEEDED`',
    ],
    ['Policies of a project', count(maxPolicies), '`LIMIT_EXCEEDED`'],
    ['Valid API keys of a project', count(numberIn('auth/key-operations.ts', 'maxKeys')), '`LIMIT_EXCEEDED`'],
  ])
}

/** Limits of an answer of a model, as a Markdown table. */
export function answerLimitsTable(): string {
  const [files, base64] = ['maxFiles', 'maxBase64'].map((name) =>
    numberIn('models/files/made-files.ts', name),
  )
  const beyond = 'The call fails with `ANSWER_TOO_LARGE`.'
  return table([
    ['Characters: text, reasoning and tool calls together', count(answerBounds.maxChars), beyond],
    ['Parts: texts, reasoning and tool calls', count(answerBounds.maxParts), beyond],
    ['Files', count(files ?? 0), beyond],
    ['Size of all files in base64', bytes(base64 ?? 0), beyond],
    [
      'An event of a stream, and a response in one piece',
      bytes(numberIn('models/provider-fetch.ts', 'maxParsedBytes')),
      beyond,
    ],
  ])
}

/** Limits of what callers send, as a Markdown table. */
export function requestLimitsTable(): string {
  const keyLength = `1 to ${count(runBounds.maxKeyLength)} characters`
  return table([
    ['Request body', bytes(maxRequestBytes), '413, `INPUT_TOO_LARGE`'],
    [
      'Chunks of a body without a length',
      count(numberIn('http/limits/body-limit.ts', 'maxPieces')),
      '400, `REQUEST_MALFORMED`',
    ],
    ['Request headers with the URL', '16 KiB', '431, `REQUEST_MALFORMED`. Use POST.'],
    [
      'Requests ahead of an answer on a connection (pipelining)',
      'none',
      'They are not executed, and the connection ends.',
    ],
    [
      'Agent definition as JSON',
      bytes(numberIn('engine/commands/save-agent.ts', 'maxDefinitionBytes')),
      '`INVALID_INPUT`',
    ],
    ['Input of a run, or a message to it', bytes(runBounds.maxInputBytes), '`INPUT_TOO_LARGE`'],
    ['Context of a run as JSON', bytes(runBounds.maxContextBytes), '`INPUT_TOO_LARGE`'],
    [
      'Arguments of a revision at a gate',
      bytes(numberIn('engine/gates/check-revision.ts', 'maxBytes')),
      '`INPUT_TOO_LARGE`',
    ],
    ['Plan of a run as JSON', bytes(maxPlanBytes), '`INPUT_TOO_LARGE`'],
    ['Data of a received event as JSON', bytes(maxEventBytes), '`INPUT_TOO_LARGE`'],
    ['`sessionKey`, `threadId`, `idempotencyKey`, fields of `origin`', keyLength, '`INVALID_INPUT`'],
    [
      'Tags of a run; characters of a tag',
      `${count(labelBounds.maxTags)}; ${count(labelBounds.maxTagLength)}`,
      '`INVALID_INPUT`',
    ],
    [
      'Entries of metadata; characters of a value',
      `${count(labelBounds.maxMetadataEntries)}; ${count(labelBounds.maxMetadataValueLength)}`,
      '`INVALID_INPUT`',
    ],
    ['Files of a message', count(fileBounds.maxPerMessage), '`LIMIT_EXCEEDED`'],
    ['Size of a file; the project sets less', bytes(fileBounds.maxFileBytes), '`FILE_TOO_LARGE`'],
    ['Objects of a page', count(maxPageSize), '`INVALID_INPUT`'],
    [
      'Ids of the filter `ids`',
      count(numberIn('graphql/paging/filter-input.ts', 'maxIds')),
      '`INVALID_INPUT`',
    ],
    ['Ids of `nodes`', count(numberIn('graphql/node.ts', 'maxIds')), '`LIMIT_EXCEEDED`'],
    [
      'Values of a JSON Schema (32 characters of text count as one)',
      count(numberIn('tools/json-schema-check.ts', 'maxSize')),
      '`INVALID_INPUT`',
    ],
    ['Groups of `usage`', count(numberIn('graphql/usage/usage-report.ts', 'maxBuckets')), '`LIMIT_EXCEEDED`'],
  ])
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return ['| What | At most | Beyond that |', '| --- | --- | --- |', ...lines].join('\n')
}

/** The value of a constant of a module of src/ that exports it to nobody: a product of numbers. */
function numberIn(path: string, name: string): number {
  const text = readFileSync(join(root, 'src', path), 'utf8')
  const [, value] = new RegExp(`^(?:export )?const ${name} = ([\\w *]+)$`, 'm').exec(text) ?? []
  const factors = value?.split(' * ').map((factor) => {
    const number = Number(factor.replaceAll('_', ''))
    return Number.isNaN(number) ? numberIn(path, factor) : number
  })
  if (factors === undefined)
    throw new Error(`src/${path} has no constant ${name}, which docs/reference/limits.md shows.`)
  return factors.reduce((product, factor) => product * factor, 1)
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function bytes(value: number): string {
  return value < 1024 ** 2 ? `${value / 1024} KiB` : `${value / 1024 ** 2} MiB`
}

function duration(ms: number): string {
  return ms < 86_400_000 ? `${ms / 1_000} s` : `${ms / 86_400_000} days`
}
