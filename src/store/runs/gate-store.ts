import type pg from 'pg'
import { agentDefinition } from '../../domain/agent.ts'
import type { FoundGate, GateRow, GateStore } from '../../domain/gate.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { allColumns } from '../../sql/columns.ts'

/** The rows of gates, in PostgreSQL. */
export function createGateStore(pool: pg.Pool): GateStore {
  return {
    open: async (runId) => {
      const { rows } = await pool.query<GateRow>(
        `select * from "Gate" where "runId" = $1 and status = 'OPEN' order by "createdAt", id`,
        [runId],
      )
      return rows
    },

    undecided: async (runId) => {
      const { rows } = await pool.query<FoundRow>({
        name: 'rungraph-undecided-gates',
        text: `${foundStatement} where g."runId" = $1 and g.status = 'OPEN' order by g."createdAt", g.id`,
        values: [runId],
      })
      return rows.map(toFoundGate)
    },

    find: async (projectId, gateId) => {
      const { rows } = await pool.query<FoundRow>({
        name: 'rungraph-gate',
        text: `${foundStatement} where g."projectId" = $1 and g.id = $2`,
        values: [projectId, gateId],
      })
      return rows[0] ? toFoundGate(rows[0]) : null
    },

    decided: async (gateIds) => {
      if (gateIds.length === 0) return []
      const { rows } = await pool.query<GateRow>(
        `select * from "Gate" where id = any($1::uuid[]) and status <> 'OPEN'`,
        [gateIds],
      )
      return rows
    },

    due: async (which, now) => {
      const isDue = `g.status = 'OPEN' and g."expiresAt" <= $2`
      const { rows } = await ('gateId' in which
        ? pool.query<FoundRow>(`${foundStatement} where g.id = $1 and ${isDue}`, [which.gateId, now])
        : pool.query<FoundRow>({
            name: 'rungraph-due-gates',
            text: `${foundStatement} where ${isDue} order by g."expiresAt", g.id limit $1`,
            values: [which.limit, now],
          }))
      return rows.map(toFoundGate)
    },

    asking: async (part, projectId) => {
      const { rows } = await pool.query<FoundRow>(
        `${foundStatement} where g.status = 'OPEN' and g.kind = 'INPUT' and position($1 in g.context->>'url') > 0
         and ($2::uuid is null or g."projectId" = $2) order by g."createdAt", g.id limit 100`,
        [part, projectId],
      )
      return rows.map(toFoundGate)
    },

    planOf: async (stepId) => {
      const { rows } = await pool.query<{ plan: Json; context: JsonObject; definition: unknown }>(
        `select s.plan, r.context, v.definition from "Step" s join "Run" r on r.id = s."runId"
         join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
         where s.id = $1 and s.plan is not null`,
        [stepId],
      )
      const [row] = rows
      return row ? { ...row, definition: agentDefinition.parse(row.definition) } : null
    },

    wakeable: async (rootId) => {
      const { rows } = await pool.query<{ id: string }>(
        rootId === null
          ? { name: 'rungraph-wakeable', text: wakeableStatement }
          : { name: 'rungraph-wakeable-in-tree', text: wakeableInTreeStatement, values: [rootId] },
      )
      return rows.map(({ id }) => id)
    },
  }
}

export type FoundRow = GateRow & Omit<FoundGate, 'gate'>

export function toFoundGate(row: FoundRow): FoundGate {
  const { stepNumber, rootId, runStatus, isAboutFired, gateDecisions, ...gate } = row
  return { gate, stepNumber, rootId, runStatus, isAboutFired, gateDecisions }
}

/** One statement, so that the count of decisions is the one that goes with the gate's status. */
export const foundColumns = `${allColumns(Prisma.GateScalarFieldEnum, 'g')}, s.number as "stepNumber", r."rootId", r.status as "runStatus", r."gateDecisions", exists (
  select 1 from "Action" a
  where a.id = g."actionId" and a.mode = 'FIRE_AND_FORGET' and a.type not in ('AGENT', 'WORKFLOW') and a.status in ('PENDING', 'RUNNING')
) as "isAboutFired"`

export const foundTables = `"Gate" g join "Run" r on r.id = g."runId" left join "Step" s on s.id = g."stepId"`

const foundStatement = `select ${foundColumns} from ${foundTables}`

/** A FIRE_AND_FORGET action waits for its child on its own. A child that was given up is no longer waited for. */
const waitsForChild = `a."runId" = r.id and a.status = 'RUNNING' and a.mode <> 'FIRE_AND_FORGET' and a.audit->>'child' = c.id::text`

/**
 * Whether a waiting run "r" is to continue: when a gate that holds an action up was decided, when a child of it does not wait any more,
 * when nothing is left that it waits for, or, to end it, when its abort was requested by a process that died.
 */
export const isWakeable = `(
    r."abortRequestedAt" is not null
    or exists (
      select 1 from "Gate" g join "Action" a on a.id = g."actionId"
      where g."runId" = r.id and g.status <> 'OPEN' and a.status in ('PENDING', 'RUNNING') and a.audit->>'gateId' = g.id::text
    )
    or exists (
      select 1 from "Action" a join "Run" c on c.id = a."childRunId"
      where ${waitsForChild} and c.status <> 'WAITING'
    )
    or (
      not exists (
        select 1 from "Gate" g left join "Action" a on a.id = g."actionId"
        where g."runId" = r.id and g.status = 'OPEN' and a.mode is distinct from 'FIRE_AND_FORGET'
      )
      and not exists (
        select 1 from "Action" a join "Run" c on c.id = a."childRunId"
        where ${waitsForChild} and c.status = 'WAITING'
      )
    )
  )`

const wakeableRuns = `select r.id from "Run" r where r.status = 'WAITING' and ${isWakeable}`

const wakeableStatement = `${wakeableRuns} order by r.id limit 100`

const wakeableInTreeStatement = `${wakeableRuns} and r."rootId" = $1 order by r.id limit 100`
