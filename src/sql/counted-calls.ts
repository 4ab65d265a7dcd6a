/**
 * SQL: whether a row of "ModelCall" with this alias used tokens at a price that nobody knows (MOD-8), as `isUnpriced` of
 * src/domain/usage.ts decides it.
 */
export function unpricedCondition(alias: string): string {
  return `${alias}."priceVersion" is null and (${alias}."inputTokens" > 0 or ${alias}."outputTokens" > 0)`
}

/** SQL: the number of such calls in the trees of root runs, whose ids are an array. */
export function unpricedOf(rootIds: string): string {
  return `(
    select count(*) from "Run" t join "ModelCall" c on c."runId" = t.id
    where t."rootId" = any(${rootIds}) and ${unpricedCondition('c')}
  )::int`
}

/** SQL: what a row of "ModelCall" with this alias saved of the full price, as `savedBy` of src/domain/usage.ts has it (BATCH-5). */
export function savedOf(alias: string): string {
  return `(case when ${alias}.pricing = 'BATCH' then ${alias}."costUsd" else 0 end)`
}

/** SQL: the sum of it over the rows of a group. */
export function savedSum(alias: string): string {
  return `trim_scale(coalesce(sum(${savedOf(alias)}), 0))::text`
}
