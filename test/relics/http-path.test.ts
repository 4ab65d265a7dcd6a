import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type Allowed, faultOf, resolvePath } from '../../src/relics/http.ts'
import { propertyTrials } from '../support/trials.ts'

const allowed: Allowed = { baseUrl: 'https://api.example.com/v1/', paths: ['/users', '/teams/'] }

function faultAt(path: string, where = allowed): string | null {
  const url = resolvePath(path, where)
  return 'fault' in url ? url.fault : null
}

describe('TAS-6 DAG-8 the path of a request', () => {
  test.for([
    ['/users', 'https://api.example.com/v1/users'],
    ['/users/', 'https://api.example.com/v1/users/'],
    ['/users/7/posts', 'https://api.example.com/v1/users/7/posts'],
    ['/users/a%20b', 'https://api.example.com/v1/users/a%20b'],
    ['/users/group%2Fname', 'https://api.example.com/v1/users/group%2Fname'],
    ['/users/ü', 'https://api.example.com/v1/users/%C3%BC'],
    ['/users/a..b', 'https://api.example.com/v1/users/a..b'],
    ['/users/...', 'https://api.example.com/v1/users/...'],
    ['/teams', 'https://api.example.com/v1/teams'],
    ['/teams/x', 'https://api.example.com/v1/teams/x'],
  ] as const)('%s leads below an allowed one', ([path, url]) => {
    expect(String(resolvePath(path, allowed))).toBe(url)
  })

  test.for([
    '/',
    '/admin',
    '/users2',
    '/usersadmin/x',
    '/Users',
    '/users/../admin',
    '/users/../../v1/admin',
    '/users/..',
    '/users/./../admin',
    '/users/%2e%2e/admin',
    '/users/%2E./admin',
    '/users/..%2fadmin',
    '/users%2f..%2fadmin',
    '/users/%252e%252e/admin',
    '/users/%25252e%25252e%25252fadmin',
    '/users/..;/admin',
    '/users/..;x=1/admin',
    '/users/..%3b/admin',
    '/users/..\\admin',
    '/users/..%5cadmin',
    '/users\\..\\admin',
    '/users/\u0000',
    '/users/%00',
    '/users/%0d%0aHost:%20evil',
    '/users/\n../admin',
    '/us\ters',
    '/users?next=/admin',
    '/users#x',
    '/users/%',
    '/users/%c0%ae%c0%ae/admin',
    '//evil.example.com/users',
    '/users//evil.example.com',
    '/users/%2f%2fevil.example.com',
    '/\\evil.example.com/users',
    'https://evil.example.com/users',
    'http:/users',
    'users',
    '@evil.example.com/users',
    ':80/users',
    '.evil.example.com/users',
    '',
  ])('%j leads nowhere', (path) => {
    expect(faultAt(path)).not.toBeNull()
  })

  test.for([
    ['http://api.example.com/v1/users', 'only https://api.example.com is allowed'],
    ['https://api.example.com:8443/v1/users', 'only'],
    ['https://evil.example.com/v1/users', 'only'],
    ['https://ann:secret@api.example.com/v1/users', 'only'],
    ['https://api.example.com/users', 'not below an allowed path'],
    ['https://api.example.com/v1/users/%2e%2e%2fadmin', '`..`'],
  ] as const)('a redirect to %s is refused', ([url, reason]) => {
    expect(faultOf(new URL(url), allowed)?.fault).toContain(reason)
  })

  test('where every path is allowed, `..` and other hosts still are not', () => {
    const all = { baseUrl: 'https://api.example.com', paths: ['/'] }
    expect(faultAt('/', all)).toBeNull()
    expect(faultAt('/any/thing', all)).toBeNull()
    for (const path of ['/a/../b', '//evil.example.com', '/%2e%2e/', '/\\evil.example.com'])
      expect(faultAt(path, all)).not.toBeNull()
  })

  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '/',
      '//',
      '\\',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '%25',
      '%',
      ';',
      '?',
      '#',
      '@',
      ':',
    ),
    fc.constantFrom('users', 'teams', 'admin', 'v1', '\u0000', '\n', ' ', 'ü', '%c3%bc', '\ud800'),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )
  const path = fc.oneof(
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 10 }).map((pieces) => `/users/${pieces.join('')}`),
  )

  property.prop([path], propertyTrials(20_000))(
    'whatever is accepted stays on the host and below an allowed path, however often a server decodes it',
    (path) => {
      const url = resolvePath(path, allowed)
      if ('fault' in url) return
      expect(url.origin).toBe('https://api.example.com')
      expect(url.search + url.hash + url.username + url.password).toBe('')
      let seen = url.pathname
      for (let round = 0; round < 8; round++) {
        // As a server does that takes `\` for `/` and drops what follows a `;`.
        const segments = seen
          .replaceAll('\\', '/')
          .split('/')
          .map((segment) => segment.split(';')[0])
        const resolved: (string | undefined)[] = []
        for (const segment of segments) {
          if (segment === '..') resolved.pop()
          else if (segment !== '.') resolved.push(segment)
        }
        expect(`${resolved.join('/')}/`).toMatch(/^\/v1\/(users|teams)\//)
        seen = decodeURIComponent(seen)
      }
    },
  )
})
