import { isJsonObject, isSameJson, type Json } from './json.ts'

/** A field of a definition that two versions have with different values. */
export interface DefinitionChange {
  /** Name of the field; that of a setting within a group has the group before it: `gates.decider`. */
  readonly field: string
  /** Null where the version has no value. */
  readonly before: Json
  readonly after: Json
}

/**
 * Differences between two definitions, in the order of the fields' names. A group of settings is compared setting by setting; a list is one
 * value.
 */
export function definitionChanges(before: Json, after: Json): readonly DefinitionChange[] {
  return changesWithin(before, after, '').toSorted((a, b) => (a.field < b.field ? -1 : 1))
}

function changesWithin(before: Json, after: Json, group: string): readonly DefinitionChange[] {
  const [old, changed] = [toFields(before), toFields(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(changed)])]
  return names.flatMap((name) => {
    const [was, is] = [old[name] ?? null, changed[name] ?? null]
    if (isSameJson(was, is)) return []
    if (group === '' && isJsonObject(was) && isJsonObject(is)) return changesWithin(was, is, `${name}.`)
    return [{ field: `${group}${name}`, before: was, after: is }]
  })
}

function toFields(value: Json): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {}
}
