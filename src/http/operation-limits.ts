import { RungraphError } from '../domain/errors.ts'
import type { OperationShape } from '../graphql/operation-shape.ts'

/** What one operation may ask for, and how many come in one request. */
export interface OperationLimits extends Readonly<Record<keyof OperationShape, number>> {
  readonly tokens: number
  readonly cost: number
  readonly variableDepth: number
  readonly batch: number
  readonly answer: number
}

interface Limit {
  readonly value: number
  /** The setting that changes it. */
  readonly setting?: string
  /** What is counted. */
  readonly counts: string
  /** What is said of it where there is too much. */
  readonly counted: string
  /** What a caller does then. */
  readonly remedy: string
}

const declared: Readonly<Record<keyof OperationLimits, Limit>> = {
  tokens: {
    value: 5_000,
    setting: 'RUNGRAPH_MAX_TOKENS',
    counts: 'Words and signs of a document',
    counted: 'The number of words and signs that were read of the document',
    remedy: 'Ask for less, or in several operations.',
  },
  depth: {
    value: 20,
    setting: 'RUNGRAPH_MAX_DEPTH',
    counts: 'Fields within fields',
    counted: 'The depth of the operation',
    remedy: 'Ask for what lies deeper by its id, with `node`.',
  },
  cost: {
    value: 50_000,
    setting: 'RUNGRAPH_MAX_COST',
    counts: 'Cost: objects that the answer may have, where all its pages are full',
    counted: 'The cost of the operation',
    remedy: 'Ask for smaller pages (`first`), for fewer lists in lists, or in several operations.',
  },
  aliases: {
    value: 100,
    setting: 'RUNGRAPH_MAX_ALIASES',
    counts: 'Aliases, with those of fragments wherever they are spread',
    counted: 'The number of aliases',
    remedy: 'Use variables and `nodes`, or several operations.',
  },
  rootFields: {
    value: 50,
    counts: 'Fields at the root of an operation',
    counted: 'The number of fields at the root of the operation',
    remedy: 'Use several operations.',
  },
  directives: {
    value: 100,
    counts: 'Directives, with those of fragments wherever they are spread',
    counted: 'The number of directives',
    remedy: 'Send the document without the parts that are not wanted.',
  },
  variableDepth: {
    value: 200,
    counts: 'Objects and lists within one another in the variables',
    counted: 'The depth of the variables',
    remedy: 'Pass what is nested deeper as text.',
  },
  batch: {
    value: 10,
    counts: 'Operations in one request (a JSON array)',
    counted: 'The number of operations in the request',
    remedy: 'Send several requests; they may share a connection.',
  },
  answer: {
    value: 32 * 1024 * 1024,
    counts: 'Characters of texts and data in the answer to one request',
    counted: 'The number of characters that were found for the answer',
    remedy: 'Ask for smaller pages (`first`), or for large fields of fewer objects.',
  },
}

/** The limits in force where nothing else is said. */
export const operationLimits: OperationLimits = {
  tokens: declared.tokens.value,
  depth: declared.depth.value,
  cost: declared.cost.value,
  aliases: declared.aliases.value,
  rootFields: declared.rootFields.value,
  directives: declared.directives.value,
  variableDepth: declared.variableDepth.value,
  batch: declared.batch.value,
  answer: declared.answer.value,
}

/** The refusal of an operation of which more is asked than `limits` allow; `null` where it is not more. */
export function beyond(
  limits: OperationLimits,
  name: keyof OperationLimits,
  value: number,
): RungraphError<'OPERATION_TOO_LARGE'> | null {
  const max = limits[name]
  if (value <= max) return null
  const { counted, remedy, setting } = declared[name]
  const raise = setting === undefined ? '' : ` Whoever runs the server can raise ${setting}.`
  const data = { counted, limit: name, value, max, remedy: `${remedy}${raise}` }
  return new RungraphError('OPERATION_TOO_LARGE', data)
}

/** The limits as a Markdown table. */
export function operationLimitsTable(): string {
  const rows = Object.entries(declared).map(
    ([name, { value, counts, setting }]) =>
      `| ${counts} | ${value.toLocaleString('en')} | \`${name}\` | ${setting === undefined ? '' : `\`${setting}\``} |`,
  )
  return ['| What | At most | `limit` | Setting |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
