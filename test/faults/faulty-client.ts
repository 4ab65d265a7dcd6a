import pg from 'pg'
import type { Fault, FaultPlan } from './fault-plan.ts'

type Query = (...parameters: readonly unknown[]) => Promise<unknown>

/**
 * Has the statements of a connection suffer what a plan says. The errors are the server's own, and their effects are real: a rejected
 * statement aborts its transaction, and a broken connection is broken.
 */
export function makeFaulty(client: pg.ClientBase, plan: Pick<FaultPlan, 'next'>): void {
  const send: Query = client.query.bind(client) as Query // one signature of the overloads that the driver declares
  let inTransaction = false

  async function sufferAnd(fault: Fault, parameters: readonly unknown[]): Promise<unknown> {
    switch (fault.kind) {
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms))
        return send(...parameters)
      case 'reject':
        return reject(fault, parameters)
      case 'disconnect':
        if (fault.when === 'after') await send(...parameters)
        return disconnect(fault.sqlState)
      default:
        return fault satisfies never
    }
  }

  async function reject({ when, sqlState }: Fault & { kind: 'reject' }, parameters: readonly unknown[]) {
    if (when === 'before' || isCommit(textOf(parameters))) return raise(sqlState)
    if (inTransaction) {
      await send(...parameters)
      return raise(sqlState)
    }
    // What a single statement wrote is rolled back with it.
    await send('begin')
    try {
      await send(...parameters)
      return await raise(sqlState)
    } finally {
      await send('rollback')
    }
  }

  function raise(sqlState: string): Promise<unknown> {
    return send(`do $$ begin raise exception 'A fault of the test.' using errcode = '${sqlState}'; end $$`)
  }

  async function disconnect(sqlState: string): Promise<never> {
    if (sqlState === '57P01') await send('select pg_terminate_backend(pg_backend_pid())')
    if (client instanceof pg.Client) client.connection.stream.destroy()
    throw new Error('Connection terminated unexpectedly')
  }

  const query = (...parameters: readonly unknown[]): unknown => {
    const text = textOf(parameters)
    // A cursor or a COPY stream: it is its own statement.
    if (text === null) return Reflect.apply(send, client, parameters)
    const fault = plan.next(nameOf(parameters, text))
    const isEnd = isCommit(text) || /^rollback/i.test(text)
    const callback = parameters.at(-1)
    const isCalledBack = typeof callback === 'function'
    const own = isCalledBack ? parameters.slice(0, -1) : parameters
    const result = fault === null ? send(...own) : sufferAnd(fault, own)
    if (/^begin/i.test(text)) inTransaction = true
    if (isEnd) inTransaction = false
    if (!isCalledBack) return result
    result.then(
      (found) => callback(null, found),
      (error: unknown) => callback(error),
    )
    return undefined
  }
  Object.assign(client, { query })
}

function isCommit(text: string | null): boolean {
  return text !== null && /^commit/i.test(text)
}

function textOf([statement]: readonly unknown[]): string | null {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null
}

/** The name of a prepared statement, else its first words. */
function nameOf([statement]: readonly unknown[], text: string): string {
  const name =
    typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : undefined
  return typeof name === 'string' ? name : text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
}
