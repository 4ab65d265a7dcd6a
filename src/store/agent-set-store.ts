import type pg from 'pg'
import { agentDefinition } from '../domain/agent.ts'
import {
  type AgentSet,
  type AgentSetChanges,
  type AgentSetStore,
  isToApply,
  type KnownSets,
} from '../domain/agent-set.ts'
import { isSameDefinition } from '../domain/definition-changes.ts'
import { isSameJson, toJson } from '../domain/json.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'
import { insertVersion, takeOrder } from './definition-store.ts'

/** A process that was not seen for so long holds no set. */
const heldFor = '60 seconds'
/** A set that nobody has held for so long counts as new when it comes again. */
const knownFor = '30 days'

/** The sets of agents in code, in PostgreSQL. */
export function createAgentSetStore(pool: pg.Pool, newId: () => string): AgentSetStore {
  return {
    hold: (set) =>
      inTransaction(pool, async (client) => {
        await lockProject(client, 'agentSets', set.projectId)
        await client.query(holdStatement, [set.holderId, set.projectId, set.hash])
        if (!isToApply(set.hash, await knownSets(client, set))) return { kind: 'left' }
        await client.query(applyStatement, [set.projectId, set.hash])
        return { kind: 'applied', ...(await apply(client, set, newId)) }
      }),

    release: async ({ holderId }) => {
      await pool.query('delete from "AgentSetHolder" where id = $1', [holderId])
    },
  }
}

const holdStatement = `
with gone as (delete from "AgentSetHolder" where id <> $1::uuid and "seenAt" < clock_timestamp() - interval '${heldFor}')
insert into "AgentSetHolder" (id, "projectId", hash, "seenAt") values ($1, $2, $3, clock_timestamp())
on conflict (id) do update set "seenAt" = excluded."seenAt"`

/** The lock of the project is held: each time is later than the one before, also where the clock of the database was set back. */
const applyStatement = `
with old as (delete from "AgentSet" where "projectId" = $1::uuid and hash <> $2 and "appliedAt" < clock_timestamp() - interval '${knownFor}')
insert into "AgentSet" ("projectId", hash, "appliedAt")
select $1, $2, greatest(clock_timestamp(), max("appliedAt") + interval '1 millisecond') from "AgentSet" where "projectId" = $1::uuid
on conflict ("projectId", hash) do update set "appliedAt" = excluded."appliedAt"`

async function knownSets(client: pg.PoolClient, { projectId, hash }: AgentSet): Promise<KnownSets> {
  const { rows } = await client.query<{ hash: string; isHeld: boolean }>(
    `select s.hash, exists (select from "AgentSetHolder" h where h."projectId" = s."projectId" and h.hash = s.hash
       and h."seenAt" >= clock_timestamp() - interval '${heldFor}') as "isHeld"
     from "AgentSet" s where s."projectId" = $1 order by s."appliedAt" desc, s.hash`,
    [projectId],
  )
  return { current: rows[0] ?? null, isKnown: rows.some((row) => row.hash === hash) }
}

interface StoredAgent {
  readonly id: string
  readonly slug: string
  readonly source: 'API' | 'CODE'
  readonly isArchived: boolean
  readonly version: number
  readonly definition: unknown
}

/** Brings the rows in step: a changed agent becomes a new version, a missing one is archived. */
async function apply(
  client: pg.PoolClient,
  { projectId, agents }: AgentSet,
  newId: () => string,
): Promise<AgentSetChanges> {
  const slugs = agents.map(({ slug }) => slug)
  const { rows } = await client.query<StoredAgent>(
    `select a.id, a.slug, a.source, a."archivedAt" is not null as "isArchived", a.version, v.definition
     from "Agent" a join "AgentVersion" v on v."agentId" = a.id and v.version = a.version
     where a."projectId" = $1 and a.slug = any($2) for update of a`,
    [projectId, slugs],
  )
  const stored = new Map(rows.map((row) => [row.slug, row]))
  const known = agents.filter(({ slug }) => stored.has(slug))
  const created = agents.filter(({ slug }) => !stored.has(slug))
  const changed: typeof known = []
  for (const agent of known) {
    const row = stored.get(agent.slug)
    if (row && !(await isUnchanged(client, row, { ...agent, projectId }))) changed.push(agent)
  }
  for (const { slug, definition } of created) {
    const id = newId()
    await client.query(
      `insert into "Agent" (id, "projectId", slug, name, description, version, source, "updatedAt")
       values ($1, $2, $3, $4, $5, 1, 'CODE', now())`,
      [id, projectId, slug, definition.name, definition.description],
    )
    await insertVersion(client, 'Agent', { projectId, id, version: 1, definition })
  }
  for (const { slug, definition } of changed) {
    const { name, description } = definition
    // Versions that came with imported runs may be ahead of the newest.
    const { rows: updated } = await client.query<{ id: string; version: number }>(
      `update "Agent" a set name = $3, description = $4, "updatedAt" = now(),
         version = (select 1 + greatest(a.version, max(v.version)) from "AgentVersion" v where v."agentId" = a.id)
       where "projectId" = $1 and slug = $2 returning id, version`,
      [projectId, slug, name, description],
    )
    for (const { id, version } of updated)
      await insertVersion(client, 'Agent', { projectId, id, version, definition })
  }
  await client.query(
    `update "Agent" set source = 'CODE', "archivedAt" = null
     where "projectId" = $1 and slug = any($2) and (source <> 'CODE' or "archivedAt" is not null)`,
    [projectId, slugs],
  )
  const archived = await client.query<{ slug: string }>(
    `update "Agent" set "archivedAt" = clock_timestamp()
     where "projectId" = $1 and source = 'CODE' and "archivedAt" is null and slug <> all($2) returning slug`,
    [projectId, slugs],
  )
  return {
    created: created.map(({ slug }) => slug),
    changed: changed.map(({ slug }) => slug),
    restored: rows.filter(({ isArchived }) => isArchived).map(({ slug }) => slug),
    takenOver: rows.filter(({ source }) => source === 'API').map(({ slug }) => slug),
    archived: archived.rows.map(({ slug }) => slug),
  }
}

/** Whether an agent is stored as the code has it, or was but for an order that the database gave it; then it is now. */
async function isUnchanged(
  client: pg.PoolClient,
  { id, version, definition: stored }: StoredAgent,
  { projectId, definition }: AgentSet['agents'][number] & { readonly projectId: string },
): Promise<boolean> {
  const [before, after] = [toJson(agentDefinition.parse(stored)), toJson(definition)]
  if (isSameDefinition(before, after)) return true
  return (
    isSameJson(before, after) && (await takeOrder(client, 'Agent', { projectId, id, version, definition }))
  )
}
