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

const tools = join(root, 'examples/evaluations/evaluators.ts')

/** Starts the command as a pipeline does, with the evaluators of the example. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [...rungraph, 'eval', ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.connectionString,
      RUNGRAPH_TOOLS: tools,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const printed = { out: '', notes: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (printed.notes += chunk))
  return { child, printed }
}

const agent = ['--agent', 'demo-tool-loop'] as const

describe('EVAL-7 the process of the command', { timeout }, () => {
  test.each([
    [0, [...agent, '--data', 'prices.jsonl'], /Evaluation evaluation_[0-9a-f]{32}\nPassed\.\n$/],
    [2, ['--agent', 'nobody', '--data', 'prices.jsonl'], /No agent "nobody"/],
  ] as const)('ends with the code %i', async (code, args, notes) => {
    const { child, printed } = start(...args)
    await once(child, 'close')
    expect([child.exitCode, printed.notes]).toEqual([code, expect.stringMatching(notes)])
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

let processes: ProcessFolder
let server: RungraphProcess
let key: string

beforeAll(async () => {
  processes = await openProcessFolder()
  server = await processes.start('start', { DATABASE_URL: database.connectionString, RUNGRAPH_TOOLS: tools })
  const { createApiKey } = await server.ask<{ createApiKey: { key: string } }>(
    'mutation { createApiKey(input: { name: "pipeline", role: ADMIN }) { ... on CreatedApiKey { key } } }',
  )
  key = createApiKey.key
}, timeout)
afterAll(() => processes.close())

type Call = (args: readonly string[], signal?: AbortSignal) => Promise<CalledCommand>

/** The command with nothing but the settings. */
const atOwn: Call = (args, signal = new AbortController().signal) => {
  const env = { DATABASE_URL: database.connectionString, RUNGRAPH_TOOLS: tools }
  return callCommand(['eval', ...args], { env, signal })
}

/** The command with nothing but the address of a server and a key. */
const atServer: Call = (args, signal = new AbortController().signal) =>
  callCommand(['eval', '--url', server.url, ...args], { env: { RUNGRAPH_KEY: key }, signal })

