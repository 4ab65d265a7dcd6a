import { maxWorkers, queuePriority, queueState, type RunWorker, workerRow } from '../../domain/queue.ts'
import { mostClaims, readWorkerClaims, workerClaim } from '../../domain/worker-claim.ts'
import { mayReadHosts } from '../authorization.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { moment, valueObject } from '../fields.ts'
import { Run } from '../objects/run.ts'
import { objectOf } from '../shape.ts'

/** Of a worker: the name of its host is not for everybody. */
const workerName = {
  description: 'Host name and process id of the worker. Null unless the caller is an ADMIN.',
  nullable: true,
  resolve: ({ name }: { readonly name: string }, _: object, ctx: GraphQLContext) =>
    mayReadHosts(ctx) ? name : null,
} as const

const WorkerObject = objectOf(workerRow, { fields: (t) => ({ name: t.string(workerName) }) })
const WorkerClaimObject = objectOf(workerClaim, { fields: (t) => ({ name: t.string(workerName) }) })

const QueueObject = objectOf(queueState, {
  fields: (t) => ({
    byPriority: t.field({
      type: [objectOf(queuePriority)],
      extensions: { listSize: 100 },
      description: 'Due runs by priority, the highest first. At most 100 priorities.',
      resolve: ({ byPriority }) => byPriority,
    }),
    oldest: t.field({
      type: Run,
      description: 'Run that has been due for the longest time. Null if no run is due.',
      nullable: true,
      resolve: ({ oldest }) => oldest && { id: oldest.id },
    }),
    oldestDueAt: t.field({
      type: 'DateTime',
      description: 'Time since which the oldest run is due. Null if no run is due.',
      nullable: true,
      resolve: ({ oldest }) => oldest?.since ?? null,
    }),
    free: t.int({
      description: 'Number of further top-level runs of the project that may run at once.',
      resolve: ({ maxConcurrentRuns, running }) => Math.max(0, maxConcurrentRuns - running),
    }),
    workers: t.field({
      type: [WorkerObject],
      extensions: { listSize: maxWorkers },
      description:
        'Processes that execute runs. Those that are LOST come last, and of the others the oldest first. At most 500.',
      resolve: (_, __, ctx) => ctx.reads.workers(),
    }),
  }),
})

const RunWorkerObject = valueObject<RunWorker>(
  'RunWorker',
  'Worker that has a run.',
  { since: moment('Time since which the worker has the run.') },
  {
    fields: (t) => ({
      process: t.field({
        type: WorkerObject,
        description: 'Process of the worker. Null if it has not reported yet.',
        nullable: true,
        resolve: ({ process }) => process,
      }),
    }),
  },
)

builder.queryField('queue', (t) =>
  t.field({
    type: QueueObject,
    description: 'Queue of the runs of the project.',
    resolve: (_, __, ctx) => ctx.reads.queue(ctx.project.id),
  }),
)

builder.prismaObjectField(Run, 'queuePosition', (t) =>
  t.int({
    description:
      'Position of the run among the due runs of the project, from 1. Null if the run is not QUEUED, if its `startAt` is in the future, and after the first 10000.',
    nullable: true,
    select: { status: true },
    resolve: ({ id, status }, _, ctx, info) =>
      status === 'QUEUED' ? ctx.loaders.read(info, 'queuePositions').load(id) : null,
  }),
)

builder.prismaObjectField(Run, 'worker', (t) =>
  t.field({
    type: RunWorkerObject,
    description:
      'Worker that has the run at the moment. Null if none has: the run waits, is in the queue, is paused or has ended.',
    nullable: true,
    resolve: ({ id }, _, ctx, info) => ctx.loaders.read(info, 'runWorkers').load(id),
  }),
)

builder.prismaObjectField(Run, 'workerClaims', (t) =>
  t.field({
    type: [WorkerClaimObject],
    extensions: { listSize: mostClaims },
    description:
      'Workers that had the run, the last one last, also after the run has ended. At most 10, the newest.',
    select: { workerClaims: true },
    resolve: ({ workerClaims }) => readWorkerClaims(workerClaims),
  }),
)
