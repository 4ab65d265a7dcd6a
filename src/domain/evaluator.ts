import type { Json } from './json.ts'

/** An answer as an evaluator of the tools module reads it. */
export interface EvaluatedAnswer {
  readonly input: string
  /** Files of the input. */
  readonly files: readonly EvaluatedFile[]
  readonly context: Json
  /** The answer: a text, or data where the agent has an output schema. Secrets in it are replaced by marks. */
  readonly output: Json
  /** The `exact` answer of the item; absent where it has none. */
  readonly expected?: Json
  readonly itemKey: string
  readonly runId: string
  readonly stepCount: number
  readonly durationMs: number | null
  /** Of the run with all below it, in US dollars. */
  readonly costUsd: string
  /** Names of the tools, agents, relics and workflows that were called, in order. */
  readonly calls: readonly string[]
}

/** A file as an evaluator reads of it. */
export interface EvaluatedFile {
  readonly fileId: string
  readonly mediaType: string
  readonly name: string | null
  readonly byteCount: number
}

/** `passed` is by default whether the score is at least 0.5, and `score` by default 1 or 0 as `passed` says. */
export type EvaluatorVerdict =
  | boolean
  | number
  | { readonly score?: number; readonly passed?: boolean; readonly reason?: string }

/** Judges an answer in code. A throw makes the result an ERROR. */
export type Evaluator = (
  answer: EvaluatedAnswer,
  options: { readonly signal: AbortSignal },
) => EvaluatorVerdict | Promise<EvaluatorVerdict>

/** Evaluators by name. */
export type Evaluators = Readonly<Record<string, Evaluator>>
