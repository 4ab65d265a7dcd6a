import { isJsonObject, type Json } from '../../domain/json.ts'
import {
  type GivenLabels,
  labelBounds,
  type Metadata,
  normalizeTags,
  type RunLabels,
} from '../../domain/run-labels.ts'
import { invalidInput, validateText } from '../check-input.ts'

/** Checks tags and metadata that a caller gives, and returns them as they are stored (RUN-10). @throws INVALID_INPUT naming the place */
export function readLabels({ tags = [], metadata = {} }: GivenLabels): RunLabels {
  return { tags: readTags('tags', tags), metadata: readMetadata('metadata', metadata) }
}

/** Tags of a run. @throws INVALID_INPUT naming the tag */
export function readTags(field: string, tags: readonly string[]): readonly string[] {
  const stored = readEachTag(field, tags)
  refuseTooMany(field, stored)
  return stored
}

/** Tags, or labels of a rating, of any number. @throws INVALID_INPUT naming the tag */
export function readEachTag(field: string, tags: readonly string[]): readonly string[] {
  for (const [index, tag] of tags.entries()) {
    const fault = validateTag(tag.trim())
    if (fault !== null) throw invalidInput([field, String(index)], `${field}[${index}] ${fault}`)
  }
  return normalizeTags(tags)
}

/** @throws INVALID_INPUT where a run would have more tags than it may */
export function refuseTooMany(field: string, tags: readonly string[]): void {
  const { maxTags } = labelBounds
  if (tags.length <= maxTags) return
  throw invalidInput([field], `${field} would be ${tags.length} tags; a run has at most ${maxTags}.`)
}

/** Why a text is no tag, and no label; `null` if it is one. */
function validateTag(tag: string): string | null {
  const { maxTagLength } = labelBounds
  if (tag === '' || tag.length > maxTagLength) return `must have 1 to ${maxTagLength} characters.`
  if (/\p{Cc}/u.test(tag)) return 'holds a control character, such as a line break. Remove it.'
  return validateText(tag)
}

/** @throws INVALID_INPUT naming the entry */
export function readMetadata(field: string, metadata: Json): Metadata {
  if (!isJsonObject(metadata))
    throw invalidInput([field], `${field} must be an object whose values are strings, numbers or booleans.`)
  const entries = Object.entries(metadata)
  const { maxMetadataEntries: most } = labelBounds
  if (entries.length > most)
    throw invalidInput([field], `${field} has ${entries.length} entries; it may have at most ${most}.`)
  return Object.fromEntries(entries.map(([key, value]) => [key, readEntry(field, key, value)]))
}

function readEntry(field: string, key: string, value: Json): Metadata[string] {
  const { maxMetadataKeyLength, maxMetadataValueLength } = labelBounds
  if (key.trim() === '' || key.length > maxMetadataKeyLength)
    throw invalidInput([field], `${field} has a key that has not 1 to ${maxMetadataKeyLength} characters.`)
  const keyFault = validateText(key)
  if (keyFault !== null) throw invalidInput([field], `${field} has a key that ${keyFault}`)
  const refuse = (problem: string) => invalidInput([field, key], `${field}.${key} ${problem}`)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') throw refuse('must be a string, a number or a boolean.')
  if (value.length > maxMetadataValueLength)
    throw refuse(`has ${value.length} characters; it may have at most ${maxMetadataValueLength}.`)
  const fault = validateText(value)
  if (fault !== null) throw refuse(fault)
  return value
}
