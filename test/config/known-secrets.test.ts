import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { knownSecrets } from '../../src/settings/known-secrets.ts'

type Env = Readonly<Record<string, string>>
const secretsOf = (env: Env, settings: Env = {}) => knownSecrets(env, readConfig(settings))

describe('the secrets that a server knows', () => {
  it.each([
    'OPENAI_API_KEY',
    'APP_KEYS',
    'GITHUB_TOKEN',
    'client_secret',
    'DB_PASSWORD',
    'PASSPHRASE',
    'AWS_CREDENTIALS',
  ])('TAS-7 are what %s holds', (name) => {
    expect(secretsOf({ [name]: 'hunter2-hunter2' })).toEqual(['hunter2-hunter2'])
  })

  it('TAS-7 are each of a list, and the list', () => {
    expect(secretsOf({ A_KEY: 'first-key,second-key' })).toEqual([
      'first-key,second-key',
      'first-key',
      'second-key',
    ])
  })

  it('TAS-7 are the headers that traces are sent with', () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20open-sesame',
    }
    expect(secretsOf({}, settings)).toEqual(['Bearer open-sesame', 'open-sesame'])
  })

  it('TAS-7 are the passwords of the database and of Redis, also as a URL writes them', () => {
    expect(secretsOf({ REDIS_URL: 'redis://:p%40ssword@host' })).toEqual(['p%40ssword', 'p@ssword'])
    expect(secretsOf({}, { REDIS_URL: 'redis://:p%40ssword@host' })).toEqual(['p%40ssword', 'p@ssword'])
    const database = {
      DATABASE_URL: 'postgres://app:hunter2-hunter2@pool/db',
      DATABASE_DIRECT_URL: 'postgres://app:hunter3-hunter3@host/db',
    }
    expect(secretsOf({}, database)).toEqual(['hunter2-hunter2', 'hunter3-hunter3'])
    expect(secretsOf(database)).toEqual(['hunter2-hunter2', 'hunter3-hunter3'])
  })

  it('TAS-7 are the keys of the providers that are set up', () => {
    expect(secretsOf({}, { OPENAI_API_KEY: 'first-key,second-key' })).toEqual(['first-key', 'second-key'])
  })

  it.each([
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/ada/key.json'],
    ['SSH_KEY', '~/.ssh/id_ed25519'],
    ['TLS_KEY', './certs/server.key'],
    ['FEATURE_TOKEN', 'disabled'],
    ['SHORT_KEY', 'hunter2'],
    ['KEYBOARD', 'qwertz-german'],
    ['EMPTY_KEY', ''],
  ])('TAS-7 are not %s=%s', (name, value) => {
    expect(secretsOf({ [name]: value })).toEqual([])
  })

  it('TAS-7 may begin with a slash, as base64 may', () => {
    const key = `/${'a1B2'.repeat(10)}c3=`
    expect(secretsOf({ RUNGRAPH_ENCRYPTION_KEY: key })).toEqual([key])
  })
})