describe.each([
  ['EVAL-7', 'a server of its own', 'own', atOwn],
  ['EVAL-8', 'a server', 'served', atServer],
] as const)('%s the command at %s', { timeout }, (_id, _place, slug, call) => {
  const file = () => join(folder, `${slug}.jsonl`)
  const junit = () => join(folder, `${slug}.xml`)

  test('passes: a table, JUnit XML and the code 0', async () => {
    await cp(join(root, 'examples/evaluations/prices.jsonl'), file())
    const { code, output, notes } = await call([...agent, '--data', file(), '--junit', junit()])
    expect([code, notes]).toEqual([
      0,
      expect.stringMatching(/^Evaluation evaluation_[0-9a-f]{32}\nPassed\.\n$/),
    ])
    expect(output.replaceAll(/\d+\.\d s/g, 'n s')).toBe(
      `demo-tool-loop version 1, data set ${slug} version 1, MODELS, 1 trial

ITEM           RESULT  PASSED  SCORE  COST USD  TIME
twelve-pieces  PASSED  1 of 1  1.00   0         n s
as-a-sentence  PASSED  1 of 1  1.00   0         n s
harmless       PASSED  1 of 1  1.00   0         n s

Score 1.000: 3 passed, 0 failed. Cost 0 USD.
`,
    )
    const xml = await readFile(junit(), 'utf8')
    expect(xml).toContain('tests="3" failures="0" errors="0" skipped="0"')
    expect(xml).toContain(`<testcase name="twelve-pieces" classname="${slug}.demo-tool-loop"`)
  })

  test('compares with the evaluation of a version, and 1 says that an item regressed', async () => {
    const items = await readFile(file(), 'utf8')
    await writeFile(file(), items.replace('60.69', '61.00'))
    const { code, output, notes } = await call([...agent, '--data', file(), '--baseline', 'v1'])
    expect(output).toContain(`data set ${slug} version 2`)
    expect(output).toMatch(
      /twelve-pieces +FAILED +0 of 1 .* REGRESSED\n {4}CONTAINS 61\.00: The answer has no/,
    )
    expect(output).toContain('Since version 1: 1 regressed, 2 same.')
    expect([code, notes]).toEqual([1, expect.stringContaining('Not passed. 1 item regressed')])
  })

  test('takes a stored data set, a score that suffices, and gives JSON with every trial', async () => {
    const args = ['--trials', '2', '--min-score', '0.8', '--json']
    const { code, output } = await call([...agent, '--data', slug, ...args])
    expect(code).toBe(0)
    const report = JSON.parse(output)
    expect(report).toMatchObject({ status: 'COMPLETED', trials: 2, passedCount: 4, failedCount: 2 })
    expect(report.score).toBeCloseTo(8 / 9)
    expect(report.items[0]).toMatchObject({
      ...{ key: 'twelve-pieces', verdict: 'FAILED', passed: 0, of: 2 },
      trials: [
        { trial: 1, status: 'FAILED', run: expect.any(String), checks: expect.any(Array) },
        { trial: 2 },
      ],
    })
  })

  type Refused = readonly [what: string, args: readonly string[], words: string]
  const own: readonly Refused[] = [
    ['a project that there is not', ['--project', 'else'], 'No project "else"'],
  ]
  const served: readonly Refused[] = [
    ['an invalid key', ['--key', 'rg_wrong'], 'Set RUNGRAPH_KEY, or --key'],
    ['a project besides', ['--project', 'else'], 'cannot be used with'],
  ]
  test.each<Refused>([
    ['an agent that there is not', ['--agent', 'nobody'], 'No agent "nobody"'],
    ['a data set that there is not', ['--data', 'nothing'], 'No data set "nothing"'],
    ['a file that there is not', ['--data', 'no.jsonl'], 'no.jsonl cannot be read'],
    [
      'no version to compare with',
      ['--baseline', 'v7'],
      'There is no version 7 of the agent demo-tool-loop.',
    ],
    [
      'nothing to compare with',
      ['--baseline', 'v7', '--data', 'nothing'],
      'no version 7 of the agent demo-tool-loop, and no data set nothing.',
    ],
    [
      'no evaluation to compare with',
      ['--baseline', 'v1', '--mode', 'RECORDED'],
      'Make one first, with --version 1.',
    ],
    ...(slug === 'own' ? own : served),
  ])('refuses %s, and says so in the JUnit XML', async (what, args, words) => {
    await writeFile(junit(), 'of an earlier evaluation')
    const all = [...agent, '--data', slug, ...args, '--junit', junit()]
    await expect(call(all)).rejects.toThrow(words)
    // Options that cannot be read are refused before anything else.
    if (what === 'a project besides') return
    const xml = (await readFile(junit(), 'utf8')).replaceAll('&#34;', '"')
    expect(xml).toMatch(/<testcase name="evaluation" .*<error message="/)
    expect(xml).toContain(words)
  })

  test('cancels its evaluation when it is stopped', async () => {
    const slow = join(folder, `slow-${slug}.json`)
    await writeFile(slow, JSON.stringify([{ input: 'one' }, { input: 'two' }]))
    const stop = new AbortController()
    const stopped = call(['--agent', 'demo-slow', '--data', slow], stop.signal)
    const running = `select from "Evaluation" e join "DataSet" d on d.id = e."dataSetId" where d.slug = $1 and e.status = 'RUNNING'`
    const isRunning = async () => (await database.pool.query(running, [`slow-${slug}`])).rowCount
    await expect.poll(isRunning, { timeout }).toBe(1)
    stop.abort()
    const { code, notes } = await stopped
    expect([code, notes]).toEqual([2, expect.stringContaining('is CANCELLED')])
  })
})

describe('EVAL-8 a server', { timeout }, () => {
  test('gives the same JSON, of more results than a page has, and tells callers apart', async () => {
    const items = Array.from({ length: 17 }, (_, index) => ({ input: `Say ${index}` }))
    await writeFile(join(folder, 'many.json'), JSON.stringify(items))
    const args = ['--agent', 'demo-chat', '--trials', '3', '--concurrency', '50', '--json']
    const served = await atServer([...args, '--data', join(folder, 'many.json')])
    const local = await atOwn([...args, '--data', 'many'])
    expect([served.code, local.code]).toEqual([0, 0])
    const own = new Set(['id', 'run', 'durationMs'])
    const shared = (text: string) =>
      JSON.parse(text, (name, value: unknown) => (own.has(name) ? typeof value : value))
    expect(shared(served.output)).toEqual(shared(local.output))
    expect(JSON.parse(served.output)).toMatchObject({ passedCount: 51, score: 1 })
    const { rows } = await database.pool.query(
      'select "createdBy" from "Evaluation" order by "createdAt" desc, id desc limit 2',
    )
    expect(rows).toEqual([{ createdBy: 'command line' }, { createdBy: 'pipeline' }])
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
    await expect(atServer([...agent, '--data', file])).rejects.toThrow(words)
  })
})
