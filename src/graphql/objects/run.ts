import { callerKind } from '../../domain/caller.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { toGivenKey } from '../../domain/idempotency-key.ts'
import type { Json } from '../../domain/json.ts'
import { pricing } from '../../domain/model-batch.ts'
import { rightsBound } from '../../domain/rights-bound.ts'
import { runStatus, terminationReason } from '../../domain/run.ts'
import { traceIdOfRun } from '../../domain/trace-context.ts'
import { toUsage } from '../../domain/usage.ts'
import { builder } from '../builder.ts'
import { one, rowFields, string, valueObject } from '../fields.ts'
import { rowObject } from '../row-object.ts'
import { enumOf } from '../shape.ts'
import { steps } from './step.ts'
import { UsageObject } from './usage.ts'

const RunError = valueObject<{ code: string; message: string }>('RunError', 'Error that made a run fail.', {
  code: string('Stable code of the error, from the error table.'),
  message: string('Error message, with the remedy.'),
})

export const Run = rowObject(
  'Run',
  'Execution of an agent on an input.',
  {
    input: 'Input of the run.',
    summary: 'Answer of the run, or the text produced so far if the run was stopped. Null if there is none.',
    abortReason:
      'Reason that the caller gave for the abort. Null if no caller aborted the run or no reason was given.',
    abortedBy:
      'Caller that aborted the run: the name of an API key, or `loopback`. Null if no caller aborted the run.',
    triggeredBy:
      'Caller that triggered the run: the name of an API key, or `loopback`. Null if a run or a schedule triggered it.',
    stepCount: 'Number of steps that the run has taken, including the steps that a fork took over.',
    priority:
      'Priority of the run. Among the queued runs of the project, the run with the highest number starts first.',
    startAt: 'Earliest time at which the run may begin. `startedAt` is the time at which it began.',
    context: 'Data that the actions of the run share.',
    artifacts: 'Artifacts of the run, by name.',
    progress: 'Progress of the run, from 0 to 1. Null if the progress has not been judged.',
    recoveries:
      'Number of times that another worker took over the run because its lease had expired or the lock of its worker was lost.',
    durationMs:
      'Active time of the run, in milliseconds, without the time that it was paused or waited. Null until the run ends, pauses or waits.',
    createdAt: 'Time when the run was accepted.',
    startedAt: 'Time when a worker first started the run. Null if the run has not begun.',
    completedAt: 'Time when the run reached a final status. Null until then.',
    deltasPrunedAt:
      "Time when the increments of the run's log were removed by retention. Null if they are still stored.",
    settledAt:
      'Time when the run had ended and each of its FIRE_AND_FORGET actions had a final status. Null until then.',
    status: one(enumOf(runStatus), 'Status of the run.'),
    terminationReason: one(
      enumOf(terminationReason),
      'Reason why the run ended, paused or waits. Null while the run is queued or running, or if it waits without such a reason.',
    ),
  },
  (t) => ({
    error: t.field({
      type: RunError,
      description: 'Error that made the run fail. Null if the run has not failed.',
      nullable: true,
      select: { errorCode: true, errorMessage: true },
      resolve: ({ errorCode: code, errorMessage: message }) =>
        code === null ? null : { code, message: message ?? code },
    }),
    idempotencyKey: t.field({
      type: 'String',
      description: 'Idempotency key that the caller gave to the run. Null if the caller gave none.',
      nullable: true,
      select: { idempotencyKey: true },
      resolve: ({ idempotencyKey }) => toGivenKey(idempotencyKey),
    }),
  }),
)

