import * as documents from './route-documents.ts'

/** An address below `/api/projects/{project}/`, and the document of GraphQL that is executed for it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** It names at most one object, in braces. */
  readonly path: string
  /** The variable, or the field of `input`, that the object of the path is. Default: `id`. */
  readonly key?: string
  /** One operation. Its name is the id of the operation. Variables that the path does not give are parameters; the variable `input` is the body. */
  readonly document: string
  readonly summary: string
  /** The status of an answer without an error. Default: 200. */
  readonly status?: number
}

/**
 * The API without GraphQL (API-55). What a route takes, gives and refuses follows from its document: rest-endpoint.ts executes it, and
 * openapi.ts describes it. Beside these there are the addresses of trigger-endpoint.ts.
 */
export const routes: readonly Route[] = [
  {
    ...{ method: 'GET', path: 'agents', document: documents.listAgents },
    summary: 'List the agents of the project',
  },
  { method: 'GET', path: 'agents/{agent}', document: documents.getAgent, summary: 'Read an agent' },
  { method: 'GET', path: 'runs', document: documents.listRuns, summary: 'List runs' },
  {
    ...{ method: 'GET', path: 'runs/{run}/steps', document: documents.listSteps },
    summary: 'List the steps of a run with their actions',
  },
  {
    ...{ method: 'GET', path: 'runs/{run}/messages', document: documents.listMessages },
    summary: 'Read the transcript of a run',
  },
  {
    ...{ method: 'GET', path: 'runs/{run}/events', document: documents.listEvents },
    summary: 'Read the log of a run page by page',
  },
  {
    ...{ method: 'GET', path: 'runs/{run}/usage', document: documents.getRunUsage },
    summary: 'Read what a run used, alone and with its descendants',
  },
  { method: 'POST', path: 'runs/{run}/abort', document: documents.abortRun, summary: 'Abort a run' },
  {
    method: 'POST',
    path: 'runs/{run}/resume',
    document: documents.resumeRun,
    summary: 'Resume a paused run',
  },
  {
    ...{ method: 'POST', path: 'runs/{run}/retry', document: documents.retryRun, status: 201 },
    summary: 'Start a run again as a new run',
  },
  {
    ...{ method: 'POST', path: 'runs/{run}/fork', document: documents.forkRun, status: 201 },
    summary: 'Start a new run from a step of a run',
  },
  {
    ...{ method: 'POST', path: 'runs/{run}/steer', document: documents.steerRun },
    summary: 'Send a message to an active run',
  },
  {
    ...{ method: 'PUT', path: 'runs/{run}/rating', key: 'runId', document: documents.rateRun },
    summary: 'Rate a run',
  },
  { method: 'GET', path: 'gates', document: documents.listGates, summary: 'List gates' },
  { method: 'GET', path: 'gates/{gate}', document: documents.getGate, summary: 'Read a gate' },
  {
    ...{ method: 'POST', path: 'gates/{gate}/resolve', document: documents.resolveGate },
    summary: 'Approve, reject or revise a call, or answer a question',
  },
  { method: 'GET', path: 'usage', document: documents.getUsage, summary: 'Read the usage of the project' },
  {
    ...{ method: 'POST', path: 'files', document: documents.uploadFile, status: 201 },
    summary: 'Upload a file as a form',
  },
  {
    ...{ method: 'POST', path: 'file-uploads', document: documents.createFileUpload, status: 201 },
    summary: 'Get an address that takes a file with PUT',
  },
  {
    ...{ method: 'GET', path: 'files/{file}', document: documents.getFile },
    summary: 'Read what is known of a file, and its address',
  },
  {
    ...{ method: 'POST', path: 'events', document: documents.sendEvent, status: 202 },
    summary: 'Send an event to the calls that wait for it',
  },
]
