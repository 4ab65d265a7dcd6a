import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { faultWords } from '../../src/tools/mcp/fault-words.ts'

const schema = z.object({ serverInfo: z.object({ version: z.string() }), capabilities: z.object({}) })
const { error: misfit } = schema.safeParse({ serverInfo: { version: 1 }, capabilities: true })
const { error: noMessage } = z.union([z.strictObject({ a: z.string() }), z.string()]).safeParse(7)
const invalid = (words: unknown) =>
  new SdkError(SdkErrorCode.InvalidResult, `Invalid result for initialize: ${words}`)

const fields = 'its answer is not as the protocol has it: serverInfo.version, capabilities'

it.each<[string, unknown, string]>([
  ['an answer with wrong fields', misfit, fields],
  ['such an answer, as the library tells it', invalid(misfit), fields],
  ['a cause', new SdkError(SdkErrorCode.SendFailed, 'Failed', { cause: misfit }), 'Failed'],
  ['what is no message', noMessage, 'it is no message of the protocol'],
  ['what is no message, as the library tells it', invalid(noMessage), 'it is no message of the protocol'],
  [
    'other words of the library',
    invalid('missing required resultType'),
    'Invalid result for initialize: missing required resultType',
  ],
])('TAS-6 the problems of a schema are told by their fields alone: %s', (_what, error, words) => {
  const told = faultWords(error)
  expect(told).toContain(words)
  expect(told).not.toMatch(/invalid_|expected|\{/)
})
