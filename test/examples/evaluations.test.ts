import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, rungraph } from '../checks/run-command.ts'
import { type CalledCommand, callCommand } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openProcessFolder, type ProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'

const timeout = 60_000
let database: TestDatabase
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  ;[database, folder] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'rungraph evaluations ')),
  ])
  await cp(join(root, 'examples/evaluations/prices.jsonl'), join(folder, 'prices.jsonl'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

/** Starts the command as a pipeline does, with the evaluators of the example. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [...rungraph, 'eval', ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.connectionString,
      RUNGRAPH_TOOLS: join(root, 'examples/evaluations/evaluators.ts'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const printed = { out: '', notes: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (printed.notes += chunk))
  return { child, printed }
}

/** Runs the command to its end. */
async function run(...args: readonly string[]) {
  const { child, printed } = start(...args)
  await once(child, 'close')
  return { code: child.exitCode, ...printed }
}

const agent = ['--agent', 'demo-tool-loop'] as const
const table = (text: string) => text.replaceAll(/\d+\.\d s/g, 'n s')

describe('EVAL-7 the command of the example', { timeout }, () => {
  test('passes: a table, JUnit XML and the code 0', async () => {
    const { code, out, notes } = await run(...agent, '--data', 'prices.jsonl', '--junit', 'reports/junit.xml')
    expect(table(out)).toBe(
      `demo-tool-loop version 1, data set prices version 1, MODELS, 1 trial

ITEM           RESULT  PASSED  SCORE  COST USD  TIME
twelve-pieces  PASSED  1 of 1  1.00   0         n s
as-a-sentence  PASSED  1 of 1  1.00   0         n s
harmless       PASSED  1 of 1  1.00   0         n s

Score 1.000: 3 passed, 0 failed. Cost 0 USD.
`,
    )
    expect(notes).toMatch(/Evaluation [\w=]+\nPassed\.\n$/)
    expect(code).toBe(0)
    const xml = await readFile(join(folder, 'reports/junit.xml'), 'utf8')
    expect(xml).toContain('tests="3" failures="0" errors="0" skipped="0"')
    expect(xml).toContain('<testcase name="twelve-pieces" classname="prices.demo-tool-loop"')
  })

  test('compares with the evaluation of a version, and 1 says that an item regressed', async () => {
    const items = await readFile(join(folder, 'prices.jsonl'), 'utf8')
    await writeFile(join(folder, 'prices.jsonl'), items.replace('60.69', '61.00'))
    const { code, out, notes } = await run(...agent, '--data', 'prices.jsonl', '--baseline', 'v1')
    expect(out).toContain('data set prices version 2')
    expect(out).toMatch(/twelve-pieces +FAILED +0 of 1 .* REGRESSED\n {4}CONTAINS 61\.00: The answer has no/)
    expect(out).toContain('Since version 1: 1 regressed, 2 same.')
    expect(notes).toContain('Not passed. 1 item regressed since the baseline.')
    expect(code).toBe(1)
  })

  test('takes a stored data set, a score that suffices, and gives JSON with every trial', async () => {
    const { code, out } = await run(
      ...[...agent, '--data', 'prices', '--trials', '2', '--min-score', '0.8', '--json'],
    )
    expect(code).toBe(0)
    const report = JSON.parse(out)
    expect(report).toMatchObject({
      status: 'COMPLETED',
      trials: 2,
      passedCount: 4,
      failedCount: 2,
      exitCode: 0,
    })
    expect(report.score).toBeCloseTo(8 / 9)
    expect(report.items[0]).toMatchObject({
      ...{ key: 'twelve-pieces', verdict: 'FAILED', passed: 0, of: 2 },
      trials: [
        { trial: 1, status: 'FAILED', run: expect.any(String), checks: expect.any(Array) },
        { trial: 2 },
      ],
    })
  })

  test.each([
    ['an agent that there is not', ['--agent', 'nobody', '--data', 'prices'], 'No agent "nobody"'],
    ['a data set that there is not', [...agent, '--data', 'nothing'], 'No data set "nothing"'],
    ['a file that there is not', [...agent, '--data', 'no.jsonl'], 'no.jsonl cannot be read'],
    ['a project that there is not', [...agent, '--data', 'prices', '--project', 'else'], 'No project "else"'],
    ['no evaluation to compare with', [...agent, '--data', 'prices', '--baseline', 'v7'], 'version 7 over'],
  ])('2 says that nothing could be evaluated: %s', async (_, args, words) => {
    const junit = join(folder, 'unsaid.xml')
    await writeFile(junit, 'of an earlier evaluation')
    const { code, out, notes } = await run(...args, '--junit', junit)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(notes).toContain(words)
    const xml = (await readFile(junit, 'utf8')).replaceAll('&#34;', '"')
    expect(xml).toMatch(/<testcase name="evaluation" .*<error message="/)
    expect(xml).toContain(words)
  })

  test('cancels its evaluation when it is stopped', async () => {
    await writeFile(join(folder, 'slow.json'), JSON.stringify([{ input: 'one' }, { input: 'two' }]))
    const junit = join(folder, 'slow.xml')
    const { child, printed } = start('--agent', 'demo-slow', '--data', 'slow.json', '--junit', junit)
    const ended = once(child, 'close')
    await expect.poll(() => printed.notes, { timeout }).toContain('Evaluation ')
    child.kill('SIGINT')
    await ended
    expect([child.exitCode, printed.notes]).toEqual([2, expect.stringContaining('is CANCELLED')])
    expect(await readFile(junit, 'utf8')).toContain(
      '<error message="Not evaluated. The evaluation is CANCELLED',
    )
    const { rows } = await database.pool.query(
      `select e.status, count(*) filter (where r.status = 'CANCELLED')::int as cancelled
       from "Evaluation" e join "DataSet" d on d.id = e."dataSetId" join "EvaluationResult" r on r."evaluationId" = e.id
       where d.slug = 'slow' group by 1`,
    )
    expect(rows).toEqual([{ status: 'CANCELLED', cancelled: 2 }])
  })
})

describe('EVAL-8 the command at a server', { timeout }, () => {
  let processes: ProcessFolder
  let server: RungraphProcess
  let key: string

  beforeAll(async () => {
    processes = await openProcessFolder()
    server = await processes.start('start', {
      DATABASE_URL: database.connectionString,
      RUNGRAPH_TOOLS: join(root, 'examples/evaluations/evaluators.ts'),
    })
    const { createApiKey } = await server.ask<{ createApiKey: { key: string } }>(
      'mutation { createApiKey(input: { name: "pipeline", role: ADMIN }) { ... on CreatedApiKey { key } } }',
    )
    key = createApiKey.key
  })
  afterAll(() => processes.close())

  /** Calls the command as a pipeline that has nothing but the address of the server and a key. */
  function call(args: readonly string[], signal?: AbortSignal): Promise<CalledCommand> {
    const env = { RUNGRAPH_KEY: key }
    return callCommand(['eval', '--url', server.url, ...args], signal ? { env, signal } : { env })
  }

  test('stores the file, and prints the same table, JUnit XML and code', async () => {
    const file = join(folder, 'prices.jsonl')
    await cp(join(root, 'examples/evaluations/prices.jsonl'), file)
    const [atServer, here] = [join(folder, 'at-server.xml'), join(folder, 'here.xml')]
    const args = [...agent, '--data', file, '--data-set', 'shared']
    const { code, output, notes } = await call([...args, '--junit', atServer])
    expect([code, notes]).toEqual([0, expect.stringMatching(/^Evaluation [\w=]+\nPassed\.\n$/)])
    expect(output).toContain('data set shared version 1, MODELS, 1 trial')
    const local = await run(...args, '--junit', here)
    expect(table(output)).toBe(table(local.out))
    const withoutTimes = async (path: string) =>
      (await readFile(path, 'utf8')).replaceAll(/time="[\d.]+"/g, 'time=""')
    expect(await withoutTimes(atServer)).toBe(await withoutTimes(here))
    const createdBy = await database.pool.query(
      'select "createdBy" from "Evaluation" order by "createdAt" desc, id desc',
    )
    expect(createdBy.rows.slice(0, 2)).toEqual([{ createdBy: 'command line' }, { createdBy: 'pipeline' }])
  })

  test('compares with the evaluation of a version, and 1 says that an item regressed', async () => {
    const file = join(folder, 'prices.jsonl')
    const items = await readFile(file, 'utf8')
    await writeFile(file, items.replace('60.69', '61.00'))
    const { code, output, notes } = await call([
      ...[...agent, '--data', file, '--data-set', 'shared', '--baseline', 'v1'],
    ])
    expect(output).toContain('data set shared version 2')
    expect(output).toMatch(
      /twelve-pieces +FAILED +0 of 1 .* REGRESSED\n {4}CONTAINS 61\.00: The answer has no/,
    )
    expect(output).toContain('Since version 1: 1 regressed, 2 same.')
    expect([code, notes]).toEqual([1, expect.stringContaining('Not passed. 1 item regressed')])
  })

  test('gives the same JSON, of more results than a page has', async () => {
    await writeFile(
      join(folder, 'many.json'),
      JSON.stringify(Array.from({ length: 17 }, (_, index) => ({ input: `Say ${index}` }))),
    )
    const args = ['--agent', 'demo-chat', '--trials', '3', '--concurrency', '50', '--json']
    const { code, output } = await call([...args, '--data', join(folder, 'many.json')])
    const local = await run(...args, '--data', 'many')
    expect([code, local.code]).toEqual([0, 0])
    const own = new Set(['id', 'run', 'durationMs'])
    const shared = (text: string) =>
      JSON.parse(text, (name, value: unknown) => (own.has(name) ? typeof value : value))
    expect(shared(output)).toEqual(shared(local.out))
    expect(JSON.parse(output)).toMatchObject({ passedCount: 51, score: 1 })
  })

  test.each([
    ['an agent that there is not', ['--agent', 'nobody', '--data', 'shared'], 'No agent "nobody"'],
    ['a data set that there is not', [...agent, '--data', 'nothing'], 'No data set "nothing"'],
    ['no evaluation to compare with', [...agent, '--data', 'shared', '--baseline', 'v7'], 'version 7 over'],
    ['an invalid key', [...agent, '--data', 'shared', '--key', 'rg_wrong'], 'Set RUNGRAPH_KEY, or --key'],
    ['a project besides', [...agent, '--data', 'shared', '--project', 'else'], 'cannot be used with'],
  ])('refuses %s', async (_, args, words) => {
    await expect(call(args)).rejects.toThrow(words)
  })

  const tooMany = Array.from({ length: 1_001 }, (_, index) => ({ input: `${index}` }))
  const twice = { key: 'items[1]', input: 'Say it twice.' }
  test.each([
    [[{ input: 'x' }, { input: ' ' }], /bad\.jsonl, line 3: input is empty/],
    [[{ input: 'x' }, twice, twice], /line 4: has the key "items\[1\]", as .*bad\.jsonl, line 3 has\. /],
    [[{ input: 'x', expectations: { matches: ['('] } }], /line 1: expectations\.matches\[0\]: is no regular/],
    [
      [{ input: 'x', sourceRunId: '01a1fc06-04c2-77c6-8fd1-f6493b2473ef' }],
      /bad\.jsonl: No run with this id/,
    ],
    [tooMany, /bad\.jsonl, line 1002: The number of items is 1001; the maximum is 1000\./],
    [
      tooMany.map((item) => ({ ...item, context: { x: 'x'.repeat(3_000) } })),
      /bad\.jsonl: The request is \d+/,
    ],
  ])('names file and line of what the server refuses: %#', async (items, words) => {
    const file = join(folder, 'bad.jsonl')
    const [first, ...others] = items.map((item) => JSON.stringify(item))
    // An empty line counts, too.
    await writeFile(file, [first, '', ...others].join('\n'))
    await expect(call([...agent, '--data', file])).rejects.toThrow(words)
  })

  test('cancels its evaluation when it is stopped', async () => {
    const file = join(folder, 'slower.json')
    await writeFile(file, JSON.stringify([{ input: 'one' }, { input: 'two' }]))
    const stop = new AbortController()
    const stopped = call(['--agent', 'demo-slow', '--data', file], stop.signal)
    const running = `select from "Evaluation" e join "DataSet" d on d.id = e."dataSetId" where d.slug = 'slower' and e.status = 'RUNNING'`
    await expect.poll(async () => (await database.pool.query(running)).rowCount, { timeout }).toBe(1)
    stop.abort()
    const { code, notes } = await stopped
    expect([code, notes]).toEqual([2, expect.stringContaining('is CANCELLED')])
  })
})
