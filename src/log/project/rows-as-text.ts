import type { Sliced } from '../../domain/in-slices.ts'
import { cleanText, mayHoldRefusedText, toJson } from '../../domain/json.ts'
import { stringifySliced } from '../../domain/stringify-sliced.ts'

/**
 * Columns of rows that are sent as one parameter: lines of cells, each with the place of its run in `$1` and then the columns in this order.
 * PostgreSQL executes the statement of a turn in a fifth less time than where it reads the same rows from JSON, which repeats their names.
 */
export type Columns<Name extends string> = Readonly<Record<Name, ColumnType>>

type Row<Name extends string> = Readonly<Partial<Record<Name, unknown>>>

/** What text begins with: an empty cell is null. */
const textMark = '='

export type ColumnType = 'json' | 'jsonb' | 'json as text' | 'text' | 'text[]' | PlainType

type PlainType = 'uuid' | 'uuid[]' | 'int' | 'float8' | 'numeric' | 'boolean' | 'timestamptz' | `"${string}`

/** SQL of the rows of a parameter with their `place`, as a part of a statement. */
export function sentAs(name: string, parameter: string, columns: Columns<string>): string {
  return `"${name}" as materialized (
  select ${place} as place, ${columnsOf(columns)} from (${cellsOf(parameter)} offset 0) sent
)`
}

/**
 * SQL of the lines of a parameter as arrays of cells: its first two characters end its lines and its cells. It is to be materialized: a
 * nested loop would split the lines again for each run.
 */
export function cellsOf(parameter: string): string {
  const sent = `${parameter}::text`
  return `select string_to_array(line, substr(${sent}, 2, 1), '') as cell from unnest(string_to_array(substr(${sent}, 3), substr(${sent}, 1, 1))) line`
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
      return `substr(${cell}, 2)`
    case 'json as text':
      return cell
    case 'text[]':
      return `array(select jsonb_array_elements_text(${cell}::jsonb))`
    default:
      return `${cell}::${type}`
  }
}

/** SQL of a value of a column as its cell. */
export function cellSql(value: string, type: ColumnType): string {
  return `coalesce(${cellSqlOf(value, type)}, '')`
}

function cellSqlOf(value: string, type: ColumnType): string {
  switch (type) {
    case 'text':
      return `'${textMark}' || ${value}`
    case 'text[]':
      return `to_json(${value})::text`
    case 'timestamptz':
      return `to_json(${value}) #>> '{}'` // `::text` depends on settings of the session.
    default:
      return `${value}::text`
  }
}

/** Of what is written together: it becomes text within a millisecond or so, or it is interrupted for other work. */
export type Size = 'small' | 'large'

/** JSON of so many characters is small. */
const smallChars = 256 * 1024

export function sizeOfChars(chars: number): Size {
  return chars <= smallChars ? 'small' : 'large'
}

/** What ends the lines and the cells of a parameter: characters that no cell has. */
interface Ends {
  readonly line: string
  readonly cell: string
}

/** JSON has no control characters, and texts hardly ever. */
const usualEnds: Ends = { line: '\x1e', cell: '\x1f' }

/** A row as text, a cell a column; null cells at its end may be missing. Logs keep such rows: a new column is the last. */
export type Cells = readonly string[]

type ToJson = (value: unknown) => string

/** The cells of rows in the order of the columns; `undefined` where there are none. */
export function* toCells<Name extends string>(
  rows: readonly Row<Name>[] = [],
  columns: Columns<Name>,
  size: Size,
): Sliced<readonly Cells[] | undefined> {
  if (rows.length === 0) return undefined
  const json = size === 'small' ? jsonOf : yield* jsonInSlices(rows, columns)
  return rows.map((row) => cellsOfRow(row, columns, json))
}

function cellsOfRow<Name extends string>(row: Row<Name>, columns: Columns<Name>, json: ToJson): Cells {
  const cells: string[] = []
  let length = 0
  for (const name in columns) {
    const value = row[name]
    const isNull = value === null || value === undefined
    cells.push(isNull ? '' : cellOf(value, columns[name], json))
    if (!isNull) length = cells.length
  }
  cells.length = length
  return cells
}

function cellOf(value: unknown, type: ColumnType, json: ToJson): string {
  if (type === 'text') return `${textMark}${cleanText(String(value))}`
  return isJson(type) ? json(value) : plainCell(value)
}

/** The rows of each run, in the order of the runs, as the parameter that `cellsOf` reads; empty where there are none. */
export function* rowsAsText<Name extends string>(
  rowsOfRuns: readonly (readonly Row<Name>[] | undefined)[],
  columns: Columns<Name>,
  size: Size,
): Sliced<string> {
  const cells: (readonly Cells[] | undefined)[] = []
  for (const rows of rowsOfRuns) cells.push(yield* toCells(rows, columns, size))
  return cellsAsText(cells)
}

/** The same of rows that are cells already. */
export function cellsAsText(rowsOfRuns: readonly (readonly Cells[] | undefined)[]): string {
  const { all, texts } = joined(rowsOfRuns, usualEnds)
  if (!texts.includes(usualEnds.line) && !texts.includes(usualEnds.cell)) return all
  return joined(rowsOfRuns, endsFor(all)).all
}

function joined(
  rowsOfRuns: readonly (readonly Cells[] | undefined)[],
  { line, cell }: Ends,
): { readonly all: string; readonly texts: string } {
  let all = ''
  let texts = ''
  for (const [index, rows] of rowsOfRuns.entries()) {
    for (const cells of rows ?? []) {
      all += `${all === '' ? `${line}${cell}` : line}${index + 1}`
      for (const value of cells) {
        all += `${cell}${value}`
        if (value.startsWith(textMark)) texts += value
      }
    }
  }
  return { all, texts }
}

function jsonOf(value: unknown): string {
  return storable(JSON.stringify(value), value)
}

/** The JSON of all cells is made before the others: a loop that can be interrupted takes twice the time. */
function* jsonInSlices<Name extends string>(
  rows: readonly Row<Name>[],
  columns: Columns<Name>,
): Sliced<ToJson> {
  const made = new Map<unknown, string>()
  for (const row of rows) {
    for (const name in columns) {
      const value = row[name]
      if (value === null || typeof value !== 'object' || !isJson(columns[name])) continue
      made.set(value, storable((yield* stringifySliced(value)) ?? '', value))
      yield
    }
  }
  return (value) => made.get(value) ?? jsonOf(value)
}

/** The first two characters that are not in a text. */
function endsFor(all: string): Ends {
  let line: string | null = null
  for (let code = 1; ; code += 1) {
    const end = String.fromCodePoint(code)
    if (!end.isWellFormed() || all.includes(end)) continue
    if (line !== null) return { line, cell: end }
    line = end
  }
}

function isJson(type: ColumnType): boolean {
  return type === 'jsonb' || type === 'json' || type === 'json as text' || type === 'text[]'
}

function plainCell(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

/** Characters that `jsonb` refuses come from outside and rarely: they are searched for first, and replaced only if found. */
function storable(json: string, value: unknown): string {
  return mayHoldRefusedText(json) ? JSON.stringify(toJson(value)) : json
}
