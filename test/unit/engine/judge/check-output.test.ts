import { describe, expect, it } from 'vitest'
import { checkOutput, readOutput } from '../../../../src/engine/judge/check-output.ts'
import { jsonSchemas } from '../../../../src/tools/json-schema-check.ts'

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }

describe('an answer in a schema', () => {
  it.each([
    ['alone', '{"n": 1}'],
    ['twice', '{"n": 1}\n{"n": 1}'],
    ['in a block', '```json\n{"n": 1}\n```'],
    ['in a block behind words', 'Here is the JSON:\n\n```json\n{"n": 1}\n```'],
    ['in a block between words', 'Here it is:\n```\n{"n": 1}\n```\nAnything else?'],
    ['in a block of one line', 'Here it is: ```json\n{"n": 1}```'],
    ['behind words', 'Here is the JSON: {"n": 1}'],
    ['between words with a citation', 'As told [1]: {"n": 1} Good luck!'],
  ])('OUT-1 is read %s', async (_where, text) => {
    expect(await checkOutput(text, schema, jsonSchemas)).toEqual({ kind: 'fits', text: '{"n": 1}' })
  })

  it.each(['{"n": 1} or {"n": 2}', '```json\n{"n": 1}\n```\n```json\n{"n": 2}\n```', 'None.', '{"n": 1'])(
    'OUT-1 is none where it is not known which value is meant: %s',
    async (text) => {
      expect((await checkOutput(text, schema, jsonSchemas)).kind).toBe('misfits')
    },
  )

  it.each(['{"n": 1,}', '{"n": 1 // one\n}', '```json\n{"n": 1, /* one */}\n```'])(
    'OUT-1 nearly JSON is read, and said: %s',
    async (text) => {
      const read = await readOutput(text, schema, jsonSchemas)
      expect(read).toMatchObject({ kind: 'fits', readAs: ['/: nearly JSON as JSON'] })
    },
  )
})
