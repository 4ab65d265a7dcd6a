import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOfKey } from '../../../src/auth/authenticator.ts'
import { toClientError } from '../../../src/graphql/errors.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createApiKeyStore } from '../../../src/store/api-key-store.ts'
import { noteEncryptionKey } from '../../../src/store/encryption-keys.ts'
import type { MoveStage } from '../../../src/store/move/move-project.ts'
import { readProjectTables, staying } from '../../../src/store/move/project-tables.ts'
import { createOutbox } from '../../../src/store/outbox.ts'
import { createGateStore } from '../../../src/store/runs/gate-store.ts'
import { createScheduleStore } from '../../../src/store/schedule-store.ts'
import { createVault } from '../../../src/store/vault.ts'
import { callCommand } from '../../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { dispatchOf } from '../../support/dispatch.ts'
import { createFactories } from '../../support/factories.ts'
import { contentOf, move, nameOf, remainsIn } from '../../support/moving.ts'
import { fillProject, type Tenant, tenantsKey } from '../../support/tenants/fill-project.ts'

let here: TestDatabase
let there: TestDatabase
let acme: Tenant
let other: Tenant

beforeEach(async () => {
  here = await createTestDatabase()
  there = await createTestDatabase()
  // Sealed values of its rows can be read in both.
  for (const { pool } of [here, there]) await noteEncryptionKey(pool, createVault(tenantsKey))
  acme = await createTenant('acme')
  other = await createTenant('other')
  return async () => {
    await here.drop()
    await there.drop()
  }
})

async function createTenant(slug: string): Promise<Tenant> {
  const data = { id: uuidv7(), slug, name: slug }
  return fillProject(here.prisma, await here.prisma.project.create({ data }), slug)
}

const key = { text: 'rg_acme', hash: hashOfKey('rg_acme') }

/** Where a caller of the project is let in. */
async function usableIn(): Promise<readonly string[]> {
  const databases = { here, there }
  const found = await Promise.all(
    Object.entries(databases).map(async ([name, { pool }]) => {
      const known = await createApiKeyStore(pool)
        .find(key.hash)
        .catch(() => null)
      return known ? [name] : []
    }),
  )
  return found.flat()
}

async function createKey(): Promise<void> {
  const of = { projectId: acme.project.id, role: 'ADMIN', createdBy: 'test' } as const
  await here.prisma.apiKey.create({ data: { id: uuidv7(), ...of, name: 'boss', secretHash: key.hash } })
}

