import type { ASTNode } from '@marcbachmann/cel-js'
import { loops, partsOf } from './expression-cost.ts'

/** What an expression reads. */
export interface Reads {
  readonly keys: ReadonlySet<string>
  readonly results: ReadonlySet<string>
  /** The first thing that it may not use, if any. */
  readonly problem: string | null
}

/** JavaScript's regular expressions may take forever, so `matches` is not among them; nor is what nobody needs in a condition. */
const functions: ReadonlySet<string> = new Set([
  ...loops,
  ...'has size string int double bool dyn startsWith endsWith contains'.split(' '),
  ...'lowerAscii upperAscii trim indexOf lastIndexOf substring split join'.split(' '),
])

/** Collects in one walk the context keys (`key`, `context.key`) and actions (`results.name`) that an expression reads. */
export function readsOf(ast: ASTNode): Reads {
  const keys = new Set<string>()
  const results = new Set<string>()
  const problems: string[] = []

  /** `bound` are the variables of the loops around the node. */
  function walk(node: ASTNode, bound: ReadonlySet<string>): void {
    const member = memberOf(node)
    if (member && !bound.has(member.of)) {
      if (member.of === 'context') keys.add(member.name)
      else results.add(member.name)
      return
    }
    if (node.op === 'id' && !bound.has(node.args)) readName(node.args)
    if (node.op === 'call' || node.op === 'rcall') checkCall(node.args[0])
    if (node.op === 'rcall' && loops.has(node.args[0])) walkLoop(node, bound)
    else for (const part of partsOf(node)) walk(part, bound)
  }

  function readName(name: string): void {
    if (name !== 'context' && name !== 'results') keys.add(name)
    else problems.push(`uses \`${name}\` whole: write \`${name}.<name>\` or \`${name}["<name>"]\``)
  }

  function checkCall(name: string): void {
    if (functions.has(name)) return
    problems.push(`uses \`${name}()\`: only ${[...functions].sort().join(', ')} can be called`)
  }

  function walkLoop(node: Extract<ASTNode, { op: 'rcall' }>, bound: ReadonlySet<string>): void {
    const [, list, [variable, ...bodies]] = node.args
    walk(list, bound)
    const inner = variable?.op === 'id' ? new Set([...bound, variable.args]) : bound
    for (const body of bodies) walk(body, inner)
  }

  walk(ast, new Set())
  return { keys, results, problem: problems[0] ?? null }
}

/** `context.name`, `results["name"]`. */
function memberOf(node: ASTNode): { readonly of: 'context' | 'results'; readonly name: string } | null {
  if (node.op !== '.' && node.op !== '[]') return null
  const [object, property] = node.args
  if (object.op !== 'id' || (object.args !== 'context' && object.args !== 'results')) return null
  if (typeof property === 'string') return { of: object.args, name: property }
  const isText = property.op === 'value' && typeof property.args === 'string'
  return isText ? { of: object.args, name: String(property.args) } : null
}
