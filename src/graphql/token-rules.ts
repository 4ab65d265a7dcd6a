import type { Ability, ScopeKind } from '../domain/access-token.ts'

/**
 * Which access tokens may read a field: all, or those with one of these scopes. `WITHIN`: all, and a run outside the scope is null.
 * `SESSION_OR_NULL`: it is null for tokens with another scope than a session.
 */
export type FieldRule = 'ALL' | 'WITHIN' | 'SESSION_OR_NULL' | readonly ScopeKind[]

/**
 * Fields that an access token may read of each type (KEY-8). A field that is not listed refuses every access token, so that a new field
 * stays closed until its reach is checked: everything that a listed field shows must belong to a run within the scope.
 */
export const openFields: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  Run: {
    ...all('id status terminationReason input summary output error artifacts progress usage'),
    ...all(
      'abortReason abortedBy triggeredBy idempotencyKey traceId agent agentVersion depth recoveries stepCount durationMs',
    ),
    ...all('createdAt startAt startedAt completedAt settledAt deltasPrunedAt'),
    ...all('gates children steps events messages ownRating'),
    parent: 'WITHIN',
    session: 'SESSION_OR_NULL',
  },
  // Its name, and nothing of its definition.
  Agent: all('id slug name description'),
  Session: {
    ...only(['SESSION'], 'id key createdAt lastActiveAt runCount agent usage runs messages'),
  },
  // Not the prompt, nor the conversation that came before the run.
  Step: all('id number text reasoning plan actions progress success error usage startedAt durationMs'),
  // Not the audit, which names policies.
  Action: {
    ...all('id name type mode status target wave dependsOn attempt attempts parameters output'),
    ...all('error errorCode startedAt durationMs childRun completedSteps'),
  },
  Gate: {
    ...all(
      'id run step action kind reason context status decider respondent note resolution resolvedBy resolvedAt',
    ),
    ...all('expiresAt onExpiry createdAt'),
  },
  // Which model is asked is the agent's.
  BatchContext: all('stepNumber'),
  // What runs of the scope name, or its holders uploaded.
  File: all('id name mediaType byteCount sha256 width height url createdAt createdBy'),
  // Holders meet their own alone: lists of ratings are closed.
  Rating: all('id run score comment labels ratedBy createdAt updatedAt'),
  // Those that the user of the token signs in to.
  McpServer: all('name per signIn'),
  // Their root of the queries checks the token for each field, as any other does.
  RunUpdate: all('cursor run isMatch edge query'),
  GateUpdate: all('cursor gate isMatch edge query'),
  UpdateCursors: all('runUpdated gateUpdated query'),
  // The texts of the agent's own instructions are left out (message.ts).
  Message: all('runId position stepNumber role byEngine text parts tokens visibility createdAt'),
}

/** Value objects of a run: all of their fields are open, also new ones. Types of events, errors and pages are open, too. */
export const openTypes: ReadonlySet<string> = new Set(
  [
    'McpSignIn McpSignInLink',
    '_Service Caller AccessTokenScope PageInfo Usage RunError ActionAttempt CallStep Plan PlanEdge PlanNode PlannedAction',
    'TextPart ReasoningPart RefusalPart ToolCallPart ToolResultPart FilePart FileUpload',
    'LowConfidenceContext IdenticalErrorsContext MonitorContext PlanContext ActionToApprove CallContext QuestionContext TimeContext EventContext GateResolution',
    ...['Run', 'Step', 'Gate', 'Message', 'RunEvent'].map((name) => `${name}Connection ${name}Edge`),
  ].flatMap((names) => names.split(' ')),
)

/**
 * Ability that an access token needs for each field of the root types, or one of these; fields that are not listed refuse it. `null`: none.
 */
export const openRoots: Readonly<
  Record<
    string,
    { readonly ability: Ability | readonly Ability[] | null; readonly scopes?: readonly ScopeKind[] }
  >
> = {
  'Query.caller': { ability: null },
  'Query._service': { ability: null },
  'Query._entities': { ability: 'READ' },
  'Query.run': { ability: 'READ' },
  'Query.runs': { ability: 'READ' },
  'Query.gate': { ability: 'READ' },
  'Query.gates': { ability: 'READ' },
  'Query.updateCursors': { ability: 'READ' },
  'Query.session': { ability: 'READ', scopes: ['SESSION'] },
  'Query.file': { ability: 'READ' },
  'Query.node': { ability: 'READ' },
  'Query.nodes': { ability: 'READ' },
  'Subscription.runEvents': { ability: 'READ' },
  'Subscription.runUpdated': { ability: 'READ' },
  'Subscription.gateUpdated': { ability: 'READ' },
  'Subscription.sessionEvents': { ability: 'READ', scopes: ['SESSION'] },
  'Mutation.abortRun': { ability: 'ABORT' },
  'Mutation.steerRun': { ability: 'STEER' },
  // The gate says whether ANSWER suffices.
  'Mutation.resolveGate': { ability: ['DECIDE', 'ANSWER'] },
  'Mutation.uploadFile': { ability: ['TRIGGER', 'STEER'] },
  'Mutation.createFileUpload': { ability: ['TRIGGER', 'STEER'] },
  // Their own.
  'Query.mcpServers': { ability: 'ANSWER' },
  'Mutation.startMcpSignIn': { ability: 'ANSWER' },
  'Mutation.endMcpSignIn': { ability: 'ANSWER' },
  'Mutation.rateRun': { ability: 'RATE' },
  'Mutation.deleteRating': { ability: 'RATE' },
  'Mutation.triggerRun': { ability: 'TRIGGER', scopes: ['SESSION', 'TAG'] },
}

/**
 * Fields of filters that access tokens may use, by the type of the filter: those on data that the holder may read anyway. With any other
 * one the holder could find out, value by value, the content of a closed field.
 */
export const openFilters: Readonly<Record<string, ReadonlySet<string>>> = {
  RunFilter: new Set(
    [
      'status ids agent agentVersion tool terminationReason createdAfter createdBefore minCostUsd maxCostUsd',
      'minDurationMs maxDurationMs parentId triggeredBy search rootsOnly',
    ].flatMap((names) => names.split(' ')),
  ),
  GateFilter: new Set('ids status kind runId includeDescendants agent createdAfter createdBefore'.split(' ')),
}

function all(names: string): Readonly<Record<string, FieldRule>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'ALL']))
}

function only(scopes: readonly ScopeKind[], names: string): Readonly<Record<string, FieldRule>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, scopes]))
}
