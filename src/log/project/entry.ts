import { z } from 'zod'
import type { Sliced } from '../../domain/in-slices.ts'
import type { CommitContent } from '../../domain/run-log.ts'
import { type Cells, cellsAsText, type Size, toCells } from './rows-as-text.ts'
import {
  type AnyTable,
  type EntryPart,
  entryParts,
  entryTables,
  type WrittenMessage,
} from './written-tables.ts'

/**
 * What a commit says besides its events: each row that it makes or changes, as it is afterwards, as cells in the order of the columns that
 * `entryTables` declares. The log keeps it beside the events, and the rows of the tables are made from it.
 */
export type LogEntry = { readonly [Part in EntryPart]?: readonly Cells[] | undefined }

/** The entry of a commit that is written at a time; `null` where it makes and changes no row. */
export function* entryOf(commit: CommitContent, at: Date, size: Size): Sliced<LogEntry | null> {
  const { steps, actions, attempts, messages, modelCalls, compactions } = entryTables
  const entry = {
    steps: yield* toCells(commit.steps, steps.columns, size),
    actions: yield* toCells(commit.actions, actions.columns, size),
    attempts: yield* toCells(commit.attempts, attempts.columns, size),
    messages: yield* toCells(messageRows(commit, at), messages.columns, size),
    modelCalls: yield* toCells(commit.modelCalls, modelCalls.columns, size),
    compactions: yield* toCells(commit.compactions, compactions.columns, size),
  }
  return isEmptyEntry(entry) ? null : entry
}

function messageRows({ messages = [] }: CommitContent, at: Date): readonly WrittenMessage[] {
  return messages.map(({ message, ...row }) => ({
    ...row,
    role: message.role.toUpperCase(),
    content: message,
    createdAt: at,
  }))
}

/** The rows that follow from the entries of a run, in their order: the last state of each. */
export function foldEntries(entries: readonly LogEntry[]): LogEntry {
  const [only] = entries
  if (only !== undefined && entries.length === 1) return only
  const folded: { -readonly [Part in keyof LogEntry]: LogEntry[Part] } = {}
  for (const part of entryParts) {
    const rows = new Map<string, Cells>()
    const { key, changing }: AnyTable = entryTables[part]
    for (const entry of entries)
      for (const cells of entry[part] ?? []) {
        const id = cells.slice(0, key.length).join(' ')
        if (changing.length > 0 || !rows.has(id)) rows.set(id, cells)
      }
    if (rows.size > 0) folded[part] = [...rows.values()]
  }
  return folded
}

/** The rows of each run as parameters, in the order of `entryParts`. */
export function partsAsText(rowsOfRuns: readonly (LogEntry | undefined)[]): readonly string[] {
  return entryParts.map((part) => cellsAsText(rowsOfRuns.map((rows) => rows?.[part])))
}

export function isEmptyEntry(entry: LogEntry): boolean {
  return entryParts.every((part) => entry[part] === undefined)
}

/** The entries of a segment, as the log has them: a line of JSON for each. */
export function parseEntries(lines: string): readonly LogEntry[] {
  return lines.split('\n').map((line) => storedEntry.parse(JSON.parse(line)))
}

const storedEntry = z.partialRecord(z.enum(entryParts), z.array(z.array(z.string())))
