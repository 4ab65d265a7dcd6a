/** Columns in their order, of a table where its alias is given: `a."id", a."name"`. */
export function columnList(columns: readonly string[], table?: string): string {
  return columns.map((column) => `${table ? `${table}.` : ''}"${column}"`).join(', ')
}

/**
 * All columns that this version of the program knows of a table. A named statement selects these, and not `*`: PostgreSQL refuses a prepared
 * statement whose result has changed, and a migration may add a column while this process runs.
 */
export function allColumns(known: Readonly<Record<string, string>>, table: string): string {
  return columnList(Object.values(known), table)
}
