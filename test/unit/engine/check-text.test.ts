import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { checkMessage, checkText } from '../../../src/engine/check-input.ts'
import { resumeRun } from '../../../src/engine/commands/resume-run.ts'
import { updateSession } from '../../../src/engine/commands/save-binding.ts'
import { steerRun } from '../../../src/engine/commands/steer-run.ts'

const untouched = new Proxy(
  {},
  {
    get: () => {
      throw new Error('It was not refused.')
    },
  },
)
// A call is refused before any store is read, so none has to be there.
const unread = { runs: untouched } as never

describe('a text that is stored', () => {
  test.each([
    ['a\u0000b', 'input holds a NUL character, which cannot be stored. Remove it.'],
    ['\ud83d', 'input holds half a surrogate pair, which is no character. Remove it.'],
    ['\udca9\ud83d', 'input holds half a surrogate pair, which is no character. Remove it.'],
  ])('RUN-8 is refused where it cannot be stored: %j', async (text, message) => {
    const refused = async () => checkText('input', text, 100)
    await expect(refused()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message,
      data: { path: ['input'] },
    })
  })

  propertyTest.prop([fc.string({ unit: 'binary' })])(
    'RUN-8 is taken with every character but NUL',
    (text) => {
      expect(checkText('input', text.replaceAll('\u0000', ''), 10_000)).toBeUndefined()
    },
  )

  test('RUN-8 is counted in bytes', () => {
    expect(checkText('input', '💩', 4)).toBeUndefined()
    expect(() => checkText('input', '💩', 3)).toThrow('input is 4 bytes; the maximum is 3.')
  })
})

describe('a message to a run', () => {
  const projectId = 'a project'
  const runId = 'a run'

  test.each(['', ' \n'])('CTX-5 is refused where it says nothing: %j', async (message) => {
    const words = 'message is empty. Say what the agent is to know or to do differently.'
    expect(() => checkMessage(message, 10)).toThrow(words)
    await expect(steerRun({ projectId, runId, message }, unread)).rejects.toThrow(words)
    await expect(resumeRun({ projectId, runId, message }, unread)).rejects.toThrow(words)
  })
})

describe("a session's key", () => {
  test.each(['', ' ', 'a'.repeat(201)])('CTX-6 has 1 to 200 characters, unlike %j', async (key) => {
    await expect(updateSession({ projectId: 'a project', key, memory: [] }, unread)).rejects.toThrow(
      'key must have 1 to 200 characters. Give the key of the session.',
    )
  })

  test('CTX-6 is refused like a line of memory if PostgreSQL cannot store the text', async () => {
    const update = (key: string, line: string) =>
      updateSession({ projectId: 'a project', key, memory: [line] }, unread)
    await expect(update('\ud83d', 'a')).rejects.toThrow('key holds half a surrogate pair')
    await expect(update('a', '\ud83d')).rejects.toThrow('memory holds half a surrogate pair')
  })
})
