import type { Clock } from '../domain/clock.ts'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { ModelInfo, Models } from '../domain/model.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { Tools } from '../domain/tool.ts'
import type { PriceOf } from '../domain/usage.ts'
import type { CompletionGuard } from '../engine/judge/completion-guards.ts'

/** The parts of the engine that an embedder or a test may replace (LOOP-9). The second argument of `createApp` sets any of them. */
export interface Overrides {
  /** The clock of the engine, in milliseconds. Default: the system's. */
  readonly clock: Clock
  /** Makes the id of a new row: a UUID that no row has. Default: UUID version 7. */
  readonly newId: () => string
  /** Gives a number from 0 to below 1, for jitter. Default: `Math.random`. */
  readonly random: () => number
  /** The model providers. Default: those that the settings have a key or address for. */
  readonly models: Models
  /** The tools that agents may name. Default: the built-in ones and those that the settings load. */
  readonly tools: Tools
  /**
   * Decides about a tool call before any policy (TAS-1). Default: the hook of the tools module; without one the policies decide.
   * If it throws, the call is denied.
   */
  readonly canExecuteTool: CanExecuteTool
  /** Functions that judge answers of evaluations, by name (EVAL-4). Default: those of the tools module. */
  readonly evaluators: Evaluators
  /** Checks of a final answer, after the engine's own (LOOP-4). Default: none. If a guard throws, it has no objection, and the failure is reported. */
  readonly guards: readonly CompletionGuard[]
  /** The price of a model call in US dollars. Default: the built-in price list and the models file. */
  readonly priceOf: PriceOf
  /** The context window and the output limit of a model, in tokens. Default: the built-in list and the models file. */
  readonly modelInfo: ModelInfo
  /** Receives each failure that no caller sees. It must not throw. Default: a line in the log. */
  readonly report: ErrorReporter
}
