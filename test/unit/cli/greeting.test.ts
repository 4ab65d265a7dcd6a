import { describe, expect, it } from 'vitest'
import { greeting } from '../../../src/cli/server/greeting.ts'
import { readConfig } from '../../../src/settings/config.ts'

const started = { url: 'http://127.0.0.1:4000', healthUrl: null, isOpen: false }

/** The line of the greeting that says who may call. */
function callersOf(env: Readonly<Record<string, string>>, isOpen = false): string | undefined {
  const lines = greeting(readConfig(env), { ...started, isOpen }).split('\n')
  return lines.find((line) => line.startsWith('  callers'))
}

describe('KEY-9 the greeting names who may call', () => {
  it('everyone on this machine, without a key', () => {
    expect(callersOf({}, true)).toContain('everyone on this machine')
  })

  it('holders of a key', () => {
    expect(callersOf({})).toBe('  callers    holders of an API key')
  })

  it('people too, with an identity provider', () => {
    const settings = {
      RUNGRAPH_JWT_JWKS_URL: 'https://id.example.com/keys',
      RUNGRAPH_JWT_ISSUER: 'https://id.example.com/',
      RUNGRAPH_JWT_AUDIENCE: 'rungraph',
    }
    expect(callersOf(settings)).toBe(
      '  callers    holders of an API key, and people who sign in with https://id.example.com/',
    )
  })
})
