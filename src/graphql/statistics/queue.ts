import { maxWorkers, queuePriority, queueState, workerRow } from '../../domain/queue.ts'
import { mayReadHosts } from '../authorization.ts'
import { builder } from '../builder.ts'
import { Run } from '../objects/run.ts'
import { objectOf } from '../shape.ts'

const WorkerObject = objectOf(workerRow, {
  fields: (t) => ({
    name: t.string({
      description: 'Host name and process id of the worker. Null unless the caller is an ADMIN.',
      nullable: true,
      resolve: ({ name }, _, ctx) => (mayReadHosts(ctx) ? name : null),
    }),
  }),
})

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
