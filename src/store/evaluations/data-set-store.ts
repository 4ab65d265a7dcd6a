import type pg from 'pg'
import {
  type CheckedItem,
  type DataSetRow,
  type DataSetStore,
  dataSetBounds,
  type ItemChange,
  type MissingOfItem,
  type SourceRun,
} from '../../domain/data-set.ts'
import { canonicalJson } from '../../domain/hash.ts'
import { type Json, toJson } from '../../domain/json.ts'
import { type ObjectKey, partsOfKey } from '../../domain/object-key.ts'
import { lockProject } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { freeFiles } from '../files/prune-files.ts'
import { removeRow } from '../remove-row.ts'
import { isData, type StoredAnswer, toAnswer } from './evaluation-reads.ts'

interface Options {
  readonly pool: pg.Pool
  readonly newId: () => string
}

/** The rows of data sets and their items, in PostgreSQL. Changes of one data set follow each other: each locks its row. */
export function createDataSetStore({ pool, newId }: Options): DataSetStore {
  return {
    insert: (dataSet, items) =>
      inTransaction(pool, async (client) => {
        const { id, projectId, slug, name, description } = dataSet
        const missing = await holdNamed(client, projectId, items)
        if (missing) return missing
        await lockProject(client, 'dataSets', projectId)
        const { rows } = await client.query<{ count: number; isTaken: boolean }>(countStatement, [
          projectId,
          slug,
        ])
        if (rows[0]?.isTaken === true) return 'exists'
        if ((rows[0]?.count ?? 0) >= dataSetBounds.maxDataSets) return 'full'
        await client.query(insertStatement, [id, projectId, slug, name, description])
        await insertItems(client, { id, projectId, version: 1 }, placedFrom(0, items), newId)
        return 'inserted'
      }),

    find: async (projectId, key) => {
      const { rows } = await pool.query<DataSetRow>(findStatement(key), [projectId, partsOfKey(key).value])
      return rows[0] ?? null
    },

    add: (projectId, key, { items, removeOthers }) =>
      inTransaction(pool, async (client) => {
        const missing = await holdNamed(client, projectId, items)
        if (missing) return missing
        const dataSet = await lock(client, projectId, key)
        if (!dataSet) return null
        const keys = items.map(({ key: of }) => of)
        const { rows: present } = await client.query<PresentItem>(presentStatement, [dataSet.id, keys])
        const { added, removed } = changesOf(items, present, removeOthers)
        if (present.length - removed.length + added.length > dataSetBounds.maxItems) return 'full'
        return change(client, dataSet, { added, removed }, newId)
      }),

    remove: (projectId, key, itemIds) =>
      inTransaction(pool, async (client) => {
        const dataSet = await lock(client, projectId, key)
        if (!dataSet) return null
        const { rows } = await client.query<{ id: string; isThere: boolean }>(
          'select id, "removedIn" is null as "isThere" from "DataSetItem" where "dataSetId" = $1 and id = any($2::uuid[])',
          [dataSet.id, itemIds],
        )
        if (rows.length < new Set(itemIds).size) return 'unknown'
        const removed = rows.flatMap(({ id, isThere }) => (isThere ? [id] : []))
        return change(client, dataSet, { added: [], removed }, newId)
      }),

    delete: async (projectId, id) => {
      const { rows } = await pool.query<{ fileId: string }>(filesStatement, [projectId, id])
      const outcome = await removeRow(pool, dataSetRows, { projectId, id })
      // A process that dies here leaves them to retention, as they are in no use.
      if (outcome.kind === 'removed')
        await freeFiles(
          pool,
          rows.map(({ fileId }) => fileId),
        )
      return outcome
    },

    sourceRuns: async (projectId, runIds) => {
      const { rows } = await pool.query<Omit<SourceRun, 'output'> & StoredAnswer>(sourceRunsStatement, [
        projectId,
        runIds,
      ])
      return rows.map((run) => ({ ...run, output: toAnswer(run) }))
    },
  }
}

const dataSetRows = {
  table: 'DataSet',
  references: {
    evaluations: `select from "Evaluation" where "dataSetId" = $1 and status in ('QUEUED', 'RUNNING')`,
  },
}

async function lock(
  client: pg.PoolClient,
  projectId: string,
  key: ObjectKey,
): Promise<DataSetRow | undefined> {
  const { rows } = await client.query<DataSetRow>(`${findStatement(key)} for update`, [
    projectId,
    partsOfKey(key).value,
  ])
  return rows[0]
}

/**
 * What of the runs and files that the items name is not there; a deletion of the others waits. Runs are locked before data sets, as deletions
 * lock them.
 */
async function holdNamed(
  client: pg.PoolClient,
  projectId: string,
  items: readonly CheckedItem[],
): Promise<MissingOfItem | null> {
  const runIds = [...new Set(items.flatMap(({ sourceRunId }) => sourceRunId ?? []))]
  if (!(await holdRows(client, runsStatement, [projectId, runIds]))) return 'unknownRun'
  const fileIds = [...new Set(items.flatMap(({ files }) => files.map(({ fileId }) => fileId)))]
  return (await holdRows(client, namedFilesStatement, [projectId, fileIds])) ? null : 'unknownFile'
}

async function holdRows(
  client: pg.PoolClient,
  statement: string,
  [projectId, ids]: readonly [projectId: string, ids: readonly string[]],
): Promise<boolean> {
  if (ids.length === 0) return true
  const { rowCount } = await client.query(statement, [projectId, ids])
  return rowCount === ids.length
}

type PlacedItem = CheckedItem & { readonly position: number }

