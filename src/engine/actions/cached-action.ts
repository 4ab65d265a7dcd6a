import type { PlanAction } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { modelsOf } from '../model/request.ts'
import { isFromRecord, recordedHit } from '../replay/recorded-actions.ts'
import type { ActionResult, AttemptResult } from '../run/action-result.ts'
import { audited } from '../run/held.ts'
import type { RunContext, RunCore, StepCore } from '../run/run-context.ts'
import { actionHash } from './attempts.ts'

type CacheContext = StepCore & Pick<RunContext, 'actionCache' | 'vault'>

/** The result of an action that has a cache: from there, or as `perform` gives it, which is kept (DAG-9). */
export async function throughCache(
  action: ActionRow,
  planned: PlanAction & { readonly cache: NonNullable<PlanAction['cache']> },
  perform: () => Promise<AttemptResult>,
  ctx: CacheContext,
): Promise<AttemptResult> {
  const found = await fromCache(action, planned, ctx)
  if (found) return { action: audited(action, { fromCache: true }), result: found }
  const attempted = await perform()
  const { result } = attempted
  // A recorded answer must not be cached as a current one, and files go with their runs.
  if (result.kind !== 'succeeded' || result.done || isFromRecord(action, ctx)) return attempted
  if (result.reports?.files !== undefined && result.reports.files.length > 0) return attempted
  const { run, secrets, vault } = ctx
  const output = secrets.redactor.value(result.output)
  const isSecret = output !== result.output
  if (isSecret && !vault) return attempted
  await ctx.actionCache.put({
    projectId: run.projectId,
    rootId: run.rootId,
    hash: cacheKey(attempted.action, planned, ctx),
    output,
    sealed: isSecret && vault ? vault.seal(result.output) : null,
    ttlMs: planned.cache.ttlMs,
  })
  return attempted
}

async function fromCache(
  action: ActionRow,
  planned: PlanAction,
  ctx: CacheContext,
): Promise<ActionResult | null> {
  if (isFromRecord(action, ctx)) return recordedHit(action, ctx.step.row.number, ctx)
  const found = await ctx.actionCache.find(ctx.run.projectId, cacheKey(action, planned, ctx))
  if (!found) return null
  const output = found.sealed === null ? found.output : (ctx.vault?.open(found.sealed) ?? undefined)
  // An entry that was encrypted with another key is computed again.
  if (output === undefined) return null
  const bytes = Buffer.byteLength(JSON.stringify(output))
  return { kind: 'succeeded', output, bytes, done: false }
}

/** Cache key of an action: its hash, the model that answers, and the output schema. */
function cacheKey({ type, target, parameters }: ActionRow, planned: PlanAction, ctx: RunCore): string {
  const isAsked = (type === 'LLM' || type === 'DECISION') && target === ''
  const of = {
    parameters,
    outputSchema: planned.outputSchema,
    branches: planned.branches.map(({ name }) => name),
  }
  return actionHash({ type, target: isAsked ? modelsOf(ctx).join(' ') : target, parameters: of })
}
