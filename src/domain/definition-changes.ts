import { z } from 'zod'
import { about, object } from './declared.ts'
import { isJsonArray, isJsonObject, isSameJson, type Json } from './json.ts'

const json: z.ZodType<Json> = z.json()

export const definitionChange = object(
  'DefinitionChange',
  'Field that two versions of a definition have with different values.',
  {
    field: about(
      'Name of the field. A setting of a group has the group before it: `gates.decider`.',
      z.string(),
    ),
    before: about('Value in the earlier version. Null if it had none.', json.nullable()),
    after: about('Value in this version. Null if it has none.', json.nullable()),
  },
)
export type DefinitionChange = Readonly<z.infer<typeof definitionChange>>

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
    if (isSameDefinition({ [name]: was }, { [name]: is })) return []
    if (group === '' && isJsonObject(was) && isJsonObject(is)) return changesWithin(was, is, `${name}.`)
    return [{ field: `${group}${name}`, before: was, after: is }]
  })
}

/** Whether two definitions are the same. A model writes the properties of a schema in their order, so that another order is a change. */
export function isSameDefinition(a: Json, b: Json): boolean {
  return isSameJson(withListedProperties(a), withListedProperties(b))
}

/** With the properties of its schemas as lists, whose order counts. */
export function withListedProperties(value: Json): Json {
  if (isJsonArray(value)) return value.map(withListedProperties)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const listed = withListedProperties(item)
    return [
      name,
      name === 'properties' && isJsonObject(listed) ? Object.entries(listed).map((one) => one) : listed,
    ]
  })
  return Object.fromEntries(entries)
}

function toFields(value: Json): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {}
}
