import type { Reads } from '../../domain/reads.ts'
import type { PlainRow } from '../../domain/row-list.ts'
import { markPlain } from '../loaded-columns.ts'
import type { PlainSelection } from './plain-selection.ts'

type Row = PlainRow['row']

/**
 * Reads the objects that columns of the rows reference, one statement for each column, and the objects that those reference in turn. Rows
 * of one project refer to that project alone.
 */
export async function readReferences(
  reads: Reads,
  rows: readonly Row[],
  { references }: PlainSelection,
): Promise<void> {
  if (references.length === 0) return
  for (const row of rows) markPlain(row)
  await Promise.all(
    references.map(async ({ name, column, table, selection }) => {
      const ids = new Set(rows.flatMap((row) => idIn(row, column) ?? []))
      const found = ids.size === 0 ? [] : await reads.rowsById(table, selection.columns, [...ids])
      await readReferences(reads, found, selection)
      const byId = new Map(found.map((row) => [row.id, row]))
      for (const row of rows) Object.assign(row, { [name]: byId.get(idIn(row, column) ?? '') ?? null })
    }),
  )
}

function idIn(row: Row, column: string): string | null {
  const id: unknown = Reflect.get(row, column)
  return typeof id === 'string' ? id : null
}
