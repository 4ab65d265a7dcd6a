import { it } from 'vitest'
import { type ThreeAmRow, type Topic, threeAmRows } from '../../checks/three-am.ts'

/** Breaks an installation as the row says, checks its symptoms, and repairs it. */
type Try = (row: ThreeAmRow) => Promise<void>

/** For each row of the topic one try. */
type Tries<Of extends Topic> = Readonly<Record<keyof (typeof threeAmRows)[Of], Try>>

/** Several processes start in each, and commands beside them: on a busy machine that takes minutes. */
const timeout = 600_000

/** A test for each row of the page, skipped where this machine lacks a program. A row without a try fails. */
export function tryRows<Of extends Topic>(
  topic: Of,
  tries: Tries<Of>,
  skipped: Partial<Readonly<Record<keyof Tries<Of>, string | null>>> = {},
): void {
  const [rows, known] = [Object.entries<ThreeAmRow>(threeAmRows[topic]), new Map(Object.entries<Try>(tries))]
  const reasons = new Map(Object.entries(skipped))
  for (const [id, row] of rows)
    it.skipIf(typeof reasons.get(id) === 'string')(
      `OPS-9 ${id}: the symptom is seen, and the remedy heals it`,
      { timeout },
      async () => {
        const attempt = known.get(id)
        if (attempt === undefined) throw new Error(`Nothing tries the row "${id}" of docs/operating.md.`)
        await attempt(row)
      },
    )
}
