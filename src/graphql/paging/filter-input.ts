import { compareDecimals } from '../../domain/decimal.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { Filter, FilterField, FilterOf } from '../../domain/filter-field.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseModelName } from '../../domain/model.ts'
import { labelBounds, normalizeTags } from '../../domain/run-labels.ts'
import { builder, enumNamed } from '../builder.ts'
import { type NodeKind, readId, readIds, toKey } from '../global-id.ts'

/** A filter as callers give it: GraphQL has checked it against the input. */
export type GivenFilter = Readonly<Record<string, unknown>>

/** The input of a filter, one wherever it is taken. */
export function filterInput(filter: Filter) {
  const known = inputs.get(filter.name)
  if (known !== undefined) return known
  const input = defineInput(filter)
  inputs.set(filter.name, input)
  return input
}

const inputs = new Map<string, ReturnType<typeof defineInput>>()

function defineInput({ name, description, fields }: Filter) {
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, { description: meaning, ...of }]) => {
          // The compiler sees all types of all fields at once.
          const type = typeOf(of) as 'JSON'
          return [field, t.field({ type, description: meaning })]
        }),
      ),
  })
}

function typeOf({ kind, of = '' }: Pick<FilterField, 'kind' | 'of'>) {
  switch (kind) {
    case 'integer':
      return 'Int'
    case 'flag':
      return 'Boolean'
    case 'time':
      return 'DateTime'
    case 'decimal':
      return 'Decimal'
    case 'metadata':
      return 'JSON'
    case 'id':
    case 'key':
      return 'ID'
    case 'ids':
      return ['ID']
    case 'tags':
      return ['String']
    case 'oneOf':
      return [enumNamed(of)]
    case 'choice':
      return enumNamed(of)
    default:
      return 'String'
  }
}

/**
 * The filter with ids and names read, without fields that are null. `known`: what the place of the list says of the fields.
 * @throws INVALID_INPUT, INVALID_ID naming the field
 */
export function readFilter<Of extends Filter>(
  { fields }: Of,
  given: GivenFilter,
  known: readonly string[] = [],
): FilterOf<Of> {
  const read = Object.entries(fields).flatMap(([name, field]) => {
    const value = given[name]
    if (value == null) return []
    if (field.needs !== undefined && given[field.needs] == null && !known.includes(field.needs))
      throw wrong(name, `needs \`${field.needs}\`: versions are numbered by ${field.needs}.`)
    return [[name, readField(name, field, value)]]
  })
  const filter = Object.fromEntries(read)
  for (const name of Object.keys(fields)) checkRange(filter, name)
  return filter
}

/** GraphQL has checked the type of the value by the kind of its field. */
function readField(name: string, { kind, of }: FilterField, value: unknown): unknown {
  switch (kind) {
    case 'search':
      return readSearch(name, value as string)
    case 'tags':
      return readTags(name, value as readonly string[])
    case 'metadata':
      return readMetadata(name, value as Json)
    case 'model':
      return readModel(name, value as string)
    case 'id':
      return readId(of as NodeKind, value as string, name)
    case 'ids':
      return readIds(of as NodeKind, value as readonly string[])
    case 'key':
      return toKey(of as 'Agent', value as string)
    default:
      return value
  }
}

/** Maximum number of characters of a text that lists are searched for. */
const maxSearch = 200

function readSearch(name: string, text: string): string {
  if (text !== '' && text.length <= maxSearch) return text
  throw wrong(name, `has ${text.length} characters; it must have 1 to ${maxSearch}. Leave it out for all.`)
}

function readTags(name: string, tags: readonly string[]): readonly string[] {
  const { maxTags } = labelBounds
  if (tags.length > maxTags) throw wrong(name, `has ${tags.length} tags; the maximum is ${maxTags}.`)
  return normalizeTags(tags)
}

function readMetadata(name: string, metadata: Json): JsonObject {
  const isEntry = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value)
  const { maxMetadataEntries: most } = labelBounds
  if (!isJsonObject(metadata) || !Object.values(metadata).every(isEntry))
    throw wrong(name, 'must be an object whose values are strings, numbers or booleans.')
  if (Object.keys(metadata).length <= most) return metadata
  throw wrong(name, `has ${Object.keys(metadata).length} entries; the maximum is ${most}.`)
}

function readModel(name: string, text: string) {
  const model = parseModelName(text)
  if (model !== null) return model
  throw wrong(name, `is ${JSON.stringify(text.slice(0, 80))}; it must be \`provider/model\`.`)
}

/**
 * Refuses what no row can match: an amount below 0, and a range whose ends are in the wrong order: of `createdAfter` and `createdBefore`,
 * or `minCostUsd` and `maxCostUsd`. @throws INVALID_INPUT naming the field, or both fields
 */
function checkRange(filter: GivenFilter, from: string): void {
  const to = from.replace(/After$/, 'Before').replace(/^min(?=[A-Z])/, 'max')
  if (to === from) return
  const [least, greatest] = [filter[from], filter[to]]
  for (const [name, value] of [
    [from, least],
    [to, greatest],
  ] as const)
    if (order(value, 0) < 0 || order(value, '0') < 0)
      throw wrong(name, `is ${show(value)}; it must be 0 or more.`)
  if (order(least, greatest) <= 0) return
  const word = least instanceof Date ? 'later' : 'more'
  throw wrong(
    from,
    `is ${show(least)}, and ${to} is ${show(greatest)}; ${from} must not be ${word} than ${to}.`,
  )
}

/** Negative, zero or positive as in `Array.sort`; zero also for values that are not of one type. */
function order(a: unknown, b: unknown): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return typeof a === 'string' && typeof b === 'string' ? compareDecimals(a, b) : 0
}

function show(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function wrong(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: ['filter', field] })
}
