import { compareDecimals } from '../../domain/decimal.ts'
import { invalid } from '../../domain/errors.ts'
import type { Filter, FilterField, FilterOf } from '../../domain/filter-field.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseModelName } from '../../domain/model.ts'
import { type RatingChoice, ratingChoice } from '../../domain/rating.ts'
import { labelBounds, normalizeTags } from '../../domain/run-labels.ts'
import {
  type Fields,
  type GivenInput,
  inputObject,
  one,
  type ReadInput,
  readBy,
  readGivenInput,
} from '../fields.ts'
import { type NodeKind, readId, toKey } from '../global-id.ts'
import { enumOf, inputFields } from '../shape.ts'

/** The input of a filter, one wherever it is taken. */
export function filterInput<Of extends Filter>(filter: Of): ReadInput<FilterOf<Of>> {
  const known = inputs.get(filter.name) ?? defineInput(filter)
  inputs.set(filter.name, known)
  // A name is that of one filter.
  return known as ReadInput<FilterOf<Of>>
}

const inputs = new Map<string, object>()

function defineInput(filter: Filter) {
  const input = inputObject(filter.name, filter.description, fieldsOf(filter))
  return readBy(input, (given, place) => readFilter(filter, given, { place }))
}

function fieldsOf({ fields }: Filter): Fields {
  const ofKind = Object.entries(fields).map(([name, { kind, of = '', choice, description }]) => {
    const { type, read, isList = false } = kinds[kind]
    const own = typeof type === 'function' ? type() : type
    const declared = choice ? enumOf(choice) : own
    const field = { ...one(declared, description), isList }
    return [name, read ? { ...field, read: (given: never, place: string) => read(given, place, of) } : field]
  })
  return Object.fromEntries(ofKind)
}

/** Type of a kind of field, but for enums, and how it is read. */
interface Kind {
  readonly type: ('String' | 'Int' | 'Boolean' | 'DateTime' | 'Decimal' | 'JSON' | 'ID') | typeof ratingInput
  readonly isList?: true
  readonly read?: (given: never, place: string, of: string) => unknown
}

const kinds: Readonly<Record<FilterField['kind'], Kind>> = {
  text: { type: 'String' },
  integer: { type: 'Int' },
  flag: { type: 'Boolean' },
  time: { type: 'DateTime' },
  decimal: { type: 'Decimal' },
  choice: { type: 'String' },
  oneOf: { type: 'String', isList: true },
  search: { type: 'String', read: readSearch },
  tags: { type: 'String', isList: true, read: readTags },
  metadata: { type: 'JSON', read: readMetadata },
  model: { type: 'String', read: readModel },
  rating: { type: ratingInput },
  // The declaration names a type with ids, or with slugs.
  id: { type: 'ID', read: (given: string, place, of) => readId(of as NodeKind, given, place) },
  ids: { type: 'ID', isList: true, read: readIds },
  key: { type: 'ID', read: (given: string, _, of) => toKey(of as 'Agent', given) },
}

/** The input for ratings, which is made when it is first asked for. */
function ratingInput(): ReadInput<RatingChoice> {
  const known = inputs.get(ratingMatch) ?? defineRatingInput()
  inputs.set(ratingMatch, known)
  // A name is that of one input.
  return known as ReadInput<RatingChoice>
}

const ratingMatch = 'RatingMatchInput'

function defineRatingInput() {
  const fields = inputFields(ratingChoice)
  const input = inputObject(
    ratingMatch,
    'Condition on ratings. A rating must match every field that you give.',
    fields,
  )
  return readBy(input, (given, place) => {
    const read: GivenInput = readGivenInput(given, fields, `${place}.`)
    for (const name of Object.keys(fields)) checkRange(read, name, place)
    return read
  })
}

interface FilterPlace {
  /** The argument that it is, or the place in an input. Default: `filter`. */
  readonly place?: string
  /** What the place of the list says of the fields. */
  readonly known?: readonly string[]
}

/** The filter with ids and names read, without fields that are null. @throws INVALID_INPUT, INVALID_ID naming the place of the field */
export function readFilter<Of extends Filter>(
  filter: Of,
  given: GivenInput,
  { place = 'filter', known = [] }: FilterPlace = {},
): FilterOf<Of> {
  const read: GivenInput = readGivenInput(given, fieldsOf(filter), `${place}.`)
  for (const [name, { needs }] of Object.entries(filter.fields)) {
    if (needs !== undefined && name in read && !(needs in read) && !known.includes(needs))
      throw invalid(`${place}.${name}`, `needs \`${needs}\`: versions are numbered by ${needs}.`)
    checkRange(read, name, place)
  }
  // Its fields have the types of their kinds.
  return read as FilterOf<Of>
}

const maxIds = 100

function readIds(ids: readonly string[], place: string, of: string): readonly string[] {
  if (ids.length > maxIds) throw invalid(place, `has ${ids.length} ids; the maximum is ${maxIds}.`)
  return ids.map((id, index) => readId(of as NodeKind, id, `${place}.${index}`))
}

/** Maximum number of characters of a text that lists are searched for. */
const maxSearch = 200

function readSearch(text: string, place: string): string {
  if (text !== '' && text.length <= maxSearch) return text
  throw invalid(place, `has ${text.length} characters; it must have 1 to ${maxSearch}. Leave it out for all.`)
}

function readTags(tags: readonly string[], place: string): readonly string[] {
  const { maxTags } = labelBounds
  if (tags.length > maxTags) throw invalid(place, `has ${tags.length} tags; the maximum is ${maxTags}.`)
  return normalizeTags(tags)
}

function readMetadata(metadata: Json, place: string): JsonObject {
  const isEntry = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value)
  const { maxMetadataEntries: most } = labelBounds
  if (!isJsonObject(metadata) || !Object.values(metadata).every(isEntry))
    throw invalid(place, 'must be an object whose values are strings, numbers or booleans.')
  if (Object.keys(metadata).length <= most) return metadata
  throw invalid(place, `has ${Object.keys(metadata).length} entries; the maximum is ${most}.`)
}

function readModel(text: string, place: string) {
  const model = parseModelName(text)
  if (model !== null) return model
  throw invalid(place, `is ${JSON.stringify(text.slice(0, 80))}; it must be \`provider/model\`.`)
}

/**
 * Refuses what no row can match: an amount below 0, and a range whose ends are in the wrong order: of `createdAfter` and `createdBefore`,
 * or `minCostUsd` and `maxCostUsd`. @throws INVALID_INPUT naming the field, or both fields
 */
function checkRange(filter: GivenInput, from: string, place: string): void {
  const to = from.replace(/After$/, 'Before').replace(/^min(?=[A-Z])/, 'max')
  if (to === from) return
  const [least, greatest] = [filter[from], filter[to]]
  for (const [name, value] of [
    [from, least],
    [to, greatest],
  ] as const)
    if (order(value, 0) < 0 || order(value, '0') < 0)
      throw invalid(`${place}.${name}`, `is ${show(value)}; it must be 0 or more.`)
  if (order(least, greatest) <= 0) return
  const word = least instanceof Date ? 'later' : 'more'
  throw invalid(
    `${place}.${from}`,
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
