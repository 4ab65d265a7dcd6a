import { describe, expect, it } from 'vitest'
import { greeting } from '../../src/cli/server/greeting.ts'
import { readConfig } from '../../src/settings/config.ts'
import { codeIn } from '../support/document-code.ts'

const url = 'http://127.0.0.1:4000'
const key = 'sk-ant-0123456789abcdef'

describe('the message of a server that is ready', () => {
  it('is the one that docs/tutorial.md shows', () => {
    const config = readConfig({ ANTHROPIC_API_KEY: key, RUNGRAPH_DATA_DIR: '/home/ana/rungraph/.rungraph' })
    const [shown] = codeIn('docs/tutorial.md', 'text')
    expect(shown).toBe(`${greeting(config, { url, healthUrl: null, isOpen: true })}\n`)
  })

  it('names the callers, the servers that it uses, and who executes runs', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://rungraph:a-password@db.test:5432/rungraph',
      REDIS_URL: 'redis://:a-password@redis.test:6379/0',
      RUNGRAPH_ROLE: 'api',
      ANTHROPIC_API_KEY: key,
    })
    const message = greeting(config, { url, healthUrl: 'http://127.0.0.1:4010', isOpen: false })
    expect(message.split('\n')).toEqual([
      'Rungraph is ready: http://127.0.0.1:4000/graphql',
      '  console    http://127.0.0.1:4000/',
      '  database   PostgreSQL at db.test:5432/rungraph',
      '  wake-ups   Redis at redis.test:6379',
      '  health     http://127.0.0.1:4010/health/ready',
      '  callers    holders of an API key',
      '  providers  scripted, anthropic',
      '  runs       wait for a worker: npx rungraph worker',
    ])
    expect(message).not.toContain('a-password')
    expect(message).not.toContain(key)
  })
})
