import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { aheadOf, type Entry, noiseOf, type Result, spreadOf } from './result.ts'

/** What the figures depend on besides the programs. */
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

/** What was found of one work, as a table. Absolute figures change with the machine; the ratios count. */
export function renderResult(result: Result): string {
  const hasP99 = result.entries.some(({ p99Ms }) => p99Ms)
  const columns = [
    'contender',
    result.unit,
    'min–max',
    ...(hasP99 ? ['p99 ms'] : []),
    `CPU µs/${result.per}`,
    '+ PostgreSQL',
    'Rungraph is',
    'min–max',
    'goal',
  ]
  const rows = result.entries.map((entry) => rowOf(result, entry, hasP99))
  const noise = noiseOf(result)
  const heading = `${result.work} (${result.better} is better${noise === null ? '' : `; noise ${Math.round(noise * 100)} %`})`
  return [heading, ...table([columns, ...rows]), ...failuresOf(result)].join('\n')
}

function rowOf(result: Result, entry: Entry, hasP99: boolean): string[] {
  const figures = spreadOf(entry.figures)
  if (!figures) return [entry.name, '–']
  const p99 = spreadOf(entry.p99Ms ?? [])
  const ahead = aheadOf(result, entry)
  return [
    entry.name,
    format(figures.median),
    `${format(figures.min)}–${format(figures.max)}`,
    ...(hasP99 ? [p99 ? format(p99.median) : '–'] : []),
    ...[entry.cpuUs, entry.serverCpuUs].map((cpu) => formatSpread(cpu)),
    ahead ? `${format(ahead.median)} ×` : '',
    ahead ? `${format(ahead.min)}–${format(ahead.max)}` : '',
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
  return entries.flatMap(({ name, failure }) => (failure ? [`  ${name} was not measured: ${failure}`] : []))
}

function formatSpread(figures: readonly number[]): string {
  const spread = spreadOf(figures)
  return spread ? format(spread.median) : '–'
}

/** Three figures, as more of them say nothing. */
function format(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** The first column begins at the left, the others end at the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? ''
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