describe('OPS-5 the rows that move with a project', () => {
  it('is every table of the schema but those that say why they stay', async () => {
    const { rows } = await here.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
         and c.relkind in ('r', 'p') and not c.relispartition`,
    )
    const client = await here.pool.connect()
    const tables = await readProjectTables(client).finally(() => client.release())
    const moving = tables.map(({ name }) => name)
    expect([...moving, ...Object.keys(staying)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    expect(tables.filter(({ owner, columns }) => !columns.includes(owner))).toEqual([])
  })

  it('is every row of it, in order, with the jobs of objects that are due later; and nothing of another project', async () => {
    const { museum, root, waiting, schedule } = acme.rows
    const projectId = acme.project.id
    const expiresAt = new Date('2099-01-01T00:00:00Z')
    const gate = await createFactories(here.prisma, projectId).gate(waiting, { expiresAt })
    // Rows that other tests do not need.
    const runId = museum.id
    await here.prisma.runInput.create({ data: { runId, projectId, number: 1, text: 'Go on.' } })
    const sizes = { tokensBefore: 9, tokensAfter: 4 }
    const compaction = { id: uuidv7(), runId, projectId, view: {}, strategies: ['SUMMARY'], ...sizes }
    await here.prisma.compaction.create({ data: compaction })
    const reservation = {
      id: uuidv7(),
      runId,
      projectId,
      epoch: 1,
      budgetKeys: ['x'],
      costUsd: '1',
      tokens: 1n,
    }
    await here.prisma.reservation.create({ data: reservation })
    await noteEncryptionKey(here.pool, createVault(Buffer.alloc(32, 1)))
    await noteEncryptionKey(there.pool, createVault(Buffer.alloc(32, 1)))
    const secret = { rootId: root.id, projectId, id: '0123456789abcdef', sealed: 'x' }
    await here.prisma.secret.create({ data: secret })
    const before = await contentOf(here, projectId)
    const beside = await contentOf(here, other.project.id)
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
    const { rows, jobs } = await move({ here, there }, 'acme')
    expect(await contentOf(there, projectId)).toEqual(before)
    expect(rows).toBe(Object.values(before).flat().length)
    expect(await contentOf(here, other.project.id)).toEqual(beside)
    expect(Object.values(await contentOf(here, acme.project.id)).flat()).toEqual([])
    expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
    expect(jobs.map(({ lane, key }) => `${lane} ${key.split('/')[0]}`)).toEqual([
      `gates ${gate.id}`,
      `schedules ${schedule.id}`,
      expect.stringMatching(/^deliveries /),
      expect.stringMatching(/^deliveries /),
    ])
    expect(jobs[0]?.dueAt).toEqual(expiresAt)
  })

  it('comes before new rows of the other database, where that one has lower numbers', async () => {
    await here.pool.query(
      `update "EventSegment" set "commitXid" = "commitXid" + 1000000000 where "projectId" = $1`,
      [acme.project.id],
    )
    await here.pool.query(
      `update "Run" set "statusXid" = "statusXid" + 1000000000, "lastXid" = "lastXid" + 1000000000 where "projectId" = $1`,
      [acme.project.id],
    )
    const before = await contentOf(here, acme.project.id)
    await move({ here, there }, 'acme')
    expect(await contentOf(there, acme.project.id)).toEqual(before)
    const { rows } = await there.pool.query<{ isBelow: boolean; number: string }>(
      `select greatest((select max("commitXid") from "EventSegment"), (select max("statusXid") from "Run"))
         < pg_current_xact_id()::text::bigint as "isBelow",
         (select max(number)::text from "WebhookDelivery") as number`,
    )
    expect(rows).toEqual([{ isBelow: true, number: '-1' }])
  })

  it('can come back', async () => {
    const before = await contentOf(here, acme.project.id)
    await move({ here, there }, 'acme')
    await move({ here: there, there: here }, 'acme')
    expect(await contentOf(here, acme.project.id)).toEqual(before)
    expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
  })
})

describe('OPS-5 a project is not moved', () => {
  const past = new Date('2026-11-01T00:00:00Z')
  const reasons: Readonly<Record<string, readonly [string, () => Promise<unknown>]>> = {
    'whose run is queued, even for later': [
      '1 run is queued, running, or about to continue',
      () => run({ startAt: new Date('2099-01-01T00:00:00Z') }),
    ],
    'whose run is running': ['1 run is queued, running', () => run({ status: 'RUNNING' })],
    'whose runs are running': [
      '2 runs are queued, running',
      async () => [await run({ status: 'RUNNING' }), await run({ status: 'RUNNING' })],
    ],
    'whose waiting run is about to continue': ['about to continue', () => run({ status: 'WAITING' })],
    'whose waiting run has an owner': [
      'about to continue',
      () => here.prisma.run.update({ where: { id: acme.rows.waiting.id }, data: { leaseOwner: 'somebody' } }),
    ],
    'whose gate expires': [
      '1 gate expires now',
      () => createFactories(here.prisma, acme.project.id).gate(acme.rows.waiting, { expiresAt: past }),
    ],
    'whose delivery is due': [
      '1 webhook delivery is due',
      async () => {
        const make = createFactories(here.prisma, acme.project.id)
        await make.delivery(await make.webhook(), acme.rows.root)
      },
    ],
    'whose delivery is being sent': [
      '1 webhook delivery is due or being sent',
      async () => {
        const make = createFactories(here.prisma, acme.project.id)
        const soon = new Date(Date.now() + 10_000)
        await make.delivery(acme.rows.webhook, acme.rows.root, { attempt: 1, nextAttemptAt: soon })
      },
    ],
    'whose schedule is due': [
      '1 schedule is due',
      () => createFactories(here.prisma, acme.project.id).schedule(acme.rows.agent, { nextAt: past }),
    ],
    'whose name is taken there': [
      'has a project of this name',
      () => there.prisma.project.create({ data: { id: uuidv7(), slug: 'acme', name: 'Another' } }),
    ],
    'with secrets, to a database without a key': [
      'no process with an encryption key',
      async () => {
        await seal()
        await there.pool.query('delete from "EncryptionKey"')
      },
    ],
    'with secrets, to a database with another key': [
      'have another encryption key',
      async () => {
        await seal()
        await noteEncryptionKey(there.pool, createVault(Buffer.alloc(32, 2)))
      },
    ],
  }

  function run(fields: Parameters<ReturnType<typeof createFactories>['run']>[1]) {
    return createFactories(here.prisma, acme.project.id).run(acme.rows.agent, fields)
  }

  async function seal(): Promise<void> {
    await noteEncryptionKey(here.pool, createVault(Buffer.alloc(32, 1)))
    const of = { projectId: acme.project.id, rootId: acme.rows.root.id }
    await here.prisma.secret.create({ data: { ...of, id: '0123456789abcdef', sealed: 'x' } })
  }

  it.each(Object.entries(reasons))('%s', async (_name, [words, arrange]) => {
    await createKey()
    await arrange()
    const before = await contentOf(here, acme.project.id)
    await expect(move({ here, there }, 'acme')).rejects.toMatchObject({
      code: 'MOVE_REFUSED',
      message: expect.stringContaining(words),
    })
    expect(await contentOf(here, acme.project.id)).toEqual(before)
    expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
    expect(await usableIn()).toEqual(['here'])
  })

  it('that is `default`, that is not there, or to its own database', async () => {
    await expect(move({ here, there }, 'default')).rejects.toThrow('each database has one of that name')
    await expect(move({ here, there }, 'nobody')).rejects.toThrow('no such project')
    await expect(move({ here, there: here }, 'acme')).rejects.toThrow('in that database already')
    expect(await remainsIn(here)).toEqual([])
  })

  it('to a database with another schema', async () => {
    const later = `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_later', now())`
    await there.pool.query(later)
    const moved = move({ here, there }, 'acme')
    await expect(moved).rejects.toThrow('Run the same version')
    await there.pool.query(`delete from "_prisma_migrations" where id = 'x'`)
  })

  it('with secrets, it is moved to a database whose processes have the same key', async () => {
    await seal()
    await noteEncryptionKey(there.pool, createVault(Buffer.alloc(32, 2)))
    await there.pool.query(`update "EncryptionKey" set "usedAt" = "usedAt" - interval '1 day'`)
    await noteEncryptionKey(there.pool, createVault(Buffer.alloc(32, 1)))
    await move({ here, there }, 'acme')
    expect(await there.prisma.secret.count()).toBe(1)
  })

  it('while it waits for a table that somebody writes to: it releases its locks, and tries again', async () => {
    const client = await here.pool.connect()
    await client.query('begin')
    await client.query('lock table "Gate" in row exclusive mode')
    const moved = move({ here, there }, 'acme')
    // Writes of others meanwhile are not delayed for longer than the move waits for one table.
    await here.pool.query('update "Project" set name = name where id = $1', [other.project.id])
    await client.query('commit')
    client.release()
    expect((await moved).rows).toBeGreaterThan(0)
  })
})

