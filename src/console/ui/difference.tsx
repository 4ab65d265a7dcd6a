import { useMemo } from 'react'
import styles from './difference.module.css'
import look from './look.module.css'

interface Line {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Two values, line by line: removed and added lines. Texts are compared as they are, all else as JSON. */
export function Difference(props: {
  readonly label: string
  readonly before: unknown
  readonly after: unknown
}) {
  const { label, before, after } = props
  const lines = useMemo(() => compare(linesOf(before), linesOf(after)), [before, after])
  return (
    <div
      className={`${look.well} ${look.code} ${styles.lines}`}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      {withoutLongSame(lines).map((line, index) =>
        line === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two fixed values keep their places.
          <div key={index} className={`${look.faint} ${styles.line}`} aria-hidden="true">
            ⋯
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two fixed values keep their places.
          <div key={index} className={styles.line} data-kind={line.kind}>
            <span className={styles.sign}>{signs[line.kind]}</span>
            <span className={look.hidden}>{spoken[line.kind]}</span>
            <Isolated text={line.text} />
          </div>
        ),
      )}
    </div>
  )
}

const quoted = /("(?:\\.|[^"\\])*")/

/** A line of JSON, in which letters from right to left within a text do not reorder what follows it. */
function Isolated({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(quoted).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed line keep their places.
        index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
      )}
    </>
  )
}

const signs = { same: ' ', removed: '−', added: '+' } as const
const spoken = { same: '', removed: 'removed: ', added: 'added: ' } as const

function linesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return []
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n')
}

/** Longer texts are not compared by the table of their lengths, which would be too large. */
const maxCells = 4_000_000

/** The longest common subsequence of the lines, walked from its end. */
function compare(a: readonly string[], b: readonly string[]): readonly Line[] {
  if (a.length * b.length > maxCells)
    return [...a.map((text) => ({ kind: 'removed', text }) as const), ...b.map(added)]
  const width = b.length + 1
  const length = new Uint32Array((a.length + 1) * width)
  const at = (row: number, column: number) => length[row * width + column] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [before, after] = [a[i], b[j]]
    if (before !== undefined && before === after) {
      lines.push({ kind: 'same', text: before })
      i += 1
      j += 1
    } else if (before !== undefined && (after === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: before })
      i += 1
    } else if (after !== undefined) {
      lines.push(added(after))
      j += 1
    }
  }
  return lines
}

function added(text: string): Line {
  return { kind: 'added', text }
}

const context = 3

/** The lines near a change; `null` stands for the others between. */
function withoutLongSame(lines: readonly Line[]): readonly (Line | null)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at) => (near[at] ? [line] : near[at - 1] || at === 0 ? [null] : []))
}
