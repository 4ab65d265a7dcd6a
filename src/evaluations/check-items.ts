import {
  type CheckedItem,
  dataSetBounds,
  type Expectations,
  expectations,
  type NewItem,
} from '../domain/data-set.ts'
import { isRungraphError, RungraphError } from '../domain/errors.ts'
import { formatIssue } from '../domain/format-issue.ts'
import type { Schemas } from '../domain/schemas.ts'
import { invalidInput, refuseUnstorable } from '../engine/check-input.ts'
import { checkInputText, checkKey, checkObject } from '../engine/commands/run-input.ts'
import { sha256OfJson } from '../hash.ts'

/** Checks items as callers write them. @throws INVALID_INPUT, INPUT_TOO_LARGE, LIMIT_EXCEEDED with the place of the first problem */
export function checkItems(
  items: readonly NewItem[],
  { schemas }: { readonly schemas: Schemas },
): readonly CheckedItem[] {
  refuseTooMany(items.length)
  const checked = items.map((item, index) => within(index, () => checkItem(item, schemas)))
  const seen = new Map<string, number>()
  for (const [index, { key }] of checked.entries()) {
    const first = seen.get(key)
    if (first !== undefined)
      throw invalidInput(
        ['items', String(index), 'key'],
        `items[${index}]: has the key "${key}", as items[${first}] has. Give each item a key of its own; an item without one is named by its input and context.`,
      )
    seen.set(key, index)
  }
  return checked
}

/** @throws LIMIT_EXCEEDED */
export function refuseTooMany(value: number): void {
  if (value > dataSetBounds.maxItems) throw tooMany(value, 'Divide them among several data sets.')
}

export function tooMany(value: number, remedy: string): RungraphError {
  const { maxItems: max } = dataSetBounds
  return new RungraphError('LIMIT_EXCEEDED', { limit: 'The number of items', value, max, remedy })
}

/** The key of an item that has none of its own: the same for the same question. */
export function keyOf({ input, context }: Pick<CheckedItem, 'input' | 'context'>): string {
  return sha256OfJson([input, context]).slice(0, 16)
}

function checkItem({ key, input, context, expectations: expected, sourceRunId }: NewItem, schemas: Schemas) {
  checkInputText('input', input)
  checkObject('context', context)
  checkKey('key', key)
  const question = { input, context: context ?? {} }
  return {
    ...question,
    key: key ?? keyOf(question),
    expectations: checkExpectations(expected ?? {}, schemas),
    sourceRunId: sourceRunId ?? null,
  }
}

function checkExpectations(given: unknown, schemas: Schemas): Expectations {
  refuseUnstorable(given, ['expectations'])
  const bytes = Buffer.byteLength(JSON.stringify(given))
  const maxBytes = dataSetBounds.maxExpectationBytes
  const field = 'expectations'
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const parsed = expectations.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = ['expectations', ...(issue?.path ?? []).map(String)]
    throw invalidInput(
      path,
      `${issue ? formatIssue(issue, ['expectations']) : 'expectations: is not valid'}.`,
    )
  }
  const { schema, matches } = parsed.data
  const fault = schema ? schemas.fault(schema) : null
  if (fault !== null)
    throw invalidInput(['expectations', 'schema'], `expectations.schema: cannot be used: ${fault}.`)
  for (const [index, pattern] of matches.entries()) {
    const problem = schemas.fault({ type: 'string', pattern })
    if (problem !== null)
      throw invalidInput(
        ['expectations', 'matches', String(index)],
        `expectations.matches[${index}]: is no regular expression: ${problem}.`,
      )
  }
  return parsed.data
}

/** Errors of an item begin with its place in the list. */
function within<Value>(index: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!isRungraphError(error)) throw error
    const path = 'path' in error.data && error.data.path ? error.data.path : []
    // `refuseUnstorable` speaks of definitions, from which its path begins.
    const inner = path[0] === 'definition' ? path.slice(1) : path
    throw invalidInput(['items', String(index), ...inner], `items[${index}]: ${error.message}`)
  }
}