describe('OPS-5 the command', () => {
  it.each([
    [[], 'Name a project, or use --all.'],
    [['acme', '--all'], 'Name a project, or use --all.'],
    [['acme', '--undo'], '--undo goes with --all.'],
    [['acme', 'other'], 'Unexpected arguments: other. Quote an argument that contains spaces.'],
    [['acme'], 'The other database is missing. Give its URL with --to, or set RUNGRAPH_MOVE_TO.'],
    [['acme', '--to', 'http://127.0.0.1/x'], '--to is no URL of a PostgreSQL database.'],
  ])('refuses the arguments %j', async (args, problem) => {
    const moved = callCommand(['move', ...args], { env: { DATABASE_URL: here.connectionString } })
    await expect(moved).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID', data: { problem } })
  })
})

describe('OPS-5 a database that is not there is named by what has its URL', () => {
  const away = 'postgres://nobody@127.0.0.1:1/none'
  it.each([
    ['--to', ['acme', '--to', away], {}],
    ['RUNGRAPH_MOVE_TO', ['acme'], { RUNGRAPH_MOVE_TO: away }],
    ['--to', ['--all', '--to', away], {}],
    ['RUNGRAPH_MOVE_TO', ['--all'], { RUNGRAPH_MOVE_TO: away }],
    ['DATABASE_URL', ['acme', '--to', away], { DATABASE_URL: away }],
  ])('%s: move %j', async (setting, args, env) => {
    const moved = callCommand(['move', ...args], { env: { DATABASE_URL: here.connectionString, ...env } })
    await expect(moved).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringContaining(
        `127.0.0.1:1. Check ${setting}, and check that the server is running.`,
      ),
    })
  })
})

