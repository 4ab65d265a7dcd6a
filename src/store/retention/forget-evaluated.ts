import type pg from 'pg'

/** SQL of the roots of runs that have texts of run r in project $1: those that judged its answer, and the trials of items made from it. */
export const evaluatedCopies = `
    select c."rootId" from "EvaluationResult" e join "Run" c on c.id = any(e."judgeRunIds")
    where e."trialRunId" = r.id and e."projectId" = $1
    union all
    select c."rootId" from "DataSetItem" i join "EvaluationResult" e on e."itemId" = i.id
      join "Run" c on c.id = any(e."judgeRunIds" || e."trialRunId")
    where i."sourceRunId" = r.id and i."projectId" = $1`

/**
 * Locks the data sets that have items of these trees, so that no evaluation of them begins, and gives whether one is open that has texts of
 * the trees in hand: it would write them again.
 */
export async function isBeingEvaluated(client: pg.PoolClient, rootIds: readonly string[]): Promise<boolean> {
  await client.query(lockStatement, [rootIds])
  const { rowCount } = await client.query(openStatement, [rootIds])
  return rowCount !== 0
}

/**
 * Removes the items that were made from these trees, with their results, and texts of results about the answers of these trees. Gives the
 * files that the items named.
 */
export async function forgetEvaluated(
  client: pg.PoolClient,
  rootIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ fileId: string }>(filesStatement, [rootIds])
  await client.query(itemsStatement, [rootIds])
  await client.query(resultsStatement, [rootIds])
  return rows.map(({ fileId }) => fileId)
}

const runsOfTrees = `(select id from "Run" where "rootId" = any($1::uuid[]))`

const lockStatement = `
select from "DataSet" where id in (select "dataSetId" from "DataSetItem" where "sourceRunId" in ${runsOfTrees}) order by id for update`

const openStatement = `
select from (
  select status from "EvaluationResult" where "trialRunId" in ${runsOfTrees}
  union all
  select e.status from "DataSetItem" i join "EvaluationResult" e on e."itemId" = i.id where i."sourceRunId" in ${runsOfTrees}
) e where status in ('PENDING', 'RUNNING') limit 1`

const filesStatement = `
select distinct f."fileId" from "DataSetItem" i join "DataSetItemFile" f on f."itemId" = i.id where i."sourceRunId" in ${runsOfTrees}`

const itemsStatement = `delete from "DataSetItem" where "sourceRunId" in ${runsOfTrees}`

/** Status, score and cost stay: the sums of the evaluation count them. */
const resultsStatement = `
update "EvaluationResult" set output = null, checks = '[]', error = null where "trialRunId" in ${runsOfTrees}`
