import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOfKey } from '../../../src/auth/authenticator.ts'
import { createApiKeyStore } from '../../../src/store/api-key-store.ts'
import { noteEncryptionKey } from '../../../src/store/encryption-keys.ts'
import type { MoveStage } from '../../../src/store/move/move-project.ts'
import { createVault } from '../../../src/store/vault.ts'
import { compileCache } from '../../checks/run-command.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { contentOf, remainsIn } from '../../support/moving.ts'
import { fillProject, tenantsKey } from '../../support/tenants/fill-project.ts'

let here: TestDatabase
let there: TestDatabase
let projectId: string

beforeEach(async () => {
  here = await createTestDatabase()
  there = await createTestDatabase()
  // Sealed values of its rows can be read in both.
  for (const { pool } of [here, there]) await noteEncryptionKey(pool, createVault(tenantsKey))
  const project = await here.prisma.project.create({ data: { id: uuidv7(), slug: 'acme', name: 'acme' } })
  projectId = project.id
  await fillProject(here.prisma, project, 'acme')
  const of = { projectId, role: 'ADMIN', createdBy: 'test', lastUsedAt: new Date('2099-01-01') } as const
  await here.prisma.apiKey.create({
    data: { id: uuidv7(), ...of, name: 'boss', secretHash: hashOfKey('rg_acme') },
  })
  return async () => {
    await here.drop()
    await there.drop()
  }
})

/** Moves the project in a process that is killed at a stage, or not at all; gives the signal that ended it. */
async function move(stage: MoveStage | 'never'): Promise<string | null> {
  const program = fileURLToPath(new URL('./moving-process.ts', import.meta.url))
  const args = [here.connectionString, there.connectionString, 'acme', stage]
  const child = fork(program, args, { env: { ...process.env, ...compileCache } })
  await once(child, 'close')
  expect(child.exitCode ?? 0).toBe(0)
  return child.signalCode
}

async function usableIn(): Promise<readonly string[]> {
  const isUsable = ({ pool }: TestDatabase) =>
    createApiKeyStore(pool)
      .find(hashOfKey('rg_acme'))
      .then(
        (found) => found !== null,
        () => false, // it moves
      )
  return [...((await isUsable(here)) ? ['here'] : []), ...((await isUsable(there)) ? ['there'] : [])]
}

/** The server sees that a killed process is gone when it reads from it next. */
async function connectionsAreGone(): Promise<void> {
  for (const { pool } of [here, there])
    await eventually(async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory'`,
      )
      return rows[0]?.count
    }).toBe(0)
}

const stages: readonly (readonly [MoveStage, readonly string[]])[] = [
  ['fenced', []],
  ['copying', []],
  ['copied', []],
  ['arrived', ['there']],
  ['left', ['there']],
  ['erasing', ['there']],
]

describe('OPS-5 a move whose process is killed', () => {
  it.each(stages)(
    'when it has come to "%s" is finished by the next: nothing is lost, nothing is twice',
    async (stage, places) => {
      const before = await contentOf(here, projectId)
      expect(await move(stage)).toBe('SIGKILL')
      await connectionsAreGone()
      expect(await usableIn()).toEqual(places)
      expect(await move('never')).toBe(null)
      expect(await usableIn()).toEqual(['there'])
      expect(await contentOf(there, projectId)).toEqual(before)
      expect(Object.values(await contentOf(here, projectId)).flat()).toEqual([])
      expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
      const { rows } = await there.pool.query<{ name: string }>('select name from pgboss.job order by name')
      expect(rows.map(({ name }) => name)).toEqual(['deliveries', 'deliveries', 'schedules'])
    },
  )
})
