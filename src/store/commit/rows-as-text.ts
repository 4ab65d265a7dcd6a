import type { Sliced } from '../../domain/in-slices.ts'
import { mayHoldRefusedText, toJson } from '../../domain/json.ts'
import { stringifySliced } from '../../domain/stringify-sliced.ts'

/**
 * Columns of rows that are sent as one parameter: lines of cells, each with the place of its run in `$1` and then the columns in this order.
 * PostgreSQL executes the statement of a turn in a fifth less time than where it reads the same rows from JSON, which repeats their names.
 */
export type Columns<Name extends string> = Readonly<Record<Name, ColumnType>>

type Row<Name extends string> = Readonly<Partial<Record<Name, unknown>>>

/**
 * An empty cell is null. Text begins with `=`, or is JSON where it has what would end the cell; JSON itself has no control characters. The
 * other types have nothing that comes from outside.
 */
export type ColumnType = 'json' | 'jsonb' | 'text' | 'text[]' | PlainType

type PlainType = 'uuid' | 'uuid[]' | 'int' | 'float8' | 'numeric' | 'boolean' | 'timestamptz' | `"${string}`

const lineEnd = '\x1e'
const cellEnd = '\x1f'

/** SQL of the rows of a parameter with their `place`, as a part of a statement. */
export function sentAs(name: string, parameter: string, columns: Columns<string>): string {
  return `"${name}" as materialized (
  select ${place} as place, ${columnsOf(columns)} from (${cellsOf(parameter)} offset 0) sent
)`
}

/** SQL of the lines of a parameter as arrays of cells. It is to be materialized: a nested loop would split the lines again for each run. */
export function cellsOf(parameter: string): string {
  return `select string_to_array(line, E'\\x1f', '') as cell from unnest(string_to_array(${parameter}::text, E'\\x1e')) line`
}

/** SQL of the place of the run in such an array. */
export const place = 'cell[1]::int'

/** SQL of the columns in such an array, with their names. */
export function columnsOf(columns: Columns<string>): string {
  const cells = Object.entries<ColumnType>(columns)
  return cells.map(([name, type], index) => `${cellAs(type, index + 2)} as "${name}"`).join(', ')
}

function cellAs(type: ColumnType, position: number): string {
  const cell = `cell[${position}]`
  switch (type) {
    case 'text':
      return `case when ${cell} like '=%' then substr(${cell}, 2) else ${cell}::jsonb #>> '{}' end`
    case 'text[]':
      return `array(select jsonb_array_elements_text(${cell}::jsonb))`
    default:
      return `${cell}::${type}`
  }
}

/** Of what is written together: it becomes text within a millisecond or so, or it is interrupted for other work. */
export type Size = 'small' | 'large'

/** JSON of so many characters is small. */
const smallChars = 256 * 1024

export function sizeOfChars(chars: number): Size {
  return chars <= smallChars ? 'small' : 'large'
}

/** The rows of each run, in the order of the runs, as the parameter that `cellsOf` reads. */
export function* rowsAsText<Name extends string>(
  rowsOfRuns: readonly (readonly Row<Name>[] | undefined)[],
  columns: Columns<Name>,
  size: Size,
): Sliced<string> {
  if (size === 'large') return yield* carefully(rowsOfRuns, columns)
  const lines: string[] = []
  /** Of all its cells, for one check. */
  let words = ''
  for (const [index, rows] of rowsOfRuns.entries()) {
    for (const row of rows ?? []) {
      let text = String(index + 1)
      for (const name in columns) {
        const value = row[name]
        const type = columns[name]
        if (value === null || value === undefined) text += cellEnd
        else if (type === 'text') {
          text += `${cellEnd}=${value}`
          words += value
        } else text += cellEnd + (isJson(type) ? JSON.stringify(value) : plainCell(value))
      }
      lines.push(text)
    }
  }
  const all = lines.join(lineEnd)
  // Half a character in a text becomes a replacement character as the driver sends it.
  const isKept = !mayHoldRefusedText(all) && !breaksLines(words)
  return isKept ? all : yield* carefully(rowsOfRuns, columns)
}

/** The same where a text may have what ends a cell, or what PostgreSQL refuses, or takes long. */
function* carefully<Name extends string>(
  rowsOfRuns: readonly (readonly Row<Name>[] | undefined)[],
  columns: Columns<Name>,
): Sliced<string> {
  const lines: string[] = []
  for (const [index, rows] of rowsOfRuns.entries()) {
    for (const row of rows ?? []) {
      const cells = [String(index + 1)]
      for (const name in columns) cells.push(yield* carefulCell(row[name], columns[name]))
      lines.push(cells.join(cellEnd))
      yield
    }
  }
  return lines.join(lineEnd)
}

function* carefulCell(value: unknown, type: ColumnType): Sliced<string> {
  if (value === null || value === undefined) return ''
  const isSentAsJson = type === 'text' || isJson(type)
  return isSentAsJson ? storable((yield* stringifySliced(value)) ?? '', value) : plainCell(value)
}

function isJson(type: ColumnType): boolean {
  return type === 'jsonb' || type === 'json' || type === 'text[]'
}

function plainCell(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

function breaksLines(words: string): boolean {
  return words.includes(cellEnd) || words.includes(lineEnd) || words.includes('\0')
}

/** Characters that `jsonb` refuses come from outside and rarely: they are searched for first, and replaced only if found. */
function storable(json: string, value: unknown): string {
  return mayHoldRefusedText(json) ? JSON.stringify(toJson(value)) : json
}
