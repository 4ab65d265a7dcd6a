import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createVault } from '../../src/store/vault.ts'
import { completion } from '../fixtures/streams/openai-chat.ts'
import { message, response } from '../fixtures/streams/openai-responses.ts'
import { callCommand } from '../support/command-line.ts'
import { createEmptyDatabase, createOwnedDatabase, createTestDatabase } from '../support/database.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { freePort, listenOnLoopback } from '../support/free-port.ts'
import { answered, serving, streamed } from '../support/model-call.ts'
import { startS3 } from '../support/s3-server.ts'
import { serveBytes } from '../support/serve-bytes.ts'

const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({ check: z.string(), status: z.string(), text: z.string(), remedy: z.string().optional() }),
  ),
})

const database = forFile(await createTestDatabase())
const folder = await mkdtemp(join(tmpdir(), 'rungraph doctor '))
const port = String(await freePort())
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** The exit code, and the findings by what they are about. */
async function examine(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { DATABASE_URL: database.connectionString, PORT: port, ...settings }
  const { code, output } = await callCommand(['doctor', '--json', ...args], { env })
  const { findings } = report.parse(JSON.parse(output))
  const of = (check: string) => findings.filter((finding) => finding.check === check)
  return { code, of, statuses: findings.map(({ status }) => status) }
}

describe('CLI-3 OPS-8 the doctor, about workers', () => {
  const row = { role: 'WORKER', version: '0.1.0', slots: 4, active: 1 }

  /** Workers whose locks nobody holds. */
  async function lose(...names: readonly string[]): Promise<void> {
    const data = names.map((name, n) => ({
      ...row,
      id: randomUUID(),
      name,
      leaseKey: n,
      startedAt: new Date(n),
    }))
    const lastSeenAt = new Date('2026-01-02T03:04:05Z')
    await database.prisma.worker.createMany({ data: data.map((one) => ({ ...one, lastSeenAt })) })
    onTestFinished(async () => {
      await database.prisma.run.deleteMany()
      await database.prisma.worker.deleteMany()
    })
  }

  async function makeRun(fields: Parameters<ReturnType<typeof createFactories>['run']>[1]): Promise<void> {
    const id = randomUUID()
    await database.prisma.project.create({ data: { id, slug: id, name: 'Test' } })
    const make = createFactories(database.prisma, id)
    await make.run(await make.agent(), fields)
  }

  const workers = async () => {
    const { code, of } = await examine({}, '--offline')
    return [code, ...of('workers').map(({ status, text }) => `${status}: ${text}`)]
  }

  it('finds none before the first start', async () => {
    expect(await workers()).toEqual([0, 'off: No worker is alive.'])
  })

  it('ends with 1 where every worker was lost, and names each with its last report', async () => {
    await lose('web-1:41')
    expect(await workers()).toEqual([
      1,
      'broken: No worker is alive. Lost: web-1:41 (its lock is free, last report at 2026-01-02T03:04:05.000Z).',
    ])
  })

  it('ends with 1 where every worker was lost and a run has no owner', async () => {
    await lose('web-1:41', 'web-1:42', 'web-1:43', 'web-1:44', 'web-1:45', 'web-1:46')
    const leaseExpiresAt = new Date(Date.now() - 90_000)
    await makeRun({ status: 'RUNNING', leaseOwner: 'web-1:41', leaseKey: 0, leaseExpiresAt })
    const [code, finding] = await workers()
    expect(code).toBe(1)
    expect(finding).toMatch(
      /^broken: No worker is alive\. 1 run waits for a worker, the oldest for 9\d s; 1 of them lost their owner\. Lost: web-1:41 .* and 1 more\.$/,
    )
  })

  it('warns of runs that wait for the first worker', async () => {
    await lose()
    await makeRun({ status: 'QUEUED', startAt: new Date(Date.now() - 60_000) })
    expect(await workers()).toEqual([0, expect.stringMatching(/^warning: .* 1 run waits for a worker/)])
  })
})

