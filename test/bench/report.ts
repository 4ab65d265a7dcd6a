import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { aheadByCpu, aheadOf, type Entry, noiseOf, type Result, type Spread, spreadOf } from './result.ts'

/** Conditions that the figures depend on besides the programs. */
export interface Machine {
  readonly platform: string
  readonly node: string
  readonly postgres: string
  readonly processor: string
  readonly processors: number
  readonly memoryGb: number
  /** Processes that wanted a processor in the last minute, on average. */
  readonly loadBefore: number
}

export function describeMachine(postgres: string): Machine {
  return {
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadBefore: loadNow(),
  }
}

export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}

/** The results of one work as a table. Absolute figures change with the machine; the ratios count. */
export function renderResult(result: Result): string {
  const optional = {
    p99: result.entries.some(({ p99Ms }) => p99Ms),
    cpu: result.entries.some(({ cpuUs }) => cpuUs.length > 0),
    server: result.entries.some(({ serverCpuUs }) => serverCpuUs.length > 0),
  }
  const columns = [
    'contender',
    result.unit,
    'min–max',
    ...(optional.p99 ? ['p99 ms'] : []),
    ...(optional.cpu ? [`CPU µs/${result.per}`] : []),
    ...(optional.server ? ['+ PostgreSQL'] : []),
    'Rungraph is',
    'min–max',
    ...(optional.cpu ? ['by CPU'] : []),
    'goal',
  ]
  const rows = result.entries.map((entry) => rowOf(result, entry, optional))
  const noise = noiseOf(result)
  const notes = [
    `${result.better} is better`,
    ...(noise === null ? [] : [`noise ${Math.round(noise * 100)} %`]),
  ]
  const heading = `### ${result.work} (${notes.join('; ')})`
  return [heading, '', ...table([columns, ...rows]), ...failuresOf(result)].join('\n')
}

/** The columns that some works have. */
type Optional = Readonly<Record<'p99' | 'cpu' | 'server', boolean>>

function rowOf(result: Result, entry: Entry, optional: Optional): string[] {
  const figures = spreadOf(entry.figures)
  if (!figures) return [entry.name, '–']
  const ahead = aheadOf(result, entry)
  return [
    entry.name,
    format(figures.median),
    `${format(figures.min)}–${format(figures.max)}`,
    ...(optional.p99 ? [formatMedian(entry.p99Ms ?? [])] : []),
    ...(optional.cpu ? [formatMedian(entry.cpuUs)] : []),
    ...(optional.server ? [formatMedian(entry.serverCpuUs)] : []),
    formatRatio(ahead),
    ahead ? `${format(ahead.min)}–${format(ahead.max)}` : '',
    ...(optional.cpu ? [formatRatio(aheadByCpu(result, entry))] : []),
    entry.role === 'rungraph' ? limit(result.atMost, figures.median) : verdict(entry.goal, ahead?.median),
  ]
}

function verdict(goal: number | undefined, ratio: number | undefined): string {
  if (goal === undefined || ratio === undefined) return ''
  return `${format(goal)} × ${ratio >= goal ? 'met' : 'MISSED'}`
}

function limit(atMost: number | undefined, figure: number): string {
  return atMost === undefined ? '' : `≤ ${format(atMost)} ${figure <= atMost ? 'met' : 'MISSED'}`
}

function failuresOf({ entries }: Result): readonly string[] {
  return entries.flatMap(({ name, failure }) => (failure ? [`\n${name} was not measured: ${failure}`] : []))
}

function formatMedian(figures: readonly number[]): string {
  const spread = spreadOf(figures)
  return spread ? format(spread.median) : '–'
}

function formatRatio(ratio: Spread | null): string {
  return ratio ? `${format(ratio.median)} ×` : ''
}

/** Three figures, as more of them say nothing. */
function format(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** As Markdown, which reads as well on a terminal. The first column begins at the left, the others end at the right. */
function table([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  const cellOf = (row: readonly string[], column: number) => row[column] ?? ''
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => cellOf(row, column).length)),
  )
  const lineOf = (row: readonly string[]) =>
    widths.map((width, column) => {
      const cell = cellOf(row, column)
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [lineOf(head), rule, ...rows.map(lineOf)].map((cells) => `| ${cells.join(' | ')} |`)
}
