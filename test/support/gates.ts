import type { Database } from '../../src/database/connect.ts'
import type { GateDecision } from '../../src/domain/gate.ts'
import type { Json } from '../../src/domain/json.ts'
import { isTerminal, type RunStatus } from '../../src/domain/run.ts'
import { topics } from '../../src/domain/wakeups.ts'
import type { TestEngine } from './engine.ts'

export const tester = { name: 'tester', role: 'ADMIN' } as const

/** Resolves when the run has the status: at each hint, and now and then beneath. Throws where it ended with another. */
export async function untilStatus(
  { services }: Pick<TestEngine, 'services'>,
  { prisma }: Pick<Database, 'prisma'>,
  runId: string,
  status: RunStatus,
): Promise<void> {
  for (;;) {
    const heard = new AbortController()
    const unlisten = services.wakeups.listen(topics.events(runId), () => heard.abort())
    try {
      const run = await prisma.run.findUniqueOrThrow({ where: { id: runId }, select: { status: true } })
      if (run.status === status) return
      if (isTerminal(run.status)) throw new Error(`Run ${runId} is ${run.status}, and was to be ${status}.`)
      await services.clock.sleep(200, heard.signal).catch(() => undefined)
    } finally {
      unlisten()
    }
  }
}

export function openGates({ prisma }: Pick<Database, 'prisma'>, runId: string) {
  return prisma.gate.findMany({
    where: { runId, status: 'OPEN' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** From now on calls of a tool wait for an approval. */
export async function requireApproval(
  { operations, project }: Pick<TestEngine, 'operations' | 'project'>,
  target: string,
): Promise<void> {
  await operations.policies.savePolicy({ projectId: project.id, target, permission: 'REQUIRE_APPROVAL' })
}

/** Decides at a gate as an administrator does. */
export async function decide(
  { operations, project }: Pick<TestEngine, 'operations' | 'project'>,
  gateId: string | undefined,
  decision: GateDecision,
  more: { readonly note?: string; readonly arguments?: Json; readonly answer?: Json } = {},
): Promise<void> {
  if (gateId === undefined) throw new Error('There is no gate to decide at.')
  await operations.resolveGate({ projectId: project.id, gateId, decision, caller: tester, ...more })
}
