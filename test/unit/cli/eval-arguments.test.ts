import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { evalOptions } from '../../../src/cli/evaluation/eval-options.ts'
import { readData } from '../../../src/cli/evaluation/read-items.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { callCommand } from '../../support/command-line.ts'

const id = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
const needed = ['--agent', 'clerk', '--data', 'prices']

const folder = await mkdtemp(join(tmpdir(), 'rungraph items '))
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = (args: readonly string[]) => evalOptions().parse(args, { from: 'user' }).opts()

describe('EVAL-7 the arguments', () => {
  test('have defaults that the server knows', () => {
    expect(read(needed)).toEqual({ agent: 'clerk', data: 'prices', mode: 'MODELS', project: 'default' })
  })

  test('name the data set of a file by the file, unless they name another', async () => {
    const data = join(folder, 'My Prices_2.JSONL')
    await writeFile(data, '')
    expect(await readData({ data })).toEqual({
      ...{ dataSet: 'my-prices-2', file: { path: data, items: [], places: [] } },
    })
    expect(await readData({ data, dataSet: 'other' })).toMatchObject({ dataSet: 'other' })
    expect(await readData({ data: 'stored' })).toEqual({ dataSet: 'stored', file: null })
  })

  test.each([
    ['v3', { version: 3 }],
    ['3', { version: 3 }],
    [id, { id }],
    [toGlobalId('Evaluation', id), { id }],
  ])('compare with %s', (baseline, expected) => {
    expect(read([...needed, '--baseline', baseline]).baseline).toEqual(expected)
  })

  test.each([
    [['--data', 'prices'], '--agent is missing.'],
    [['--agent', 'clerk'], '--data is missing.'],
    [[...needed, '--trials', '0'], 'Invalid value for --trials: 0.'],
    [[...needed, '--min-score', '1.1'], 'Invalid value for --min-score: 1.1.'],
    [[...needed, '--mode', 'fast'], 'Invalid value for --mode: fast.'],
    [[...needed, '--key', 'rg_x'], '--key is for a server: give --url too.'],
    [[...needed, '--baseline', 'best'], 'Invalid value for --baseline: best.'],
    [[...needed, '--data-set', 'x'], '--data-set is for a file'],
    [[...needed, '--jsno'], 'Unknown option: --jsno.'],
    [['--agent', 'clerk', '--data', '??.json'], 'Invalid value for --data-set'],
  ])('are refused: %j', async (args, problem) => {
    await expect(callCommand(['eval', ...args])).rejects.toThrow(problem)
  })
})

describe('EVAL-7 a file of items', () => {
  async function read(name: string, text: string) {
    const data = join(folder, name)
    await writeFile(data, text)
    return (await readData({ data })).file?.items
  }

  test('has one in each line, or a list of them', async () => {
    const items = [
      { key: 'a', input: 'one', expectations: { exact: 1 } },
      { input: 'two', sourceRunId: id },
    ]
    const lines = `\uFEFF${JSON.stringify(items[0])}\r\n\n{"input":"two","sourceRunId":"${toGlobalId('Run', id)}"}\n`
    expect(await read('lines.jsonl', lines)).toEqual(items)
    expect(
      await read('list.json', `[${JSON.stringify(items[0])}, {"input": "two", "sourceRunId": "${id}"}]`),
    ).toEqual(items)
  })

  test.each([
    ['lines.jsonl', '{"input":"x"}\n{"input":', 'lines.jsonl, line 2: is not JSON'],
    ['lines.jsonl', '{"inputs":"x"}', 'line 1: input: is required'],
    ['lines.jsonl', '{"input":"x","expect":1}', 'line 1: has no field "expect"'],
    ['list.json', '{"input":"x"}', 'list.json: must be a list of items.'],
    ['list.json', '[{"input":"x","sourceRunId":"y"}]', 'item 1: sourceRunId is no id of a run: y.'],
  ])('is refused with the place: %s %s', async (name, text, problem) => {
    await expect(read(name, text)).rejects.toThrow(problem)
  })
})
