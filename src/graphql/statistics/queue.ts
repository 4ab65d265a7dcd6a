import { maxWorkers, type QueuePriority, type QueueState, type WorkerRow } from '../../domain/queue.ts'
import { mayReadHosts } from '../authorization.ts'
import { builder, describedEnum } from '../builder.ts'
import { id, int, moment, one, string, valueObject } from '../fields.ts'
import { Run } from '../objects/run.ts'
import { ProcessRoleEnum } from './server.ts'

const WorkerStateEnum = describedEnum('WorkerState', 'State of a worker.', {
  ACTIVE: 'The worker executes runs and claims new ones.',
  DRAINING: 'The worker claims no new runs, because its process is shutting down.',
  LOST: 'The worker stopped without notice, or cannot reach the database. Other workers take over its runs. It is listed for an hour.',
})

const WorkerObject = valueObject<WorkerRow>(
  'Worker',
  'Process that executes runs. Workers are shared by all projects of the server.',
  {
    id: id('UUID of the worker. A process has a new one at each start.'),
    version: string('Version of Rungraph that the worker executes.'),
    role: one(ProcessRoleEnum, 'Role of the process.'),
    state: one(WorkerStateEnum, 'State of the worker.'),
    slots: int('Maximum number of runs that the worker executes at once, of all projects.'),
    active: int('Number of runs that the worker executes, of all projects, when it last reported.'),
    startedAt: moment('Time when the worker started.'),
    lastSeenAt: moment('Time when the worker last reported. A worker reports every 5 seconds.'),
  },
  {
    fields: (t) => ({
      name: t.string({
        description: 'Host name and process id of the worker. Null unless the caller is an ADMIN.',
        nullable: true,
        resolve: ({ name }, _, ctx) => (mayReadHosts(ctx) ? name : null),
      }),
    }),
  },
)

const QueuePriorityObject = valueObject<QueuePriority>(
  'QueuePriority',
  'Runs of one priority that are due.',
  {
    priority: int('Priority of the runs.'),
    due: int('Number of QUEUED runs of this priority that may begin now.'),
  },
)

const QueueObject = valueObject<QueueState>(
  'Queue',
  'Runs of the project that wait to be executed, and those that execute them. At most 10000 runs are counted.',
  {
    due: int('Number of QUEUED runs that may begin now.'),
    blocked: int('Number of the due runs that wait for an earlier run of their session.'),
    scheduled: int('Number of QUEUED runs whose `startAt` is in the future.'),
    returned: int(
      'Number of RUNNING runs that no worker has claimed again yet, after they were resumed, woken or released by a worker.',
    ),
    maxConcurrentRuns: int(
      'Maximum number of top-level runs of the project that run at once. Child runs take no place.',
    ),
    running: int('Number of top-level runs of the project that a worker executes.'),
  },
  {
    fields: (t) => ({
      byPriority: t.field({
        type: [QueuePriorityObject],
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
