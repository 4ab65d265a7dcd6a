import type { Clock } from '../domain/clock.ts'
import type { AgentInCode } from '../domain/defined-agent.ts'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { JsonObject } from '../domain/json.ts'
import type { ModelInfo, ModelProvider, Models } from '../domain/model.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import type { PriceOf } from '../domain/usage.ts'
import type { CompletionGuard } from '../engine/judge/completion-guards.ts'

/** Options that only code can give, beside the settings (LOOP-9, EMB-1). An absent option has its default. */
export interface AppCode {
  /** The environment that relics and the files of MCP servers and OpenAPI documents read variables from. Default: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly clock?: Clock
  /** Makes the id of a new row: a UUID that no row has. Default: UUID version 7. */
  readonly newId?: () => string
  /** Gives a number from 0 to below 1, for jitter. Default: `Math.random`. */
  readonly random?: () => number
  /** All model providers, in place of those of the settings and of `providers`. */
  readonly models?: Models
  /** Providers beside those of the settings. */
  readonly providers?: readonly ModelProvider[]
  /** All tools, in place of the built-in ones, those of the settings and `ownTools`. */
  readonly tools?: Tools
  /** Tools beside the built-in ones and those of the settings. */
  readonly ownTools?: readonly Tool[]
  /** Agents beside those of the settings. */
  readonly agents?: readonly AgentInCode[]
  /** MCP servers, in place of the settings' file of them: the content of such a file. */
  readonly mcp?: JsonObject
  /** OpenAPI documents, in place of the settings' file of them: the content of such a file. */
  readonly openapi?: JsonObject
  /** Prices and limits of models, in place of the settings' file of them: the content of such a file. */
  readonly modelFacts?: JsonObject
  readonly canExecuteTool?: CanExecuteTool
  readonly evaluators?: Evaluators
  readonly guards?: readonly CompletionGuard[]
  readonly priceOf?: PriceOf
  readonly modelInfo?: ModelInfo
  readonly report?: ErrorReporter
}
