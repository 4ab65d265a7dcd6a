import { type ASTNode, type GraphQLError, isValueNode, Kind, type Token, TokenKind } from 'graphql'

/**
 * The message of an error about a literal in a document, with its argument and its place in it, as GraphQL names the variable of a value.
 * GraphQL's rule knows both and says neither (ValuesOfCorrectType, graphql 17.1). They are read from the tokens before the literal, which
 * costs nothing until there is an error.
 */
export function namedMessage({ message, nodes, path }: GraphQLError): string {
  const [node] = nodes ?? []
  // An error with a path is of the execution, and names its argument.
  if (node === undefined || path !== undefined) return message
  const place = placeOfNode(node)
  if (!place) return message
  const [name, ...keys] = place
  const within = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return `${name} has invalid value${within === '' ? '' : ` at ${within}`}: ${message}`
}

/** The place of a wrong value; of an unknown field, the place of the object that has it: the message names the field. */
function placeOfNode(node: ASTNode): Place | null {
  if (node.kind === Kind.OBJECT_FIELD) {
    const place = node.value.loc && placeOf(node.value.loc.startToken)
    return place ? [place[0], ...place.slice(1, -1)] : null
  }
  if (!isValueNode(node) || node.kind === Kind.VARIABLE || !node.loc) return null
  return placeOf(node.loc.startToken)
}

type Place = readonly [string, ...(string | number)[]]

/** The argument or variable of the value that begins with this token, and the fields and indices that lead to the value within it. */
function placeOf(value: Token): Place | null {
  const keys: (string | number)[] = []
  for (let start: Token | null = value; start !== null; ) {
    const before = tokenBefore(start)
    if (before?.kind === TokenKind.EQUALS) return [`Variable "$${variableBefore(before)}"`, ...keys]
    const name = before?.kind === TokenKind.COLON ? tokenBefore(before) : null
    const outer = openingBefore(name ?? start)
    if (outer === null) return null
    if (outer.opening.kind === TokenKind.PAREN_L) return name && [`Argument "${name.value}"`, ...keys]
    keys.unshift(name?.value ?? outer.index)
    start = outer.opening
  }
  return null
}

/** The token that opens the list, object or arguments around a token, and the number of values between the two. */
function openingBefore(token: Token): { readonly opening: Token; readonly index: number } | null {
  let depth = 0
  let index = 0
  for (let at = tokenBefore(token); at !== null; at = tokenBefore(at)) {
    if (closing.has(at.kind)) depth++
    else if (opening.has(at.kind)) {
      if (depth === 0) return { opening: at, index }
      depth--
      if (depth === 0) index++
    } else if (depth === 0 && at.kind !== TokenKind.DOLLAR) index++
  }
  return null
}

const opening: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const closing: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/** The name of the variable whose default follows the token. */
function variableBefore(token: Token): string {
  let after = token
  for (let at = tokenBefore(token); at !== null && at.kind !== TokenKind.DOLLAR; at = tokenBefore(at))
    after = at
  return after.value
}

function tokenBefore(token: Token): Token | null {
  let before = token.prev
  while (before?.kind === TokenKind.COMMENT) before = before.prev
  return before
}
