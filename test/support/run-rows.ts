import type { Database } from '../../src/database/connect.ts'
import type { Message } from '../../src/domain/message.ts'

/** Returns the work of a run, step by step, without ids and times. */
export async function deedsOf({ prisma }: Pick<Database, 'prisma'>, runId: string) {
  const steps = await prisma.step.findMany({
    where: { runId },
    orderBy: { number: 'asc' },
    include: { actions: { orderBy: { position: 'asc' } } },
  })
  return steps.map(({ number, reasoning, validation, progress, success, error, actions }) => ({
    ...{ number, reasoning, validation, progress, success, error },
    actions: actions.map(({ name, type, target, parameters, status, attempt, output, error, errorCode }) => ({
      ...{ name, type, target, parameters, status, attempt, output, error, errorCode },
    })),
  }))
}

/** The messages of a run, in their order. */
export async function messagesOf(
  { pool }: Pick<Database, 'pool'>,
  runId: string,
): Promise<readonly Message[]> {
  const { rows } = await pool.query<{ content: Message }>(
    'select content from "Message" where "runId" = $1 order by position',
    [runId],
  )
  return rows.map(({ content }) => content)
}

/** The messages of a run, without their ids and their times. */
export async function saidIn({ prisma }: Pick<Database, 'prisma'>, runId: string) {
  const rows = await prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return rows.map(({ role, stepNumber, content }) => ({
    ...{ role, stepNumber },
    text: JSON.stringify({ ...Object(content), at: undefined }).replaceAll(
      /[0-9a-f]{8}-[0-9a-f-]{27}/g,
      '<id>',
    ),
  }))
}

/** Returns the end of a run. */
export async function endOf({ prisma }: Pick<Database, 'prisma'>, runId: string) {
  return prisma.run.findUniqueOrThrow({
    where: { id: runId },
    select: {
      status: true,
      terminationReason: true,
      summary: true,
      errorCode: true,
      stepCount: true,
      actionCount: true,
      context: true,
      artifacts: true,
    },
  })
}
