import { describeCost } from '../../domain/usage.ts'
import type { EvaluationResultsQuery, EvaluationSumsQuery } from '../../generated/command/graphql.ts'

type Evaluation = NonNullable<EvaluationSumsQuery['evaluation']>
/** The evaluation as a whole. */
export type EvaluationSums = Omit<Evaluation, 'comparison'>
export type Comparison = NonNullable<Evaluation['comparison']>
/** What became of an item, in this evaluation and since another. */
type ItemOfServer = Comparison['items'][number]

type ResultOfServer = NonNullable<EvaluationResultsQuery['evaluation']>['results']['nodes'][number]

/** A result, as the command prints it. */
export interface Result extends Omit<ResultOfServer, 'item' | 'run' | 'checks'> {
  readonly key: string
  readonly run: string | null
  readonly checks: readonly Check[]
}

interface Check extends Omit<ResultOfServer['checks'][number], 'votes'> {
  readonly votes: { readonly met: number; readonly of: number } | null
}

/** The results of the command. */
export interface EvalReport {
  readonly agent: string
  readonly dataSet: string
  readonly evaluation: EvaluationSums
  readonly items: readonly ReportedItem[]
  /** `null`: it is compared with none. */
  readonly baseline: Comparison | null
}

/** What became of all trials of an item: of those that were not scored, the worst. */
type ReportedVerdict = 'PASSED' | 'FAILED' | 'FLAKY' | 'DIVERGED' | 'ERROR' | 'CANCELLED'

/** An item with what a reader wants to know of its trials. */
export interface ReportedItem {
  readonly key: string
  readonly verdict: ReportedVerdict
  /** Trials that passed, and those that were scored. */
  readonly passed: number
  readonly of: number
  readonly score: number | null
  /** Means over the trials. */
  readonly costUsd: string
  readonly durationMs: number | null
  readonly unpricedCalls: number
  readonly change: ItemOfServer['change']
  readonly trials: readonly Result[]
  /** Why it did not pass, each reason once. */
  readonly reasons: readonly string[]
}

/** Whether the agent is as good as it is required to be. Each code is an exit code of the command. */
export interface Conclusion {
  readonly code: 0 | 1 | 2
  readonly text: string
}

/** The items of the evaluation, each with its results. */
export function reportItems(
  compared: readonly ItemOfServer[],
  results: readonly Result[],
): readonly ReportedItem[] {
  const byKey = Map.groupBy(results, ({ key }) => key)
  return compared.flatMap(({ key, change, after }) => {
    if (after === null) return []
    const { verdict: scored, total: of, ...outcome } = after
    const trials = byKey.get(key) ?? []
    const reasons = [...new Set(trials.flatMap(reasonsOf))]
    const worst = (['ERROR', 'CANCELLED', 'DIVERGED'] as const).find((status) =>
      trials.some((trial) => trial.status === status),
    )
    return { key, ...outcome, of, trials, reasons, change, verdict: worst ?? scored ?? 'ERROR' }
  })
}

function reasonsOf({ error, checks }: Result): readonly string[] {
  return [
    ...(error === null ? [] : [error]),
    ...checks.filter(({ passed }) => passed === false).map(wordsOfCheck),
  ]
}

function wordsOfCheck({ kind, expected, reason, votes }: Result['checks'][number]): string {
  const found = votes === null ? '' : ` (${votes.met} of ${votes.of} votes found it met)`
  return `${kind} ${expected}${found}${reason === '' ? '' : `: ${reason}`}`
}

/**
 * Compares the results with what is required: a score, and that nothing regressed since a baseline; if neither is asked for, that
 * every result passed. What could not be scored is no success.
 */
