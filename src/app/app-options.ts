import type { Admission } from '../domain/caller.ts'
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
import type { Settings } from '../generated/settings.ts'
import type { PlainTool } from '../tools/user-module.ts'

/** The environment of a process, or any object like it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Options of `createApp`: every setting of docs/reference/settings.md by name, and options that only code can give (EMB-1). */
export interface AppOptions extends Settings {
  /**
   * An environment to read settings from, for example `process.env`. An option has priority over its variable. Relics and the files of
   * MCP servers and OpenAPI documents read their variables from it, too. Default: none, and nothing of the process's environment is read.
   */
  readonly env?: Environment | undefined
  /**
   * Tools beside the built-in ones and those of MCP servers and OpenAPI documents: a list of results of `defineTool` or of plain objects,
   * or the path of a module or folder (`RUNGRAPH_TOOLS`). Default: none.
   */
  readonly tools?: string | readonly (Tool | PlainTool)[] | undefined
  /**
   * Agents in code: a list of results of `defineAgent`, or the path of a module or folder (`RUNGRAPH_AGENTS`). At the start the database is
   * kept in step with them (docs/agents.md). Default: none, and the database's agents stay as they are.
   */
  readonly agents?: string | readonly AgentInCode[] | undefined
  /** MCP servers: the path of a file (`RUNGRAPH_MCP`), or the content of such a file: `{ mcpServers: { … } }`. Default: none. */
  readonly mcp?: string | JsonObject | undefined
  /** OpenAPI documents: the path of a file (`RUNGRAPH_OPENAPI`), or the content of such a file. Default: none. */
  readonly openapi?: string | JsonObject | undefined
  /**
   * Prices, in US dollars for a million tokens, and context windows and output limits, in tokens, of models by `provider/model`: the path
   * of a file (`RUNGRAPH_MODELS`), or the content of such a file. Default: the built-in list.
   */
  readonly models?: string | JsonObject | undefined
  /**
   * Model providers beside those that the settings have a key or an address for: `createScripted`, or your own `ModelProvider`. One with
   * the name of another takes its place. Several of one name are its auth profiles, in their order. Default: none.
   */
  readonly providers?: readonly ModelProvider[] | undefined
  /**
   * Decides about a tool call before any policy (TAS-1). Default: the hook of the tools module; without one the policies decide.
   * If it throws, the call is denied.
   */
  readonly canExecuteTool?: CanExecuteTool | undefined
  /** Functions that judge answers of evaluations, by name (EVAL-4). Default: those of the tools module. */
  readonly evaluators?: Evaluators | undefined
  /**
   * Checks of a final answer, after the engine's own (LOOP-4). Default: none. A guard that throws has no objection; the failure is
   * reported.
   */
  readonly guards?: readonly CompletionGuard[] | undefined
  /** The price of a model call in US dollars. Default: the built-in price list and `models`. */
  readonly priceOf?: PriceOf | undefined
  /** The context window and the output limit of a model, in tokens. Default: the built-in list and `models`. */
  readonly modelInfo?: ModelInfo | undefined
  /** The clock of the engine, in milliseconds. Default: that of the database. docs/embedding.md lists the parts that do not follow it. */
  readonly clock?: Clock | undefined
  /** Makes the id of a new row: a UUID that no row has. Default: UUID version 7. */
  readonly newId?: (() => string) | undefined
  /** Gives a number from 0 to below 1, for jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Receives each failure that no caller sees. It must not throw. Default: a line in the log. */
  readonly report?: ErrorReporter | undefined
}

/** Options that only code can give, beside the settings (LOOP-9, EMB-1). An absent option has its default. */
export interface AppCode
  extends Pick<
      AppOptions,
      'clock' | 'newId' | 'random' | 'providers' | 'canExecuteTool' | 'evaluators' | 'guards' | 'priceOf'
    >,
    Pick<AppOptions, 'modelInfo' | 'report'> {
  /** The environment that relics and the files of MCP servers and OpenAPI documents read variables from. Default: that of the process. */
  readonly environment?: Environment
  /** All model providers, in place of those of the settings and of `providers`. */
  readonly models?: Models
  /** All tools, in place of the built-in ones, those of the settings and `ownTools`. */
  readonly tools?: Tools
  /** Tools beside the built-in ones and those of the settings. */
  readonly ownTools?: readonly Tool[] | undefined
  /** Agents beside those of the settings. */
  readonly agents?: readonly AgentInCode[] | undefined
  /** MCP servers, in place of the settings' file of them: the content of such a file. */
  readonly mcp?: JsonObject | undefined
  /** OpenAPI documents, in place of the settings' file of them: the content of such a file. */
  readonly openapi?: JsonObject | undefined
  /** Prices and limits of models, in place of the settings' file of them: the content of such a file. */
  readonly modelFacts?: JsonObject | undefined
  /** Admits a caller whom only this process knows, by the `Authorization` header; `null`: the database decides. Default: nobody. */
  readonly admit?: (authorization: string | null) => Admission | null
  /** The largest request of GraphQL that is read, in bytes. Default: that of every server. */
  readonly requestBytes?: number
}
