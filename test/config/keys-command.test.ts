import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rungraph } from '../checks/run-command.ts'
import { callCommand } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'

const database = forFile(await createTestDatabase())
const folder = await mkdtemp(join(tmpdir(), 'rungraph keys '))
const processes = forFile(await openProcessFolder())
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({ DATABASE_URL: database.connectionString, RUNGRAPH_LOG_LEVEL: 'error' })

/** Output of the command, and its exit code. */
function run(command: string, ...args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; errors: string }>()
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env() } }
  execFile(process.execPath, [...rungraph, command, ...args], options, (error, out, errors) =>
    resolve({ code: Number(error?.code ?? 0), out, errors }),
  )
  return promise
}

/** Refusal of the command, in this process: each of its own takes most of a second. */
async function refused(...args: readonly string[]): Promise<unknown> {
  return callCommand(['keys', ...args], { env: env() }).catch((error: unknown) => error)
}

test('KEY-1 the command line makes, lists and revokes keys; a server listens to others once there is one', async () => {
  await expect(processes.start('start', { ...env(), HOST: '0.0.0.0' })).rejects.toThrow(
    'HOST=0.0.0.0 would accept connections from other machines, and no API key exists. Set RUNGRAPH_ADMIN_KEY to a key, create one with `npx rungraph keys',
  )
  expect(await run('keys', 'list')).toMatchObject({ code: 0, out: 'The project default has no API key.\n' })
  expect(await refused('create', 'ops')).toMatchObject({
    message: expect.stringContaining('role must be ADMIN'),
  })
  expect(await refused('create', 'reports', '--project', 'acme')).toMatchObject({ code: 'INVALID_INPUT' })
  expect(await refused('list', '--project', 'acme')).toMatchObject({
    message: expect.stringContaining('No project "acme"'),
  })
  const made = await run('keys', 'create', 'ops', '--role', 'ADMIN')
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^rg_\S+\n$/),
    errors: expect.stringContaining('the key "ops" (ADMIN) of the project default'),
  })
  const key = made.out.trim()
  expect((await run('keys', 'create', 'reader', '--role', 'VIEWER', '--days', '30')).code).toBe(0)

  const server = await processes.start('start', { ...env(), HOST: '0.0.0.0' })
  expect(server.printed()).toContain('callers    holders of an API key')
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url.replace('0.0.0.0', '127.0.0.1')}?query={caller{name}}`, {
      headers: { accept: 'application/json', ...headers },
    })
  expect((await ask({})).status).toBe(401)
  expect(await (await ask({ authorization: `Bearer ${key}` })).json()).toEqual({
    data: { caller: { name: 'ops' } },
  })

  expect(await refused('revoke', 'ops')).toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(200)
  expect(await run('keys', 'revoke', 'ops', '--force')).toMatchObject({ code: 0 })
  expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(401)
  const again = await callCommand(['keys', 'revoke', 'ops'], { env: env() })
  expect(again).toMatchObject({
    output: expect.stringMatching(/^The key "ops" was revoked before, at \S+\n$/),
    notes: '',
  })
  const { out } = await run('keys', 'list')
  expect(out).toMatch(/^ADMIN {5}ops {2}\(revoked \S+, last used \S+\)$/m)
  expect(out).toMatch(/^VIEWER {4}reader {2}\(expires \S+, never used\)$/m)

  const last = await callCommand(['keys', 'revoke', 'reader'], { env: env() })
  expect(last.notes).toContain('No key of the project default is in force any more: nobody can call')
  const doctor = await callCommand(['doctor', '--offline'], { env: env() })
  expect(doctor.output).toMatch(
    /! api keys +None in force: all 2 are revoked or expired, and nobody may call/,
  )
}, 60_000)

test('KEY-1 the command line says how it is used', async () => {
  const { code, errors } = await run('keys')
  expect(errors).toContain('The command is missing. The commands are create, list, revoke.')
  expect(errors).not.toContain('    at ')
  expect(code).toBe(1)
  for (const [args, problem] of [
    [['make', 'x'], 'Unknown command: make. The commands are create, list, revoke.'],
    [['creat', 'x'], 'Unknown command: creat. Did you mean create?'],
    [['create', 'x', '--rol', 'ADMIN'], 'Unknown option: --rol. Did you mean --role?'],
    [['create', 'x', '--server'], '--server needs --role ADMIN, and is for keys of the project default'],
    [
      ['create', 'x', '--server', '--role', 'ADMIN', '--project', 'acme'],
      '--server needs --role ADMIN, and is for keys of the project default',
    ],
    [
      ['create', 'x', '--role', 'boss'],
      'Invalid value for --role: boss. Allowed choices are VIEWER, OPERATOR, ADMIN.',
    ],
    [['create', 'x', '--days', '0'], 'Invalid value for --days: 0. Use a whole number'],
    [['create', 'x', 'y'], 'Unexpected arguments: y.'],
    [['list', '--project', 'A b'], 'Invalid value for --project: A b. Use'],
    [['list', 'x'], 'Unexpected arguments: x.'],
    [['create'], 'The argument <name> is missing. Help: rungraph keys create --help'],
    [['list', '--all'], 'Unknown option: --all. Help: rungraph keys list --help'],
    [['create', 'x', '--days'], 'Option --days requires a value. Help: '],
    [['create', 'x', '--role', '--days', '2'], 'Option --role requires a value. Help: '],
  ] as const)
    expect(await refused(...args)).toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message: expect.stringContaining(problem),
    })
  for (const [args, problem] of [
    [['revoke', 'nobody'], 'No API key "nobody" in this project'],
    [['list', '--project', 'nowhere'], 'No project "nowhere"'],
  ] as const)
    expect(await refused(...args)).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(problem),
    })
}, 60_000)
