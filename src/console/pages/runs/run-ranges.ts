import { type RunsSearch, readRunsSearch } from './runs-search.ts'

/** Two filters of a view that are the ends of a range, with the names that the form has for them. */
interface RunRange {
  readonly from: RangeEnd
  readonly to: RangeEnd
  readonly fromName: string
  readonly toName: string
  /** What its end must not be. */
  readonly word: 'less' | 'earlier'
}

type RangeEnd = Extract<
  keyof RunsSearch,
  ('minCost' | 'minDuration' | 'minRating' | 'after') | ('maxCost' | 'maxDuration' | 'maxRating' | 'before')
>

const ranges: readonly RunRange[] = [
  { from: 'minCost', to: 'maxCost', fromName: 'Cost from', toName: 'Cost to', word: 'less' },
  { from: 'minDuration', to: 'maxDuration', fromName: 'Duration from', toName: 'Duration to', word: 'less' },
  { from: 'minRating', to: 'maxRating', fromName: 'Rating from', toName: 'Rating to', word: 'less' },
  { from: 'after', to: 'before', fromName: 'Created after', toName: 'Created before', word: 'earlier' },
]

/** The ranges of a view whose ends are in the wrong order: the API refuses such a filter. */
function reversedRanges(view: RunsSearch): readonly RunRange[] {
  return ranges.filter((range) => isReversed(view, range))
}

/** Why no run can match a view: each range that ends below its begin. Null where none does. */
export function rangesProblem(view: RunsSearch): string | null {
  const parts = reversedRanges(view).map(
    ({ fromName, toName, word }) => `“${toName}” is ${word} than “${fromName}”`,
  )
  return parts.length === 0 ? null : `${parts.join(', and ')}: no run can match.`
}

/** What is wrong with a filter that is the end of a range; null of any other. */
export function rangeProblem(view: RunsSearch, end: keyof RunsSearch): string | null {
  const range = ranges.find(({ to }) => to === end)
  if (!range || !isReversed(view, range)) return null
  return `This must not be ${range.word} than “${range.fromName}”.`
}

/** The view with the two ends of each range that ends below its begin in each other's place. */
export function withSwapped(view: RunsSearch): RunsSearch {
  const swapped = reversedRanges(view).flatMap(({ from, to }) => [
    [from, view[to]],
    [to, view[from]],
  ])
  return readRunsSearch({ ...view, ...Object.fromEntries(swapped) })
}

function isReversed(view: RunsSearch, { from, to, word }: RunRange): boolean {
  const [least, greatest] = [view[from], view[to]]
  if (least === undefined || greatest === undefined) return false
  return word === 'earlier'
    ? Date.parse(String(least)) > Date.parse(String(greatest))
    : Number(least) > Number(greatest)
}