builder.prismaObjectFields(Run, (t) => ({
  ...rowFields(t, {
    agent: 'Agent that the run executes.',
    agentVersion: 'Version of the agent that the run is pinned to.',
    session:
      'Session that the run belongs to. Null if the run has no session, or if the caller has an access token that is not for a session.',
    parent: 'Run that started this run. Null if the run has no parent.',
    root: 'Top-level run of the tree that the run belongs to: the run itself if it has no parent.',
    depth: 'Number of runs above this run in its tree. 0 for a top-level run.',
  }),
  triggeredByKind: t.field({
    type: enumOf(callerKind),
    description:
      'Kind of the credentials of the caller that triggered the run. Null if a run, a schedule or an evaluation triggered it, or if the kind was not recorded.',
    nullable: true,
    select: { triggeredByKind: true },
    resolve: ({ triggeredByKind }) => callerKind.options.find((known) => known === triggeredByKind) ?? null,
  }),
  rightsOf: t.string({
    description:
      'Slug of the agent that the run and the runs below it cannot do more than, because an access token started the tree. Null if there is none.',
    nullable: true,
    select: { bound: true },
    resolve: ({ bound }) => (bound === null ? null : rightsBound.parse(bound).slug),
  }),
  pricing: t.field({
    type: enumOf(pricing),
    description: 'Pricing of the model calls of the run.',
    select: { batchDeadlineMs: true },
    resolve: ({ batchDeadlineMs }) => (batchDeadlineMs === null ? 'STANDARD' : 'BATCH'),
  }),
  batchDeadlineMs: t.int({
    description:
      'Time from `startAt` until which the turns of the run are asked in batches, in milliseconds. Null with the pricing STANDARD.',
    nullable: true,
    select: { batchDeadlineMs: true },
    resolve: (run) => run.batchDeadlineMs,
  }),
  threadId: t.string({
    description:
      'Thread id that the run shares with the runs that it starts and with other runs of the caller.',
    select: { threadId: true, rootId: true },
    resolve: ({ threadId, rootId }) => threadId ?? rootId,
  }),
  traceId: t.string({
    description:
      'Id of the trace that the spans of the run belong to: the trace of the `traceparent` that it was triggered with, or a trace of its tree. Spans exist only if an exporter is configured.',
    select: { traceparent: true, rootId: true },
    resolve: ({ traceparent, rootId }) => traceIdOfRun(rootId, traceparent === null ? null : { traceparent }),
  }),
  usage: t.field({
    type: UsageObject,
    description: 'Usage of the model calls of the run.',
    args: {
      includeDescendants: t.arg.boolean({
        description: 'Whether to include the usage of all descendants. Default false.',
      }),
    },
    resolve: async ({ id }, { includeDescendants }, { loaders }) =>
      includeDescendants === true
        ? toUsage(...(await loaders.costLeaves.load(id)))
        : loaders.usage('runId').load(id),
  }),
  gates: t.relation('gates', {
    description: 'Gates of the run, open and resolved, oldest first.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
  steps: t.field(steps.field({ description: 'Steps of the run, in order.', column: 'runId' })),
}))

builder.prismaObjectField(Run, 'output', (t) =>
  t.field({
    type: 'JSON',
    description:
      "Answer of a COMPLETED run as data, if the agent's definition has an `outputSchema` or the run executed a workflow. Null otherwise. A VIEWER receives placeholders instead of secrets.",
    nullable: true,
    select: {
      ...{ status: true, summary: true, agentId: true, agentVersion: true, workflowId: true },
      ...{ projectId: true, rootId: true, sessionId: true },
    },
    resolve: async (run, _, ctx) => {
      const { status, summary, agentId, agentVersion: version, workflowId } = run
      if (status !== 'COMPLETED' || summary === null) return null
      const { projectId, rootId, sessionId } = run
      const shown = (output: Json) =>
        ctx.operations.shownOutput({ caller: ctx.caller, projectId, rootId, sessionId, output })
      if (workflowId !== null) return shown(parseJson(summary))
      const { outputSchema } = await ctx.loaders.definition.load({ agentId, version })
      // The run completed because its answer fits the schema.
      return outputSchema === null ? null : shown(parseJson(summary))
    },
  }),
)