interface PresentItem {
  readonly id: string
  readonly key: string
  readonly position: number
  /** As of `contentOf`; `null`: it has the key of none that is added. */
  readonly content: Json
}

/** An item with the key of one that is there takes its place; the same content is no change. */
function changesOf(
  items: readonly CheckedItem[],
  present: readonly PresentItem[],
  removeOthers: boolean,
): { readonly added: readonly PlacedItem[]; readonly removed: readonly string[] } {
  const byKey = new Map(present.map((item) => [item.key, item]))
  const changed = items.filter(
    (item) => canonicalJson(contentOf(item)) !== canonicalJson(byKey.get(item.key)?.content ?? null),
  )
  const added = placedFrom(Math.max(-1, ...present.map(({ position }) => position)) + 1, changed)
  const isReplaced = new Set(changed.map(({ key }) => key))
  const gone = present.filter(({ key, content }) => (content === null ? removeOthers : isReplaced.has(key)))
  return {
    added: added.map((item) => ({ ...item, position: byKey.get(item.key)?.position ?? item.position })),
    removed: gone.map(({ id }) => id),
  }
}

/** The same bytes that were uploaded again are the same file. */
function contentOf({ input, context, expectations, sourceRunId, files }: CheckedItem): Json {
  const shown = files.map(({ sha256, mediaType, name }) => [sha256, mediaType, name])
  return toJson([input, context, expectations, sourceRunId, shown])
}

function placedFrom(first: number, items: readonly CheckedItem[]): readonly PlacedItem[] {
  return items.map((item, index) => ({ ...item, position: first + index }))
}

/** Adds and removes items as a new version. A change of nothing makes no new version. */
async function change(
  client: pg.PoolClient,
  dataSet: Pick<DataSetRow, 'id' | 'projectId' | 'version'>,
  { added, removed }: { readonly added: readonly PlacedItem[]; readonly removed: readonly string[] },
  newId: () => string,
): Promise<ItemChange> {
  const version = added.length + removed.length === 0 ? dataSet.version : dataSet.version + 1
  if (version !== dataSet.version) {
    await client.query('update "DataSetItem" set "removedIn" = $2 where id = any($1::uuid[])', [
      removed,
      version,
    ])
    await insertItems(client, { ...dataSet, version }, added, newId)
    await client.query('update "DataSet" set version = $2, "updatedAt" = clock_timestamp() where id = $1', [
      dataSet.id,
      version,
    ])
  }
  return { dataSetId: dataSet.id, version, added: added.length, removed: removed.length }
}

async function insertItems(
  client: pg.PoolClient,
  { id, projectId, version }: Pick<DataSetRow, 'id' | 'projectId' | 'version'>,
  items: readonly PlacedItem[],
  newId: () => string,
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({ ...item, id: newId() }))
  await client.query(insertItemsStatement, [id, projectId, version, JSON.stringify(rows)])
  const files = rows.flatMap(({ id: itemId, files: of }) =>
    of.map(({ fileId }, position) => ({ itemId, position, fileId, projectId })),
  )
  if (files.length > 0) await client.query(insertFilesStatement, [JSON.stringify(files)])
}

function findStatement(key: ObjectKey): string {
  return `select id, "projectId", slug, name, description, version from "DataSet"
    where "projectId" = $1 and ${partsOfKey(key).column} = $2`
}

const countStatement = `select count(*)::int as count, coalesce(bool_or(slug = $2), false) as "isTaken"
from "DataSet" where "projectId" = $1`

const insertStatement = `
insert into "DataSet" (id, "projectId", slug, name, description, "createdAt", "updatedAt")
values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())`

const insertItemsStatement = `
insert into "DataSetItem" (id, "projectId", "dataSetId", key, position, input, context, expectations, "sourceRunId", "addedIn")
select i.id, $2, $1, i.key, i.position, i.input, coalesce(i.context, '{}'), i.expectations, i."sourceRunId", $3
from json_to_recordset($4::json) as i(id uuid, key text, position int, input text, context json, expectations json, "sourceRunId" uuid)`

const insertFilesStatement = `
insert into "DataSetItemFile" ("itemId", position, "fileId", "projectId")
select "itemId", position, "fileId", "projectId" from jsonb_populate_recordset(null::"DataSetItemFile", $1::jsonb)`

const runsStatement = `
select from "Run" where "projectId" = $1 and id = any($2::uuid[]) and "removedAt" is null order by id for key share`

const namedFilesStatement = `
select from "File" where "projectId" = $1 and id = any($2::uuid[]) order by id for key share`

const filesStatement = `
select distinct f."fileId" from "DataSetItem" i join "DataSetItemFile" f on f."itemId" = i.id
where i."projectId" = $1 and i."dataSetId" = $2`

const presentStatement = `
select id, key, position, case when key = any($2) then jsonb_build_array(input, context, expectations, "sourceRunId", (
  select coalesce(jsonb_agg(jsonb_build_array(f.sha256, f."mediaType", f.name) order by n.position), '[]')
  from "DataSetItemFile" n join "File" f on f.id = n."fileId" where n."itemId" = i.id)) end as content
from "DataSetItem" i where "dataSetId" = $1 and "removedIn" is null`

const sourceRunsStatement = `
select r.id, r.input, r."givenContext" as context, r.summary, r.status, ${isData} as "isData",
  array(select f->>'fileId' from jsonb_array_elements(coalesce(r."inputFiles", '[]')) f) as "fileIds"
from "Run" r join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
where r."projectId" = $1 and r.id = any($2::uuid[]) and r."removedAt" is null order by r."createdAt", r.id`
