import type { ComparedRun, Reads, StoredStepPlan } from '../../domain/reads.ts'
import type { ActionDigest, StepDigest } from '../../domain/run-diff.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Reads of what runs did, for comparison. */
export function createDigestReads(
  prisma: PrismaClient,
): Pick<Reads, 'comparedRuns' | 'stepDigests' | 'stepPlans'> {
  return {
    comparedRuns: (projectId, ids) => readCompared(prisma, projectId, ids),
    stepDigests: (projectId, ids) => readDigests(prisma, projectId, ids),
    stepPlans: (projectId, ids) => readStepPlans(prisma, projectId, ids),
  }
}

/** Reads those of the runs that the project has, in no particular order, with one statement. */
function readCompared(
  prisma: PrismaClient,
  projectId: string,
  ids: readonly string[],
): Promise<readonly ComparedRun[]> {
  return prisma.$queryRaw<ComparedRun[]>`
    select r.id, r.status::text, r."terminationReason"::text, r.input, r.summary, a.slug as agent, r."agentVersion",
      coalesce(r.overrides->>'model', v.definition->>'model') as model,
      coalesce(r.overrides->>'systemPrompt', v.definition->>'systemPrompt') as "systemPrompt"
    from "Run" r join "Agent" a on a.id = r."agentId"
    join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
    where r.id = any(${[...ids]}::uuid[]) and r."projectId" = ${projectId}::uuid`
}

type StepRow = Omit<StepDigest, 'actions'> & { readonly of: string }

type ActionRow = ActionDigest & { readonly of: string; readonly stepId: string }

/**
 * The steps of each run, in the order of the ids and by number, including those that it took over from another. Three statements for any
 * number of steps: contents are compared by their digests, so that large outputs stay where they are.
 */
async function readDigests(
  prisma: PrismaClient,
  projectId: string,
  ids: readonly string[],
): Promise<readonly (readonly StepDigest[])[]> {
  const line = lineOf(ids, projectId)
  const [steps, texts, actions] = await Promise.all([
    prisma.$queryRaw<Omit<StepRow, 'text'>[]>`
      ${line} select l."of", s.id, s.number, md5(coalesce(s.reasoning, '')) as reasoning, coalesce(s.error, '') as error
      from line l join "Step" s on s."runId" = l.id and s.number > l."from" and (l."to" is null or s.number <= l."to")
      order by s.number`,
    prisma.$queryRaw<{ of: string; number: number; text: string }[]>`
      ${line} select l."of", m."stepNumber" as number, md5(string_agg(p.part->>'text', '' order by m.position, p.place)) as text
      from line l join "Message" m on m."runId" = l.id and m.role = 'ASSISTANT'
        and m."stepNumber" > l."from" and (l."to" is null or m."stepNumber" <= l."to")
      cross join lateral json_array_elements(m.content->'parts') with ordinality as p(part, place)
      where p.part->>'type' = 'text' group by 1, 2`,
    prisma.$queryRaw<ActionRow[]>`
      ${line} select l."of", a."stepId", a.id, a.name, a.position, a.target, a.status::text, md5(a.parameters::text) as parameters,
        md5(coalesce(a.output::text, '')) as output, coalesce(a.error, '') as error
      from line l join "Step" s on s."runId" = l.id and s.number > l."from" and (l."to" is null or s.number <= l."to")
      join "Action" a on a."stepId" = s.id order by a.position`,
  ])
  return ids.map((id) => digestsOf(id, steps, texts, actions))
}

function digestsOf(
  id: string,
  steps: readonly Omit<StepRow, 'text'>[],
  texts: readonly { readonly of: string; readonly number: number; readonly text: string }[],
  actions: readonly ActionRow[],
): readonly StepDigest[] {
  const textsByNumber = new Map(texts.filter((row) => row.of === id).map((row) => [row.number, row.text]))
  const done = Map.groupBy(
    actions.filter((row) => row.of === id),
    ({ stepId }) => stepId,
  )
  return steps
    .filter((row) => row.of === id)
    .map((step) => ({
      ...step,
      text: textsByNumber.get(step.number) ?? '',
      actions: done.get(step.id) ?? [],
    }))
}

/** Whose steps a run has: its own, before them those that it took over, and so on. `to` is `null` where nothing bounds them. */
function lineOf(ids: readonly string[], projectId: string): Prisma.Sql {
  return Prisma.sql`
    with recursive line as (
      select r.id as "of", r.id, r."forkedFromId", r."replayOfId",
        coalesce((r."startCheckpoint"->>'stepCount')::int, 0) as "from", null::int as "to"
      from "Run" r where r.id = any(${[...ids]}::uuid[]) and r."projectId" = ${projectId}::uuid
      union
      select l."of", r.id, r."forkedFromId", r."replayOfId",
        least(coalesce((r."startCheckpoint"->>'stepCount')::int, 0), l."from"), l."from"
      from line l join "Run" r on r.id = coalesce(l."forkedFromId", l."replayOfId") where l."from" > 0
    )`
}

/** The plans of these steps as text, by their ids and in their order; `null` where a step has none. One statement. */
async function readStepPlans(
  prisma: PrismaClient,
  projectId: string,
  stepIds: readonly string[],
): Promise<readonly (StoredStepPlan | null)[]> {
  const rows = await prisma.$queryRaw<(StoredStepPlan & { readonly id: string })[]>`
    select s.id, s."runId", s.number, s.plan::text as plan, coalesce((
      select json_agg(json_build_object('id', a.id, 'status', a.status, 'wave', a.wave, 'durationMs', a."durationMs") order by a.position)
      from "Action" a where a."stepId" = s.id
    ), '[]')::text as actions
    from "Step" s
    where s.id = any(${[...new Set(stepIds)]}::uuid[]) and s."projectId" = ${projectId}::uuid and s.plan is not null`
  const plans = new Map(rows.map((row) => [row.id, row]))
  return stepIds.map((id) => plans.get(id) ?? null)
}
