import type { Expectations } from '../domain/data-set.ts'
import { compareDecimals } from '../domain/decimal.ts'
import type { Check, CheckKind, EvaluationMode, RunFacts } from '../domain/evaluation.ts'
import { parseJson } from '../domain/exact-numbers.ts'
import { canonicalJson } from '../domain/hash.ts'
import type { Json } from '../domain/json.ts'
import type { Schemas } from '../domain/schemas.ts'
import { describeCost } from '../domain/usage.ts'
import { checkOutput } from '../engine/judge/check-output.ts'

/** One vote of the judge on one criterion. */
export interface CriterionVote {
  readonly met: boolean
  readonly evidence: string
}

/** Data beside the run that the checks of an answer read. */
export interface Evidence {
  readonly mode: EvaluationMode
  /** The votes on each criterion, in order; `null`: nobody was asked. */
  readonly votes: readonly (readonly CriterionVote[])[] | null
  readonly schemas: Schemas
  /** Asks an evaluator of the tools module. */
  readonly evaluate: (name: string) => Promise<Pick<Check, 'passed' | 'score' | 'reason'>>
}

/** Checks an answer against its expectations, one check for each, in the order in which they are declared. */
export async function checkAnswer(
  expected: Expectations,
  run: RunFacts,
  evidence: Evidence,
): Promise<readonly Check[]> {
  const text = asText(run.output)
  return [
    ...(expected.exact === undefined ? [] : [exact(expected.exact, run.output)]),
    ...expected.contains.map((part) =>
      decided('CONTAINS', part, text.includes(part), 'The answer has no such text.'),
    ),
    ...(await Promise.all(expected.matches.map((pattern) => matches(pattern, text, evidence)))),
    ...(expected.schema === undefined ? [] : [await fits(expected, run.output, evidence)]),
    ...expected.criteria.map((criterion, index) => judged(criterion, evidence.votes?.[index] ?? null)),
    ...(await Promise.all(expected.evaluators.map((name) => evaluated(name, evidence)))),
    ...limits(expected, run, evidence.mode),
    ...expected.toolsCalled.map((tool) =>
      decided('TOOL_CALLED', tool, run.calls.includes(tool), `It called ${listed(run.calls)}.`),
    ),
    ...expected.toolsNotCalled.map((tool) =>
      decided('TOOL_NOT_CALLED', tool, !run.calls.includes(tool), 'It was called.'),
    ),
  ]
}

/** The mean of the checks that count; 1 where none does. */
export function meanScore(checks: readonly Check[]): number {
  const scores = checks.flatMap(({ score }) => (score === null ? [] : [score]))
  return scores.length === 0 ? 1 : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** Whether no check that counts failed. */
export function arePassed(checks: readonly Check[]): boolean {
  return checks.every(({ passed }) => passed !== false)
}

/** Maximum number of characters of an expectation or reason in a check. */
const maxShown = 1_000

function decided(kind: CheckKind, expected: string, passed: boolean, reason: string): Check {
  const said = passed ? '' : shorten(reason)
  return { kind, expected: shorten(expected), passed, score: passed ? 1 : 0, reason: said, votes: null }
}

/** It counts neither for the answer nor against it. */
function unchecked(kind: CheckKind, expected: string, reason: string): Check {
  return { kind, expected: shorten(expected), passed: null, score: null, reason, votes: null }
}

function exact(expected: Json, output: Json): Check {
  const isSame =
    typeof expected === 'string'
      ? expected.trim() === asText(output).trim()
      : canonicalJson(expected) === canonicalJson(asData(output))
  return decided('EXACT', asText(expected), isSame, `The answer is ${quoted(asText(output))}.`)
}

/** Bounded like every other check by a schema: an expression that takes too long matches nothing. */
async function matches(pattern: string, text: string, { schemas }: Evidence): Promise<Check> {
  const verdict = await schemas.check({ type: 'string', pattern })(text)
  const reason = verdict.ok ? '' : verdict.problems.join('; ')
  return decided('MATCHES', pattern, verdict.ok, reason)
}

async function fits({ schema = {} }: Expectations, output: Json, { schemas }: Evidence): Promise<Check> {
  const expected = JSON.stringify(schema)
  if (typeof output === 'string') {
    const checked = await checkOutput(output, schema, schemas)
    const problems = checked.kind === 'fits' ? [] : checked.problems
    return decided('SCHEMA', expected, problems.length === 0, problems.join('; '))
  }
  const verdict = await schemas.check(schema)(output)
  return decided('SCHEMA', expected, verdict.ok, verdict.ok ? '' : verdict.problems.join('; '))
}

/** Met where more than half of the votes find it so; the score is their share. */
function judged(criterion: string, votes: readonly CriterionVote[] | null): Check {
  if (votes === null) return unchecked('CRITERION', criterion, 'No model is asked in a replay.')
  const met = votes.filter((vote) => vote.met).length
  const passed = met * 2 > votes.length
  const reason = votes.find((vote) => vote.met === passed)?.evidence ?? ''
  const of = { kind: 'CRITERION', expected: shorten(criterion), votes: { met, of: votes.length } } as const
  return { ...of, passed, score: votes.length === 0 ? 0 : met / votes.length, reason: shorten(reason) }
}

async function evaluated(name: string, { evaluate }: Evidence): Promise<Check> {
  const verdict = await evaluate(name)
  return { kind: 'EVALUATOR', expected: name, votes: null, ...verdict, reason: shorten(verdict.reason) }
}

/** The limits that are set. A replay costs nothing and takes no time: neither is measured. */
function limits(
  { maxCostUsd, maxSteps, maxDurationMs }: Expectations,
  run: RunFacts,
  mode: EvaluationMode,
): readonly Check[] {
  const durationMs = run.durationMs ?? 0
  const isCheap = run.unpricedCalls === 0 && compareDecimals(run.costUsd, maxCostUsd ?? '0') <= 0
  const isFast = durationMs <= (maxDurationMs ?? 0)
  const isShort = run.stepCount <= (maxSteps ?? 0)
  const measured = [
    { kind: 'MAX_COST', max: maxCostUsd, unit: ' USD', isKept: isCheap, is: describeCost(run) },
    { kind: 'MAX_STEPS', max: maxSteps, unit: '', isKept: isShort, is: `${run.stepCount}` },
    { kind: 'MAX_DURATION', max: maxDurationMs, unit: ' ms', isKept: isFast, is: `${durationMs} ms` },
  ] as const
  return measured.flatMap(({ kind, max, unit, isKept, is }) => {
    if (max === undefined) return []
    return mode === 'RECORDED' && kind !== 'MAX_STEPS'
      ? unchecked(kind, `${max}${unit}`, 'It is not measured in a replay.')
      : decided(kind, `${max}${unit}`, isKept, `It was ${is}.`)
  })
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Data that an agent without an output schema answered with as text. */
function asData(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : [...new Set(names)].join(', ')
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text))
}

function shorten(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`
}
