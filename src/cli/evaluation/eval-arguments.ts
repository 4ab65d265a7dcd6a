import { slugPattern } from '../../domain/agent.ts'
import type { RungraphError } from '../../domain/errors.ts'
import type { EvaluationMode, JudgeSettings } from '../../domain/evaluation.ts'
import type { AgentKey } from '../../domain/operations.ts'
import { isUuid, parseGlobalId } from '../../graphql/global-id.ts'
import type { RemoteAddress } from '../remote/open-remote.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { EvalOptions } from './eval-options.ts'

/** What the command is to do. */
export interface EvalArguments {
  readonly place: EvalPlace
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
}

/** Where the agent is: in a project of the database of the settings, or behind the API of a server. */
export type EvalPlace =
  | { readonly kind: 'database'; readonly project: string }
  | { readonly kind: 'server'; readonly address: RemoteAddress }

/** The newest evaluation of a version of the agent, or an evaluation by its id. */
export type Baseline =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'evaluation'; readonly id: string }

/** Reads the options of the command. @throws ARGUMENTS_INVALID */
export function readEvalArguments(options: EvalOptions): EvalArguments {
  const { version, trials, concurrency, mode, baseline, minScore, votes } = options
  return {
    place: toPlace(options),
    agent: toAgent(options.agent),
    data: toData(options.data, options.dataSet),
    ...{ version, trials, concurrency, mode },
    judge: {
      agent: options.judgeAgent === undefined ? undefined : toAgent(options.judgeAgent),
      model: options.judgeModel,
      votes,
    },
    baseline: baseline === undefined ? null : toBaseline(baseline),
    minScore: minScore === undefined ? null : toScore(minScore),
  }
}

export function wrongArgument(problem: string): RungraphError {
  return wrongArguments('eval', problem)
}

/** What is thrown where `--baseline v3` names nothing. */
export function noBaseline(of: { version: number; dataSet: string; mode: EvaluationMode }): RungraphError {
  const { version, dataSet, mode } = of
  return wrongArgument(
    `There is no COMPLETED evaluation of version ${version} over the data set ${dataSet} in the mode ${mode}. Make one first, with --version ${version}.`,
  )
}

function toPlace({ url, key, project }: EvalOptions): EvalPlace {
  if (url !== undefined) return { kind: 'server', address: { url, key } }
  if (key === undefined) return { kind: 'database', project }
  throw wrongArgument('--key is for a server: give --url too.')
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
