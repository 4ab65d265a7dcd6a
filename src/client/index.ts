export {
  Client,
  type ClientOptions,
  type FollowOptions,
  type RequestOptions,
  type RunResult,
} from './client.ts'
export { type GraphQLErrorEntry, RungraphClientError } from './client-error.ts'
export type { ConnectionState } from './connection-status.ts'
export type { TokenSource } from './credentials.ts'
export type { Operation, TypedDocument } from './operation.ts'
export type { SubscribeOptions } from './resume.ts'
export {
  nextRunState,
  queuedRun,
  type RunAction,
  type RunEvent,
  type RunEventOf,
  type RunGate,
  type RunState,
} from './run-state.ts'
