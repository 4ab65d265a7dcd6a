import type { UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import { groupOf, type UsageRow } from './usage-rows.ts'
import type { UsageReport } from './use-usage.ts'

const figures = [
  ['calls', ({ requests }) => requests],
  ['input_tokens', ({ inputTokens }) => inputTokens],
  ['cached_input_tokens', ({ cachedInputTokens }) => cachedInputTokens],
  ['output_tokens', ({ outputTokens }) => outputTokens],
  ['reasoning_tokens', ({ reasoningTokens }) => reasoningTokens],
  ['total_tokens', ({ totalTokens }) => totalTokens],
  ['cost_usd', ({ costUsd }) => costUsd],
  ['saved_usd', ({ savedUsd }) => savedUsd],
  ['unpriced_calls', ({ unpricedCalls }) => unpricedCalls],
] as const satisfies readonly (readonly [string, (usage: UsageFiguresFragment) => number | string])[]

/** The table as CSV: a line for each group. */
export function tableCsv(report: UsageReport, rows: readonly UsageRow[]): string {
  return toCsv([
    [report.by, 'name', ...figures.map(([name]) => name)],
    ...rows.map(({ id, name, usage }) => [id, name, ...figures.map(([, read]) => read(usage))]),
  ])
}

/** The chart as CSV: a line for each group and hour or day, as the API answered them. */
export function courseCsv(report: UsageReport): string {
  return toCsv([
    ['time', report.by, 'name', ...figures.map(([name]) => name)],
    ...report.buckets
      .map((bucket) => [
        ...[bucket.hour ?? bucket.day ?? '', ...groupOf(report.by, bucket)],
        ...figures.map(([, read]) => read(bucket.usage)),
      ])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ])
}

/** RFC 4180. A name that a spreadsheet would take for a formula begins with an apostrophe. */
function toCsv(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((line) => `${line.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
