import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connect.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'

const database = forFile(await createTestDatabase())

const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

async function limitsOf(role: string): Promise<readonly unknown[]> {
  const address = Object.assign(new URL(database.connectionString), { username: role, password: '' })
  const opened = await openDatabase(address.href)
  try {
    const shown = settings.map((name) => `current_setting('${name}') as ${name}`)
    const { rows } = await opened.pool.query<Record<string, string>>(`select ${shown.join(', ')}`)
    return settings.map((name) => rows[0]?.[name])
  } finally {
    await opened.close()
  }
}

test.for([
  ['grants any time', {}, ['15s', '10s', '10s']],
  ['grants less', { statement_timeout: '1500ms', lock_timeout: '2s' }, ['1500ms', '2s', '10s']],
  ['grants more', { statement_timeout: '1h', lock_timeout: '1d' }, ['15s', '10s', '10s']],
] as const)(
  'DUR-3 a session has an end to each of its times where the server %s',
  async ([, granted, limits]) => {
    const role = `limited_${crypto.randomUUID().replaceAll('-', '')}`
    await database.pool.query(`create role ${role} login`)
    try {
      for (const [name, value] of Object.entries(granted))
        await database.pool.query(`alter role ${role} set ${name} = '${value}'`)
      expect(await limitsOf(role)).toEqual(limits)
    } finally {
      await database.pool.query(`drop role ${role}`)
    }
  },
)
