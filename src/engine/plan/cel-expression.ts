import {
  type ASTNode,
  TypeError as CelTypeError,
  Environment,
  EvaluationError,
  ParseError,
} from '@marcbachmann/cel-js'
import { LRUCache } from 'lru-cache'
import type { ConditionVerdict } from '../../domain/decide-call.ts'
import { messageOf } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import { planLimits } from '../../domain/plan.ts'
import { costBound, loops, partsOf } from './expression-cost.ts'

/** A CEL expression that is true or false, parsed once. */
interface Expression {
  readonly reads: Reads
  evaluate(variables: CelObject): ConditionVerdict
}

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly problem: string }

/** Limits of an expression. */
const expressionLimits = { nodes: 200, depth: 30, cost: 10_000_000 } as const

/** Parses a CEL expression, with limits on its length, size and cost. `1 / 2` is 0, as CEL says; `1 / 2.0` is 0.5. */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > planLimits.expressionLength) {
    return refusal(`is longer than ${planLimits.expressionLength} characters: make it shorter`)
  }
  const known = parsedBefore.get(text)
  if (known) return known
  const parsed = parse(text)
  parsedBefore.set(text, parsed)
  return parsed
}

/** Many waits have one filter, and each event meets the same conditions of triggers and policies. */
const parsedBefore = new LRUCache<string, ParsedExpression>({ max: 500 })

function parse(text: string): ParsedExpression {
  try {
    const parsed = environment.parse(text)
    const { problem, ...reads } = readsOf(parsed.ast)
    if (problem !== null) return refusal(problem)
    const { valid, type, error } = parsed.check()
    if (!valid) return refusal(`is wrong: ${sentenceOf(error)}`)
    if (type !== 'bool' && type !== 'dyn') return refusal(`gives ${type}, not true or false: compare it`)
    const evaluate = (variables: CelObject): ConditionVerdict => {
      if (costBound(parsed.ast, sizesOf(variables)) > expressionLimits.cost) {
        return refusal('may take too long over so much data: loop over a smaller list')
      }
      return conditionVerdictOf(() => parsed(variables))
    }
    return { ok: true, expression: { reads, evaluate } }
  } catch (error) {
    return refusal(`is no CEL expression: ${sentenceOf(error)}`)
  }
}

const environment = createEnvironment()

function createEnvironment(): Environment {
  const created = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: expressionLimits.nodes, maxDepth: expressionLimits.depth },
  })
  // JSON does not distinguish 1 and 1.0, so whole numbers and others must go together.
  const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  }
  for (const [sign, compute] of Object.entries(arithmetic)) {
    const mixed = (a: number | bigint, b: number | bigint) => compute(Number(a), Number(b))
    created.registerOperator(`int ${sign} double`, mixed).registerOperator(`double ${sign} int`, mixed)
  }
  return created
}

export type CelValue = null | boolean | bigint | number | string | readonly CelValue[] | CelObject

/** A map: CEL's library takes an object with a key `constructor` for something else than data. */
export type CelObject = ReadonlyMap<string, CelValue>

/** CEL's whole numbers are BigInt. */
export function toCel(value: Json): CelValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (isJsonObject(value)) return new Map(Object.entries(value).map(([key, item]) => [key, toCel(item)]))
  return isJsonArray(value) ? value.map(toCel) : value
}

/** The values of these names, without those that there are none of. No others are converted: a context may be large. */
export function valuesOf(names: Iterable<string>, get: (name: string) => Json | undefined): CelObject {
  const entries = [...names].flatMap((name) => {
    const value = get(name)
    return value === undefined ? [] : [[name, toCel(value)] as const]
  })
  return new Map(entries)
}

function sizesOf(variables: CelObject): ReadonlyMap<string, number> {
  return new Map([...variables].map(([name, value]) => [name, sizeOfCel(value)]))
}

function sizeOfCel(value: CelValue): number {
  if (typeof value === 'string') return 1 + value.length
  if (typeof value !== 'object' || value === null) return 1
  return [...value.values()].reduce((total: number, item) => total + sizeOfCel(item), 1)
}

function conditionVerdictOf(evaluate: () => unknown): ConditionVerdict {
  try {
    const value = evaluate()
    if (typeof value === 'boolean') return { ok: true, holds: value }
    return refusal(`gives ${value === null ? 'null' : typeof value}, not true or false: compare it`)
  } catch (error) {
    return refusal(`cannot be evaluated: ${sentenceOf(error)}`)
  }
}

function refusal(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem }
}

/** CEL's errors draw the place below the text; the first line says it. */
function sentenceOf(error: unknown): string {
  const isCel =
    error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError
  return isCel ? error.summary : messageOf(error)
}

/** What an expression reads. */
export interface Reads {
  /** Variables by their own names. */
  readonly names: ReadonlySet<string>
  /** Keys of the context, as `context.key`. */
  readonly keys: ReadonlySet<string>
  /** Actions, as `results.<action>`. */
  readonly results: ReadonlySet<string>
}

/** The first variable that is read and not among the known, of which `context` and `results` may be two; `undefined` if there is none. */
export function unknownRead({ names, keys, results }: Reads, known: readonly string[]): string | undefined {
  const read = [...names]
  if (results.size > 0) read.push('results')
  if (keys.size > 0) read.push('context')
  return read.find((name) => !known.includes(name))
}

/** JavaScript's regular expressions may take forever, so `matches` is not among them; nor are functions that no condition needs. */
const functions: ReadonlySet<string> = new Set([
  ...loops,
  ...'has size string int double bool dyn startsWith endsWith contains'.split(' '),
  ...'lowerAscii upperAscii trim indexOf lastIndexOf substring split join'.split(' '),
])

/** Collects in one walk what an expression reads, with the first thing that it may not use. */
function readsOf(ast: ASTNode): Reads & { readonly problem: string | null } {
  const names = new Set<string>()
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
    if (name !== 'context' && name !== 'results') names.add(name)
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
  return { names, keys, results, problem: problems[0] ?? null }
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