export function concludeReport(report: EvalReport, minScore: number | null): Conclusion {
  const { evaluation, baseline } = report
  const { status, error, errorCount, resultCount, passedCount } = evaluation
  if (status !== 'COMPLETED')
    return failed(`The evaluation is ${status}${error === null ? '.' : `: ${error}`}`)
  if (errorCount > 0) return failed(`${errorCount} of ${resultCount} results could not be scored.`)
  const { score } = evaluation
  if (score === null) return failed('No result was scored: every replay left its record.')
  const regressed = baseline?.items.filter(({ change }) => change === 'REGRESSED').length ?? 0
  if (regressed > 0) return below(`${itemCount(regressed)} regressed since the baseline.`)
  if (minScore !== null && score < minScore)
    return below(`The score is ${score.toFixed(3)}, less than the required ${minScore}.`)
  if (minScore === null && baseline === null && passedCount < resultCount)
    return below(`${resultCount - passedCount} of ${resultCount} results did not pass.`)
  return { code: 0, text: 'Passed.' }
}

function failed(text: string): Conclusion {
  return { code: 2, text: `Not evaluated. ${text}` }
}

function below(text: string): Conclusion {
  return { code: 1, text: `Not passed. ${text}` }
}

function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}

/** The reasons of an item in a table are cut to so many, and each to so many characters. */
const shown = { reasons: 5, characters: 200, key: 40 } as const

/** The results as a table for a terminal. */
export function toTable(report: EvalReport): string {
  const { agent, dataSet, evaluation, items, baseline } = report
  const { agentVersion, dataSetVersion, mode, trials } = evaluation
  const heading = `${agent} version ${agentVersion}, data set ${dataSet} version ${dataSetVersion}, ${mode}, ${trials === 1 ? '1 trial' : `${trials} trials`}`
  const columns = ['ITEM', 'RESULT', 'PASSED', 'SCORE', 'COST USD', 'TIME', ...(baseline ? ['CHANGE'] : [])]
  const rows = items.map((item) => [
    cut(item.key, shown.key),
    item.verdict,
    `${item.passed} of ${item.of}`,
    item.score === null ? '-' : item.score.toFixed(2),
    costCell(item),
    item.durationMs === null ? '-' : `${(item.durationMs / 1_000).toFixed(1)} s`,
    ...(baseline ? [item.change] : []),
  ])
  const widths = columns.map((name, place) =>
    Math.max(name.length, ...rows.map((row) => row[place]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd()
  const body = items.flatMap((item, index) => [
    line(rows[index] ?? []),
    ...item.reasons.slice(0, shown.reasons).map((reason) => `    ${cut(reason, shown.characters)}`),
    ...(item.reasons.length > shown.reasons ? [`    and ${item.reasons.length - shown.reasons} more`] : []),
  ])
  return [heading, '', line(columns), ...body, '', ...sums(report)].join('\n')
}

function sums({ evaluation, baseline }: EvalReport): readonly string[] {
  const { passedCount, failedCount, divergedCount, errorCount, judgeCostUsd } = evaluation
  const counts = [
    `${passedCount} passed`,
    `${failedCount} failed`,
    ...(divergedCount > 0 ? [`${divergedCount} diverged`] : []),
    ...(errorCount > 0 ? [`${errorCount} could not be scored`] : []),
  ]
  const judge = judgeCostUsd === '0' ? '' : `, judge ${judgeCostUsd} USD`
  const score = evaluation.score?.toFixed(3) ?? '-'
  const first = `Score ${score}: ${counts.join(', ')}. Cost ${describeCost(evaluation)}${judge}.${priceNote(evaluation)}`
  if (baseline === null) return [first]
  const changes = [...Map.groupBy(baseline.items, ({ change }) => change)].map(
    ([change, of]) => `${of.length} ${change.toLowerCase()}`,
  )
  return [first, `Since version ${baseline.baseline.agentVersion}: ${changes.join(', ')}.`]
}

function costCell({ costUsd, unpricedCalls }: ReportedItem): string {
  if (unpricedCalls === 0) return costUsd
  return Number(costUsd) === 0 ? 'not priced' : `over ${costUsd}`
}

function priceNote({ unpricedCalls }: EvaluationSums): string {
  return unpricedCalls === 0 ? '' : ' Set the prices in a file of RUNGRAPH_MODELS (docs/models.md).'
}

/** One line, without characters that a terminal would obey. */
function cut(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`
}
