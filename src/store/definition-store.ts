import type pg from 'pg'
import { agentDefinition, type CurrentAgent } from '../domain/agent.ts'
import type { AgentStore, DefinitionStore, NextVersion, Versioned } from '../domain/definition-store.ts'
import { partsOfKey } from '../domain/object-key.ts'
import { type WorkflowStore, type WorkflowVersion, workflowDefinition } from '../domain/workflow.ts'
import { inTransaction } from '../sql/transaction.ts'
import { removeRow } from './remove-row.ts'

/** A table of agents or of workflows, whose versions are in `<table>Version`. */
type Table = 'Agent' | 'Workflow'

interface DefinitionTable<Definition extends Titled> {
  readonly table: Table
  /** What `find` gives of a row `d`, besides slug, version and definition. */
  readonly columns: string
  /** Where a restored row differs from what it was before it was archived. */
  readonly onRestore?: string
  /** Rows that keep one from being deleted, as `removeRow` takes them. */
  readonly references: Readonly<Record<string, string>>
  readonly parse: (stored: unknown) => Definition
}

/** The rows of agents and their immutable versions, in PostgreSQL. */
export function createAgentStore(pool: pg.Pool): AgentStore {
  const store = createDefinitionStore<CurrentAgent, CurrentAgent['definition']>(pool, {
    table: 'Agent',
    columns: `d.id as "agentId", d.source, d.traffic, (
      select jsonb_build_object('maxSteps', p."defaultMaxSteps", 'timeoutMs', p."defaultTimeoutMs",
        'maxCostUsd', trim_scale(p."defaultMaxCostUsd")::text, 'maxTokens', p."defaultMaxTokens")
      from "Project" p where p.id = d."projectId") as "projectLimits"`,
    // An agent that code has released belongs to the caller that restores it.
    onRestore: `source = case when not $3 and "archivedAt" is not null then 'API' else source end`,
    references: {
      runs: 'select from "Run" where "agentId" = $1',
      schedules: 'select from "Schedule" where "agentId" = $1',
      triggers: 'select from "EventTrigger" where "agentId" = $1',
      bindings: 'select from "Binding" where "agentId" = $1',
    },
    parse: (stored) => agentDefinition.parse(stored),
  })
  return {
    ...store,
    count: async (projectId) => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from "Agent" where "projectId" = $1`,
        [projectId],
      )
      return rows[0]?.count ?? 0
    },
  }
}

/** The rows of workflows and their immutable versions, in PostgreSQL. */
export function createWorkflowStore(pool: pg.Pool): WorkflowStore {
  return createDefinitionStore<WorkflowVersion, WorkflowVersion['definition']>(pool, {
    table: 'Workflow',
    columns: 'd.id as "workflowId"',
    references: { runs: 'select from "Run" where "workflowId" = $1' },
    parse: (stored) => workflowDefinition.parse(stored),
  })
}

function createDefinitionStore<Current extends Versioned<Definition>, Definition extends Titled>(
  pool: pg.Pool,
  { table, columns, onRestore, references, parse }: DefinitionTable<Definition>,
): DefinitionStore<Current, Definition> {
  const ownerId = ownerOf(table)
  const versions = `${table}Version`
  return {
    find: async (projectId, key) => {
      const { column, value } = partsOfKey(key)
      const { rows } = await pool.query<Current>({
        name: `rungraph-${table.toLowerCase()}-by-${column}`,
        text: `select d.slug, d.version, v.definition, ${columns} from "${table}" d
         join "${versions}" v on v."${ownerId}" = d.id and v.version = d.version
         where d."projectId" = $1 and d.${column} = $2 and d."archivedAt" is null`,
        values: [projectId, value],
      })
      const [row] = rows
      return row ? { ...row, definition: parse(row.definition) } : null
    },

    findArchived: async (projectId, key) => {
      const { column, value } = partsOfKey(key)
      const { rows } = await pool.query<{ slug: string }>(
        `select slug from "${table}" where "projectId" = $1 and ${column} = $2 and "archivedAt" is not null`,
        [projectId, value],
      )
      return rows[0]?.slug ?? null
    },

    findVersion: async (projectId, id, version) => {
      const { rows } = await pool.query<{ definition: unknown }>(
        `select definition from "${versions}" where "${ownerId}" = $1 and version = $2 and "projectId" = $3`,
        [id, version, projectId],
      )
      const [row] = rows
      return row ? parse(row.definition) : null
    },

    insert: ({ projectId, slug, ...added }) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `insert into "${table}" (id, "projectId", slug, name, description, version, "createdAt", "updatedAt")
           values ($1, $2, $3, $4, $5, 1, clock_timestamp(), clock_timestamp()) on conflict ("projectId", slug) do nothing`,
          [added.id, projectId, slug, ...titleOf(added.definition)],
        )
        if (rowCount === 0) return false
        await insertVersion(client, table, { ...added, projectId, version: 1 })
        return true
      }),

    addVersion: (projectId, next) =>
      inTransaction(pool, async (client) => {
        // Versions that came with imported runs may be ahead of the newest.
        const { rows } = await client.query<{ version: number }>(
          `update "${table}" d set name = $4, description = $5, "updatedAt" = clock_timestamp(),
             version = (select 1 + greatest(d.version, max(v.version)) from "${versions}" v where v."${ownerId}" = d.id)
           where "projectId" = $1 and id = $2 and version = $3 and "archivedAt" is null returning version`,
          [projectId, next.id, next.version, ...titleOf(next.definition)],
        )
        if (!rows[0]) return false
        await insertVersion(client, table, { ...next, projectId, version: rows[0].version })
        return true
      }),

    takeOrder: (projectId, next) => takeOrder(pool, table, { ...next, projectId }),

    setArchived: async (projectId, id, isArchived) => {
      const archived = `"archivedAt" = case when $3 then coalesce("archivedAt", clock_timestamp()) end`
      const changes = [archived, ...(onRestore === undefined ? [] : [onRestore])].join(', ')
      const { rowCount } = await pool.query(
        `update "${table}" set ${changes} where "projectId" = $1 and id = $2`,
        [projectId, id, isArchived],
      )
      return rowCount === 1
    },

    remove: (projectId, id) =>
      removeRow(
        pool,
        { ...{ table, named: 'slug', references }, parts: { [versions]: ownerId } },
        { projectId, id },
      ),
  }
}

/** Writes a version of an agent or a workflow. */
export async function insertVersion(
  client: pg.PoolClient,
  table: Table,
  { projectId, id, version, definition, createdBy }: NextVersion<object> & { readonly projectId: string },
): Promise<void> {
  await client.query(
    `insert into "${table}Version" ("${ownerOf(table)}", version, "projectId", definition, "createdBy", "createdAt")
     values ($1, $2, $3, $4, $5, clock_timestamp())`,
    [id, version, projectId, JSON.stringify(definition), createdBy ?? null],
  )
}

/**
 * Gives the newest version of an agent or a workflow the keys in the order of the definition, unless their order is its author's. Those that
 * were stored as `jsonb` have its order, and its spaces.
 */
export async function takeOrder(
  client: Pick<pg.ClientBase, 'query'>,
  table: Table,
  { projectId, id, version, definition }: NextVersion<object> & { readonly projectId: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update "${table}Version" v set definition = $4 from "${table}" d
     where d.id = $1 and d.version = $2 and d."projectId" = $3 and v."${ownerOf(table)}" = d.id and v.version = d.version
       and v.definition::text = v.definition::jsonb::text`,
    [id, version, projectId, JSON.stringify(definition)],
  )
  return rowCount === 1
}

/** The column of versions that names what they are of. */
function ownerOf(table: Table): string {
  return `${table.toLowerCase()}Id`
}

/** What lists read without the definition. */
interface Titled {
  readonly name: string
  readonly description: string | null
}

function titleOf({ name, description }: Titled): readonly (string | null)[] {
  return [name, description]
}
