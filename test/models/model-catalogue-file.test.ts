import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isRungraphError } from '../../src/domain/errors.ts'
import { readModelOverrides } from '../../src/models/catalogue/model-catalogue-file.ts'
import { readConfig } from '../../src/settings/config.ts'

const folder = await mkdtemp(join(tmpdir(), 'models-'))
afterAll(() => rm(folder, { recursive: true }))

async function write(content: unknown): Promise<string> {
  const path = join(folder, 'models.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function read(content: unknown) {
  return readModelOverrides(await write(content))
}

/** Message about a file that cannot be used. */
async function problemOf(path: string): Promise<string> {
  const error = await readModelOverrides(path).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isRungraphError(error)) throw new Error('The file was taken.', { cause: error })
  expect(error.code).toBe('MODELS_FILE_INVALID')
  expect(error.message).toContain(`RUNGRAPH_MODELS: ${path} cannot be used`)
  return error.message
}

describe('the file of models', () => {
  test('MOD-8 has prices and limits of models, in texts or numbers', async () => {
    const { version, models } = await read({
      version: '2026-11',
      'anthropic/claude-x': {
        contextWindow: 10_000,
        maxOutputTokens: 500,
        price: {
          inputPerMillion: 0.1,
          outputPerMillion: '12.5',
          cachedInputPerMillion: 0,
          cacheWritePerMillion: 3,
        },
      },
      'openai-chat/a/b': {},
    })
    expect(version).toBe('2026-11')
    expect([...models]).toEqual([
      [
        'anthropic/claude-x',
        {
          contextWindow: 10_000,
          maxOutputTokens: 500,
          price: {
            inputPerMillion: '0.1',
            outputPerMillion: '12.5',
            cachedInputPerMillion: '0',
            cacheWritePerMillion: '3',
          },
        },
      ],
      ['openai-chat/a/b', {}],
    ])
  })

  test('MOD-8 has the digest of its bytes for a version where it names none', async () => {
    const { version } = await read({ 'openai/a': { contextWindow: 1 } })
    expect(version).toMatch(/^sha256:[0-9a-f]{12}$/)
    expect((await read({ 'openai/a': { contextWindow: 1 } })).version).toBe(version)
    expect((await read({ 'openai/a': { contextWindow: 2 } })).version).not.toBe(version)
  })

  test('MOD-8 may begin with a byte order mark', async () => {
    expect((await read('\uFEFF{"version":"1"}')).version).toBe('1')
  })

  test('MOD-8 the example can be used', async () => {
    const { models } = await readModelOverrides(resolve('examples/models.json'))
    expect([...models.keys()]).toEqual(['anthropic/claude-sonnet-5', 'openai-chat/qwen2.5:7b'])
  })

  const priced = (price: unknown) => ({ 'openai/a': { price } })
  const inputOf = (inputPerMillion: unknown) => priced({ inputPerMillion, outputPerMillion: 1 })
  const inputWrong = 'openai/a.price.inputPerMillion: must be US dollars for a million tokens'
  test.for([
    ['no JSON', '{"openai/a": ', 'It is no JSON: '],
    ['a list', [], 'It must be one JSON object'],
    ['nothing', 'null', 'It must be one JSON object'],
    ['a wrong version', { version: 3 }, 'version: must be a text of 1 to 100 characters.'],
    ['an empty version', { version: '' }, 'version: must be a text'],
    ['a bare name', { 'gpt-4o': {} }, 'gpt-4o: is no "provider/model" name; the providers are openai,'],
    ['an unknown provider', { 'antropic/x': {} }, 'antropic/x: is no "provider/model" name'],
    ['a borrowed name', { 'toString/x': {} }, 'toString/x: is no "provider/model" name'],
    [
      'an unknown key',
      { 'openai/a': { window: 1 } },
      'openai/a: has no field "window"; remove it. The fields are contextWindow, maxOutputTokens, price.',
    ],
    [
      'an unknown rate',
      priced({ inputPerMillion: 1, outputPerMillion: 1, batch: 1 }),
      'openai/a.price: has no field "batch"; remove it. The fields are inputPerMillion,',
    ],
    ['no rate of output', priced({ inputPerMillion: 1 }), 'openai/a.price.outputPerMillion: must be US'],
    ['a negative rate', inputOf(-1), inputWrong],
    ['a negative rate in words', inputOf('-1'), inputWrong],
    ['a rate in words', inputOf('one'), inputWrong],
    ['an exponent', inputOf('1e3'), inputWrong],
    ['a rate that would be rounded to nothing', inputOf(1e-11), inputWrong],
    ['a rate of eleven places', inputOf('0.00000000001'), inputWrong],
    ['a rate beyond all bounds', inputOf(1e300), inputWrong],
    ['a rate beyond bounds', inputOf('1000001'), inputWrong],
    ['a rate that is null', inputOf(null), inputWrong],
    [
      'no window',
      { 'openai/a': { contextWindow: 0 } },
      'openai/a.contextWindow: must be a whole number of tokens, at least 1.',
    ],
    ['half a token', { 'openai/a': { maxOutputTokens: 0.5 } }, 'maxOutputTokens: must be a whole number'],
    ['a window in words', { 'openai/a': { contextWindow: '8k' } }, 'contextWindow: must be a whole number'],
    ['a vast window', { 'openai/a': { contextWindow: 2 ** 31 } }, 'must be a whole number of tokens below'],
  ] as const)('MOD-8 with %s is refused by name, with what is right', async ([, content, problem]) => {
    expect(await problemOf(await write(content))).toContain(problem)
  })

  test('MOD-8 tells all of its problems at once', async () => {
    const message = await problemOf(
      await write({ version: 1, x: {}, 'openai/a': { contextWindow: 0, y: 1 } }),
    )
    expect(message.split('\n  - ')).toHaveLength(5)
  })

  test('MOD-8 that is not there, or is a folder, is refused with the remedy', async () => {
    const remedy = 'Fix that, or unset RUNGRAPH_MODELS.'
    expect(await problemOf(join(folder, 'none.json'))).toContain(`There is no such file. ${remedy}`)
    expect(await problemOf(folder)).toContain(`It is a folder. ${remedy}`)
  })
})

describe('the setting RUNGRAPH_MODELS', () => {
  test('MOD-8 is a path from the working directory', () => {
    expect(readConfig({ RUNGRAPH_MODELS: 'mine/models.json' }).models).toBe(resolve('mine/models.json'))
    expect(readConfig({}).models).toBeNull()
  })
})
