/** What a condition names: context keys (`key`, `context.key`), and actions (`results.name`, `results["name"]`). */
export interface ConditionNames {
  readonly keys: readonly string[]
  readonly results: readonly string[]
}

const member = String.raw`\s*(?:\.\s*(\w+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])`

/** In this order: a result, a context key by its full name, text, a member of something, a name that is not called. */
const token = new RegExp(
  String.raw`\bresults${member}|\bcontext${member}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.\s*\w+|\b([A-Za-z_]\w*)\b(?!\s*\()`,
  'g',
)

/**
 * The names in a condition that was found right before, for drawing it: read from its text, so that the variable of a loop counts
 * as a name too. What the engine waits for is read from the parsed expression.
 */
export function conditionNames(condition: string): ConditionNames {
  const keys = new Set<string>()
  const results = new Set<string>()
  for (const [, ...names] of condition.matchAll(token)) {
    const [action, quoted, singly, key, quotedKey, singlyKey, bare] = names
    const result = action ?? quoted ?? singly
    const read = key ?? quotedKey ?? singlyKey ?? bare
    if (result !== undefined) results.add(result)
    if (read !== undefined) keys.add(read)
  }
  return { keys: [...keys], results: [...results] }
}
