import { parseArgs } from 'node:util'
import { slugPattern } from '../domain/agent.ts'
import { RungraphError } from '../domain/errors.ts'
import type { EvaluationMode, JudgeSettings } from '../domain/evaluation.ts'
import type { AgentKey } from '../domain/operations.ts'
import { isUuid, parseGlobalId } from '../graphql/global-id.ts'
import { readArguments } from './command-line.ts'

/** The usage that errors of the command show. */
export const evalSynopsis =
  'npm run eval -- --agent <slug> --data <file or data set> [options]. Help: npm run eval -- --help'

/** Help text of the command. */
export const evalUsage = `npm run eval -- --agent <slug> --data <file or data set> [options]

Evaluate an agent over a data set, and print the results.

Options:
  --agent <slug>        Agent to evaluate, by slug or id
  --data <source>       File of items (.jsonl or .json), or slug of a stored data set
  --data-set <slug>     Data set that the file is stored in (default: the name of the file)
  --version <n>         Version of the agent (default: the newest)
  --trials <n>          Runs of each item (default: 1)
  --concurrency <n>     Results that are executed at once (default: 5)
  --mode <mode>         MODELS, or RECORDED to replay the runs that the items were made from (default: MODELS)
  --judge-agent <slug>  Agent that judges criteria (default: evaluation-judge, which is created)
  --judge-model <model> Model that judges criteria (default: that of the agent)
  --votes <n>           Number of times that each answer is judged (default: 1)
  --baseline <which>    Compare with the newest evaluation of a version (v3), or with an evaluation (its id)
  --min-score <score>   Pass from this mean score on, from 0 to 1
  --junit <file>        Also write the results as JUnit XML
  --json                Print the results as JSON
  --project <slug>      Project of the agent (default: default)
  -h, --help            Print this help

Exit codes: 0 passed, 1 below what is required, 2 could not be evaluated.
Required is the score of --min-score, and with --baseline that no item regressed. Without both options, every result must pass.`

/** What the command is to do. */
export interface EvalArguments {
  readonly agent: AgentKey
  /** Path of a file of items, or slug of a stored data set. */
  readonly data:
    | { readonly kind: 'file'; readonly path: string; readonly slug: string }
    | { readonly kind: 'stored'; readonly slug: string }
  readonly version: number | undefined
  readonly trials: number | undefined
  readonly concurrency: number | undefined
  readonly mode: EvaluationMode
  readonly judge: JudgeSettings
  readonly baseline: Baseline | null
  /** From 0 to 1; `null`: none is required. */
  readonly minScore: number | null
  readonly junit: string | null
  readonly isJson: boolean
  readonly project: string
}

/** The newest evaluation of a version of the agent, or an evaluation by its id. */
export type Baseline =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'evaluation'; readonly id: string }

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  ...{ agent: text, data: text, 'data-set': text, version: text, trials: text, concurrency: text },
  ...{ mode: text, 'judge-agent': text, 'judge-model': text, votes: text, baseline: text },
  ...{ 'min-score': text, junit: text, json: flag, project: text },
} as const

/** Reads the arguments of the command. @throws ARGUMENTS_INVALID */
export function readEvalArguments(args: readonly string[]): EvalArguments {
  const { values } = readArguments(evalSynopsis, () => parseArgs({ args: [...args], options }))
  const { agent, data, baseline, junit, json, project = 'default' } = values
  if (agent === undefined) throw wrongArgument('--agent is missing.')
  if (data === undefined) throw wrongArgument('--data is missing.')
  return {
    agent: toAgent(agent),
    data: toData(data, values['data-set']),
    version: toWhole('--version', values.version),
    trials: toWhole('--trials', values.trials),
    concurrency: toWhole('--concurrency', values.concurrency),
    mode: toMode(values.mode),
    judge: {
      agent: values['judge-agent'] === undefined ? undefined : toAgent(values['judge-agent']),
      model: values['judge-model'],
      votes: toWhole('--votes', values.votes),
    },
    baseline: baseline === undefined ? null : toBaseline(baseline),
    minScore: values['min-score'] === undefined ? null : toScore(values['min-score']),
    junit: junit ?? null,
    isJson: json === true,
    project: toSlug('--project', project),
  }
}

export function wrongArgument(problem: string): RungraphError {
  return new RungraphError('ARGUMENTS_INVALID', { problem, usage: evalSynopsis })
}

function toAgent(name: string): AgentKey {
  const key = parseGlobalId(name)
  return key?.kind === 'Agent' ? { id: key.id } : { slug: name }
}

function toData(data: string, dataSet: string | undefined): EvalArguments['data'] {
  const [, base] = /([^/\\]+)\.jsonl?$/i.exec(data) ?? []
  if (base === undefined) {
    if (dataSet !== undefined) throw wrongArgument('--data-set is for a file of items (.jsonl or .json).')
    return { kind: 'stored', slug: toSlug('--data', data) }
  }
  const slug = base.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const trimmed = slug.replace(/^-|-$/g, '')
  return { kind: 'file', path: data, slug: toSlug('--data-set', dataSet ?? trimmed) }
}

function toMode(mode = 'MODELS'): EvaluationMode {
  const known = (['MODELS', 'RECORDED'] as const).find((one) => one === mode.toUpperCase())
  if (known) return known
  throw wrongArgument(`Invalid value for --mode: ${mode}. Use MODELS or RECORDED.`)
}

function toBaseline(value: string): Baseline {
  const [, version] = /^v?(\d{1,9})$/.exec(value) ?? []
  if (version !== undefined) return { kind: 'version', version: Number(version) }
  const key = parseGlobalId(value)
  const id = key?.kind === 'Evaluation' ? key.id : value
  if (isUuid(id)) return { kind: 'evaluation', id }
  throw wrongArgument(
    `Invalid value for --baseline: ${value}. Use a version of the agent, such as v3, or the id of an evaluation.`,
  )
}

function toWhole(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw wrongArgument(`Invalid value for ${option}: ${value}. Use a whole number from 1 on.`)
}

function toScore(value: string): number {
  const score = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
  if (score >= 0 && score <= 1) return score
  throw wrongArgument(`Invalid value for --min-score: ${value}. Use a number from 0 to 1.`)
}

function toSlug(option: string, value: string): string {
  if (slugPattern.test(value)) return value
  throw wrongArgument(
    `Invalid value for ${option}: ${value}. Use 1 to 100 lower-case letters and digits, with hyphens between them.`,
  )
}
