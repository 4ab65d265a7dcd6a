import type { Scope } from './scope.ts'

/** A step, as an event names it. */
export interface StepKey {
  readonly runId: string
  readonly number: number
}

/** The ids of these steps, in their order; an error in the place of one that does not exist. */
export async function readStepIds(
  { prisma, projectId }: Scope,
  keys: readonly StepKey[],
): Promise<readonly (string | Error)[]> {
  const rows = await prisma.step.findMany({
    where: { projectId, OR: keys.map(({ runId, number }) => ({ runId, number })) },
    select: { id: true, runId: true, number: true },
  })
  const found = new Map(rows.map((row) => [nameOf(row), row.id]))
  return keys.map((key) => found.get(nameOf(key)) ?? new Error(`Run ${key.runId} has no step ${key.number}.`))
}

function nameOf({ runId, number }: StepKey): string {
  return `${runId} ${number}`
}