describe('CLI-3 the doctor', () => {
  it('lists the configuration, and finds nothing broken', async () => {
    const { code, of, statuses } = await examine({})
    expect(statuses).not.toContain('broken')
    expect(code).toBe(0)
    expect(of('database')).toMatchObject([
      { status: 'ok', text: expect.stringMatching(/^PostgreSQL \d+\.\d+, database /) },
    ])
    expect(of('migrations')).toMatchObject([{ status: 'ok' }])
    expect(of('privileges')).toMatchObject([{ status: 'ok' }])
    expect(of('clock')).toMatchObject([{ status: 'ok' }])
    expect(of('ports')).toMatchObject([{ status: 'ok', text: `127.0.0.1:${port} free` }])
    expect(of('encryption')).toMatchObject([
      { status: 'warning', remedy: expect.stringContaining('openssl rand') },
    ])
    expect(of('anthropic')).toMatchObject([{ status: 'off', remedy: 'Set ANTHROPIC_API_KEY.' }])
    expect(of('tools')[0]).toMatchObject({ text: expect.stringMatching(/^built-in: calculator, /) })
  })

  it('tries the keys on the encrypted values, and says what to do where they do not fit', async () => {
    const [own, other] = [randomBytes(32), randomBytes(32)]
    const named = (key: Buffer) => key.toString('base64')
    const id = randomUUID()
    await database.prisma.project.create({ data: { id, slug: id, name: 'Test' } })
    const secret = createVault(own).seal('whsec')
    const webhook = await createFactories(database.prisma, id).webhook({ secret })
    onTestFinished(async () => {
      await database.prisma.webhook.delete({ where: { id: webhook.id } })
    })
    const found = async (settings: Readonly<Record<string, string>>) => {
      const { code, of } = await examine(settings, '--offline')
      // A green line never contradicts a red one.
      expect(of('encryption').some(({ status }) => status === 'ok')).toBe(
        'RUNGRAPH_ENCRYPTION_KEY' in settings && code === 0,
      )
      return [code, ...of('encrypted values').map(({ status, text, remedy }) => [status, text, remedy])]
    }
    expect(await found({ RUNGRAPH_ENCRYPTION_KEY: named(own) })).toEqual([
      ...[0, ['ok', expect.stringContaining('opens all'), undefined]],
    ])
    const changed = { RUNGRAPH_ENCRYPTION_KEY: named(other) }
    expect(await found(changed)).toEqual([
      1,
      [
        'broken',
        expect.stringMatching(/^RUNGRAPH_ENCRYPTION_KEY is not the key of \d of \d .*\(Webhook\)/),
        expect.stringContaining('RUNGRAPH_DECRYPTION_KEYS'),
      ],
    ])
    expect(await found({ ...changed, RUNGRAPH_DECRYPTION_KEYS: named(own) })).toEqual([
      ...[
        0,
        [
          'warning',
          expect.stringContaining('need RUNGRAPH_DECRYPTION_KEYS'),
          expect.stringContaining('reencrypt'),
        ],
      ],
    ])
    expect(await found({})).toEqual([
      ...[1, ['broken', expect.stringContaining('is not set'), expect.stringContaining('Set it to the key')]],
    ])
  })

  it('changes nothing: an empty database stays empty', async () => {
    const empty = await createEmptyDatabase()
    const client = new pg.Client(empty)
    await client.connect()
    const { code, of } = await examine({ DATABASE_URL: empty })
    expect(of('migrations')).toMatchObject([
      { status: 'warning', text: expect.stringMatching(/^\d+ migrations are pending/) },
    ])
    expect(code).toBe(0)
    const tables = await client.query(`select 1 from pg_tables where schemaname in ('public', 'pgboss')`)
    await client.end()
    expect(tables.rowCount).toBe(0)
  })

  it('shows the answer of a provider to each key, and the remedy', async () => {
    const good = await serving([streamed(response([message(['OK'])]))])
    const refusing = await serving([
      answered(401, {
        type: 'error',
        error: { type: 'authentication_error', message: 'invalid x-api-key: sk-ant-hunter2hunter2' },
      }),
      answered(429, { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } }),
    ])
    const { code, of } = await examine({
      ...{ OPENAI_API_KEY: 'sk-good-key', OPENAI_BASE_URL: `${good.baseUrl}/v1` },
      ...{
        ANTHROPIC_API_KEY: 'sk-ant-hunter2hunter2,sk-ant-other-key',
        ANTHROPIC_BASE_URL: refusing.baseUrl,
      },
      OPENAI_CHAT_BASE_URL: 'http://127.0.0.1:9/v1',
    })
    expect(of('openai')).toMatchObject([
      { status: 'ok', text: expect.stringMatching(/^openai\/\S+ answered in \d+ ms/) },
    ])
    expect(good.requests[0]?.body).toMatchObject({ max_output_tokens: 16 })
    const keys = [...of('anthropic, key 1'), ...of('anthropic, key 2')]
    expect(keys.map(({ status }) => status)).toEqual(['broken', 'broken'])
    expect(keys.map(({ text }) => text.match(/AUTH 401|RATE_LIMIT 429/)?.[0]).toSorted()).toEqual([
      'AUTH 401',
      'RATE_LIMIT 429',
    ])
    expect(JSON.stringify(keys)).toContain('Check ANTHROPIC_API_KEY')
    expect(JSON.stringify(keys)).not.toContain('hunter2')
    expect(of('openai-chat')).toMatchObject([
      {
        status: 'broken',
        text: expect.stringContaining('NETWORK'),
        remedy: expect.stringContaining('firewall'),
      },
    ])
    expect(code).toBe(1)
  })

  it('calls the first model that a compatible server lists, or the one that is named', async () => {
    const server = await serveBytes((request, response) => {
      const isList = request.method === 'GET'
      response.setHeader('content-type', isList ? 'application/json' : 'text/event-stream')
      response.end(isList ? '{"data":[{"id":"llama-9"}]}' : completion([{ content: 'OK' }]))
    })
    onTestFinished(() => server.close())
    const settings = { OPENAI_CHAT_BASE_URL: `${server.baseUrl}/v1` }
    const { of } = await examine(settings)
    expect(of('openai-chat')).toMatchObject([
      { status: 'ok', text: expect.stringContaining('openai-chat/llama-9') },
    ])
    const named = await examine(settings, '--model', 'openai-chat/phi')
    expect(named.of('openai-chat')).toMatchObject([{ text: expect.stringContaining('openai-chat/phi') }])
  })

  it('calls nobody offline', async () => {
    const silent = await serving([])
    const { of } = await examine(
      { OPENAI_API_KEY: 'sk-good-key', OPENAI_BASE_URL: `${silent.baseUrl}/v1` },
      '--offline',
    )
    expect(of('openai')).toMatchObject([{ status: 'off', text: 'Set up, and not called (--offline).' }])
    expect(silent.requests).toEqual([])
  })

  it('names broken parts: files, services, ports, the database', async () => {
    await writeFile(join(folder, 'tools.ts'), 'export default 7')
    const taken = createServer()
    const used = String(await listenOnLoopback(taken))
    const { code, of } = await examine({
      ...{ RUNGRAPH_TOOLS: join(folder, 'tools.ts'), RUNGRAPH_MODELS: join(folder, 'none.json') },
      ...{ REDIS_URL: 'redis://127.0.0.1:9', PORT: used, DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' },
    })
    taken.close()
    expect(of('tools')).toMatchObject([
      { status: 'broken', text: expect.stringContaining('tools.ts cannot be used') },
    ])
    expect(of('files')).toMatchObject([
      { status: 'broken', text: expect.stringContaining('RUNGRAPH_MODELS') },
    ])
    expect(of('redis')).toMatchObject([{ status: 'warning', remedy: expect.stringContaining('REDIS_URL') }])
    expect(of('ports')).toMatchObject([{ status: 'warning', text: `Port ${used} on 127.0.0.1 is in use.` }])
    expect(of('database')).toMatchObject([
      { status: 'broken', text: expect.stringContaining('Check DATABASE_URL') },
    ])
    expect(code).toBe(1)
    const direct = await examine({ DATABASE_DIRECT_URL: 'postgres://x:y@127.0.0.1:9/z' })
    expect(direct.of('database')).toMatchObject([
      { status: 'broken', text: expect.stringContaining('Check DATABASE_DIRECT_URL') },
    ])
  })

  it('FILE-8 tries the bucket of files', async () => {
    const s3 = await startS3()
    const found = await examine(s3.settings, '--offline')
    expect(found.of('file store')).toMatchObject([
      { status: 'ok', text: expect.stringContaining('rungraph-files') },
    ])
    expect(await s3.list()).toEqual([])
    await s3.close()
    const lost = await examine(s3.settings, '--offline')
    expect(lost.of('file store')).toMatchObject([
      { status: 'broken', text: expect.stringContaining('cannot be reached') },
    ])
    const none = await examine({}, '--offline')
    expect(none.of('file store')).toMatchObject([{ status: 'ok', text: expect.stringContaining('database') }])
  })

  it('MOD-7 names the tools that providers refuse as they are', async () => {
    const path = join(folder, 'odd-tools.mjs')
    const tools = [
      { name: 'plain', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
      { name: 'query', inputSchema: { type: 'object', properties: { $select: { type: 'string' } } } },
      { name: 'choose', inputSchema: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
      { name: 'novel', inputSchema: { type: 'object' }, description: 'x'.repeat(2_000) },
    ].map((tool) => ({ description: 'Does it.', effect: 'read', ...tool }))
    await writeFile(
      path,
      `export default ${JSON.stringify(tools)}.map((tool) => ({ ...tool, execute: () => '' }))`,
    )
    const { code, of } = await examine({ RUNGRAPH_TOOLS: path }, '--offline')
    const told = of('tools').filter(({ status }) => status === 'warning')
    expect(told.map(({ text }) => text)).toEqual([
      'Some providers refuse the tool "query" as it is: its argument $select is sent as select.',
      'Some providers refuse the tool "choose" as it is: its schema is sent as one object without anyOf, oneOf, allOf, not or $ref at the top.',
      'Some providers refuse the tool "novel" as it is: its description of 2000 characters is cut to 1024 where that is the limit.',
    ])
    expect(code).toBe(0)
  })

  it('checks agents in code as the start does', async () => {
    const withTool = async (tool: string) => {
      const path = join(folder, `${tool}.mjs`)
      await writeFile(path, `export default { slug: 'clerk', model: 'scripted/x', tools: ['${tool}'] }`)
      return examine({ RUNGRAPH_AGENTS: path }, '--offline')
    }
    const broken = await withTool('no_such_tool')
    expect(broken.of('agents')).toMatchObject([
      { status: 'broken', text: expect.stringMatching(/agent "?clerk.*no_such_tool/s) },
    ])
    expect(broken.code).toBe(1)
    const sound = await withTool('calculator')
    expect(sound.of('agents')).toEqual([{ check: 'agents', status: 'ok', text: 'In code: clerk' }])
  })

  it('names settings of the database that sessions cannot change, and that it takes no writes', async () => {
    const url = await createOwnedDatabase()
    const name = new URL(url).pathname.slice(1)
    await database.pool.query(`alter database ${name} set session_replication_role = 'replica'`)
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    const { code, of } = await examine({ DATABASE_URL: url })
    expect(of('database settings')).toMatchObject([
      {
        status: 'broken',
        text: expect.stringContaining(`ALTER DATABASE ${name} SET session_replication_role = 'origin';`),
      },
      { status: 'warning', text: expect.stringMatching(/^fsync = off/) },
      { status: 'warning', text: expect.stringMatching(/^full_page_writes = off/) },
    ])
    expect(of('privileges')).toMatchObject([
      {
        status: 'broken',
        text: expect.stringContaining(`ALTER DATABASE ${name} SET default_transaction_read_only = 'off';`),
      },
    ])
    expect(code).toBe(1)
  })

  it('stops at settings that are wrong, which it names all', async () => {
    const { code, of } = await examine({ PORT: 'x', RUNGRAPH_ROLE: 'boss' })
    expect(of('settings')).toMatchObject([
      { status: 'broken', text: expect.stringMatching(/PORT is "x".*RUNGRAPH_ROLE is "boss"/s) },
    ])
    expect(code).toBe(1)
  })

  it('is readable: a line for each, with its remedy below', async () => {
    const env = { DATABASE_URL: database.connectionString, PORT: port }
    const { output } = await callCommand(['doctor', '--offline'], { env })
    expect(output).toMatch(/^✓ node +Node\.js \d+/)
    expect(output).toMatch(
      /\n! encryption +RUNGRAPH_ENCRYPTION_KEY is not set: .*\n +Set it to the output of `openssl/,
    )
    expect(output).toMatch(/\n\nNothing is broken; 3 warnings\.\n$/)
  })
})
