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
