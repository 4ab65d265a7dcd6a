/** What a benchmark found. */
export interface Result {
  readonly work: string
  readonly unit: string
  /** The median of each contender. */
  readonly figures: Readonly<Record<string, number>>
  /** Ours to theirs; above 1 is ahead. */
  readonly ratio: number
  /** The least ratio that PERFORMANCE asks for; `null` where it asks for none. */
  readonly goal: number | null
}

/** One line a result; absolute figures change with the machine, the ratio is what counts. */
export function printResults(results: readonly Result[]): void {
  for (const { work, unit, figures, ratio, goal } of results) {
    const shown = Object.entries(figures).map(([name, figure]) => `${name} ${format(figure)}`)
    const verdict = goal === null ? '' : `   goal ${goal.toFixed(2)} ${ratio >= goal ? 'met' : 'MISSED'}`
    console.log(`${work.padEnd(36)} ${shown.join('   ')} ${unit}   ratio ${ratio.toFixed(2)}${verdict}`)
  }
}

function format(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}
