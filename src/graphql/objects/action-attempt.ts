import { actionStatus } from '../../domain/action.ts'
import type { Json } from '../../domain/json.ts'
import type { Action as ActionRow, ActionStatus as Status } from '../../generated/prisma/client.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { int, nullable, one, string, valueObject } from '../fields.ts'
import type { ProjectScope } from '../loaders.ts'
import { enumOf } from '../shape.ts'
import { Action } from './action.ts'
import { UsageObject } from './usage.ts'

/** One try at an action, whichever table it is in. */
interface Attempt {
  readonly actionId: string
  readonly number: number
  readonly status: Status
  readonly target: string
  readonly parameters: unknown
  /** Whether the action's own row has its result. */
  readonly isLast: boolean
  readonly error: string | null
  readonly errorCode: string | null
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly durationMs: number | null
}

const ActionAttempt = valueObject<Attempt>(
  'ActionAttempt',
  'Attempt to perform an action.',
  {
    number: int('Number of the attempt within its action, from 1.'),
    status: one(
      enumOf(actionStatus),
      'Status of the attempt. CANCELLED if it was stopped or its process died.',
    ),
    target: string('Tool, agent, relic or workflow that the attempt called.'),
    error: nullable.string('Error message of the attempt. Null if it did not fail.'),
    errorCode: nullable.string(
      'Stable code of the error, from the error table. Null if the attempt did not fail.',
    ),
    startedAt: nullable.moment('Time when the attempt began. Null if the attempt was denied.'),
    completedAt: nullable.moment('Time when the attempt ended. Null while it runs and if its process died.'),
    durationMs: nullable.int('Duration of the attempt, in milliseconds. Null if it is not known.'),
  },
  {
    fields: (t) => ({
      parameters: t.field({
        type: 'JSON',
        description: 'Arguments of the attempt, without secrets.',
        resolve: ({ parameters }) => parameters as Json,
      }),
      output: t.field({
        type: 'JSON',
        description: 'Output of the attempt. Null unless the attempt succeeded.',
        nullable: true,
        resolve: async ({ isLast, actionId }, _, ctx) =>
          isLast ? ((await ctx.loaders.output.load(actionId)) as Json) : null,
      }),
      usage: t.field({
        type: UsageObject,
        description: 'Usage of the model calls that planned the attempt and that the attempt made.',
        resolve: ({ actionId, number }, _, ctx, info) =>
          ctx.loaders.read(info, 'attemptUsage').load({ actionId, number }),
      }),
    }),
  },
)

builder.prismaObjectField(Action, 'attempts', (t) =>
  t.field({
    type: [ActionAttempt],
    description: 'Attempts to perform the action, in order. Empty until the first attempt begins.',
    select: {
      ...{ id: true, attempt: true, status: true, target: true, parameters: true },
      ...{ error: true, errorCode: true, startedAt: true, completedAt: true, durationMs: true },
    },
    resolve: async (action, _, ctx, info) =>
      withLast(
        await ctx.loaders
          .ofField(info, 'earlier', (ids: readonly string[]) => readEarlier(scopeOf(ctx), ids))
          .load(action.id),
        action,
      ),
  }),
)

function scopeOf({ prisma, project }: GraphQLContext): ProjectScope {
  return { prisma, projectId: project.id }
}

type Last = Omit<Attempt, 'actionId' | 'number' | 'isLast'> & Pick<ActionRow, 'id' | 'attempt'>

/** The last attempt is the action's own row, unless another follows it. */
function withLast(earlier: readonly Attempt[], { id: actionId, attempt: number, ...last }: Last) {
  if (number === 0 || earlier.some((one) => one.number === number)) return earlier
  return [...earlier, { actionId, number, isLast: true, ...last }]
}

async function readEarlier(
  { prisma, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<readonly (readonly Attempt[])[]> {
  const rows = await prisma.actionAttempt.findMany({
    where: { projectId, actionId: { in: [...new Set(ids)] } },
    orderBy: { number: 'asc' },
  })
  const attempts = rows.map((row) => ({ ...row, isLast: false }))
  const found = Map.groupBy(attempts, ({ actionId }) => actionId)
  return ids.map((id) => found.get(id) ?? [])
}
