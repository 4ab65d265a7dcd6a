import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runExport } from '../../../src/cli/archive/run-export.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { rungraph } from '../../checks/run-command.ts'
import { callCommand } from '../../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'

function start(folder: string, { connectionString }: TestDatabase, args: readonly string[]) {
  return spawn(process.execPath, [...rungraph, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: connectionString },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Output of a command, and its exit code. */
async function command(...call: Parameters<typeof start>) {
  const child = start(...call)
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
  return { ...(await ended(child)), stdout }
}

/** The same where its reader has gone before it prints anything. */
async function unread(...call: Parameters<typeof start>) {
  const child = start(...call)
  child.stdout.destroy()
  return ended(child)
}

async function ended(child: ReturnType<typeof start>) {
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  await once(child, 'close')
  return { code: child.exitCode, stderr }
}

it('OPS-4 a run goes by the commands from one database to another, and errors are printed without a stack', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph archive '))
  const [here, there] = [await createTestDatabase(), await createTestDatabase()]
  const engine = await createTestEngine(here)
  try {
    const { runId } = await engine.run(sequence({ text: 'Done.' }))
    const id = toGlobalId('Run', runId)
    const filed = await command(folder, here, ['export', id, '--out', 'run.jsonl'])
    const events = await here.prisma.event.count({ where: { runId } })
    expect(filed).toEqual({
      code: 0,
      stdout: '',
      stderr: `Exported run ${id}: ${events} events, into run.jsonl.\n`,
    })
    // It holds all that was said: nobody else on the machine may read it.
    expect((await stat(join(folder, 'run.jsonl'))).mode & 0o777).toBe(0o600)
    const lines = exportRun(here.pool, { runId, withTree: false })
    let whole = ''
    for await (const line of lines) whole += `${line}\n`
    expect(await readFile(join(folder, 'run.jsonl'), 'utf8')).toBe(whole)
    expect(await readdir(folder)).toEqual(['run.jsonl'])
    expect(await command(folder, here, ['export', id])).toEqual({ code: 0, stdout: whole, stderr: '' })
    // As of a process that SIGPIPE ends, in a shell.
    expect(await unread(folder, here, ['export', id])).toEqual({ code: 141, stderr: '' })

    const over = await command(folder, here, ['export', id, '--tree', '--out', 'run.jsonl'])
    expect(over).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^run\.jsonl cannot be written: it is there already\. Name a new file/),
    })
    expect(await readFile(join(folder, 'run.jsonl'), 'utf8')).toBe(whole)
    expect(await readdir(folder)).toEqual(['run.jsonl'])

    const nowhere = join(folder, 'no such folder', 'run.jsonl')
    await expect(
      runExport(
        readConfig({ DATABASE_URL: here.connectionString }),
        { run: id, withTree: false, file: nowhere },
        process.stdout,
      ),
    ).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message: expect.stringContaining(`${nowhere} cannot be written: ENOENT`),
    })

    const twice = join(folder, 'twice.jsonl')
    const exportTwice = () =>
      runExport(
        readConfig({ DATABASE_URL: here.connectionString }),
        { run: id, withTree: false, file: twice },
        process.stdout,
      )
    const settled = await Promise.allSettled([exportTwice(), exportTwice()])
    expect(settled.map(({ status }) => status)).toContain('fulfilled')
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason.message).toContain('it is there already')
    expect(await readFile(twice, 'utf8')).toBe(whole)
    expect((await readdir(folder)).toSorted()).toEqual(['run.jsonl', 'twice.jsonl'])

    const { slug } = await engine.define(sequence({ text: 'Seen.' }))
    const spawn = { name: 'spawn_agent', arguments: { agent: slug, input: 'Look.' } }
    const parent = sequence({ toolCalls: [spawn] }, { text: 'Done.' })
    const tree = await engine.run(parent, { agent: { subagents: [slug] } })
    const file = join(folder, 'tree.jsonl')
    const config = readConfig({ DATABASE_URL: here.connectionString })
    expect(await runExport(config, { run: tree.runId, withTree: true, file }, process.stdout)).toEqual({
      kind: 'filed',
      summary: expect.stringMatching(
        /^Exported run run_[0-9a-f]{32}, with 1 below it: \d+ events, into .*tree\.jsonl\.$/,
      ),
    })

    const into = ['import', 'run.jsonl', '--project', 'moved']
    const taken = await command(folder, there, into)
    expect(taken).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Imported run ${id} into project moved`),
    })
    const again = await command(folder, there, into)
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Run .* already exists in this database/),
    })
    const runs = await there.prisma.run.findMany({ include: { project: true } })
    expect(runs).toMatchObject([{ id: runId, status: 'COMPLETED', project: { slug: 'moved' } }])
  } finally {
    await engine.close()
    await here.drop()
    await there.drop()
    await rm(folder, { recursive: true })
  }
})

it.each([
  [['export'], 'The argument <run> is missing. Help: rungraph export --help'],
  [['export', 'a', 'b'], 'Unexpected arguments: b.'],
  [['export', 'a', '--whole'], 'Unknown option: --whole. Help: '],
  [['export', 'a', '--tree=1'], 'Option --tree takes no value. Help: '],
  [['export', 'a', '--out', '--tree'], 'Option --out requires a value. Help: '],
  [['export', 'run-7'], 'Run run-7 cannot be exported: it is no id of a run.'],
  [['import'], 'The argument <file> is missing.'],
  [
    ['import', 'run.jsonl', '--project', 'Not A Slug'],
    'Invalid value for --project: Not A Slug. Use 1 to 100',
  ],
])('OPS-4 %j is refused before anything is opened', async (args, words) => {
  await expect(callCommand(args)).rejects.toThrow(words)
})
