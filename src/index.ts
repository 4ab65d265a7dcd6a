export type { AppOptions, Environment } from './app/app-options.ts'
export { type App, createApp } from './app.ts'
export type { AgentDefinition, AgentDefinitionInput } from './domain/agent.ts'
export { type Clock, systemClock } from './domain/clock.ts'
export { type AgentInCode, type AgentOptions, defineAgent } from './domain/defined-agent.ts'
export type { ErrorReporter, LogContext } from './domain/error-reporter.ts'
export { type ErrorCode, RungraphError } from './domain/errors.ts'
export type {
  EvaluatedAnswer,
  EvaluatedFile,
  Evaluator,
  Evaluators,
  EvaluatorVerdict,
} from './domain/evaluator.ts'
export type { AssistantPart, Message } from './domain/message.ts'
export {
  type FinishReason,
  type ModelChunk,
  ModelError,
  type ModelErrorKind,
  type ModelFacts,
  type ModelInfo,
  type ModelProvider,
  type ModelRequest,
  type RequestOption,
} from './domain/model.ts'
export type { Operations } from './domain/operations.ts'
export type {
  AncestorRun,
  CallingRun,
  CanExecuteTool,
  Permission,
  PermissionRequest,
  RunCaller,
} from './domain/permission.ts'
export type { EventData, EventType, RunEvent } from './domain/run-event.ts'
export type { RunLog } from './domain/run-log.ts'
export { done, TaskComplete, type Tool, type ToolContext } from './domain/tool.ts'
export type { Price, PriceOf, TokenUsage } from './domain/usage.ts'
export type { CompletionGuard } from './engine/judge/completion-guards.ts'
export type { Settings } from './generated/settings.ts'
export type { FetchContext } from './http/mount/fetch-in-process.ts'
export type { MountContext, Mounted } from './http/mount/mounted.ts'
export {
  createScripted,
  type Script,
  type ScriptContext,
  type ScriptedTurn,
  sequence,
} from './models/scripted.ts'
export { defineTool, type ToolDefinition } from './tools/define-tool.ts'
export type { PlainTool } from './tools/user-module.ts'
