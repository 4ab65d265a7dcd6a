import type pg from 'pg'
import type { StepRow } from '../../domain/run-log.ts'
import type { OpenWork } from '../../domain/run-store.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { allColumns } from '../../sql/columns.ts'
import { type StoredAction, toActionRow } from './restore.ts'

/** Reads the steps and actions of a run that have not ended, whichever they are. */
export async function readOpenWork(pool: pg.Pool, runId: string): Promise<OpenWork> {
  const { rows: actions } = await pool.query<StoredAction & { stepNumber: number }>(
    `select ${allColumns(Prisma.ActionScalarFieldEnum, 'a')}, s.number as "stepNumber" from "Action" a join "Step" s on s.id = a."stepId"
     where a."runId" = $1 and a.status in ('PENDING', 'RUNNING') order by s.number, a.position`,
    [runId],
  )
  const { rows: steps } = await pool.query<StepRow & { succeeded: number }>(
    `select ${allColumns(Prisma.StepScalarFieldEnum, 's')},
       (select count(*)::int from "Action" a where a."stepId" = s.id and a.status = 'SUCCEEDED') as succeeded
     from "Step" s where s."runId" = $1 and s."completedAt" is null order by s.number`,
    [runId],
  )
  return {
    actions: actions.map(({ stepNumber, ...stored }) => ({ stepNumber, action: toActionRow(stored) })),
    steps: steps.map(({ succeeded, ...step }) => ({ succeeded, step })),
  }
}
