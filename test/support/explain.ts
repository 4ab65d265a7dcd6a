import pg from 'pg'
import { vi } from 'vitest'

/** A statement as it was sent. */
interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A node of a plan, as EXPLAIN tells it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The statements that `work` sends, on whichever connection; not those that prepare a new one. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const calls: readonly (readonly unknown[])[] = query.mock.calls
    return calls
      .map(([first, values]) => toStatement(first, values))
      .filter(
        ({ text }) => /^\s*(with|select|update|insert|delete)/i.test(text) && !text.includes('set_config('),
      )
  } finally {
    query.mockRestore()
  }
}

/** `pg` takes a text and its values, or both in one object. */
function toStatement(first: unknown, second: unknown): Statement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values } = first as pg.QueryConfig // the only other form
  return { text, values: values ?? (Array.isArray(second) ? second : []) }
}

/**
 * The nodes of a statement's plan: for its values, or the plan that is made once for all. Nodes of a partition have the name of the whole
 * table.
 */
export async function explain(
  pool: pg.Pool,
  { text, values }: Statement,
  kind: 'OF_VALUES' | 'GENERIC' = 'OF_VALUES',
): Promise<readonly PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
    `explain (format json${kind === 'GENERIC' ? ', generic_plan' : ''}) ${text}`,
    kind === 'GENERIC' ? [] : [...values],
  )
  const wholes = await wholesOf(pool)
  const whole = (name: string) => wholes.get(name) ?? name
  return rows
    .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    .map((node) => ({
      ...node,
      ...(node['Relation Name'] !== undefined && { 'Relation Name': whole(node['Relation Name']) }),
      ...(node['Index Name'] !== undefined && { 'Index Name': whole(node['Index Name']) }),
    }))
}

/** The names of partitioned tables and indexes by those of their partitions. */
async function wholesOf(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ part: string; whole: string }>(
    `select part.relname as part, whole.relname as whole from pg_inherits i
     join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent`,
  )
  return new Map(rows.map(({ part, whole }) => [part, whole]))
}

/** The parts of a plan, from the top. */
function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** Whether a plan reads a table from end to end. */
export function readsAll(table: string, nodes: readonly PlanNode[]): boolean {
  return nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table)
}

export function indexesOf(nodes: readonly PlanNode[]): readonly string[] {
  return nodes.flatMap((node) => node['Index Name'] ?? [])
}

/** How many rows a statement reads from tables and indexes as it is executed, kept or not. */
export async function rowsVisited(pool: pg.Pool, { text, values }: Statement): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: ExecutedNode }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  )
  return rows.reduce((sum, row) => sum + visitedBy(row['QUERY PLAN'][0].Plan), 0)
}

/** A node of a plan that was executed; counts are per loop. */
interface ExecutedNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly ExecutedNode[]
}

function visitedBy(node: ExecutedNode): number {
  const isScan = /Scan$/.test(node['Node Type'])
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = isScan ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + visitedBy(child), Math.round(own))
}