describe('OPS-5 while a project moves', () => {
  it('nothing is begun or written for it, in any table, by anybody; and all goes on for others', async () => {
    await createKey()
    const past = new Date('2026-11-01T00:00:00Z')
    const refused: string[] = []
    const onStage = async (stage: MoveStage) => {
      if (stage !== 'copying') return
      const client = await here.pool.connect()
      for (const { name, owner } of await readProjectTables(client)) {
        const change = `update "${name}" set "${owner}" = "${owner}" where "${owner}" = $1`
        const error = await client.query(change, [acme.project.id]).catch((fault: unknown) => fault)
        if (error instanceof Error && 'code' in error && error.code === 'RG001') refused.push(name)
        await client.query(change, [other.project.id])
      }
      client.release()
      // As a caller is answered who was let in before.
      const data = { name: 'Another' }
      const late = await here.prisma.agent
        .update({ where: { id: acme.rows.agent.id }, data })
        .catch((error: unknown) => toClientError(error).extensions.code)
      expect(late).toBe('PROJECT_MOVING')
      await expect(createApiKeyStore(here.pool).find(key.hash)).rejects.toMatchObject({
        code: 'PROJECT_MOVING',
      })
      expect(await createApiKeyStore(here.pool).ended([keyId])).toEqual([{ id: keyId, isMoving: true }])
      const services = { pool: here.pool, dispatch: dispatchOf(here.pool), wakeups: createLocalWakeups() }
      const now = new Date('2099-06-01T00:00:00Z')
      expect(await createScheduleStore(services).due({ limit: 9 }, now)).toMatchObject([
        { projectId: other.project.id },
      ])
      expect((await createOutbox(services).due(9, now)).map(({ webhookId }) => webhookId)).toEqual([
        otherHook.id,
      ])
      expect(
        (await createGateStore(here.pool).due({ limit: 9 }, now)).map(({ gate }) => gate.projectId),
      ).toEqual([other.project.id])
    }
    const keyId = (await here.prisma.apiKey.findUniqueOrThrow({ where: { secretHash: key.hash } })).id
    const make = createFactories(here.prisma, other.project.id)
    await make.gate(other.rows.waiting, { expiresAt: past })
    const otherHook = await make.webhook()
    await make.delivery(otherHook, other.rows.root)
    const ofAcme = createFactories(here.prisma, acme.project.id)
    const future = { nextAttemptAt: new Date('2099-01-01T00:00:00Z'), attempt: 1 }
    await ofAcme.delivery(await ofAcme.webhook(), acme.rows.root, future)
    const filled = Object.entries(await contentOf(here, acme.project.id)).filter(
      ([, rows]) => rows.length > 0,
    )
    await move({ here, there }, 'acme', { onStage })
    expect(refused.toSorted()).toEqual(filled.map(([name]) => name).toSorted())
    expect(await usableIn()).toEqual(['there'])
  })

  it('and fails before its commit, it stays where it was, and can be moved later', async () => {
    await createKey()
    const before = await contentOf(here, acme.project.id)
    const onStage = (stage: MoveStage) => {
      if (stage === 'copied') throw new Error('The disk is full.')
    }
    await expect(move({ here, there }, 'acme', { onStage })).rejects.toThrow('The disk is full.')
    expect(await contentOf(here, acme.project.id)).toEqual(before)
    expect(await usableIn()).toEqual(['here'])
    expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
    await move({ here, there }, 'acme')
    expect(await usableIn()).toEqual(['there'])
  })

  it('another process moves it no further, nor to a third place, before the first move is finished', async () => {
    await createKey()
    const attempts: unknown[] = []
    const onStage = async (stage: MoveStage) => {
      if (stage !== 'arrived') return
      for (const way of [
        { here, there },
        { here: there, there: here },
      ])
        attempts.push(await move(way, 'acme').catch((error: unknown) => String(error)))
      throw new Error('It dies.')
    }
    await expect(move({ here, there }, 'acme', { onStage })).rejects.toThrow('It dies.')
    expect(attempts).toEqual([
      expect.stringContaining('another process moves it'),
      expect.stringContaining('is not finished. Repeat the command there first'),
    ])
    expect(await usableIn()).toEqual(['there'])
    const elsewhere = { from: nameOf(here), to: 'elsewhere:5432/x' }
    await expect(move({ here, there }, 'acme', { names: elsewhere })).rejects.toThrow('was begun')
    expect((await move({ here, there }, 'acme')).rows).toBe(0)
    expect([await remainsIn(here), await remainsIn(there)]).toEqual([[], []])
  })
})
