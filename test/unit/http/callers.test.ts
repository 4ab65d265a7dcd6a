import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Admission, loopbackCaller } from '../../../src/domain/caller.ts'
import {
  type CallerLimits,
  type CountedCaller,
  callerLimits,
  createCallers,
} from '../../../src/http/access/callers.ts'
import { callerAddress } from '../../../src/http/request-address.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

/** No time passes. */
function open(limits: Partial<CallerLimits>) {
  const { elapsed: now } = createFakeClock()
  return createCallers({ ...callerLimits, ...limits, now }, async () => true)
}

const project = { id: 'a-project', slug: 'a-project' }

/** Who comes from an address, with a key or without one. */
function from(remoteAddress: string, keyId: string | null = null): CountedCaller {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const admission: Admission =
    keyId === null
      ? { caller: loopbackCaller, project, issuer: { kind: 'LOOPBACK' } }
      : {
          caller: { kind: 'KEY', name: keyId, role: 'VIEWER', access: null, expiresAt: null },
          project,
          issuer: { kind: 'KEY', keyId },
        }
  return { req: new IncomingMessage(socket), admission }
}

const without = { keylessRequestsPerMinute: 2, requestsPerMinute: null }

describe('API-7 callers without a key', () => {
  test.for([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:0:1::1', '2001:db8:0:2::1'],
    ['2001:db8::1', '2001:db9::1'],
    ['192.0.2.1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ] as const)('are counted apart: %s and %s', ([one, other]) => {
    const callers = open(without)
    expect(callers.charge(from(one), 2)).toBeNull()
    expect(callers.charge(from(one))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(callers.charge(from(other), 2)).toBeNull()
    expect(callers.charge(from(other))).toMatchObject({ code: 'RATE_LIMITED' })
  })

  test.for([
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff'],
    ['2001:db8::1', '2001:0DB8:0:0:1:2:3:4'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
  ] as const)('are one where one client has both addresses: %s and %s', ([one, other]) => {
    const callers = open(without)
    expect(callers.charge(from(one), 2)).toBeNull()
    expect(callers.charge(from(other))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(callers.rateLimitStatus(from(other))).toMatchObject({ max: 2, remaining: 0 })
  })

  test('follow subscriptions apart from each other, too', () => {
    const callers = open({ subscriptionsPerCaller: 1 })
    expect(callers.follow(from('192.0.2.1'))).toBeTypeOf('function')
    expect(callers.follow(from('192.0.2.1'))).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(callers.follow(from('192.0.2.2'))).toBeTypeOf('function')
    expect(callers.follow(from('2001:db8::1'))).toBeTypeOf('function')
    expect(callers.follow(from('2001:db8::2'))).toMatchObject({ code: 'LIMIT_EXCEEDED' })
  })

  const own = 'RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY'
  const common = 'RUNGRAPH_REQUESTS_PER_MINUTE'

  test.for([
    { keyless: 2, keyed: null, max: 2, setting: own },
    { keyless: 2, keyed: 5, max: 2, setting: own },
    { keyless: 5, keyed: 5, max: 5, setting: common },
    { keyless: 9, keyed: 5, max: 5, setting: common },
    { keyless: null, keyed: 5, max: 5, setting: common },
  ])('have the stricter of $keyless and $keyed requests', ({ keyless, keyed, max, setting }) => {
    const callers = open({ keylessRequestsPerMinute: keyless, requestsPerMinute: keyed })
    const caller = from('192.0.2.1')
    expect(callers.rateLimitStatus(caller)).toMatchObject({ max, remaining: max })
    for (let nth = 0; nth < max; nth++) expect(callers.charge(caller)).toBeNull()
    expect(callers.charge(caller)).toMatchObject({ code: 'RATE_LIMITED', data: { max, setting } })
  })

  test('are not counted where nothing limits them', () => {
    const callers = open({ keylessRequestsPerMinute: null, requestsPerMinute: null })
    expect(callers.charge(from('192.0.2.1'), 100_000)).toBeNull()
    expect(callers.rateLimitStatus(from('192.0.2.1'))).toBeNull()
  })

  test('use up nothing of a key that comes from their address, and one key is the same at any address', () => {
    const callers = open({ keylessRequestsPerMinute: 1, requestsPerMinute: 2 })
    expect(callers.charge(from('192.0.2.1'))).toBeNull()
    expect(callers.charge(from('192.0.2.1'))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(callers.charge(from('192.0.2.1', 'a-key'))).toBeNull()
    expect(callers.charge(from('192.0.2.2', 'a-key'))).toBeNull()
    expect(callers.charge(from('192.0.2.3', 'a-key'))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(callers.charge(from('192.0.2.1', 'another-key'))).toBeNull()
  })
})

/** Somebody with a token, from one address or another. */
function withToken(kind: 'TOKEN' | 'PERSON', name: string, projectId = 'a-project'): CountedCaller {
  const scope = { kind: 'TAG', tag: name } as const
  const access = kind === 'TOKEN' ? { scope, abilities: [], agentId: null } : null
  const caller = { kind, name, role: 'VIEWER', access, expiresAt: new Date(name.length) } as const
  const issuer = { kind: 'KEY', keyId: 'a-key' } as const
  return { ...from('192.0.2.1'), admission: { caller, project: { id: projectId, slug: 's' }, issuer } }
}

test('API-7 KEY-7 all tokens of a person are one caller, apart from other people and from the key that issued them', () => {
  const callers = open({ requestsPerMinute: 2, keylessRequestsPerMinute: 1, subscriptionsPerCaller: 1 })
  const ann = () => withToken('TOKEN', 'ann')
  for (const caller of [ann(), ann()]) expect(callers.charge(caller)).toBeNull()
  expect(callers.charge(ann())).toMatchObject({ code: 'RATE_LIMITED', data: { max: 2 } })
  expect(callers.follow(ann())).toBeTypeOf('function')
  expect(callers.follow(ann())).toMatchObject({ code: 'LIMIT_EXCEEDED' })
  const others = [withToken('TOKEN', 'bob'), withToken('PERSON', 'ann'), withToken('TOKEN', 'ann', 'another')]
  for (const other of [...others, from('192.0.2.1', 'a-key'), from('192.0.2.1', 'ann')]) {
    expect(callers.charge(other, 2)).toBeNull()
    expect(callers.follow(other)).toBeTypeOf('function')
  }
})

test('API-7 a caller whose connection has ended, and one in a zone, have an address too', () => {
  expect(callerAddress(undefined)).toBe('')
  expect(callerAddress('fe80::1%eth0')).toBe(callerAddress('fe80::2%eth0'))
})
