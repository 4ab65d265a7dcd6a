import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import type { Ask } from '../remote/open-remote.ts'

const runQuery = `query CommandRun($id: ID!) {
  run(id: $id) {
    id status terminationReason summary output stepCount durationMs
    agent { slug }
    error { code message }
    usage { totalTokens costUsd unpricedCalls }
  }
}`

const runData = z.object({
  run: z
    .object({
      id: z.string(),
      status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED']),
      terminationReason: z.string().nullable(),
      summary: z.string().nullable(),
      output: z.unknown(),
      stepCount: z.number(),
      durationMs: z.number().nullable(),
      agent: z.object({ slug: z.string() }),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
      usage: z.object({
        totalTokens: z.number(),
        costUsd: z.union([z.string(), z.number()]),
        unpricedCalls: z.number(),
      }),
    })
    .nullable(),
})

/** A run as the terminal sums it up. */
export type RunResult = NonNullable<z.infer<typeof runData>['run']>

/** Reads a run. @throws NOT_FOUND, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function readRun(ask: Ask, id: string): Promise<RunResult> {
  const { run } = runData.parse(await ask(runQuery, { id }))
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: id })
  return run
}

/** The exit code of a command that followed a run to its end, or until it stood still. */
export function exitCodeOf({ status }: RunResult): number {
  return status === 'COMPLETED' ? 0 : 1
}

/** Of a command that the user stopped: that of a process that SIGINT ends, in a shell. */
export const stoppedCode = 130
