import { z } from 'zod'
import { agentDefinition } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import { eventCatalogue } from '../../domain/event-catalogue.ts'
import { formatIssues, issueMessages } from '../../domain/format-issue.ts'
import { workflowDefinition } from '../../domain/workflow.ts'
import { type ArchiveType, archiveTypes } from './archive-tables.ts'

/** A row of a file. */
export interface ArchiveRow {
  readonly type: ArchiveType
  readonly row: Readonly<Record<string, unknown>>
  /** The line as it stands: it goes to the database as it is. */
  readonly text: string
  /** Its number, from 1. */
  readonly line: number
}

const row = z.object({ type: z.enum(archiveTypes), row: z.record(z.string(), z.unknown()) }).strict()
/** No process may execute a run from a file. */
const stoppedRun = z.object({ status: z.enum(['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED']) })
const segment = z.object({
  firstSeq: z.int().positive(),
  lastSeq: z.int().positive(),
  order: z.int(),
  events: z.array(z.object({ place: z.int().nonnegative(), type: z.string() })).nonempty(),
})
/** Workers continue a fired action that has not ended, though its run has (DAG-4). */
const isActive = z.object({ mode: z.literal('FIRE_AND_FORGET'), status: z.enum(['PENDING', 'RUNNING']) })

/** Reads a row, and checks the rules that the database does not check. @throws ARCHIVE_UNREADABLE */
export function readRow(value: unknown, text: string, line: number, runs: ReadonlySet<string>): ArchiveRow {
  const parsed = row.safeParse(value)
  if (!parsed.success) throw unreadableLine(line, 'it is no row of an exported run')
  const read = { ...parsed.data, text, line }
  const fault = faultOf(read, runs)
  if (fault !== null) throw unreadableLine(line, fault)
  return read
}

export function unreadableLine(line: number, reason: string): RungraphError {
  return new RungraphError('ARCHIVE_UNREADABLE', { line, reason })
}

function faultOf({ type, row }: ArchiveRow, runs: ReadonlySet<string>): string | null {
  switch (type) {
    case 'agent':
    case 'workflow':
    case 'session':
    case 'prompt':
    case 'file':
      return null
    case 'runFile':
      return runs.has(String(row.rootId)) ? null : 'its run is none of those in the first line'
    case 'agentVersion':
      return agentDefinition.safeParse(row.definition).success ? null : 'its definition is none of an agent'
    case 'workflowVersion':
      return workflowDefinition.safeParse(row.definition).success
        ? null
        : 'its definition is none of a workflow'
    case 'run':
      if (!runs.has(String(row.id))) return 'its run is none of those in the first line'
      if (!isPlaced(row, runs)) return 'its parent or its root is none of those in the first line'
      return stoppedRun.safeParse(row).success
        ? null
        : `its run is ${String(row.status)}, and only stopped runs can be imported`
    case 'action':
      if (isActive.safeParse(row).success)
        return `it was fired and is ${String(row.status)}, and only stopped runs can be imported`
      return validatePart(row, runs)
    case 'gate':
      if (row.status === 'OPEN') return 'it is OPEN, and only stopped runs can be imported'
      return validatePart(row, runs)
    case 'eventSegment':
      return segmentFault(row) ?? validatePart(row, runs)
    default:
      return validatePart(row, runs)
  }
}

/** A root has no parent and is its own root; another run is below runs of the file. */
function isPlaced({ id, parentId, rootId }: ArchiveRow['row'], runs: ReadonlySet<string>): boolean {
  if (parentId === null) return rootId === id
  return parentId !== id && rootId !== id && runs.has(String(parentId)) && runs.has(String(rootId))
}

/** Returns the problem of a segment of a log. Its numbers are compared with those of the previous segment elsewhere. */
function segmentFault(row: ArchiveRow['row']): string | null {
  const parsed = segment.safeParse(row, { error: issueMessages })
  if (!parsed.success) return `it is no part of a log: ${formatIssues(parsed.error)}`
  const { firstSeq, lastSeq, events } = parsed.data
  const unknown = events.find(({ type }) => !Object.hasOwn(eventCatalogue, type))
  if (unknown) return `this version knows no event ${unknown.type}`
  const isNumbered = events.every(({ place }, index) => place > (events[index - 1]?.place ?? -1))
  if (!isNumbered || firstSeq + (events.at(-1)?.place ?? 0) > lastSeq)
    return 'its events are not numbered in order'
  return null
}

function validatePart({ runId }: ArchiveRow['row'], runs: ReadonlySet<string>): string | null {
  return runs.has(String(runId)) ? null : 'its run is none of those in the first line'
}

/** No row of a run comes near: input without line ends is no such file, and is not read into memory whole. */
const maxLineChars = 256 * 1024 * 1024

/** The lines of a text that comes piece by piece; they end with line feeds alone, and other line ends within JSON stay. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let parts: string[] = []
  let chars = 0
  let number = 1
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    parts.push(first)
    chars += first.length
    if (chars > maxLineChars) throw unreadableLine(number, 'it is too long')
    for (const next of others) {
      yield parts.join('')
      number += 1
      parts = [next]
      chars = next.length
    }
  }
  const rest = parts.join('')
  if (rest !== '') yield rest
}
