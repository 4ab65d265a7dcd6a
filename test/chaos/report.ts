import { median } from '../bench/rounds.ts'
import type { Outcome } from './lane.ts'
import type { NotApplicable } from './not-applicable.ts'
import type { Scenario } from './scenario.ts'

/** Outcomes of one scenario in all rounds. */
export interface Row {
  readonly number: number
  readonly title: string
  readonly promises: readonly string[]
  readonly rounds: number
  readonly held: number
  /** Missing features of the machine; `null` where it was played. */
  readonly lacks: string | null
  readonly failedSeeds: readonly number[]
  /** Of all rounds together. */
  readonly seconds: number
  /** In milliseconds. */
  readonly figures: Readonly<
    Record<string, { readonly median: number; readonly max: number; readonly count: number }>
  >
}

export function toRows(scenarios: readonly Scenario[], outcomes: readonly Outcome[]): readonly Row[] {
  return scenarios.map((scenario) => {
    const own = outcomes.filter((outcome) => outcome.scenario === scenario)
    const failed = own.filter(({ violations }) => violations.length > 0)
    const lacking = own.filter(({ lacks }) => lacks !== null)
    return {
      number: scenario.number,
      title: scenario.title,
      promises: scenario.promises,
      rounds: own.length - lacking.length,
      held: own.length - lacking.length - failed.length,
      lacks: lacking[0]?.lacks ?? null,
      failedSeeds: failed.map(({ seed }) => seed),
      seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000,
      figures: figuresOf(own),
    }
  })
}

function figuresOf(outcomes: readonly Outcome[]): Row['figures'] {
  const all = outcomes.flatMap(({ figures }) => [...figures])
  const names = [...new Set(all.map(([name]) => name))]
  return Object.fromEntries(
    names.map((name) => {
      const measured = all.flatMap(([other, values]) => (other === name ? values : []))
      return [name, { median: median(measured), max: Math.max(...measured), count: measured.length }]
    }),
  )
}

/** One line for each. */
export function printList(scenarios: readonly Scenario[], notApplicable: readonly NotApplicable[]): void {
  for (const { number, title, promises } of scenarios)
    console.log(`${numbered(number, title)} (${promises.join(', ')})`)
  for (const { number, title, why } of notApplicable)
    console.log(`${numbered(number, title)}: not applicable: ${why}`)
}

/** The table of the end, and below it the figures. */
export function printTable(rows: readonly Row[], notApplicable: readonly NotApplicable[]): void {
  const titleWidth = Math.max(8, ...[...rows, ...notApplicable].map(({ title }) => title.length)) + 4
  const line = (cells: readonly [string, string, string, string, string]) =>
    console.log(
      `${cells[0].padEnd(titleWidth)} | ${cells[1].padStart(6)} | ${cells[2].padStart(6)} | ${cells[3].padStart(7)} | ${cells[4]}`,
    )
  console.log('')
  line(['scenario', 'rounds', 'held', 'seconds', 'seeds of failures'])
  console.log('-'.repeat(titleWidth + 50))
  for (const { number, title, rounds, held, lacks, seconds, failedSeeds } of rows) {
    const said = lacks === null ? failedSeeds.join(' ') : `not played: ${lacks}`
    line([numbered(number, title), `${rounds}`, `${held}`, seconds.toFixed(1), said])
  }
  for (const { number, title, why } of notApplicable)
    console.log(`${numbered(number, title).padEnd(titleWidth)} | not applicable: ${why}`)
  printFigures(rows)
}

function printFigures(rows: readonly Row[]): void {
  const figures = rows.flatMap(({ number, figures }) =>
    Object.entries(figures).map(([name, { median, max, count }]) => {
      return `${numbered(number, name)}: median ${Math.round(median)} ms, maximum ${Math.round(max)} ms, of ${count}`
    }),
  )
  if (figures.length > 0) console.log(`\n${figures.join('\n')}`)
}

function numbered(number: number, text: string): string {
  return `${String(number).padStart(3)} ${text}`
}
