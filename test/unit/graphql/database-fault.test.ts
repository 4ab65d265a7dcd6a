import { GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../src/domain/database-unavailable.ts'
import { RungraphError } from '../../../src/domain/errors.ts'
import { toCallerError } from '../../../src/graphql/errors.ts'

/** An error with these fields, as drivers throw them. */
function error(message: string, fields: object = {}): Error {
  return Object.assign(new Error(message), fields)
}

/** Prisma's form of an error of its adapter. */
function ofPrisma(cause: object): Error {
  return error('Raw query failed.', { code: 'P2010', meta: { driverAdapterError: { cause } } })
}

describe('DUR-3 a database that is away', () => {
  test.for([
    ['refuses', error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })],
    ['refuses on every address', new AggregateError([error('no', { code: 'ECONNREFUSED' })])],
    ['is shutting down', error('terminating connection', { code: '57P01' })],
    ['is starting', error('the database system is starting up', { code: '57P03' })],
    ['is full', error('sorry, too many clients already', { code: '53300' })],
    ['has no room on its disk', error('could not extend file', { code: '53100' })],
    ['takes too long', error('canceling statement due to statement timeout', { code: '57014' })],
    ['waits for a lock', error('canceling statement due to lock timeout', { code: '55P03' })],
    ['takes no writes', error('cannot execute INSERT in a read-only transaction', { code: '25006' })],
    ['met a conflict', error('could not serialize access', { code: '40001' })],
    ['ended a deadlock', error('deadlock detected', { code: '40P01' })],
    ['ended an idle session', error('terminating connection', { code: '57P05' })],
    ['ended a long transaction', error('terminating connection', { code: '25P04' })],
    ['takes the password no more', error('password authentication failed', { code: '28P01' })],
    ['cannot read its disk', error('could not read block', { code: '58030' })],
    ['does not answer', error('Query read timeout')],
    ['has no connection left', error('timeout exceeded when trying to connect')],
    ['broke off', error('Connection terminated unexpectedly')],
    ['refuses, by way of Prisma', ofPrisma({ kind: 'DatabaseNotReachable' })],
    ['is shutting down, by way of Prisma', ofPrisma({ originalCode: '57P01', kind: 'postgres' })],
    ['gives Prisma no transaction in time', error('Transaction API error', { code: 'P2028', meta: {} })],
    ['takes no writes, by way of Prisma', ofPrisma({ originalCode: '25006', kind: 'postgres' })],
    ['met a conflict, by way of Prisma', ofPrisma({ kind: 'TransactionWriteConflict' })],
    ['lends sessions that cannot be used', new RungraphError('DATABASE_SETTING_UNUSABLE', { settings: [] })],
    ['is full, by way of Prisma', ofPrisma({ originalCode: '53300', kind: 'TooManyConnections' })],
  ] as const)('%s', ([, cause]) => {
    expect(isDatabaseUnavailable(cause)).toBe(true)
    const told = toCallerError(new GraphQLError('x', { originalError: cause, path: ['run'] }))
    expect(told.extensions).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      retryable: true,
      http: { status: 503 },
    })
    expect(told.path).toEqual(['run'])
    expect(told.message).toContain('Try again in a few seconds.')
  })
})

describe('DUR-3 not the database', () => {
  const circular = error('round')
  circular.cause = circular
  test.for([
    ['a statement that is wrong', error('syntax error', { code: '42601' })],
    ['a row that is there already', error('duplicate key', { code: '23505' })],
    [
      'a provider that refuses',
      new RungraphError('MODELS_EXHAUSTED', { attempts: [] }, error('no', { code: 'ECONNREFUSED' })),
    ],
    ['a circle of causes', circular],
    ['a code that is a number', error('odd', { code: 57_014 })],
    ['no error', 'Query read timeout'],
    ['nothing', undefined],
  ] as const)('%s', ([, cause]) => {
    expect(isDatabaseUnavailable(cause)).toBe(false)
  })
})
