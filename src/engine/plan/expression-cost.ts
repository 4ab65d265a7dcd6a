import type { ASTNode } from '@marcbachmann/cel-js'

/** Number of values, or of characters of text, that each variable contains in all. */
export type Sizes = ReadonlyMap<string, number>

interface Bound {
  /** At most so many steps to evaluate. */
  readonly cost: number
  /** Maximum number of values or characters of the result. */
  readonly size: number
}

/** Macros that go through a list with a variable of their own. */
export const loops: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

/**
 * At most how many steps an expression takes over variables of these sizes (DAG-7): CEL always ends, but loops within loops,
 * and lists that grow from loop to loop, may take longer than anyone waits.
 */
export function costBound(node: ASTNode, sizes: Sizes): number {
  return boundOf(node, sizes).cost
}

function boundOf(node: ASTNode, sizes: Sizes): Bound {
  switch (node.op) {
    case 'value':
      return { cost: 1, size: typeof node.args === 'string' ? node.args.length + 1 : 1 }
    case 'id':
      return { cost: 1, size: sizes.get(node.args) ?? 1 }
    case 'rcall':
      return loops.has(node.args[0]) ? loopBound(node, sizes) : callBound(node, sizes)
    case '+':
      return copying(partsOf(node).map((part) => boundOf(part, sizes)))
    case '.':
    case '.?':
    case '[]':
    case '[?]':
      return chosen(partsOf(node).map((part) => boundOf(part, sizes)))
    case '?:':
      return chosen(partsOf(node).map((part) => boundOf(part, sizes)))
    case 'in':
    case 'call':
    case 'list':
    case 'map':
      return copying(partsOf(node).map((part) => boundOf(part, sizes)))
    default:
      return comparing(partsOf(node).map((part) => boundOf(part, sizes)))
  }
}

/** The nodes right below one. */
export function partsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return []
    case '.':
    case '.?':
      return [node.args[0]]
    case '!_':
    case '-_':
      return [node.args]
    case 'call':
      return node.args[1]
    case 'rcall':
      return [node.args[1], ...node.args[2]]
    case 'map':
      return node.args.flat()
    default:
      return node.args
  }
}

function loopBound(node: Extract<ASTNode, { op: 'rcall' }>, sizes: Sizes): Bound {
  const [name, list, [variable, ...bodies]] = node.args
  const range = boundOf(list, sizes)
  const inner = variable?.op === 'id' ? new Map([...sizes, [variable.args, range.size]]) : sizes
  const body = bodies.map((part) => boundOf(part, inner))
  const cost = range.cost + range.size * (1 + sum(body.map((part) => part.cost)))
  const last = bodies.at(-1)
  if (name !== 'map' || !last) return { cost, size: name === 'filter' ? range.size : 1 }
  // Parts of the elements are together no more than the list.
  return { cost, size: isPathOf(last, variable) ? range.size : range.size * (body.at(-1)?.size ?? 1) }
}

function isPathOf(node: ASTNode, variable: ASTNode | undefined): boolean {
  if (node.op === '.') return isPathOf(node.args[0], variable)
  return node.op === 'id' && node.args === variable?.args
}

function callBound(node: Extract<ASTNode, { op: 'rcall' }>, sizes: Sizes): Bound {
  const parts = partsOf(node).map((part) => boundOf(part, sizes))
  const bound = copying(parts)
  if (node.args[0] !== 'join') return bound
  const size = parts.reduce((product, part) => product * (1 + part.size), 1)
  return { cost: bound.cost + size, size }
}

/** Goes through all of its parts. */
function copying(parts: readonly Bound[]): Bound {
  const size = 1 + sum(parts.map((part) => part.size))
  return { cost: size + sum(parts.map((part) => part.cost)), size }
}

/** Gives one of its parts, or a part of one. */
function chosen(parts: readonly Bound[]): Bound {
  return {
    cost: 1 + sum(parts.map((part) => part.cost)),
    size: Math.max(1, ...parts.map((part) => part.size)),
  }
}

/** Ends with the smaller of its parts; gives a number or a truth. */
function comparing(parts: readonly Bound[]): Bound {
  return { cost: sum(parts.map((part) => part.cost)) + Math.min(...parts.map((part) => part.size)), size: 1 }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
