import { z } from 'zod'
import type { CommitContent } from '../../domain/run-log.ts'
import { type EntryPart, entryParts, entryTables, type WrittenMessage } from './written-tables.ts'

/** A row in the columns of its table, without those of its run. Columns that are null may be absent. */
export type EntryRow = Readonly<Record<string, unknown>>

/**
 * What a commit says besides its events: each row that it makes or changes, as it is afterwards. The log keeps it beside the events, and the
 * rows of the tables are made from it.
 */
export type Entry = { readonly [Table in EntryPart]?: readonly EntryRow[] }

/** The entry of a commit that is written at a time; `null` where it makes and changes no row. */
export function entryOf(commit: CommitContent, at: Date): Entry | null {
  const { steps, actions, attempts, modelCalls, compactions } = commit
  const rows = { steps, actions, attempts, messages: messageRows(commit, at), modelCalls, compactions }
  const entry: { [Table in EntryPart]?: readonly EntryRow[] } = {}
  let isEmpty = true
  for (const table of entryParts) {
    const ofTable: readonly object[] = rows[table] ?? []
    if (ofTable.length === 0) continue
    entry[table] = ofTable.map((row) => ownColumns(row, entryTables[table].columns))
    isEmpty = false
  }
  return isEmpty ? null : entry
}

function messageRows({ messages = [] }: CommitContent, at: Date): readonly WrittenMessage[] {
  return messages.map(({ message, ...row }) => ({
    ...row,
    role: message.role.toUpperCase(),
    content: message,
    createdAt: at,
  }))
}

function ownColumns(row: object, columns: object): EntryRow {
  const own: Record<string, unknown> = {}
  for (const name in columns) {
    const value: unknown = Reflect.get(row, name)
    if (value !== null && value !== undefined) own[name] = value
  }
  return own
}

/** The rows that follow from the entries of a run, in their order: the last state of each. */
export function foldEntries(entries: readonly Entry[]): Entry {
  const [only] = entries
  if (only !== undefined && entries.length === 1) return only
  const folded: { [Table in EntryPart]?: readonly EntryRow[] } = {}
  for (const table of entryParts) {
    const rows = new Map<string, EntryRow>()
    const { key, changing } = entryTables[table]
    for (const entry of entries)
      for (const row of entry[table] ?? []) {
        const id = key.map((column) => row[column]).join(' ')
        if (changing.length > 0 || !rows.has(id)) rows.set(id, row)
      }
    if (rows.size > 0) folded[table] = [...rows.values()]
  }
  return folded
}

/** The entries of a segment, as the log has them: a line of JSON for each. */
export function parseEntries(lines: string): readonly Entry[] {
  return lines.split('\n').map((line) => storedEntry.parse(JSON.parse(line)))
}

const storedEntry = z.partialRecord(z.enum(entryParts), z.array(z.record(z.string(), z.unknown())))
