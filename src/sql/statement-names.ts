/** Gives a statement its name, or none. */
export type StatementNames = (text: string) => string | undefined

/**
 * Names for statements whose text is put together: PostgreSQL parses a named one once for each connection, and plans it anew only where
 * that pays. The first `max` texts get a name. Each connection keeps what has one, so there must be an end.
 */
export function nameStatements(prefix: string, max: number): StatementNames {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= max) return known
    const name = `${prefix}-${names.size + 1}`
    names.set(text, name)
    return name
  }
}
