import { RungraphError } from '../../domain/errors.ts'
import { type Percentiles, type Period, statisticsWithinMs } from '../../domain/statistics.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** The condition that a run `t` was accepted in a period: one range of an index. */
export function acceptedIn({ since, until, isOpen }: Period): Prisma.Sql {
  const from = Prisma.sql`t."createdAt" >= ${since}`
  return isOpen ? from : Prisma.sql`${from} and t."createdAt" < ${until}`
}

/** Median, 95th and 99th percentile; null where there is no value. */
export type Quantiles = readonly [p50: number, p95: number, p99: number] | null

/** The columns `name` and `nameCount` of a group: the quantiles of the values that are not null, and how many these are. */
export function distribution(name: string, value: string): Prisma.Sql {
  return Prisma.raw(
    `(percentile_disc(array[0.5, 0.95, 0.99]) within group (order by ${value}))::float8[] as "${name}", count(${value})::float8 as "${name}Count"`,
  )
}

export function toPercentiles(quantiles: Quantiles, count: number): Percentiles {
  const [p50 = null, p95 = null, p99 = null] = quantiles ?? []
  return { count, p50, p95, p99 }
}

/**
 * The rows of a statement that reads much. It has a time limit of its own, room to sort in memory, and is not compiled: that takes longer
 * than it saves. @throws STATISTICS_TIMEOUT, INVALID_INPUT for a time zone that the database does not know
 */
export async function withinTime<Row>(prisma: PrismaClient, statement: Prisma.Sql): Promise<readonly Row[]> {
  try {
    return await prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`select set_config('statement_timeout', ${String(statisticsWithinMs)}, true),
          set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`
        return transaction.$queryRaw<Row[]>(statement)
      },
      // The server's limit comes first. A busy pool is waited for as long as a statement may take.
      { timeout: 2 * statisticsWithinMs, maxWait: statisticsWithinMs },
    )
  } catch (error) {
    const state = stateOf(error)
    if (state === queryCanceled)
      throw new RungraphError('STATISTICS_TIMEOUT', { maxMs: statisticsWithinMs }, error)
    if (state === invalidParameter) throw new RungraphError('INVALID_INPUT', unknownTimeZone, error)
    throw error
  }
}

const queryCanceled = '57014'

const invalidParameter = '22023'

/** The process and the database have lists of their own. */
const unknownTimeZone = {
  message: 'timeZone is not known to the database. Use another name of it.',
  path: ['timeZone'],
}

/** SQLSTATE of the server's error behind one of Prisma; `null` where there is none. */
function stateOf(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null
  const { meta } = error
  const text = JSON.stringify(meta ?? {})
  return /"(?:code|originalCode)":"(\w{5})"/.exec(text)?.[1] ?? null
}
