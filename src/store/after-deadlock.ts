import pg from 'pg'

/** Does a statement once more that the server ended, as it and another's waited for each other's rows. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '40P01') return work()
    throw error
  }
}
