import pg from 'pg'
import { z } from 'zod'

/** Time limit for a statement, in milliseconds. */
const withinMs = 4_000

/** Time limits of sessions that are lifted meanwhile. */
export const liftedLimits = ['statement_timeout', 'transaction_timeout'] as const

/**
 * The rows of a statement without parameters, in a session that may have time limits of a few milliseconds. The limits are lifted for the
 * one transaction that the message is, without effect beyond it: the session may be one of a pooler.
 */
export async function askUnhurried(
  client: Pick<pg.ClientBase, 'query'>,
  statement: string,
): Promise<readonly unknown[]> {
  const query = { text: [...liftLimits, statement].join(';\n'), query_timeout: withinMs }
  for (let attempt = 1; ; attempt++) {
    try {
      const results: unknown = await client.query(query)
      const [, , answer] = resultsSchema.parse(results)
      return answer.rows
    } catch (error) {
      // The first command may meet the limit on a busy machine.
      if (attempt === attempts || !(error instanceof pg.DatabaseError && error.code === queryCanceled))
        throw error
    }
  }
}

/** The first looks up nothing, and is done in a fraction of a millisecond. */
const liftLimits = [
  `set local statement_timeout = ${withinMs}`,
  `select set_config('transaction_timeout', '${withinMs}', true) where current_setting('transaction_timeout', true) is not null`,
]

const resultsSchema = z.tuple([z.unknown(), z.unknown(), z.object({ rows: z.array(z.unknown()) })])

const attempts = 5
const queryCanceled = '57014'
