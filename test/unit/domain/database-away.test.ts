import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { isDatabaseAway } from '../../../src/domain/database-away.ts'
import { isUnexpected, toClientError } from '../../../src/graphql/client-error.ts'

/** An error with what a driver puts on it. */
function coded(facts: object, message = 'x'): Error {
  return Object.assign(new Error(message), facts)
}

const ofPrisma = coded({
  code: 'P2010',
  meta: { driverAdapterError: coded({ cause: { kind: 'postgres', code: '57014' } }) },
})

describe('a database that is away', () => {
  it.for<[string, unknown]>([
    ['a refused connection', coded({ code: 'ECONNREFUSED' })],
    ['one that is refused at each address', new AggregateError([coded({ code: 'ECONNREFUSED' })])],
    ['a server that ends its sessions', coded({ code: '57P01' })],
    ['a server that starts', coded({ code: '57P03' })],
    ['too many connections', coded({ code: '53300' })],
    ['a full disk', coded({ code: '53100' })],
    ['a time limit of the server', ofPrisma],
    [
      'what Prisma calls it',
      coded({ meta: { driverAdapterError: coded({ cause: { kind: 'DatabaseNotReachable' } }) } }),
    ],
    ['a connection that breaks', new Error('Connection terminated unexpectedly')],
    ['a pool that has none', new Error('timeout exceeded when trying to connect')],
    ['what is wrapped', new Error('It failed.', { cause: coded({ code: 'ECONNRESET' }) })],
  ])('is seen in %s', ([, error]) => {
    expect(isDatabaseAway(error)).toBe(true)
  })

  it.for<[string, unknown]>([
    ['a violated constraint', coded({ code: '23505' })],
    ['a wrong statement', coded({ code: '42601' })],
    ['a mistake of ours', new TypeError('x is not a function')],
    ['no error at all', undefined],
    ['a cycle of causes', cycle()],
  ])('is not seen in %s', ([, error]) => {
    expect(isDatabaseAway(error)).toBe(false)
  })

  it('is told to callers with a code and that trying again may help, and to the operator', () => {
    const error = new GraphQLError('secret', { originalError: coded({ code: '53300' }, 'secret') })
    const told = toClientError(error)
    expect(told.extensions).toEqual({ code: 'DATABASE_UNAVAILABLE', retryable: true, http: { status: 503 } })
    expect(JSON.stringify(told)).not.toContain('secret')
    expect(isUnexpected(error)).toBe(true)
  })
})

function cycle(): Error {
  const error = new Error('x')
  error.cause = error
  return error
}
